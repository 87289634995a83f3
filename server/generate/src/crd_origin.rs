//! What a CRD that controller-gen wrote shows of it: its version and its flags.
//!
//! Knows the text of a document. Must not know where it is from.

use std::collections::BTreeMap;

use crdls_markers::registry::Version;

use crate::VERSION_ANNOTATION;

/// The controller-gen that wrote CRDs, as far as they show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrdOrigin {
    /// The version of most of them.
    pub version: Option<Version>,
    /// Some schema has `type: number`, which it writes with `allowDangerousTypes` alone.
    pub has_numbers: bool,
    /// Some schema has a description; none has with `maxDescLen=0`.
    pub has_descriptions: bool,
    /// Metadata inside of a schema has properties: `generateEmbeddedObjectMeta`.
    pub has_embedded_meta: bool,
}

impl CrdOrigin {
    /// Of a manifest; `None` if controller-gen did not write it.
    pub fn of(document: &str) -> Option<Self> {
        Some(Self {
            version: Some(annotated(document)?),
            has_numbers: document.contains("type: number"),
            has_descriptions: describes_schema(document),
            has_embedded_meta: embeds_meta(document),
        })
    }

    /// Of several manifests.
    pub fn most(all: impl Iterator<Item = Self>) -> Self {
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
    pub fn flags(self) -> Vec<&'static str> {
        let flags = [
            (self.has_numbers, "allowDangerousTypes=true"),
            (self.version.is_some() && !self.has_descriptions, "maxDescLen=0"),
            (self.has_embedded_meta, "generateEmbeddedObjectMeta=true"),
        ];
        flags.into_iter().filter(|(used, _)| *used).map(|(_, flag)| flag).collect()
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
