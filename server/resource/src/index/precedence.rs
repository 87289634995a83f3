//! Which of several CRDs of a kind is the project's, and validates the objects of a file.
//!
//! Knows the names of files and folders, and what a CRD says of its age; must not know what is in a schema.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crdls_values::{Semver, version_order};

use super::IndexedCrd;
use super::indexed_crd::hash;

/// What decides between two CRDs of a kind, in this order: the lesser is the project's, and validates. CRDs in a place
/// that the user names come first, those of `v1` before those of `v1beta1`, one in the file itself or in the bundle that it
/// describes, sources before copies, those of the innermost project, those in a folder of CRDs, then the nearest one and
/// the newest one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Precedence<'c> {
    /// The place that the user names; one that is found comes after all of them.
    place: usize,
    /// No cluster takes a CRD of `v1beta1`.
    outdated: bool,
    in_other_file: bool,
    copy: bool,
    /// How deep the innermost project is that has both the CRD and the file.
    project: Reverse<usize>,
    folder: FolderRank,
    distance: usize,
    age: Reverse<Age<'c>>,
    /// The source, as the last criterion between equal CRDs.
    source: &'c str,
}

/// What the folder of a CRD is to a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FolderRank {
    /// Where the project of the file keeps its CRDs.
    OfProject,
    /// Where another project keeps them: a chart has its own.
    OfOther,
    /// No folder of CRDs.
    Any,
}

impl<'c> Precedence<'c> {
    /// For the objects of a file, by its full name.
    pub(super) fn of(known: &'c IndexedCrd, file: &str, layout: &Layout) -> Self {
        let source = layout.full(&known.source);
        let shared = common_folder(&source, file);
        let project = layout.project(shared);
        let root = layout.root(shared);
        let folder = match is_in_folder_of_crds(&source) {
            true if layout.project(folder(&source)) == project => FolderRank::OfProject,
            true => FolderRank::OfOther,
            false => FolderRank::Any,
        };
        Self {
            place: known.rank().checked_sub(1).unwrap_or(usize::MAX),
            outdated: !known.is_current(),
            in_other_file: source != file && !is_of_bundle(&source, file),
            copy: known.is_made() || is_copy(&source, root),
            project: Reverse(project.map_or(0, |project| project.len() + 1)),
            folder,
            distance: distance(&source, file),
            age: Reverse(Age(known)),
            source: &known.source,
        }
    }
}

/// The first of many CRDs of a kind, by the folders around a file: each folder has the first of the CRDs below it, each
/// with another text, by their numbers. A file counts as its own innermost folder.
///
/// A folder is known by the hash of its name, which takes less room than the name.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstByFolder(HashMap<u64, Box<[u32]>>);

impl FirstByFolder {
    /// With so many of a folder at most. Takes time in proportion to the CRDs and the depth of their folders.
    pub(super) fn of(crds: &[Arc<IndexedCrd>], layout: &Layout, most: usize) -> Self {
        let mut first: HashMap<u64, Vec<(Precedence<'_>, u32)>> = HashMap::new();
        for (number, known) in (0..).zip(crds) {
            let source = layout.full(&known.source).into_owned();
            for place in places(&source) {
                let new = (Precedence::of(known, place, layout), number);
                keep_first(first.entry(hash(place)).or_default(), new, most);
            }
        }
        let of_place = |best: Vec<(_, u32)>| best.into_iter().map(|(_, number)| number).collect();
        Self(first.into_iter().map(|(place, best)| (place, of_place(best))).collect())
    }

    /// The numbers of the CRDs among which those are that come first for a file, by its full name: a few, each once.
    ///
    /// A CRD never looks better from a folder further up than from the innermost folder that it shares with the file, so
    /// the first of all are the first below one of the folders.
    pub(super) fn candidates(&self, file: &str) -> BTreeSet<u32> {
        places(file).filter_map(|place| self.0.get(&hash(place))).flatten().copied().collect()
    }
}

/// Adds a CRD to the first ones, each with another text, if it is one of them.
pub(super) fn keep_first<'c, C>(best: &mut Vec<(Precedence<'c>, C)>, new: (Precedence<'c>, C), most: usize) {
    let is_same = |(its, _): &(Precedence<'c>, C)| its.crd().has_text_of(new.0.crd());
    match best.iter().position(is_same) {
        Some(at) if best.get(at).is_some_and(|(its, _)| *its <= new.0) => return,
        Some(at) => drop(best.remove(at)),
        None => {}
    }
    let at = best.partition_point(|(its, _)| *its <= new.0);
    best.insert(at, new);
    best.truncate(most);
}

/// A file and the folders around it, each with the `/` at its end; the last one is empty.
fn places(file: &str) -> impl Iterator<Item = &str> {
    let ends = file.char_indices().rev().filter(|(_, c)| *c == '/').map(|(at, _)| at + 1);
    std::iter::once(file.len()).chain(ends).chain(std::iter::once(0)).filter_map(|end| file.get(..end))
}

/// Where files are: by which their full names, and their projects, are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// The folder that names begin at which are not full, without a `/` at the end.
    pub(super) base: String,
    /// The folders that are the root of a project, by their full names, without a `/` at the end.
    pub(super) projects: BTreeSet<String>,
}

