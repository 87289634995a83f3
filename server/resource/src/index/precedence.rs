//! Which of several CRDs of a kind judges the objects of a file.
//!
//! Knows the names of files and folders, and what a CRD says of its age; must not know what is in a schema.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use crdls_values::{Semver, version_order};

use super::IndexedCrd;

/// What decides between two CRDs of a kind, in this order: the lesser judges. CRDs that the user names come before
/// those that are found, and those of `v1` before those of `v1beta1`; then the nearest one, then one in a folder of CRDs, then the newest one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Precedence<'c> {
    /// The place that the user names; one that is found comes after all of them.
    place: usize,
    /// No cluster takes a CRD of `v1beta1`.
    outdated: bool,
    /// How deep the innermost project is that has both the CRD and the file.
    project: Reverse<usize>,
    distance: usize,
    elsewhere: bool,
    age: Reverse<Age<'c>>,
    /// Of two that are equal in all of this, always the same one.
    source: &'c str,
}

impl<'c> Precedence<'c> {
    /// For the objects of `file`. `projects`: the folders that are the root of a project.
    pub(super) fn of(known: &'c IndexedCrd, file: &str, projects: &BTreeSet<String>) -> Self {
        let shared = common_folder(&known.source, file);
        Self {
            place: known.rank.checked_sub(1).unwrap_or(usize::MAX),
            outdated: !known.is_current(),
            project: Reverse(project(shared, projects).map_or(0, str::len)),
            distance: distance(&known.source, file),
            elsewhere: !is_in_folder_of_crds(&known.source),
            age: Reverse(Age(known)),
            source: &known.source,
        }
    }
}

/// Whether two files are in one folder, or the same.
pub(super) fn is_beside(source: &str, file: &str) -> bool {
    distance(source, file) <= 1
}

/// Whether a CRD that is found is where the project of a file keeps its own, so that no cluster with the project serves
/// a version that the CRD does not serve. Others may be copies: of a test, of a release, of another project.
pub(super) fn is_own(source: &str, file: &str, projects: &BTreeSet<String>) -> bool {
    let shared = common_folder(source, file);
    let root = project(shared, projects).unwrap_or(shared);
    let inner = folder(source).strip_prefix(root).unwrap_or_default();
    let is_release = |name: &str| name.contains('.') && Semver::parse_normalized(name).is_ok();
    let is_copy = |name: &str| COPIES.contains(&name) || is_release(name);
    is_in_folder_of_crds(source)
        && project(folder(source), projects).unwrap_or(root) == root
        && !inner.split('/').any(is_copy)
}

/// Folders in which projects keep CRDs, as the last or the last but one folder of a file: `config/crd/bases`, `crds`.
const FOLDERS_OF_CRDS: [&str; 4] = ["crd", "crds", "customresourcedefinition", "customresourcedefinitions"];

/// Folders that have copies of CRDs, of other projects and of former releases.
const COPIES: [&str; 15] = [
    "archive",
    "archives",
    "docs",
    "e2e",
    "example",
    "examples",
    "external",
    "fixtures",
    "hack",
    "release",
    "releases",
    "test",
    "testdata",
    "tests",
    "third_party",
];

fn is_in_folder_of_crds(source: &str) -> bool {
    folder(source).rsplit('/').take(2).any(|name| FOLDERS_OF_CRDS.contains(&name))
}

/// The innermost project that a folder is in.
fn project<'f>(folder: &'f str, projects: &BTreeSet<String>) -> Option<&'f str> {
    let ends = folder.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| at);
    let folders = ends.chain(std::iter::once(folder.len())).filter_map(|end| folder.get(..end));
    folders.rev().find(|folder| projects.contains(*folder))
}

/// The folder of a file, without the last `/`; empty where the name has none.
fn folder(source: &str) -> &str {
    source.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The innermost folder that two files are in.
fn common_folder<'a>(a: &'a str, b: &str) -> &'a str {
    let folders = folder(a).split('/').zip(folder(b).split('/')).take_while(|(a, b)| a == b);
    let length: usize = folders.map(|(name, _)| name.len() + 1).sum();
    a.get(..length.saturating_sub(1)).unwrap_or_default()
}

/// How many folders one has to leave and enter from one file to another, and 1; 0 for the same file.
fn distance(a: &str, b: &str) -> usize {
    let folders = |path| folder(path).split('/');
    let shared = folders(a).zip(folders(b)).take_while(|(a, b)| a == b).count();
    let rest = folders(a).count() + folders(b).count() - 2 * shared;
    if a == b { 0 } else { rest + 1 }
}

/// How new a CRD is by its labels and annotations, and of two that have none, by its versions: the greater is newer.
struct Age<'c>(&'c IndexedCrd);

impl Age<'_> {
    /// The version of the release by a label or annotation whose key ends in `version`; what a generator notes of
    /// itself comes after what a release notes.
    fn release(&self) -> (Option<Semver>, Option<Semver>) {
        let metadata = self.0.header().metadata();
        let notes = metadata.labels().chain(metadata.annotations());
        let versions = notes.filter(|(entry, _)| entry.name.ends_with("version"));
        let newest = |of_generator: bool| {
            let wanted =
                versions.clone().filter(|(entry, _)| entry.name.contains("controller-gen") == of_generator);
            wanted.filter_map(|(_, text)| Semver::parse_normalized(text).ok()).max_by(Semver::compare)
        };
        (newest(false), newest(true))
    }
}

impl Ord for Age<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let compare = |a: &Option<Semver>, b: &Option<Semver>| match (a, b) {
            (Some(a), Some(b)) => a.compare(b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        let ((release, generator), (other_release, other_generator)) = (self.release(), other.release());
        let newest = |age: &Self| {
            let names = age.0.header().versions().map(|version| version.name());
            names.max_by(|a, b| version_order::compare(a, b)).unwrap_or_default()
        };
        compare(&release, &other_release)
            .then_with(|| compare(&generator, &other_generator))
            .then_with(|| version_order::compare(newest(self), newest(other)))
    }
}

impl PartialOrd for Age<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Age<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Age<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_file_is_nearest() {
        assert_eq!(distance("a/b.yaml", "a/b.yaml"), 0);
        assert_eq!(distance("a/b.yaml", "a/c.yaml"), 1);
        assert_eq!(distance("a/b.yaml", "a/x/c.yaml"), 2);
        assert_eq!(distance("b.yaml", "a/c.yaml"), 3);
    }

    #[test]
    fn a_folder_is_common_by_whole_names() {
        assert_eq!(common_folder("a/b/c.yaml", "a/b/d/e.yaml"), "a/b");
        assert_eq!(common_folder("a/bc/c.yaml", "a/b/e.yaml"), "a");
        assert_eq!(common_folder("c.yaml", "a/b/e.yaml"), "");
    }

    #[test]
    fn a_copy_is_not_the_projects_own() {
        let projects = BTreeSet::from(["w".to_owned(), "w/charts/b".to_owned()]);
        let is_own = |source| is_own(source, "w/config/samples/a.yaml", &projects);
        for source in ["w/config/crd/bases/a.yaml", "w/crds/a.yaml", "w/api/config/crd/a.yaml"] {
            assert!(is_own(source), "{source}");
        }
        for source in [
            "w/test/crds/a.yaml",
            "w/releases/v1.2.0/crds/a.yaml",
            "w/1.2/crds/a.yaml",
            "w/charts/b/crds/a.yaml",
            "w/dist/install.yaml",
            "w/config/samples/crd.yaml",
        ] {
            assert!(!is_own(source), "{source}");
        }
    }
}
