//! What is known of manifests that are not open: which groups their objects are of, and their diagnostics.
//!
//! Must not know how a file is checked, nor when.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::SystemTime;

use crdls_report::stop::Stop;
use ls_types::{Diagnostic, Uri};
use tokio::sync::watch;

use super::workers::LatestRun;

/// The files that are not open, as far as they were read.
#[derive(Debug, Default)]
pub(crate) struct ClosedFiles {
    /// By their names in the index of CRDs.
    files: BTreeMap<String, ClosedFile>,
    /// The passes over the files; what any but the last one finds is dropped.
    passes: LatestRun,
    /// A pass is due or under way.
    pub(crate) busy: watch::Sender<bool>,
}

/// A file that is not open.
#[derive(Debug)]
pub(crate) struct ClosedFile {
    pub(crate) uri: Uri,
    pub(crate) stamp: Stamp,
    /// The groups that it names in `apiVersion`.
    pub(crate) groups: BTreeSet<String>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// It may be a test suite.
    pub(crate) is_suite: bool,
    /// What validates its objects has changed since.
    pub(crate) outdated: bool,
}

/// By what a change of a file is noticed without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(Option<SystemTime>, u64);

impl Stamp {
    /// That of a file now.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        Self(metadata.modified().ok(), metadata.len())
    }
}

impl ClosedFile {
    /// Equal for equal diagnostics.
    pub(crate) fn result_id(&self) -> String {
        let mut hasher = DefaultHasher::new();
        serde_json::to_vec(&self.diagnostics).unwrap_or_default().hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }
}

impl ClosedFiles {
    /// Begins a pass in place of the one that is under way. Returns its number and what stops it.
    pub(crate) fn begin(&mut self) -> (u64, Stop) {
        self.busy.send_replace(true);
        self.passes.begin()
    }

    /// Whether a pass is the last one.
    pub(crate) fn is_last(&self, pass: u64) -> bool {
        self.passes.is_last(pass)
    }

    /// All files are to be checked again.
    pub(crate) fn outdate_all(&mut self) {
        self.files.values_mut().for_each(|file| file.outdated = true);
    }

    /// The files with objects of a group are to be checked again.
    pub(crate) fn outdate(&mut self, group: &str) {
        let of_group = self.files.values_mut().filter(|file| file.groups.contains(group));
        of_group.for_each(|file| file.outdated = true);
    }

    /// Whether a file is known as it is now.
    pub(crate) fn is_current(&self, name: &str, stamp: Stamp) -> bool {
        self.files.get(name).is_some_and(|file| !file.outdated && file.stamp == stamp)
    }

    /// Takes what a file has now. True where its diagnostics differ from before.
    pub(crate) fn insert(&mut self, name: String, file: ClosedFile) -> bool {
        let empty = file.diagnostics.is_empty();
        let same = |before: &ClosedFile| before.diagnostics == file.diagnostics;
        let changed = self.files.get(&name).map_or(!empty, |before| !same(before));
        self.files.insert(name, file);
        changed
    }

    /// Forgets all files but those. Returns those that had diagnostics.
    pub(crate) fn keep(&mut self, names: &BTreeSet<String>) -> Vec<ClosedFile> {
        let gone: Vec<_> = self.files.keys().filter(|name| !names.contains(*name)).cloned().collect();
        let gone = gone.iter().filter_map(|name| self.files.remove(name));
        gone.filter(|file| !file.diagnostics.is_empty()).collect()
    }

    /// The files that may be test suites.
    pub(crate) fn suites(&self) -> Vec<Uri> {
        self.files.values().filter(|file| file.is_suite).map(|file| file.uri.clone()).collect()
    }

    /// What differs where a suite was added, changed or removed.
    pub(crate) fn suite_stamps(&self) -> Vec<(String, Stamp)> {
        let suites = self.files.iter().filter(|(_, file)| file.is_suite);
        suites.map(|(name, file)| (name.clone(), file.stamp)).collect()
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(|name| &**name)
    }

    /// The files with diagnostics.
    pub(crate) fn found(&self) -> impl Iterator<Item = (&str, &ClosedFile)> {
        let all = self.files.iter().filter(|(_, file)| !file.diagnostics.is_empty());
        all.map(|(name, file)| (&**name, file))
    }
}
