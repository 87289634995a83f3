//! What is known around a file, and the file with it as the analysis takes it.

use crdls_check::{Old, Source};
use crdls_resource::Index;
use crdls_yaml::Node;

use super::File;

/// What is known around a file: CRDs of other files, old states of its own. The default is a file alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileContext<'a> {
    /// The objects that those of the file replace; without it they are created.
    pub old: Option<&'a Old>,
    /// The CRDs that custom resources are validated against; without it they are not.
    pub crds: Option<&'a Index>,
    /// What the file is called, as those of the CRDs are.
    pub file: &'a str,
    /// The target with which a kustomization lists the file as a patch.
    pub target: Option<&'a PatchTarget>,
}

/// The target of a patch: the objects of a kind that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchTarget {
    /// The group; `None` means each group.
    pub group: Option<String>,
    /// The version; `None` means each version.
    pub version: Option<String>,
    /// The kind.
    pub kind: String,
}

impl PatchTarget {
    /// The target as a kustomization has it; `None` if it names no kind.
    pub fn of(target: Node<'_>) -> Option<Self> {
        let text = |key: &str| Some(target.get(key)?.value.str()?.into_owned());
        Some(Self { group: text("group"), version: text("version"), kind: text("kind")? })
    }
}

/// A file as the analysis takes it.
pub fn source<'a>(file: &'a File, context: FileContext<'a>) -> Source<'a> {
    Source {
        text: file.text(),
        tree: file.tree(),
        flaw: file.flaw(),
        form: file.form(),
        old: context.old,
        crds: context.crds,
        file: context.file,
        memo: file.memo(),
    }
}
