//! The CRDs that controller-gen wrote into a repository: its version and its flags.

use std::collections::BTreeMap;
use std::path::Path;

use crdls_markers::registry::Version;
use memchr::memmem;

use crate::files::{self, IgnoreFiles};

/// What the CRDs of a folder say of the controller-gen that wrote them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// The version of most of them.
    pub(super) version: Option<Version>,
    /// Some schema has `type: number`, which it writes with `allowDangerousTypes` alone.
    pub(super) has_numbers: bool,
}

const ANNOTATION: &[u8] = b"controller-gen.kubebuilder.io/version:";

/// Reads the CRDs below a folder. `groups`: the groups of the packages; those of other groups count where none is of
/// these.
pub(super) fn read(folder: &Path, groups: &[String]) -> Written {
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

/// The version of controller-gen that wrote the CRDs below a folder.
pub(crate) fn version_in(folder: &Path) -> Option<Version> {
    read(folder, &[]).version
}

#[derive(Default)]
struct Seen {
    versions: BTreeMap<Version, usize>,
    has_numbers: bool,
}

impl Seen {
    fn add(&mut self, version: Version, document: &str) {
        *self.versions.entry(version).or_default() += 1;
        self.has_numbers |= document.contains("type: number");
    }

    fn most(self) -> Written {
        let most = self.versions.iter().max_by_key(|(version, count)| (**count, **version));
        Written { version: most.map(|(version, _)| *version), has_numbers: self.has_numbers }
    }
}

/// The version of the annotation.
fn annotated(document: &str) -> Option<Version> {
    let at = memmem::find(document.as_bytes(), ANNOTATION)?;
    let rest = document.get(at + ANNOTATION.len()..)?;
    Version::read(rest.lines().next()?.trim().trim_matches(['"', '\'']))
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
    }
}
