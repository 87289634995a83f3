//! The CRDs that judge custom resources, and which of them judges which.
//!
//! Knows the text of CRDs and the names of the files that they are in; must not read files.
//!
//! One precedence decides for all commands and for editors (`precedence`): CRDs that the user names, then sources
//! before copies, then the nearest. A table of the first CRDs below each folder keeps the choice fast with many
//! copies. If kustomizations include a CRD, it is known as they apply it (`built`): its model is decoded from the
//! built object, with ranges of its file.

mod applied;
mod built;
mod indexed_crd;
mod layer;
mod precedence;
mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crdls_yaml::{Node, Tree};
use foldhash::quality::FixedState;

use crate::claims::{Pool, claims};
pub use built::BuiltCrd;
use crdls_manifest::objects::text_of;
use crdls_report::Config;
pub use indexed_crd::{IndexedCrd, ServedVersion};
use layer::{Copies, Layer, NEAREST};
pub use precedence::nearness;
use precedence::{Layout, Precedence, is_beside, is_own, keep_first, repository_of_copy};
pub use shared::Shared;

/// CRDs by the kind that they define. A copy costs what is open: it shares all that is in files.
#[derive(Clone, Debug, Default)]
pub struct Index {
    files: Arc<Layer>,
    /// Open documents, in place of what the files of that name have. They change by the keystroke.
    open: Layer,
    layout: Arc<Layout>,
    /// Resources, each after its group, that a webhook may change when they are created.
    mutated: Arc<BTreeSet<(String, String)>>,
    stamp: u64,
}

