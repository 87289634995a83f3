//! What is known around a file, and the file with it as the analysis takes it.

use crdls_check::{Old, Source};
use crdls_resource::Index;

use super::File;

/// What a file is held against besides the server's rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileContext<'a> {
    /// The CRDs that those of the file replace.
    pub old: Option<&'a Old>,
    /// The CRDs that judge custom resources.
    pub crds: Option<&'a Index>,
    /// What the file is called, as those of the CRDs are.
    pub file: &'a str,
}

/// A file as the analysis takes it.
pub(crate) fn source<'a>(file: &'a File, context: FileContext<'a>) -> Source<'a> {
    Source {
        text: file.text(),
        tree: file.tree(),
        flaw: file.flaw(),
        patch: file.is_patch(),
        old: context.old,
        crds: context.crds,
        file: context.file,
        memo: file.memo(),
    }
}
