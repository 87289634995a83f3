//! The CRDs that controller-gen wrote into a repository: its version and its flags.

use std::collections::BTreeMap;
use std::path::Path;

use crdls_markers::registry::Version;
use memchr::memmem;

use crate::files::{self, IgnoreFiles};

/// What the CRDs of a folder say of the controller-gen that wrote them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CrdOrigin {
    /// The version of most of them.
    pub(super) version: Option<Version>,
    /// Some schema has `type: number`, which it writes with `allowDangerousTypes` alone.
    pub(super) has_numbers: bool,
    /// No schema has a description: `maxDescLen=0`.
    pub(super) has_no_descriptions: bool,
    /// Metadata inside of a schema has properties: `generateEmbeddedObjectMeta`.
    pub(super) has_embedded_meta: bool,
}

const ANNOTATION: &[u8] = b"controller-gen.kubebuilder.io/version:";

/// Reads the CRDs below a folder. `groups`: the groups of the packages; those of other groups count where none is of
/// these.
pub(super) fn read(folder: &Path, groups: &[String]) -> CrdOrigin {
    let found = files::collect(&[folder.to_owned()], IgnoreFiles::Respected);
    let (mut own, mut others) = (Seen::default(), Seen::default());
    for input in found.inputs {
        let Some(Ok(bytes)) = input.path.as_deref().map(files::bytes_of) else { continue };
        if !files::mentions_crds(&bytes) {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        for document in text.split("\n---") {
            let Some(version) = annotated(document) else { continue };
            let is_own = groups.iter().any(|group| has_group(document, group));
            if is_own { own.add(version, document) } else { others.add(version, document) }
        }
    }
    if own.versions.is_empty() { others.most() } else { own.most() }
}

/// The version and the flags by which controller-gen wrote the CRDs below a folder, as far as they can be told.
pub(crate) fn options_in(folder: &Path) -> (Option<Version>, Vec<&'static str>) {
    let written = read(folder, &[]);
    (written.version, written.flags())
}

impl CrdOrigin {
    /// The flags that can be told.
    pub(super) fn flags(self) -> Vec<&'static str> {
        let flags = [
            (self.has_numbers, "allowDangerousTypes=true"),
            (self.has_no_descriptions, "maxDescLen=0"),
            (self.has_embedded_meta, "generateEmbeddedObjectMeta=true"),
        ];
        flags.into_iter().filter(|(used, _)| *used).map(|(_, flag)| flag).collect()
    }
}

#[derive(Default)]
struct Seen {
    versions: BTreeMap<Version, usize>,
    has_numbers: bool,
    has_descriptions: bool,
    has_embedded_meta: bool,
}

impl Seen {
    fn add(&mut self, version: Version, document: &str) {
        *self.versions.entry(version).or_default() += 1;
        self.has_numbers |= document.contains("type: number");
        self.has_descriptions |= describes_schema(document);
        self.has_embedded_meta |= embeds_meta(document);
    }

    fn most(self) -> CrdOrigin {
        let most = self.versions.iter().max_by_key(|(version, count)| (**count, **version));
        CrdOrigin {
            version: most.map(|(version, _)| *version),
            has_numbers: self.has_numbers,
            has_no_descriptions: most.is_some() && !self.has_descriptions,
            has_embedded_meta: self.has_embedded_meta,
        }
    }
}

/// The version of the annotation.
fn annotated(document: &str) -> Option<Version> {
    let at = memmem::find(document.as_bytes(), ANNOTATION)?;
    let rest = document.get(at + ANNOTATION.len()..)?;
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
        .any(|line| line.trim_start().starts_with("description:"))
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

fn has_group(document: &str, group: &str) -> bool {
    document.lines().any(|line| line.trim_start().strip_prefix("group:").is_some_and(|of| of.trim() == group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_have_versions() {
        let text = "metadata:\n  annotations:\n    controller-gen.kubebuilder.io/version: v0.17.3\nspec:\n  group: a.b\n";
        assert_eq!(annotated(text), Some(Version::new(17, 3)));
        assert_eq!(annotated("controller-gen.kubebuilder.io/version: (devel)"), None);
        assert!(has_group(text, "a.b") && !has_group(text, "a"));
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
