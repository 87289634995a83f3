//! The CRDs that judge custom resources, and which of them judges which.
//!
//! Knows the text of CRDs and the names of the files that they are in; must not read files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, OnceLock};

use crdls_text::{LineIndex, TextRange};
use crdls_yaml::{Node, Tree};

use super::judge::Judgement;
use super::{beta, header};
use crate::claims::{Pool, claims};
use crate::decode::decode;
use crate::document::{objects, text_of};
use crate::fields::CUSTOM_RESOURCE_DEFINITION;
use crate::model::{Crd, Object, Version};
use crate::path::Path;
use crate::{Config, Minor};

/// A text that CRDs may be decoded from: kept, or to be had again.
#[derive(Clone, Debug)]
pub struct Shared(Arc<LazyLock<Arc<String>, Read>>);

type Read = Box<dyn FnOnce() -> Arc<String> + Send + Sync>;

impl Shared {
    /// A text that is not kept until somebody asks for it.
    pub fn later(read: impl FnOnce() -> Arc<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(read))))
    }

    fn text(&self) -> &str {
        self.0.as_str()
    }
}

impl From<&Arc<String>> for Shared {
    fn from(text: &Arc<String>) -> Self {
        let text = Arc::clone(text);
        Self::later(move || text)
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Self::from(&Arc::new(text.to_owned()))
    }
}

/// A CRD and where it is written. Most of it is decoded when that is first asked for.
#[derive(Debug)]
pub struct Known {
    header: Object,
    /// The file, as it was named.
    pub source: Arc<str>,
    /// Of two CRDs of one kind the one of a lower rank judges, wherever they are.
    rank: usize,
    text: Shared,
    /// The document of the text that it is in, the number of that, and which of its objects it is.
    document: TextRange,
    number: usize,
    object: usize,
    /// What leads to it from its document, where that is a list.
    prefix: String,
    minor: Minor,
    decoded: OnceLock<Object>,
}

impl Known {
    /// The whole CRD; ranges are those of its document, see [`Known::in_file`].
    pub fn crd(&self) -> Crd<'_> {
        Crd::new(self.decoded.get_or_init(|| self.decode()))
    }

    /// Its name, group and names alone; ranges are those of its file.
    pub fn header(&self) -> Crd<'_> {
        Crd::new(&self.header)
    }

    fn decode(&self) -> Object {
        let config = Config { kubernetes: self.minor, ..Config::default() };
        let text = self.document.of(self.text.text());
        let tree = Tree::parse(text);
        let root = tree.documents().first().and_then(|document| tree.root(text, document));
        let found = root.and_then(|root| objects(root, String::new(), 0).into_iter().nth(self.object));
        match found {
            Some(found) if self.is_current() => {
                decode(found.root, &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, &config).object
            }
            Some(found) => beta::read(found.root, &config),
            None => self.header.clone(),
        }
    }

    /// Whether clusters still serve the version of CRDs that it is written in.
    pub(crate) fn is_current(&self) -> bool {
        !self.header().api_version().ends_with("/v1beta1")
    }

    /// The version of that name, where it is served.
    pub fn served(&self, name: &str) -> Option<Version<'_>> {
        self.crd().versions().find(|version| version.name() == name && version.served())
    }

    /// The number of its document, from 0.
    pub(crate) const fn number(&self) -> usize {
        self.number
    }

    /// What leads to it from its document, where that is a list.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Where its document begins in its file.
    pub(crate) const fn start(&self) -> u32 {
        self.document.start
    }

    fn holds(&self, range: TextRange) -> bool {
        self.document.covers(range)
    }

    /// A range of the whole CRD, in its file.
    pub fn in_file(&self, range: TextRange) -> TextRange {
        TextRange::new(range.start + self.start(), range.end + self.start())
    }
}

/// CRDs by the kind that they define. Copies share the CRDs.
#[derive(Clone, Debug, Default)]
pub struct Index {
    by_source: BTreeMap<Arc<str>, Arc<[Arc<Known>]>>,
    by_kind: BTreeMap<String, Vec<Arc<Known>>>,
    /// By group, pool and name.
    by_claim: BTreeMap<String, Vec<Arc<Known>>>,
}

fn key(group: &str, kind: &str) -> String {
    format!("{group}/{kind}")
}

fn claim_key(group: &str, pool: Pool, name: &str) -> String {
    format!("{group}/{pool:?}/{name}")
}

