//! The files that kustomizations name, on the disk.

use std::path::Path;
use std::sync::Arc;

use crdls_check::KUSTOMIZATION_FILES;
use crdls_kustomize::Files;
use ignore::gitignore::Gitignore;

use super::read_again;
use crate::seen;

/// Files by their paths, relative to the current folder.
#[derive(Clone, Copy, Debug)]
pub struct DiskFiles;

fn on_disk(path: &str) -> &Path {
    Path::new(if path.is_empty() { "." } else { path })
}

impl Files for DiskFiles {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        seen::is_file(on_disk(path)).then(|| read_again(on_disk(path)).text().into())
    }

    fn is_folder(&self, path: &str) -> bool {
        seen::is_dir(on_disk(path))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = seen::read_dir(on_disk(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }

    fn is_ignored(&self, path: &str) -> bool {
        let Ok(path) = std::path::absolute(on_disk(path)) else { return false };
        let is_root = |folder: &&Path| seen::exists(&folder.join(".git"));
        let root = path.ancestors().skip(1).find(is_root);
        let folders =
            path.ancestors().skip(1).take_while(|folder| root.is_some_and(|r| folder.starts_with(r)));
        folders
            .map(|folder| folder.join(".gitignore"))
            .inspect(|file| seen::content(file))
            .map(|file| Gitignore::new(file).0)
            .any(|patterns| patterns.matched_path_or_any_parents(&path, false).is_ignore())
    }
}

/// Whether a file is a kustomization by its name: it may do without `apiVersion` and `kind`.
pub fn is_kustomization(path: &Path) -> bool {
    path.file_name().is_some_and(|name| KUSTOMIZATION_FILES.iter().any(|its| name == *its))
}

/// The folders of the kustomizations among files, as kustomizations name them.
pub fn kustomization_folders<'p>(files: impl Iterator<Item = &'p Path>) -> Vec<String> {
    let folder = |path: &Path| kustomize_path(path.parent()?);
    let mut folders: Vec<_> = files.filter(|path| is_kustomization(path)).filter_map(folder).collect();
    folders.sort_unstable();
    folders.dedup();
    folders
}

/// How many folders up a kustomization is looked for that includes a file.
const FOLDERS: usize = 3;

/// The folders of the kustomizations in the folders around one.
pub fn kustomizations_around(files: &dyn Files, folder: &Path) -> Vec<String> {
    let around = folder.ancestors().skip(1).take(FOLDERS).filter_map(kustomize_path);
    let has_one = |folder: &String| {
        KUSTOMIZATION_FILES.iter().any(|name| files.text(&crdls_kustomize::join(folder, name)).is_some())
    };
    around.filter(has_one).collect()
}

/// The path of a file as kustomizations name it: joined by slashes.
pub fn kustomize_path(path: &Path) -> Option<String> {
    path.to_str().map(|path| crdls_kustomize::join("", path))
}

/// The folder of a path as kustomizations name it.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
