//! What is known around a file, and the file with it as the analysis takes it.

use crdls_check::{Old, Source};
use crdls_resource::Index;

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
}

/// A file as the analysis takes it.
pub(crate) fn source<'a>(file: &'a File, context: FileContext<'a>) -> Source<'a> {
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
