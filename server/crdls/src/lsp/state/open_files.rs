//! The files that kustomizations name, with the texts of open documents.

use std::collections::HashMap;
use std::sync::Arc;

use crdls_kustomize::Files;

use super::documents::Snapshot;
use crate::lsp::workspace::built::path;
use crdls_system::files::DiskFiles;

/// The files of the disk, with the texts of open documents in their place.
#[derive(Debug)]
pub(crate) struct OpenFiles(HashMap<String, Arc<str>>);

impl OpenFiles {
    pub(crate) fn of(open: &[Snapshot]) -> Self {
        let text = |snapshot: &Snapshot| Some((path(&snapshot.uri)?, snapshot.file.text().into()));
        Self(open.iter().filter_map(text).collect())
    }
}

impl Files for OpenFiles {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned().or_else(|| DiskFiles.text(path))
    }

    fn is_folder(&self, path: &str) -> bool {
        DiskFiles.is_folder(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        DiskFiles.list(folder)
    }

    fn is_ignored(&self, path: &str) -> bool {
        DiskFiles.is_ignored(path)
    }
}
