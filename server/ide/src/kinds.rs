//! Kinds by any of their names, as kubectl takes them.

use crdls_manifest::model::Version;
use crdls_resource::{Index, IndexedCrd};

/// A CRD that a text names, and the steps that follow its name.
#[derive(Clone, Debug)]
pub struct Named<'i> {
    /// All CRDs that are called so, the project's first.
    pub crds: Vec<&'i IndexedCrd>,
    /// The name as it was written.
    pub name: String,
    /// The names of fields after it; empty where the kind alone is named.
    pub fields: Vec<String>,
}

impl<'i> Named<'i> {
    /// The version that the name asks for, served or not, else the one that clients prefer; `None` where the CRD has no
    /// version.
    pub fn version(&self) -> Option<Version<'i>> {
        let crd = self.crds.first()?.crd();
        let asked = crd.versions().find(|version| self.name.split('.').nth(1) == Some(version.name()));
        asked.or_else(|| crd.served_versions().first().copied()).or_else(|| crd.versions().next())
    }

    /// The CRDs that have a version, served or not, with the first one's: `example.org/v1`, or `v1` of any group. `None`
    /// where there is none.
    pub fn of_api_version(self, api_version: &str) -> Option<(Self, Version<'i>)> {
        let (group, name) = match api_version.rsplit_once('/') {
            Some((group, name)) => (Some(group), name),
            None => (None, api_version),
        };
        let version = |known: &&'i IndexedCrd| {
            let of_group = group.is_none_or(|group| known.header().spec().group() == group);
            of_group.then(|| known.crd().versions().find(|version| version.name() == name))?
        };
        let crds: Vec<_> = self.crds.into_iter().filter(|known| version(known).is_some()).collect();
        let first = version(crds.first()?)?;
        Some((Self { crds, ..self }, first))
    }
}

/// What a text like `pizzas.spec.toppings` names: the longest name that a CRD has, in any case. A name is a
/// kind, a plural, a singular or a short name, alone, with its group, or with version and group. Nothing where no CRD
/// is called so.
pub fn named<'i>(index: &'i Index, text: &str) -> Option<Named<'i>> {
    let text = text.trim().trim_end_matches('.');
    let ends = text.char_indices().filter(|(_, c)| *c == '.').map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.chain([text.len()]).collect();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let (name, rest) = text.split_at_checked(end)?;
        let mut crds: Vec<_> = index.all().filter(|known| is_called(known, name)).collect();
        index.sort_for_project(&mut crds);
        let fields = rest.split('.').filter(|step| !step.is_empty()).map(str::to_owned).collect();
        (!crds.is_empty()).then(|| Named { crds, name: name.to_owned(), fields })
    })
}

/// The kinds, plurals, singulars and short names of all CRDs of the index, in lower case, for "did you mean".
pub fn kind_names(index: &Index) -> impl Iterator<Item = String> {
    index.all().flat_map(|known| short_names(known).collect::<Vec<_>>())
}

fn is_called(known: &IndexedCrd, name: &str) -> bool {
    let name = name.to_lowercase();
    let group = known.header().spec().group().to_lowercase();
    short_names(known).any(|short| {
        let Some(rest) = name.strip_prefix(&short) else { return false };
        let versions = || known.crd().versions().map(|version| format!(".{}.{group}", version.name()));
        rest.is_empty() || rest == format!(".{group}") || versions().any(|with_version| rest == with_version)
    })
}

fn short_names(known: &IndexedCrd) -> impl Iterator<Item = String> {
    let names = known.header().spec().names();
    let singular = if names.singular().is_empty() { names.kind() } else { names.singular() };
    let own = [names.kind(), names.plural(), singular].into_iter();
    let all = own.chain(names.short_names().map(|(name, _)| name)).filter(|name| !name.is_empty());
    all.map(str::to_lowercase)
}
