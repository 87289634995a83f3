//! The files of a commit, each read when it is asked for.
//!
//! Must not know what is in a file, nor which of them belong together.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use gix::ObjectId;
use gix::objs::tree::EntryKind;

use super::super::walk::{is_go, is_vendored};
use super::{Repository, Revision};

/// The files of a commit with some names.
#[derive(Debug)]
pub(crate) struct CommittedFiles {
    root: PathBuf,
    /// By the path that each has in the working tree.
    files: BTreeMap<PathBuf, ObjectId>,
    /// The files of the folders that were asked for: a repository is opened again for each of them.
    read: Mutex<HashMap<PathBuf, HashMap<PathBuf, Vec<u8>>>>,
}

impl Repository {
    /// The files of a commit whose names are `wanted`, also those that packages have brought along. The sentence where an
    /// object is missing.
    pub(crate) fn files(
        &self,
        revision: &Revision,
        wanted: fn(&Path) -> bool,
    ) -> Result<CommittedFiles, String> {
        let named = || format!("the commit of `{}`", revision.name);
        let commit = self.object(revision.commit, named)?.into_commit();
        let tree = commit.tree_id().map_err(|err| self.unreadable(&err))?.detach();
        let mut files = BTreeMap::new();
        self.files_below(tree, self.root(), wanted, &mut files)?;
        Ok(CommittedFiles { root: self.root.clone(), files, read: Mutex::default() })
    }

    fn files_below(
        &self,
        tree: ObjectId,
        folder: &Path,
        wanted: fn(&Path) -> bool,
        files: &mut BTreeMap<PathBuf, ObjectId>,
    ) -> Result<(), String> {
        let named = || format!("the folder {}", folder.display());
        let tree = self.object(tree, named)?.try_into_tree().map_err(|err| self.unreadable(&err))?;
        for entry in tree.iter() {
            let entry = entry.map_err(|err| self.unreadable(&err))?;
            // A name that the system cannot have cannot be in a working tree either.
            let Ok(name) = gix::path::from_bstr(entry.filename()) else { continue };
            let path = folder.join(name);
            match entry.mode().kind() {
                EntryKind::Tree => self.files_below(entry.object_id(), &path, wanted, files)?,
                EntryKind::Blob | EntryKind::BlobExecutable if wanted(&path) => {
                    files.insert(path, entry.object_id());
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl CommittedFiles {
    /// Whether a path is one of the working tree, of which nothing but the commit counts.
    pub(crate) fn covers(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// Whether there is a file at a path.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// The bytes of a file; `None` if it is not there, or not in the repository.
    pub(crate) fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let (_, folder) = (self.files.get(path)?, path.parent()?);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if !read.contains_key(folder) {
            read.insert(folder.to_owned(), self.read_folder(folder));
        }
        read.get(folder)?.get(path).cloned()
    }

    fn read_folder(&self, folder: &Path) -> HashMap<PathBuf, Vec<u8>> {
        let Ok(repository) = Repository::around(&self.root) else { return HashMap::new() };
        let own = self.below(folder).filter(|path| path.parent() == Some(folder));
        let bytes = |path: &Path| {
            let object = repository.git.try_find_object(*self.files.get(path)?).ok().flatten()?;
            Some((path.to_owned(), object.detach().data))
        };
        own.filter_map(bytes).collect()
    }

    /// The files in a folder and below it.
    fn below<'f>(&'f self, folder: &'f Path) -> impl Iterator<Item = &'f Path> {
        let from = self.files.range(folder.to_owned()..).map(|(path, _)| path.as_path());
        from.take_while(move |path| path.starts_with(folder))
    }

    /// The names of the files in a folder.
    pub(crate) fn names(&self, folder: &Path) -> Vec<String> {
        let own = self.below(folder).filter(|path| path.parent() == Some(folder));
        own.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect()
    }

    /// The files of Go in a folder and below it, without those of other modules.
    pub(crate) fn go_files(&self, folder: &Path) -> Vec<PathBuf> {
        let own = self.below(folder).filter(|path| is_go(path) && !is_vendored(path, folder));
        own.map(Path::to_owned).collect()
    }
}
