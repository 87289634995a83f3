//! The files of a commit, each read when it is asked for.
//!
//! Must not know what is in a file, nor which of them belong together.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crdls_fixes::File;
use gix::ObjectId;
use gix::objs::tree::EntryKind;

use super::super::read::LARGEST;
use super::super::walk::{is_go, is_vendored};
use super::{Repository, Revision};

/// The files of a commit by the paths that they have in the working tree. Symbolic links are not followed, and an object
/// that is missing is a file that is not there.
pub struct CommittedFiles {
    root: PathBuf,
    commit: ObjectId,
    git: Mutex<gix::Repository>,
}

impl std::fmt::Debug for CommittedFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CommittedFiles").field(&self.root).field(&self.commit).finish()
    }
}

impl Repository {
    /// The files of a commit, also those that packages have brought along.
    pub fn files(&self, revision: &Revision) -> CommittedFiles {
        let (root, git) = (self.root.clone(), Mutex::new(self.git.clone()));
        CommittedFiles { root, commit: revision.commit, git }
    }
}

/// A file or a folder of a commit.
struct CommittedEntry {
    name: String,
    kind: EntryKind,
    id: ObjectId,
}

impl CommittedEntry {
    const fn is_file(&self) -> bool {
        matches!(self.kind, EntryKind::Blob | EntryKind::BlobExecutable)
    }
}

impl CommittedFiles {
    /// Whether a path is one of the working tree, of which nothing but the commit counts.
    pub fn covers(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// Whether there is a file at a path.
    pub fn has(&self, path: &Path) -> bool {
        self.entry(&self.git(), path).is_some_and(|entry| entry.is_file())
    }

    /// The bytes of a file; `None` if it is not there, not in the repository, or larger than a file that is read from disk.
    pub fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let git = self.git();
        let entry = self.entry(&git, path).filter(CommittedEntry::is_file)?;
        let size = git.try_find_header(entry.id).ok()??.size();
        (size <= LARGEST).then(|| Some(git.find_object(entry.id).ok()?.detach().data))?
    }

    /// The names of the files in a folder.
    pub fn names(&self, folder: &Path) -> Vec<String> {
        let entries = self.folder(&self.git(), folder).into_iter().filter(CommittedEntry::is_file);
        entries.map(|entry| entry.name).collect()
    }

    /// The files of Go in a folder and below it, without those of other modules.
    pub fn go_files(&self, folder: &Path) -> Vec<PathBuf> {
        let (git, mut found, mut folders) = (self.git(), Vec::new(), vec![folder.to_owned()]);
        while let Some(below) = folders.pop() {
            for entry in self.folder(&git, &below) {
                let path = below.join(&entry.name);
                match entry.is_file() {
                    true if is_go(&path) && !is_vendored(&path, folder) => found.push(path),
                    true => {}
                    false => folders.push(path),
                }
            }
        }
        found.sort();
        found
    }

    fn git(&self) -> MutexGuard<'_, gix::Repository> {
        self.git.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file or folder at a path.
    fn entry(&self, git: &gix::Repository, path: &Path) -> Option<CommittedEntry> {
        let below = path.strip_prefix(&self.root).ok()?;
        let tree = git.find_object(self.commit).ok()?.try_into_commit().ok()?.tree().ok()?;
        if below.as_os_str().is_empty() {
            return Some(CommittedEntry { name: String::new(), kind: EntryKind::Tree, id: tree.id });
        }
        let entry = tree.lookup_entry_by_path(below).ok()??;
        let name = entry.filename().to_string();
        Some(CommittedEntry { name, kind: entry.mode().kind(), id: entry.object_id() })
    }

    /// The files and folders in a folder, without symbolic links and submodules. A name that is not UTF-8 is that of no file that is
    /// read.
    fn folder(&self, git: &gix::Repository, folder: &Path) -> Vec<CommittedEntry> {
        let entry = self.entry(git, folder).filter(|entry| entry.kind == EntryKind::Tree);
        let tree = entry.and_then(|entry| git.find_object(entry.id).ok()?.try_into_tree().ok());
        let entries = tree.iter().flat_map(|tree| tree.iter().flatten()).filter_map(|entry| {
            let name = std::str::from_utf8(entry.filename()).ok()?.to_owned();
            Some(CommittedEntry { name, kind: entry.mode().kind(), id: entry.object_id() })
        });
        entries.filter(|entry| entry.is_file() || entry.kind == EntryKind::Tree).collect()
    }
}

/// Paths are from the root of the repository.
impl crdls_kustomize::Files for CommittedFiles {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        Some(File::from_bytes(self.read(&self.root.join(path))?).text().into())
    }

    fn is_folder(&self, path: &str) -> bool {
        let entry = self.entry(&self.git(), &self.root.join(path));
        entry.is_some_and(|entry| entry.kind == EntryKind::Tree)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = self.folder(&self.git(), &self.root.join(folder));
        entries.into_iter().map(|entry| entry.name).collect()
    }
}