/// What judges an object of a file.
#[derive(Clone, Copy, Debug)]
pub enum JudgingCrd<'i> {
    /// A version that a CRD serves.
    Version(ServedVersion<'i>),
    /// The CRD of its kind does not serve the version, so that a cluster refuses the object.
    Refusal(&'i IndexedCrd),
    /// Nothing.
    Nothing(NotJudged<'i>),
}

/// Why an object is not judged.
#[derive(Clone, Copy, Debug)]
pub enum NotJudged<'i> {
    /// No CRD defines its kind.
    UnknownKind,
    /// The CRD of its kind was found somewhere, perhaps a copy of another release, and does not serve the version, or no
    /// cluster takes the CRD.
    NotServedByCopy(&'i IndexedCrd),
}

impl Index {
    /// Reads all CRDs of a text, in place of those that its source had before.
    pub fn read(&mut self, source: &str, rank: usize, text: impl Into<Shared>, tree: &Tree, config: &Config) {
        self.remove(source);
        let found = Self::found(source, rank, text, tree, config);
        self.insert(source, found);
    }

    /// The CRDs of a text.
    pub fn found(
        source: &str,
        rank: usize,
        text: impl Into<Shared>,
        tree: &Tree,
        config: &Config,
    ) -> Vec<IndexedCrd> {
        let shared = text.into();
        Self::found_in(source, rank, shared.text(), &shared, tree, config)
    }

    /// The CRDs of a text that need not be kept: `again` has it when it is asked for later.
    pub fn found_in(
        source: &str,
        rank: usize,
        text: &str,
        again: &Shared,
        tree: &Tree,
        config: &Config,
    ) -> Vec<IndexedCrd> {
        IndexedCrd::found_in(source, rank, text, again, tree, config)
    }

    /// A number that no index with other contents has; 0 of one that nothing was ever added to.
    pub const fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Numbers that differ where another index could validate a custom resource in another way; `None` where a kustomization
    /// changes a CRD, so that more than texts counts.
    pub fn fingerprint(&self) -> Option<[u64; 2]> {
        if self.all().any(|known| known.changed().is_some()) {
            return None;
        }
        Some([1, 2].map(|seed| {
            let mut hasher = FixedState::with_seed(seed).build_hasher();
            self.all().for_each(|known| known.add_to(&mut hasher));
            (&self.layout.base, &self.layout.projects, &self.mutated).hash(&mut hasher);
            hasher.finish()
        }))
    }

    fn changed(&mut self) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        self.stamp = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    }

    /// Adds the CRDs of a source that has none here.
    pub fn insert(&mut self, source: &str, found: Vec<IndexedCrd>) {
        if !found.is_empty() {
            self.changed();
            Arc::make_mut(&mut self.files).insert(source, found);
        }
    }

    /// Forgets the CRDs of a source.
    pub fn remove(&mut self, source: &str) {
        if self.files.has(source) {
            self.changed();
            Arc::make_mut(&mut self.files).remove(source);
        }
    }

    /// Takes the files and projects of another index, and gives it those of this one.
    pub fn swap_files(&mut self, other: &mut Self) {
        self.changed();
        other.changed();
        std::mem::swap(&mut self.files, &mut other.files);
        std::mem::swap(&mut self.layout, &mut other.layout);
    }

    /// Says what a source has now that it is open; what its file has does not count until [`Self::close`].
    /// True where there are CRDs, or were.
    pub fn open(&mut self, source: &str, found: Vec<IndexedCrd>) -> bool {
        let any = !found.is_empty() || self.has(source);
        if any {
            self.changed();
        }
        let found = self.with_builds_of_file(source, found);
        self.open.remove(source);
        self.open.insert(source, found);
        any
    }

    /// The source is its file again. True where there are CRDs, or were.
    pub fn close(&mut self, source: &str) -> bool {
        let had = self.has(source);
        self.open.remove(source);
        let any = had || self.has(source);
        if any {
            self.changed();
        }
        any
    }

    /// Whether there is no CRD.
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// The CRDs of a source.
    pub fn of_source(&self, source: &str) -> impl Iterator<Item = &IndexedCrd> {
        let layer = if self.open.has(source) { &self.open } else { &*self.files };
        layer.of_source(source).iter().map(|known| &**known)
    }

    /// All CRDs.
    pub fn all(&self) -> impl Iterator<Item = &IndexedCrd> {
        self.open.all().chain(self.files.all().filter(|known| self.counts(known))).map(|known| &**known)
    }

    /// The project's CRDs: of those with one `metadata.name`, the one that comes first for a file in the folder that names
    /// begin at. Sorted by name; without those that have none.
    pub fn of_project(&self) -> Vec<&IndexedCrd> {
        self.seen_from(&self.here()).into_values().map(|(_, known)| known).collect()
    }

    fn seen_from<'i>(&'i self, file: &str) -> BTreeMap<&'i str, (Precedence<'i>, &'i IndexedCrd)> {
        let mut first: BTreeMap<&str, (Precedence<'_>, &IndexedCrd)> = BTreeMap::new();
        for known in self.all().filter(|known| !known.name().is_empty()) {
            let precedence = Precedence::of(known, file, &self.layout);
            match first.get_mut(known.name()) {
                Some(best) if best.0 <= precedence => {}
                Some(best) => *best = (precedence, known),
                None => {
                    first.insert(known.name(), (precedence, known));
                }
            }
        }
        first
    }

    /// Sorts CRDs by what comes first for a file in the folder that names begin at.
    pub fn sort_for_project(&self, crds: &mut [&IndexedCrd]) {
        let here = self.here();
        crds.sort_by_cached_key(|known| Precedence::of(known, &here, &self.layout));
    }

    /// The folder that names begin at, with a `/` at its end.
    fn here(&self) -> String {
        format!("{}/", self.layout.base)
    }

    /// The kinds that CRDs of a group define.
    pub fn kinds_of<'i>(&'i self, group: &'i str) -> impl Iterator<Item = &'i str> + Clone {
        let of_files = self.files.kinds_of(group).filter(|(_, crds)| self.any_counts(crds));
        self.open.kinds_of(group).chain(of_files).map(|(kind, _)| kind)
    }

    /// The CRDs of a group.
    pub fn of_group<'i, 'g>(&'i self, group: &'g str) -> impl Iterator<Item = &'i IndexedCrd> + use<'i, 'g> {
        let of_files =
            self.files.kinds_of(group).flat_map(|(_, crds)| crds).filter(|known| self.counts(known));
        self.open.kinds_of(group).flat_map(|(_, crds)| crds).chain(of_files).map(|known| &**known)
    }

    /// The groups in which a CRD defines a kind of that name.
    pub fn groups_of<'i>(&'i self, kind: &'i str) -> impl Iterator<Item = &'i str> + Clone {
        let of_files = self.files.groups_of(kind).filter(|(_, crds)| self.any_counts(crds));
        self.open.groups_of(kind).chain(of_files).map(|(group, _)| group)
    }

    /// Whether a source has CRDs.
    pub fn has(&self, source: &str) -> bool {
        self.of_source(source).next().is_some()
    }

    /// Whether any file has CRDs.
    pub fn has_files(&self) -> bool {
        self.files.all().next().is_some()
    }

    /// Whether an open document of that name has CRDs.
    pub fn is_open(&self, source: &str) -> bool {
        self.open.has(source)
    }

    /// Whether the file of a source has CRDs, be it open or not.
    pub fn has_file(&self, source: &str) -> bool {
        self.files.has(source)
    }

    /// Whether the CRDs of a source were read from a text, and not from the one before it.
    pub fn is_of(&self, source: &str, text: &str) -> bool {
        self.of_source(source).all(|known| known.text().0.as_str() == text)
    }

    /// The text of a source; nothing where it has no CRDs.
    pub fn text_of(&self, source: &str) -> Option<&Arc<String>> {
        self.of_source(source).next().map(|known| known.text().0)
    }

    /// The CRD of a `metadata.name` that comes first for a file, in a time that does not grow with their number.
    pub fn first_of_name(&self, name: &str, file: &str) -> Option<&IndexedCrd> {
        let (_, group) = name.split_once('.')?;
        let [open, files] = self.named(group, name);
        self.first(open, files, file)
    }

    /// The CRDs of a `metadata.name` before which no other comes for a file; several if only their age differs.
    pub fn all_first_of_name(&self, name: &str, file: &str) -> Vec<&IndexedCrd> {
        let Some((_, group)) = name.split_once('.') else { return Vec::new() };
        let [open, files] = self.named(group, name);
        let file = self.layout.full(file);
        let precedence = |known| Precedence::of(known, &file, &self.layout);
        let found: Vec<_> = self.both(open, files).map(|known| (precedence(known), known)).collect();
        let Some(least) = found.iter().map(|(precedence, _)| precedence).min() else { return Vec::new() };
        found.iter().filter(|(precedence, _)| precedence.is_beside(least)).map(|(_, known)| *known).collect()
    }

    /// The CRDs of a group that claim a name and have a `metadata.name` that is wanted: of those with one such name, the
    /// one that comes first for a file.
    pub fn claimants(
        &self,
        group: &str,
        (pool, name): (Pool, &str),
        file: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<&IndexedCrd> {
        let names =
            [&self.open, &*self.files].into_iter().flat_map(|layer| layer.claimants(group, pool, name));
        let names: BTreeSet<&str> = names.filter(|name| is_wanted(name)).collect();
        let claims_it = |known: &&IndexedCrd| {
            claims(known.header()).into_iter().any(|its| (its.pool, &*its.name) == (pool, name))
        };
        let file = self.layout.full(file);
        let first = |of: &str| {
            let [open, files] = self.named(group, of);
            let first = self.first(open, files, &file).filter(claims_it);
            let claiming = || self.both(open, files).filter(claims_it);
            first.or_else(|| claiming().min_by_key(|known| Precedence::of(known, &file, &self.layout)))
        };
        names.into_iter().filter_map(first).collect()
    }

    /// The CRDs of the name and the plural of a CRD, itself among them.
    pub fn copies<'i>(&'i self, known: &IndexedCrd) -> impl Iterator<Item = &'i IndexedCrd> {
        let [open, files] = self.layers_of(known);
        let plural = known.header().spec().names().plural().to_owned();
        self.both(open, files).filter(move |its| its.header().spec().names().plural() == plural)
    }

    /// The CRDs with the `metadata.name` of a CRD: those that are open, and those of files.
    fn layers_of(&self, known: &IndexedCrd) -> [Option<&Copies>; 2] {
        self.named(known.header().spec().group(), known.name())
    }

    fn named(&self, group: &str, name: &str) -> [Option<&Copies>; 2] {
        [&self.open, &*self.files].map(|layer| layer.named(group, name))
    }

    /// Takes where files are. `base`: the absolute path of the folder that names begin at which are neither absolute nor
    /// URIs. `projects`: the folders that are the root of a project, named as sources are, without a `/` at the end.
    pub fn set_layout(&mut self, base: &str, projects: impl IntoIterator<Item = String>) {
        self.changed();
        let mut layout = Layout { base: base.trim_end_matches('/').to_owned(), ..Layout::default() };
        layout.projects = projects.into_iter().map(|project| layout.full(&project).into_owned()).collect();
        self.layout = Arc::new(layout);
        Arc::make_mut(&mut self.files).forget_layout();
        self.open.forget_layout();
    }

    /// Gives the room of decoded CRDs back, and that of texts which can be read again, where these have more bytes than some.
    pub fn forget_decoded(&mut self, most: usize) {
        if self.files.bytes_decoded() > most {
            Arc::make_mut(&mut self.files).forget_decoded();
        }
    }

    /// Adds the resources, each after its group, that a webhook may change when they are created; `*` is any.
    pub fn add_mutated(&mut self, resources: Vec<(String, String)>) {
        if !resources.is_empty() {
            self.changed();
            Arc::make_mut(&mut self.mutated).extend(resources);
        }
    }

    /// Whether a webhook may change a resource when it is created.
    pub fn is_mutated(&self, group: &str, resource: &str) -> bool {
        let is = |(its, name): &(String, String)| {
            [group, "*"].contains(&its.as_str()) && [resource, "*", "*/*"].contains(&name.as_str())
        };
        self.mutated.iter().any(is)
    }

    /// The CRDs of a kind, the one that validates the objects of a file first. See [`Precedence`].
    pub fn of_kind(&self, group: &str, kind: &str, file: &str) -> Vec<&IndexedCrd> {
        let found = self.both(self.open.of_kind(group, kind), self.files.of_kind(group, kind));
        let mut found: Vec<_> = found.collect();
        if found.len() > 1 {
            let file = self.layout.full(file);
            found.sort_by_cached_key(|known| Precedence::of(known, &file, &self.layout));
        }
        found
    }

    /// The CRD of a kind that validates the objects of a file: the first of [`Self::of_kind`], in a time that does not
    /// grow with their number.
    pub fn first_of_kind(&self, group: &str, kind: &str, file: &str) -> Option<&IndexedCrd> {
        self.first(self.open.of_kind(group, kind), self.files.of_kind(group, kind), file)
    }

    /// The CRDs that the project of a file keeps where projects keep their own, and no copies. Sorted by name.
    pub fn sources_for(&self, file: &str) -> Vec<&IndexedCrd> {
        let found = self.seen_from(&self.layout.full(file)).into_values();
        found.filter(|(precedence, _)| precedence.is_source()).map(|(_, known)| known).collect()
    }

    /// The first CRDs of a kind for a file, each with another text: the first of [`Self::of_kind`] and a few more, in a time
    /// that does not grow with their number.
    pub fn nearest_of_kind(&self, group: &str, kind: &str, file: &str) -> Vec<&IndexedCrd> {
        let (open, files) = (self.open.of_kind(group, kind), self.files.of_kind(group, kind));
        let file = self.layout.full(file);
        let nearest = files.map(|copies| copies.nearest(&file, &self.layout)).unwrap_or_default();
        let mut best = Vec::new();
        for known in self.among(open, files, nearest) {
            keep_first(&mut best, (Precedence::of(known, &file, &self.layout), known), NEAREST);
        }
        best.into_iter().map(|(_, known)| known).collect()
    }

    /// Whether a CRD, seen from a file, is of another project, another release, a test or an example, and so meant to differ
    /// from the one that is the file's.
    pub fn is_apart(&self, known: &IndexedCrd, file: &str) -> bool {
        precedence::is_apart(known, file, &self.layout)
    }

    /// The project's own CRD of which a CRD is a copy that has to be made again when the project's changes, as in a chart
    /// or in a bundle that installs the project. `None` if it is no such copy, or has the same specification.
    pub fn original<'i>(&'i self, copy: &IndexedCrd) -> Option<&'i IndexedCrd> {
        let source = self.layout.full(&copy.source);
        let at_root = format!("{}/", repository_of_copy(copy, &source, &self.layout)?);
        let [open, files] = self.layers_of(copy);
        let first = self.first(open, files, &at_root)?;
        let is_source = Precedence::of(first, &at_root, &self.layout).is_source();
        (is_source && first.source != copy.source && !first.is_same(copy)).then_some(first)
    }

    fn first<'i>(
        &'i self,
        open: Option<&'i Copies>,
        files: Option<&'i Copies>,
        file: &str,
    ) -> Option<&'i IndexedCrd> {
        if let (None, Some([only])) = (open, files.map(|copies| copies.crds.as_slice())) {
            return self.counts(only).then_some(&**only);
        }
        let file = self.layout.full(file);
        let first = files.map(|copies| copies.candidates(&file, &self.layout)).unwrap_or_default();
        let found = self.among(open, files, first).into_iter();
        found.min_by_key(|known| Precedence::of(known, &file, &self.layout))
    }

    /// The CRDs that are open, and those of files that a table has for a file. What is open hides files, and with them
    /// what the table has: then all.
    fn among<'i>(
        &'i self,
        open: Option<&'i Copies>,
        files: Option<&'i Copies>,
        table: Vec<&'i Arc<IndexedCrd>>,
    ) -> Vec<&'i IndexedCrd> {
        match table.iter().all(|known| self.counts(known)) {
            true => self.both(open, None).chain(table.into_iter().map(|known| &**known)).collect(),
            false => self.both(open, files).collect(),
        }
    }

    /// What judges an object of a file.
    pub fn judge(&self, root: Node<'_>, file: &str) -> JudgingCrd<'_> {
        let unknown = JudgingCrd::Nothing(NotJudged::UnknownKind);
        let (Some(api_version), Some(kind)) = (text_of(root, "apiVersion"), text_of(root, "kind")) else {
            return unknown;
        };
        self.judge_type(&api_version, &kind, file)
    }

    /// What judges objects of a type in a file.
    pub fn judge_type(&self, api_version: &str, kind: &str, file: &str) -> JudgingCrd<'_> {
        let unknown = JudgingCrd::Nothing(NotJudged::UnknownKind);
        let Some((group, version)) = api_version.split_once('/') else { return unknown };
        let Some(known) = self.first_of_kind(group, kind, file) else { return unknown };
        let serves =
            |crd: &IndexedCrd| crd.header().versions().any(|its| its.name() == version && its.served());
        match known.served(version) {
            // No cluster takes it, so none judges by it.
            _ if !known.is_current() && !known.is_named() => {
                JudgingCrd::Nothing(NotJudged::NotServedByCopy(known))
            }
            Some(version) => JudgingCrd::Version(ServedVersion { indexed: known, version }),
            None if known.is_named() || is_own(&known.source, file, &self.layout) => {
                JudgingCrd::Refusal(known)
            }
            None if is_beside(&known.source, file)
                && !self
                    .both(self.open.of_kind(group, kind), self.files.of_kind(group, kind))
                    .any(serves) =>
            {
                JudgingCrd::Refusal(known)
            }
            None => JudgingCrd::Nothing(NotJudged::NotServedByCopy(known)),
        }
    }

    /// What judges an object of a file; nothing where no CRD serves its version of its kind.
    pub fn served_version(&self, root: Node<'_>, file: &str) -> Option<ServedVersion<'_>> {
        match self.judge(root, file) {
            JudgingCrd::Version(version) => Some(version),
            JudgingCrd::Refusal(_) | JudgingCrd::Nothing(_) => None,
        }
    }

    fn both<'i>(
        &'i self,
        open: Option<&'i Copies>,
        files: Option<&'i Copies>,
    ) -> impl Iterator<Item = &'i IndexedCrd> {
        let crds = |copies: Option<&'i Copies>| copies.map_or(&[][..], |copies| &copies.crds).iter();
        crds(open).chain(crds(files).filter(|known| self.counts(known))).map(|known| &**known)
    }

    /// Whether what a file has is not in an editor's hands.
    fn counts(&self, known: &IndexedCrd) -> bool {
        !self.open.has(&known.source)
    }

    fn any_counts(&self, crds: &[Arc<IndexedCrd>]) -> bool {
        crds.iter().any(|known| self.counts(known))
    }
}