impl Layout {
    /// The full name of a file: a URI and an absolute path as they are.
    pub(super) fn full<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if name.starts_with('/') || name.contains(':') || self.base.is_empty() && !name.starts_with('.') {
            return Cow::Borrowed(name);
        }
        let mut parts: Vec<_> = self.base.split('/').collect();
        for part in name.split('/') {
            match part {
                "." => {}
                ".." if parts.len() > 1 => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        Cow::Owned(parts.join("/"))
    }

    /// The projects that a folder is in, the outermost first.
    fn projects_around<'f>(&self, folder: &'f str) -> impl DoubleEndedIterator<Item = &'f str> {
        let ends = folder.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| at);
        let folders = ends.chain(std::iter::once(folder.len())).filter_map(|end| folder.get(..end));
        folders.filter(|folder| self.projects.contains(*folder))
    }

    /// The outermost project that a folder is in.
    fn repository<'f>(&self, folder: &'f str) -> Option<&'f str> {
        self.projects_around(folder).next()
    }

    /// The root of the innermost project that a folder is in; without any, the base, if the folder is below it.
    fn root<'f>(&self, folder: &'f str) -> &'f str {
        let is_below = |rest: &str| !self.base.is_empty() && (rest.is_empty() || rest.starts_with('/'));
        let base = || folder.strip_prefix(&*self.base).filter(|rest| is_below(rest));
        let base = || base().and_then(|rest| folder.strip_suffix(rest));
        self.project(folder).or_else(base).unwrap_or(folder)
    }

    /// The innermost project that a folder is in.
    fn project<'f>(&self, folder: &'f str) -> Option<&'f str> {
        self.projects_around(folder).next_back()
    }
}

/// Whether two files are in one folder, or the same.
pub(super) fn is_beside(source: &str, file: &str) -> bool {
    distance(source, file) <= 1
}

/// Whether a file describes the bundle of a release that a CRD is in: the Operator Lifecycle Manager installs all that is in
/// the folder of a ClusterServiceVersion together.
fn is_of_bundle(source: &str, file: &str) -> bool {
    let is_description =
        [".clusterserviceversion.yaml", ".clusterserviceversion.yml"].iter().any(|end| file.ends_with(end));
    is_description && folder(source) == folder(file)
}

/// Whether a CRD that is found is where the project of a file keeps its own, so that no cluster with the project serves
/// a version that the CRD does not serve. Others may be copies: of a test, of a release, of another project.
pub(super) fn is_own(source: &str, file: &str, layout: &Layout) -> bool {
    let (source, file) = (layout.full(source), layout.full(file));
    let shared = common_folder(&source, &file);
    let root = layout.root(shared);
    is_in_folder_of_crds(&source)
        && layout.project(folder(&source)).unwrap_or(root) == root
        && !is_copy(&source, root)
}

/// How near the kustomization in a folder is to a file, the nearest first: those of tests, examples and other projects
/// come after the others.
pub fn nearness(folder: &str, file: &str) -> (bool, usize) {
    let source = format!("{folder}/kustomization.yaml");
    let shared = common_folder(&source, file);
    (is_of_others(&source, shared), distance(&source, file))
}

/// Whether a CRD, seen from a file, is of another project, of another release, of a test or an example.
pub(super) fn is_apart(known: &IndexedCrd, file: &str, layout: &Layout) -> bool {
    let [source, file] = [&*known.source, file].map(|name| layout.full(name));
    is_of_others(&source, common_folder(&source, &file))
}

/// Whether a file has a copy by its name, as seen from the root of a project.
fn is_copy(source: &str, root: &str) -> bool {
    is_of_others(source, root) || is_made(source, root)
}

/// Whether a file is of another project, of a former release, of a test or an example.
fn is_of_others(source: &str, root: &str) -> bool {
    let mut folders = inner(source, root).split('/');
    folders.any(|name| OTHERS.contains(&name) || is_release(name)) || words(source).any(is_release)
}

