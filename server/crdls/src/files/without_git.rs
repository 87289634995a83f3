//! Takes the place of `revisions` in a build without the feature `git`: no repository can be opened, and a sentence says
//! why.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::walk::IgnoreFiles;

/// A git repository, of which this build has none.
#[derive(Debug)]
pub(crate) enum Repository {}

/// A commit, which this build cannot find.
#[derive(Clone, Debug)]
pub(crate) struct Revision {
    pub(crate) name: String,
    never: Infallible,
}

/// The manifests of a folder of a commit, which this build cannot read.
#[derive(Debug)]
pub(crate) struct CommittedManifests {
    pub(crate) read: Vec<CommittedFile>,
    pub(crate) paths: Vec<PathBuf>,
}

/// A manifest of a commit, which this build cannot read.
#[derive(Debug)]
pub(crate) struct CommittedFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

/// The files of a commit, of which this build has none.
#[derive(Debug)]
pub(crate) struct CommittedFiles {
    never: Infallible,
}

impl Repository {
    pub(crate) fn around(_: &Path) -> Result<Self, String> {
        Err("this build of crdls has no git support: build it with the feature `git`".to_owned())
    }

    pub(crate) fn root(&self) -> &Path {
        match *self {}
    }

    pub(crate) fn revision(&self, _: &str, _: &Path) -> Result<Revision, String> {
        match *self {}
    }

    pub(crate) fn has(&self, _: &Revision, _: &Path) -> Result<bool, String> {
        match *self {}
    }

    pub(crate) fn files(&self, _: &Revision) -> CommittedFiles {
        match *self {}
    }

    pub(crate) fn manifests(
        &self,
        _: &Revision,
        _: &Path,
        _: IgnoreFiles,
        _: fn(&[u8]) -> bool,
    ) -> Result<CommittedManifests, String> {
        match *self {}
    }
}

impl CommittedFiles {
    pub(crate) fn covers(&self, _: &Path) -> bool {
        match self.never {}
    }

    pub(crate) fn has(&self, _: &Path) -> bool {
        match self.never {}
    }

    pub(crate) fn read(&self, _: &Path) -> Option<Vec<u8>> {
        match self.never {}
    }

    pub(crate) fn names(&self, _: &Path) -> Vec<String> {
        match self.never {}
    }

    pub(crate) fn go_files(&self, _: &Path) -> Vec<PathBuf> {
        match self.never {}
    }
}

impl crdls_kustomize::Files for CommittedFiles {
    fn text(&self, _: &str) -> Option<Arc<str>> {
        match self.never {}
    }

    fn is_folder(&self, _: &str) -> bool {
        match self.never {}
    }

    fn list(&self, _: &str) -> Vec<String> {
        match self.never {}
    }
}

impl Revision {
    pub(crate) fn file_name(&self, _: &Path) -> String {
        match self.never {}
    }

    pub(crate) fn commit(&self) -> String {
        match self.never {}
    }
}