/// What clusters hold a CRD by; nothing where none takes it any more.
fn claim_keys(known: &Known) -> BTreeSet<String> {
    let group = known.header().spec().group();
    let claims = if known.is_current() { claims(known.header()) } else { Vec::new() };
    claims.iter().map(|claim| claim_key(group, claim.pool, &claim.name)).collect()
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
    ) -> Vec<Known> {
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
    ) -> Vec<Known> {
        // Of most files this says that there is nothing to look for.
        if !text.contains("apiextensions.k8s.io") && !text.contains("CustomResourceDefinition") {
            return Vec::new();
        }
        let (source, minor): (Arc<str>, _) = (source.into(), config.kubernetes);
        let mut known = Vec::new();
        for (number, document) in tree.documents().iter().enumerate() {
            let Some(root) = tree.root(text, document) else { continue };
            for (object, found) in objects(root, String::new(), 0).into_iter().enumerate() {
                let Some(header) = header::read(found.kind, found.root, config) else { continue };
                let (source, text) = (Arc::clone(&source), again.clone());
                let (document, prefix, decoded) = (document.range, found.prefix, OnceLock::new());
                known.push(Known {
                    header,
                    source,
                    rank,
                    text,
                    document,
                    number,
                    object,
                    prefix,
                    minor,
                    decoded,
                });
            }
        }
        known
    }

    /// Adds the CRDs of a source that has none here.
    pub fn insert(&mut self, source: &str, found: Vec<Known>) {
        if found.is_empty() {
            return;
        }
        let found: Arc<[_]> = found.into_iter().map(Arc::new).collect();
        for known in found.iter() {
            let spec = known.header().spec();
            let of_kind = self.by_kind.entry(key(spec.group(), spec.names().kind())).or_default();
            of_kind.push(Arc::clone(known));
            of_kind.sort_by(|a, b| (a.rank, &a.source).cmp(&(b.rank, &b.source)));
            for key in claim_keys(known) {
                self.by_claim.entry(key).or_default().push(Arc::clone(known));
            }
        }
        self.by_source.insert(source.into(), found);
    }

    /// Forgets the CRDs of a source.
    pub fn remove(&mut self, source: &str) {
        let Some(gone) = self.by_source.remove(source) else { return };
        for known in gone.iter() {
            let spec = known.header().spec();
            let key = key(spec.group(), spec.names().kind());
            forget(&mut self.by_kind, &key, known);
            for key in claim_keys(known) {
                forget(&mut self.by_claim, &key, known);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.by_source.is_empty()
    }

    /// The CRDs of a source.
    pub(crate) fn of_source(&self, source: &str) -> impl Iterator<Item = &Known> {
        self.by_source.get(source).into_iter().flat_map(|found| found.iter()).map(|known| &**known)
    }

    /// All CRDs, by their sources.
    pub fn all(&self) -> impl Iterator<Item = &Known> {
        self.by_source.values().flat_map(|found| found.iter()).map(|known| &**known)
    }

    /// The kinds that CRDs of a group define.
    pub(crate) fn kinds_of<'i>(&'i self, group: &'i str) -> impl Iterator<Item = &'i str> + Clone {
        let keys = self.by_kind.range(key(group, "")..).map(|(key, _)| key.split_once('/'));
        let of_group = keys.map_while(move |key| key.filter(|(its, _)| *its == group));
        of_group.map(|(_, kind)| kind)
    }

    /// The groups in which a CRD defines a kind of that name.
    pub(crate) fn groups_of<'i>(&'i self, kind: &'i str) -> impl Iterator<Item = &'i str> + Clone {
        let keys = self.by_kind.keys().filter_map(|key| key.split_once('/'));
        keys.filter(move |(_, its)| *its == kind).map(|(group, _)| group)
    }

    /// Whether a source has CRDs.
    pub fn has(&self, source: &str) -> bool {
        self.by_source.contains_key(source)
    }

    /// The part of a source that has a range of it: its text, the line on which it begins, and the range in
    /// it.
    pub fn part(&self, source: &str, range: TextRange) -> Option<(&str, u32, TextRange)> {
        let known = self.by_source.get(source)?.iter().find(|known| known.holds(range))?;
        let (text, start) = (known.text.text(), known.start());
        let before = text.get(..start as usize).unwrap_or_default();
        let line = LineIndex::new(before).line_col(start).line;
        let inside = TextRange::new(range.start - start, range.end - start);
        Some((known.document.of(text), line, inside))
    }

    /// The CRDs of a group that claim a name.
    pub(crate) fn claimants(&self, group: &str, pool: Pool, name: &str) -> impl Iterator<Item = &Known> {
        self.by_claim.get(&claim_key(group, pool, name)).into_iter().flatten().map(|known| &**known)
    }

    /// The CRDs of a kind, the one that judges a file first: that of the lowest rank, and among those the
    /// one that is nearest to the file.
    pub fn of_kind(&self, group: &str, kind: &str, file: &str) -> Vec<&Known> {
        let mut found: Vec<_> =
            self.by_kind.get(&key(group, kind)).into_iter().flatten().map(|known| &**known).collect();
        found.sort_by_key(|known| (known.rank, distance(&known.source, file)));
        found
    }
}

impl Index {
    /// What judges an object of a file; nothing where no CRD serves its version of its kind.
    pub fn judgement(&self, root: Node<'_>, file: &str) -> Option<Judgement<'_>> {
        let (api_version, kind) = (text_of(root, "apiVersion")?, text_of(root, "kind")?);
        let (group, version) = api_version.split_once('/')?;
        let known = *self.of_kind(group, &kind, file).first()?;
        Some(Judgement { known, version: known.served(version)? })
    }
}

fn forget(from: &mut BTreeMap<String, Vec<Arc<Known>>>, key: &str, known: &Arc<Known>) {
    let Some(found) = from.get_mut(key) else { return };
    found.retain(|other| !Arc::ptr_eq(other, known));
    if found.is_empty() {
        from.remove(key);
    }
}

/// How many folders one has to leave and enter from one file to another.
fn distance(a: &str, b: &str) -> usize {
    let folders = |path| str::rsplit_once(path, '/').map_or("", |(folders, _)| folders).split('/');
    let shared = folders(a).zip(folders(b)).take_while(|(a, b)| a == b).count();
    let rest = folders(a).count() + folders(b).count() - 2 * shared;
    if a == b { 0 } else { rest + 1 }
}

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
}
