//! The CRDs that controller-gen wrote into a repository: its version and its flags.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crdls_generate::{CrdOrigin, Definition, Options};
use crdls_ide::File;
use crdls_markers::registry::Version;
use crdls_resource::IndexedCrd;
use crdls_values::Json;

use super::crds::{Manifests, is_manifest, is_of_go, value};
use crdls_system::files::{self, IgnoreFiles};

/// The version and the flags by which controller-gen wrote the CRDs below a folder, as far as they can be told.
pub(crate) fn options_in(folder: &Path) -> (Option<Version>, Vec<&'static str>) {
    let found = files::collect(&[folder.to_owned()], IgnoreFiles::Respected);
    let mut origins = Vec::new();
    for input in found.inputs {
        let Some(Ok(bytes)) = input.path().map(files::bytes_of) else { continue };
        if files::mentions_crds(&bytes) {
            origins.extend(String::from_utf8_lossy(&bytes).split("\n---").filter_map(CrdOrigin::of));
        }
    }
    let written = CrdOrigin::most(origins.into_iter());
    (written.version, written.flags())
}

/// A CRD that controller-gen wrote.
#[derive(Clone, Debug)]
struct Manifest {
    origin: CrdOrigin,
    text: Box<str>,
    /// The number of its options, if they are others than those of kinds without a manifest.
    variant: Option<usize>,
}

/// How the project's CRDs were written.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenCrds {
    by_kind: BTreeMap<(String, String), Manifest>,
    /// The kinds of all CRDs of the groups, whoever wrote them.
    known: BTreeSet<(String, String)>,
    all: CrdOrigin,
    /// Flags are given, and hold for all.
    is_given: bool,
    /// Options of kinds that differ from those of kinds without a manifest.
    variants: Vec<Options>,
}

impl WrittenCrds {
    /// Of the CRDs of some groups that the project keeps as its own, otherwise of any copies of them; if there are none, of
    /// all that are its own. `is_given`: the flags are given.
    pub(super) fn of(manifests: Manifests<'_>, groups: &[String], is_given: bool) -> Self {
        let kind = |known: &IndexedCrd| {
            let spec = known.header().spec();
            (spec.group().to_owned(), spec.names().kind().to_owned())
        };
        let read = |known: &IndexedCrd| {
            let kind = kind(known);
            let text = known.document_text();
            Some((kind, Manifest { origin: CrdOrigin::of(text)?, text: text.into(), variant: None }))
        };
        let sources = manifests.crds.sources_for(manifests.file).into_iter();
        let written = sources.filter(|known| is_manifest(known)).map(|known| manifests.written(known));
        let written = written.filter_map(read);
        let (mut own, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
            written.partition(|((group, _), _)| groups.contains(group));
        if own.is_empty() {
            // They are in a folder of another name, or the module is not at the root.
            let is_of_groups = |known: &&IndexedCrd| {
                is_manifest(known) && groups.iter().any(|group| *group == *known.header().spec().group())
            };
            own = manifests.crds.all().filter(is_of_groups).filter_map(read).collect();
        }
        let counted = if own.is_empty() { &others } else { &own };
        let all = CrdOrigin::most(counted.values().map(|manifest| manifest.origin));
        let is_own =
            |known: &&IndexedCrd| !is_of_go(known) && !manifests.crds.is_apart(known, manifests.file);
        let known = groups.iter().flat_map(|group| manifests.crds.of_group(group));
        let known = known.filter(is_own).map(kind).collect();
        Self { all, by_kind: own, known, is_given, variants: Vec::new() }
    }

    /// The version of most.
    pub(super) fn version(&self) -> Option<Version> {
        self.all.version
    }

    /// What controller-gen is told: the flags that are given, or those that can be told.
    pub(super) fn options(&self, version: Version, given: Option<&[String]>) -> Options {
        let mut options = Options::new(version);
        match given {
            Some(given) => given.iter().for_each(|flag| _ = options.set(flag)),
            None => self.all.flags().into_iter().for_each(|flag| _ = options.set(flag)),
        }
        options
    }

    /// The same, once it is known what controller-gen is told of kinds without a manifest.
    pub(super) fn with_variants(mut self, all: &Options) -> Self {
        for manifest in self.by_kind.values_mut().filter(|_| !self.is_given) {
            let mut options = all.clone();
            options.max_description = (!manifest.origin.has_descriptions).then_some(0);
            options.embedded_object_meta = manifest.origin.has_embedded_meta;
            if options != *all {
                let known = self.variants.iter().position(|variant| *variant == options);
                manifest.variant = Some(known.unwrap_or(self.variants.len()));
                self.variants.extend(known.is_none().then_some(options));
            }
        }
        self
    }

    /// The options of one kind, whose CRD may be written by another call than the others.
    pub(super) fn options_of<'o>(&'o self, of: &Definition, all: &'o Options) -> &'o Options {
        self.manifest(of).and_then(|manifest| self.variants.get(manifest.variant?)).unwrap_or(all)
    }

    /// Whether there are CRDs of the groups.
    pub(super) fn has_groups(&self) -> bool {
        !self.by_kind.is_empty()
    }

    /// Whether there are CRDs of a group.
    pub(super) fn has_group(&self, group: &str) -> bool {
        self.known.iter().any(|(its, _)| its == group)
    }

    /// Whether something else than controller-gen wrote the CRD of a kind.
    pub(super) fn is_by_hand(&self, of: &Definition) -> bool {
        self.manifest(of).is_none() && self.known.contains(&(of.group.clone(), of.kind.clone()))
    }

    fn manifest(&self, of: &Definition) -> Option<&Manifest> {
        self.by_kind.get(&(of.group.clone(), of.kind.clone()))
    }

    /// The value of a CRD that was written.
    pub(super) fn crd(&self, of: &Definition) -> Option<Json> {
        value(&File::new(self.manifest(of)?.text.to_string()))
    }

    /// The different options of kinds: first those of kinds without a manifest.
    pub(super) fn variants<'o>(&'o self, all: &'o Options) -> impl Iterator<Item = &'o Options> {
        [all].into_iter().chain(&self.variants)
    }
}
