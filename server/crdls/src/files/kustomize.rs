//! The files that kustomizations name, on the disk.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::read_again;

/// Files by their paths, relative to the current folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiskFiles;

fn on_disk(path: &str) -> &Path {
    Path::new(if path.is_empty() { "." } else { path })
}

impl crdls_kustomize::Files for DiskFiles {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        on_disk(path).is_file().then(|| read_again(on_disk(path)).text().into())
    }

    fn is_folder(&self, path: &str) -> bool {
        on_disk(path).is_dir()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(on_disk(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }
}

/// The path of a file as kustomizations name it: joined by slashes.
pub(crate) fn kustomize_path(path: &Path) -> Option<String> {
    path.to_str().map(|path| crdls_kustomize::join("", path))
}
