//! The files that kustomizations name, as a commit has them.

use std::path::Path;
use std::sync::Arc;

use crdls_ide::File;

use super::super::read::LARGEST;
use super::{Repository, Revision};

/// The files of a commit by their paths from the root of the repository. Symbolic links are not followed.
#[derive(Debug)]
pub(crate) struct CommitFiles<'r> {
    repository: &'r Repository,
    revision: &'r Revision,
}

impl Repository {
    /// The files of a commit by paths from the root of the repository, each found when it is asked for.
    pub(crate) const fn kustomize_files<'r>(&'r self, revision: &'r Revision) -> CommitFiles<'r> {
        CommitFiles { repository: self, revision }
    }
}

impl<'r> CommitFiles<'r> {
    /// What is at a path; what cannot be read is not there.
    fn object(&self, path: &str) -> Option<gix::Object<'r>> {
        let git = &self.repository.git;
        let tree = git.find_object(self.revision.commit).ok()?.try_into_commit().ok()?.tree().ok()?;
        if path.is_empty() {
            return tree.id().object().ok();
        }
        let entry = tree.lookup_entry_by_path(Path::new(path)).ok()??;
        let size = git.try_find_header(entry.object_id()).ok()??.size();
        (size <= LARGEST).then(|| git.find_object(entry.object_id()).ok()).flatten()
    }
}

impl crdls_kustomize::Files for CommitFiles<'_> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        let object = self.object(path)?;
        let bytes = (object.kind == gix::object::Kind::Blob).then(|| object.detach().data)?;
        Some(File::from_bytes(bytes).text().into())
    }

    fn is_folder(&self, path: &str) -> bool {
        self.object(path).is_some_and(|object| object.kind == gix::object::Kind::Tree)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let tree = self.object(folder).and_then(|object| object.try_into_tree().ok());
        let names =
            tree.iter().flat_map(|tree| tree.iter().flatten().map(|entry| entry.filename().to_string()));
        names.collect()
    }
}
