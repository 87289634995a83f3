//! Takes the place of `revisions` in a build without the feature `git`: no repository can be opened, and a sentence says
//! why.
#![allow(missing_docs, reason = "they are those of `revisions`")]

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::walk::IgnoreFiles;

/// A git repository, of which this build has none.
#[derive(Debug)]
pub enum Repository {}

/// A commit, which this build cannot find.
#[derive(Clone, Debug)]
pub struct Revision {
    pub name: String,
    never: Infallible,
}

/// The manifests of a folder of a commit, which this build cannot read.
#[derive(Debug)]
pub struct CommittedManifests {
    pub read: Vec<CommittedFile>,
    pub paths: Vec<PathBuf>,
}

/// A manifest of a commit, which this build cannot read.
#[derive(Debug)]
pub struct CommittedFile {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

/// The files of a commit, of which this build has none.
#[derive(Debug)]
pub struct CommittedFiles {
    never: Infallible,
}

impl Repository {
    pub fn around(_: &Path) -> Result<Self, String> {
        Err("this build of crdls has no git support: build it with the feature `git`".to_owned())
    }

    pub fn root(&self) -> &Path {
        match *self {}
    }

    pub fn revision(&self, _: &str, _: &Path) -> Result<Revision, String> {
        match *self {}
    }

    pub fn has(&self, _: &Revision, _: &Path) -> Result<bool, String> {
        match *self {}
    }

    pub fn files(&self, _: &Revision) -> CommittedFiles {
        match *self {}
    }

    pub fn manifests(
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
    pub fn covers(&self, _: &Path) -> bool {
        match self.never {}
    }

    pub fn has(&self, _: &Path) -> bool {
        match self.never {}
    }

    pub fn read(&self, _: &Path) -> Option<Vec<u8>> {
        match self.never {}
    }

    pub fn names(&self, _: &Path) -> Vec<String> {
        match self.never {}
    }

    pub fn go_files(&self, _: &Path) -> Vec<PathBuf> {
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
    pub fn file_name(&self, _: &Path) -> String {
        match self.never {}
    }

    pub fn commit(&self) -> String {
        match self.never {}
    }
}
