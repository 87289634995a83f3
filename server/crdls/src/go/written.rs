//! The CRDs that controller-gen wrote into a repository: its version and its flags.

use std::collections::BTreeMap;
use std::path::Path;

use crdls_generate::{Definition, Options, VERSION_ANNOTATION};
use crdls_ide::File;
use crdls_markers::registry::Version;
use crdls_values::Json;

use super::crds::{Manifests, value};
use crate::files::{self, IgnoreFiles};

/// What CRDs say of the controller-gen that wrote them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CrdOrigin {
    /// The version of most of them.
    version: Option<Version>,
    /// Some schema has `type: number`, which it writes with `allowDangerousTypes` alone.
    has_numbers: bool,
    /// Some schema has a description; none has with `maxDescLen=0`.
    has_descriptions: bool,
    /// Metadata inside of a schema has properties: `generateEmbeddedObjectMeta`.
    has_embedded_meta: bool,
}

impl CrdOrigin {
    /// Of a manifest; `None` if controller-gen did not write it.
    fn of(document: &str) -> Option<Self> {
        Some(Self {
            version: Some(annotated(document)?),
            has_numbers: document.contains("type: number"),
            has_descriptions: describes_schema(document),
            has_embedded_meta: embeds_meta(document),
        })
    }

    /// Of several manifests.
    fn most(all: impl Iterator<Item = Self>) -> Self {
        let mut versions: BTreeMap<Version, usize> = BTreeMap::new();
        let mut most = Self::default();
        for one in all {
            *versions.entry(one.version.unwrap_or(Version::NEWEST)).or_default() += 1;
            most.has_numbers |= one.has_numbers;
            most.has_descriptions |= one.has_descriptions;
            most.has_embedded_meta |= one.has_embedded_meta;
        }
        let version = versions.iter().max_by_key(|(version, count)| (**count, **version));
        Self { version: version.map(|(version, _)| *version), ..most }
    }

    /// The flags that can be told.
    fn flags(self) -> Vec<&'static str> {
        let flags = [
            (self.has_numbers, "allowDangerousTypes=true"),
            (self.version.is_some() && !self.has_descriptions, "maxDescLen=0"),
            (self.has_embedded_meta, "generateEmbeddedObjectMeta=true"),
        ];
        flags.into_iter().filter(|(used, _)| *used).map(|(_, flag)| flag).collect()
    }
}

/// The version and the flags by which controller-gen wrote the CRDs below a folder, as far as they can be told.
pub(crate) fn options_in(folder: &Path) -> (Option<Version>, Vec<&'static str>) {
    let found = files::collect(&[folder.to_owned()], IgnoreFiles::Respected);
    let mut origins = Vec::new();
    for input in found.inputs {
        let Some(Ok(bytes)) = input.path.as_deref().map(files::bytes_of) else { continue };
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
    all: CrdOrigin,
    /// Flags are given, and hold for all.
    is_given: bool,
    /// Options of kinds that differ from those of kinds without a manifest.
    variants: Vec<Options>,
}

impl WrittenCrds {
    /// Of the CRDs of some groups; if there are none, of all. `is_given`: the flags are given.
    pub(super) fn of(manifests: Manifests<'_>, groups: &[String], is_given: bool) -> Self {
        let read = manifests
            .crds
            .sources_for(manifests.file)
            .into_iter()
            .filter(|known| !known.is_template())
            .filter_map(|known| {
                let spec = known.header().spec();
                let kind = (spec.group().to_owned(), spec.names().kind().to_owned());
                let text = known.document_text();
                Some((kind, Manifest { origin: CrdOrigin::of(text)?, text: text.into(), variant: None }))
            });
        let (own, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
            read.partition(|((group, _), _)| groups.contains(group));
        let counted = if own.is_empty() { &others } else { &own };
        let all = CrdOrigin::most(counted.values().map(|manifest| manifest.origin));
        Self { all, by_kind: own, is_given, variants: Vec::new() }
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

/// The version of the annotation.
fn annotated(document: &str) -> Option<Version> {
    let rest = document.split(VERSION_ANNOTATION).skip(1).find_map(|rest| rest.strip_prefix(':'))?;
    Version::read(rest.lines().next()?.trim().trim_matches(['"', '\'']))
}

/// Whether a schema has a description; those of columns are before it.
fn describes_schema(document: &str) -> bool {
    document
        .split("openAPIV3Schema:")
        .skip(1)
        .flat_map(|schema| {
            schema.lines().take_while(|line| !matches!(line.trim(), "served: true" | "served: false"))
        })
        // Without a text it is the name of a property.
        .filter_map(|line| line.trim_start().strip_prefix("description:"))
        .any(|text| !text.trim().is_empty())
}

/// Whether `metadata` has properties, which begin with `annotations`; a description may come before them.
fn embeds_meta(document: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = document.lines().collect();
    let embeds = |at: usize| {
        let above = lines.get(at).map_or(0, |line| indent(line));
        let below =
            lines.iter().skip(at + 1).take_while(|line| line.trim().is_empty() || indent(line) > above);
        let mut members = below.skip_while(|line| indent(line) != above + 2 || line.trim() != "properties:");
        members.next().is_some() && members.next().is_some_and(|line| line.trim() == "annotations:")
    };
    let named = lines.iter().enumerate().filter(|(_, line)| line.trim() == "metadata:");
    named.into_iter().any(|(at, _)| embeds(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_have_versions() {
        let text = "metadata:\n  annotations:\n    controller-gen.kubebuilder.io/version: v0.17.3\nspec:\n  group: a.b\n";
        assert_eq!(annotated(text), Some(Version::new(17, 3)));
        assert_eq!(annotated("controller-gen.kubebuilder.io/version: (devel)"), None);
        let schema =
            "additionalPrinterColumns:\n- description: a\nschema:\n  openAPIV3Schema:\n    type: object\n";
        assert!(!describes_schema(schema) && describes_schema(&format!("{schema}    description: b\n")));
        assert!(
            embeds_meta("metadata:\n  properties:\n    annotations:\n")
                && embeds_meta("metadata:\n  description: |-\n    a\n  properties:\n    annotations:\n")
                && !embeds_meta("metadata:\n  type: object\nspec:\n  properties:\n    annotations:\n")
                && !embeds_meta("metadata:\n  annotations:\n")
        );
    }
}