#[cfg(test)]
mod tests {
    use crdls_manifest::fields::Field;
    use crdls_sample::crd;

    use super::*;

    fn found(source: &str, kind: &str) -> Vec<IndexedCrd> {
        let text = crd(|c| c.kind(kind));
        Index::found(source, 0, text.as_str(), &Tree::parse(&text), &Config::default())
    }

    #[test]
    fn what_is_open_hides_its_file_and_no_other() {
        let mut index = Index::default();
        index.insert("one", found("one", "A"));
        index.insert("two", found("two", "A"));
        let of = |index: &Index, kind| index.of_kind("example.com", kind, "x").len();
        let before = index.clone();
        assert!(index.open("one", found("one", "B")));
        assert_eq!((of(&index, "A"), of(&index, "B"), index.all().count()), (1, 1, 2));
        assert!(index.open("one", Vec::new()) && !index.has("one") && index.has_file("one"));
        assert_eq!((of(&index, "A"), of(&index, "B"), index.kinds_of("example.com").count()), (1, 0, 1));
        assert!(!index.open("one", Vec::new()));
        assert!(index.close("one") && !index.close("three"));
        assert_eq!((of(&index, "A"), of(&before, "A"), of(&before, "B")), (2, 2, 0));
    }

    #[test]
    fn the_first_of_many_copies_are_the_first_of_all() {
        let mut index = Index::default();
        let folders = ["crds", "a/crds", "a/b", "a/b/c", "a/releases/v1.2.0", "d/bundle", "d/e", "."];
        for (at, folder) in folders.iter().cycle().take(60).enumerate() {
            let text = crd(|c| c.kind("A").schema(&format!("{{type: object, description: '{}'}}", at % 13)));
            let source = format!("./{folder}/{at}.yaml");
            let crds = Index::found(&source, 0, text.as_str(), &Tree::parse(&text), &Config::default());
            index.insert(&source, crds);
        }
        index.set_layout("/w", ["./a".to_owned(), "./d".to_owned()]);
        let same = |index: &Index, file: &str| {
            let mut all = index.of_kind("example.com", "A", file);
            let first = index.first_of_kind("example.com", "A", file).map(|known| &known.source);
            assert_eq!(first, all.first().map(|known| &known.source), "{file}");
            let named = index.first_of_name("as.example.com", file).map(|known| &known.source);
            assert_eq!(named, first, "{file}");
            let mut texts = BTreeSet::new();
            all.retain(|known| texts.insert(known.document_text()));
            let nearest = index.nearest_of_kind("example.com", "A", file);
            let sources =
                |crds: &[&IndexedCrd]| crds.iter().map(|known| known.source.clone()).collect::<Vec<_>>();
            assert_eq!(sources(&nearest), sources(all.get(..NEAREST).expect("13 texts")), "{file}");
        };
        let files = ["./a/b/x.yaml", "./a/b/2.yaml", "./d/x.yaml", "./x/y/z.yaml", "./x.yaml", "/v/x.yaml"];
        files.iter().for_each(|file| same(&index, file));
        assert!(index.all().all(|known| known.crd().versions().count() > 0));
        index.forget_decoded(0);
        assert_eq!(index.files.bytes_decoded(), 0);
        files.iter().for_each(|file| same(&index, file));
        index.open("./a/b/2.yaml", Vec::new());
        files.iter().for_each(|file| same(&index, file));
    }