/// Whether a file is made of others, to install the project.
fn is_made(source: &str, root: &str) -> bool {
    let is_bundle = |word: &str| BUNDLES.contains(&word) && !is_in_folder_of_crds(source);
    inner(source, root).split('/').any(|name| MADE.contains(&name)) || words(source).any(is_bundle)
}

/// The folders of a file below the root of a project.
fn inner<'s>(source: &'s str, root: &str) -> &'s str {
    folder(source).strip_prefix(root).unwrap_or_default()
}

/// The words of the name of a file.
fn words(source: &str) -> impl Iterator<Item = &str> {
    let file = source.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.split(['-', '_'])
}

/// The root of the repository of a CRD that is a copy which has to be made again when the project's CRD changes: in a
/// bundle that installs the project, or in its chart. `None` for any other CRD, and for a template, of which only an
/// engine knows the text.
pub(super) fn repository_of_copy<'s>(
    known: &IndexedCrd,
    source: &'s str,
    layout: &Layout,
) -> Option<&'s str> {
    let root = layout.repository(folder(source))?;
    let of_chart = || {
        let own = layout.project(folder(source)).filter(|own| *own != root);
        own.is_some_and(|own| inner(source, own).split('/').nth(1) == Some("crds"))
    };
    let is_copy = known.is_installed() || is_made(source, root) || of_chart();
    (is_copy && !known.is_template() && !is_of_others(source, root)).then_some(root)
}

impl<'c> Precedence<'c> {
    /// The CRD that has it.
    const fn crd(&self) -> &'c IndexedCrd {
        let Reverse(Age(known)) = self.age;
        known
    }

    /// Whether nothing but the age comes between two.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        let place = |its: &Self| {
            (its.place, its.outdated, its.in_other_file, its.copy, its.project, its.folder, its.distance)
        };
        place(self) == place(other)
    }

    /// Whether the CRD is where the project keeps its own.
    pub(super) fn is_source(&self) -> bool {
        !self.copy && !self.outdated && self.folder == FolderRank::OfProject
    }
}

/// Whether a word is the version of a release, such as `v1.2.0` or `1.4`.
fn is_release(word: &str) -> bool {
    word.contains('.') && Semver::parse_normalized(word).is_ok()
}

/// Folders in which projects keep CRDs, as the last or the last but one folder of a file: `config/crd/bases`, `crds`.
const FOLDERS_OF_CRDS: [&str; 4] = ["crd", "crds", "customresourcedefinition", "customresourcedefinitions"];

/// Folders that have CRDs of other projects and of former releases, or those of tests and examples.
const OTHERS: [&str; 17] = [
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
    "upstream",
    "vendor",
];

/// Folders that have what is made of the sources of a project, to install it.
const MADE: [&str; 4] = ["bundle", "bundles", "dist", "rendered"];

/// Words in the names of files that install everything, outside of folders of CRDs.
const BUNDLES: [&str; 6] = ["bundle", "install", "installer", "release", "released", "rendered"];

fn is_in_folder_of_crds(source: &str) -> bool {
    folder(source).rsplit('/').take(2).any(|name| FOLDERS_OF_CRDS.contains(&name))
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
        let layout = Layout { projects, ..Layout::default() };
        let is_own = |source| is_own(source, "w/config/samples/a.yaml", &layout);
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
            "w/bundle/crds/a.yaml",
            "w/crds/crds-v1.2.0.yaml",
        ] {
            assert!(!is_own(source), "{source}");
        }
    }

    #[test]
    fn names_are_full_by_their_base() {
        let layout = Layout { base: "/w/config".to_owned(), ..Layout::default() };
        for (name, full) in [
            ("a.yaml", "/w/config/a.yaml"),
            ("./a.yaml", "/w/config/a.yaml"),
            ("../crds/./a.yaml", "/w/crds/a.yaml"),
            ("../../../../a.yaml", "/a.yaml"),
            ("/x/a.yaml", "/x/a.yaml"),
            ("file:///x/a.yaml", "file:///x/a.yaml"),
        ] {
            assert_eq!(layout.full(name), full);
        }
        assert_eq!(Layout::default().full("w/a.yaml"), "w/a.yaml");
        for (folder, root) in
            [("/w/config/crd/bases", "/w/config"), ("/w/config", "/w/config"), ("/w/configs", "/w/configs")]
        {
            assert_eq!(layout.root(folder), root);
        }
        assert_eq!(places("a/b/c").collect::<Vec<_>>(), ["a/b/c", "a/b/", "a/", ""]);
    }
}