    #[test]
    fn ranges_are_those_of_the_file() {
        let [first, listed, last] = ["A", "B", "C"].map(|kind| crd(|c| c.kind(kind)));
        let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}", listed.replace('\n', "\n  "));
        let text = format!("é: a\n---\n{first}\n---\n{list}\n---\n{last}");
        let tree = Tree::parse(&text);
        let found = Index::found("one", 0, text.as_str(), &tree, &Config::default());
        let kinds = found.iter().map(|known| {
            let (whole, document) = known.text();
            let part = Tree::parse_part(whole, document);
            let [node, alone] =
                [&tree, &part].map(|tree| known.node(&text, tree).expect("an object").range());
            assert_eq!([node, alone], [known.crd().range(); 2]);
            known.crd().spec().names().span(Field::Kind).expect("a kind").value.of(&text)
        });
        assert_eq!(kinds.collect::<Vec<_>>(), ["A", "B", "C"]);
        assert!(found.iter().all(|known| known.node(&listed, &Tree::parse(&listed)).is_none()));
    }

    #[test]
    fn a_copy_shares_the_files() {
        let mut index = Index::default();
        index.insert("one", found("one", "A"));
        let copy = index.clone();
        index.open("two", found("two", "A"));
        assert!(Arc::ptr_eq(&index.files, &copy.files));
    }
}
