//! One CRD that is known, and the text that it is decoded from when that is asked for.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crdls_text::TextRange;
use crdls_yaml::{Node, Tree};
use foldhash::quality::FixedState;

use super::super::header;
use super::built::BuiltCrd;
use super::shared::Shared;
use crdls_manifest::crd_kinds::{CrdKind, may_mention_crds};
use crdls_manifest::decode::Decoded;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Entry, Object, Version};
use crdls_manifest::objects::{objects, text_of};
use crdls_minors::Minor;
use crdls_report::{Config, FieldPath, Related};

/// A CRD and where it is written. Most of it is decoded when that is first asked for.
#[derive(Clone, Debug)]
pub struct IndexedCrd {
    /// Copies share it.
    written: Arc<WrittenCrd>,
    /// The file, as it was named.
    pub source: Arc<str>,
    text: Shared,
    /// What kustomizations make of it, where they were evaluated.
    built: Option<Box<BuiltCrd>>,
    /// The whole CRD, with ranges of its file.
    model: OnceLock<Arc<Decoded>>,
}

/// A CRD as it is written in a file, whatever the file is called.
#[derive(Clone, Debug)]
struct WrittenCrd {
    /// See [`IndexedCrd::rank`].
    rank: usize,
    kind: &'static CrdKind,
    header: Object,
    /// The document of the text that it is in, and the number of that.
    document: TextRange,
    number: usize,
    /// The hash of the text of the document: copies mostly have the same. That of an open file, which has another one after
    /// each edit, is made when it is first asked for.
    hash: OnceLock<u64>,
    /// Differs where the specification does. Made when it is first asked for.
    spec_hash: OnceLock<u64>,
    /// The hash of the whole text; `None` for an open file.
    file_hash: Option<u64>,
    /// The index of the CRD in each list around it in the document.
    list_indices: Vec<usize>,
    minor: Minor,
    /// The document is a template.
    is_template: bool,
    /// The file also has objects of built-in kinds: it installs what uses the CRD.
    is_bundled: bool,
}

/// A CRD and the version of it that validates a custom resource.
#[derive(Clone, Copy, Debug)]
pub struct ServedVersion<'i> {
    /// The CRD.
    pub indexed: &'i IndexedCrd,
    /// One that the CRD serves.
    pub version: Version<'i>,
}

impl IndexedCrd {
    /// The CRDs of a text, under the name of its source; `again` has it when it is asked for later.
    pub(super) fn found_in(
        source: &str,
        rank: usize,
        text: &str,
        again: &Shared,
        tree: &Tree,
        config: &Config,
    ) -> Vec<Self> {
        // Of most files this says that there is nothing to look for.
        if !may_mention_crds(text) {
            return Vec::new();
        }
        let (source, minor): (Arc<str>, _) = (source.into(), config.kubernetes);
        let is_open = again.has_models();
        let mut known = Vec::new();
        let mut is_bundled = false;
        // Of the whole text: the hashes of documents, and what is between them.
        let (mut whole, mut end) = (FixedState::default().build_hasher(), 0);
        for (number, document) in tree.documents().iter().enumerate() {
            let Some(root) = tree.root(text, document) else { continue };
            let is_template = tree.template_action(text, document).is_some();
            let hash = if is_open { OnceLock::new() } else { hash(document.range.of(text)).into() };
            (TextRange::new(end, document.range.start).of(text), hash.get()).hash(&mut whole);
            end = document.range.end;
            for object in objects(root) {
                is_bundled |= is_of_kubernetes(object.node);
                let Some(kind) = object.kind.crd() else { continue };
                let Some(header) = header::read(kind, object.node, config) else { continue };
                known.push(WrittenCrd {
                    rank,
                    kind,
                    header,
                    document: document.range,
                    number,
                    hash: hash.clone(),
                    spec_hash: OnceLock::new(),
                    file_hash: None,
                    list_indices: object.list_indices,
                    minor,
                    is_template,
                    is_bundled: false,
                });
            }
        }
        TextRange::new(end, text.len() as u32).of(text).hash(&mut whole);
        let file_hash = (!is_open).then(|| whole.finish());
        let indexed = |written| Self {
            written: Arc::new(WrittenCrd { file_hash, is_bundled, ..written }),
            source: Arc::clone(&source),
            text: again.clone(),
            built: None,
            model: OnceLock::new(),
        };
        known.into_iter().map(indexed).collect()
    }

    /// The whole CRD. Ranges are those of its file.
    pub fn crd(&self) -> Crd<'_> {
        Crd::new(&self.decoded().object)
    }

    /// What decoding the whole CRD gives. Ranges are those of its file.
    pub fn decoded(&self) -> &Arc<Decoded> {
        self.model.get_or_init(|| self.decode())
    }

    /// The same CRD with another model.
    #[must_use]
    pub fn with_model(&self, decoded: Decoded) -> Self {
        let written = WrittenCrd { spec_hash: OnceLock::new(), ..(*self.written).clone() };
        Self { model: OnceLock::from(Arc::new(decoded)), written: Arc::new(written), ..self.clone() }
    }

    /// The same CRD as kustomizations apply it.
    #[must_use]
    pub fn with_build(&self, built: BuiltCrd) -> Self {
        self.applied(Some(Box::new(built)))
    }

    /// The object in a tree of its file, or in one of its document; `None` in another.
    pub fn node<'t>(&self, text: &'t str, tree: &'t Tree) -> Option<Node<'t>> {
        let documents = tree.documents();
        let at = documents.partition_point(|document| document.range.start < self.written.document.start);
        let found = objects(tree.root(text, documents.get(at)?)?);
        Some(found.into_iter().find(|found| found.list_indices == self.written.list_indices)?.node)
    }

    /// The bytes of its document where the whole CRD is decoded, or its text is kept; 0 where neither is.
    pub(super) fn bytes_decoded(&self) -> usize {
        let is_any = self.model.get().is_some() || self.text.is_kept();
        if is_any { self.written.document.len() as usize } else { 0 }
    }

    /// The same CRDs of one text, to be decoded again where one is asked for.
    pub(super) fn forgotten<'k>(of_text: impl IntoIterator<Item = &'k Arc<Self>>) -> Vec<Self> {
        let mut text = None;
        let forgotten = |known: &'k Arc<Self>| {
            let text = text.get_or_insert_with(|| known.text.forgotten()).clone();
            Self { text, model: OnceLock::new(), ..Self::clone(known) }
        };
        of_text.into_iter().map(forgotten).collect()
    }

    /// The same CRD as its file has it.
    #[must_use]
    pub fn as_written(&self) -> Self {
        self.applied(None)
    }

    /// All CRDs of a file in a copy of it, which has another name. Their text is the one of the file.
    pub fn in_copy(all: &[Self], source: &Arc<str>) -> Vec<Self> {
        let Some(text) = all.first().map(|first| first.text.forgotten()) else { return Vec::new() };
        let copied =
            |known: &Self| Self { source: Arc::clone(source), text: text.clone(), ..known.as_written() };
        all.iter().map(copied).collect()
    }

    fn applied(&self, built: Option<Box<BuiltCrd>>) -> Self {
        Self { built, model: OnceLock::new(), ..self.clone() }
    }

    /// Adds all that distinguishes it from others: its text, and where that is.
    pub(super) fn add_to(&self, hasher: &mut impl Hasher) {
        let Self { written, source, .. } = self;
        let WrittenCrd { rank, header, document, file_hash, number, list_indices, minor, .. } = &**written;
        (source, rank, self.hash(), file_hash, number, list_indices, minor).hash(hasher);
        (document.start, document.end, header.range.start, header.range.end).hash(hasher);
        (written.is_template, written.is_bundled, self.built.is_some()).hash(hasher);
    }

    /// What kustomizations make of it.
    pub(super) fn build(&self) -> Option<&BuiltCrd> {
        self.built.as_deref()
    }

    /// Whether kustomizations make the same of it.
    pub(super) fn has_build(&self, other: &BuiltCrd) -> bool {
        self.built.as_ref().is_some_and(|built| built.hash == other.hash)
    }

    /// Whether another is written in the same way at the same place.
    pub(super) fn is_written_as(&self, other: &Self) -> bool {
        (self.range(), self.hash()) == (other.range(), other.hash())
    }

    /// Whether it is what clusters get of all kustomizations that include it.
    pub const fn is_built(&self) -> bool {
        self.built.is_some()
    }

    /// What kustomizations change it into; nothing where they apply it as it is written.
    pub fn changed(&self) -> Option<&Arc<Decoded>> {
        self.built.as_ref()?.decoded.as_ref()
    }

    /// The bytes of the object in its file.
    pub fn range(&self) -> TextRange {
        self.written.header.range
    }

    /// Takes what is written of another CRD in the same file, or in a copy of it.
    pub(super) fn share_written(&mut self, other: &Self) -> bool {
        let is_same = self.written.is_same(&other.written);
        if is_same {
            self.written = Arc::clone(&other.written);
        }
        is_same
    }

    /// The name, group and names of the CRD only; ranges are those of its file.
    pub fn header(&self) -> Crd<'_> {
        Crd::new(self.changed().map_or(&self.written.header, |built| &built.object))
    }

    /// The whole CRD, decoded now.
    fn decode(&self) -> Arc<Decoded> {
        let of_file = || self.text.model(self.written.number, &self.written.list_indices);
        if let Some(known) = self.changed().cloned().or_else(of_file) {
            return known;
        }
        let config = Config { kubernetes: self.written.minor, ..Config::default() };
        let text = self.text.read();
        let tree = Tree::parse_part(&text, self.written.document);
        Arc::new(match self.node(&text, &tree) {
            Some(node) => self.written.kind.decode(node, &config),
            None => Decoded::nothing(self.written.header.clone()),
        })
    }

    /// The `metadata.name` of the CRD; empty if it has none.
    pub fn name(&self) -> &str {
        self.header().metadata().name()
    }

    /// Where it names its kind, as a range that is related to a finding in a file.
    pub fn place(&self, file: &str, message: &str) -> Related {
        let range =
            self.header().spec().names().span(Field::Kind).map_or(self.written.document, |span| span.value);
        let file = (*self.source != *file).then(|| self.source.to_string());
        Related { file, range, message: message.to_owned() }
    }

    /// Whether another CRD has the same specification. Most copies have the same text, and are not decoded for it.
    pub fn is_same(&self, other: &Self) -> bool {
        let is_open = [self, other].into_iter().any(|known| known.text.has_models());
        self.has_text_of(other)
            || match is_open {
                // Its model is there, and another one after each edit.
                true => self.crd().spec() == other.crd().spec(),
                false => self.spec_hash() == other.spec_hash(),
            }
    }

    /// What is decoded for it is not kept: a CRD can have many copies.
    fn spec_hash(&self) -> u64 {
        let of = |decoded: &Arc<Decoded>| hash(Crd::new(&decoded.object).spec().object());
        let changed = self.built.as_ref().filter(|built| built.decoded.is_some());
        let known = changed.map_or(&self.written.spec_hash, |built| &built.spec_hash);
        *known.get_or_init(|| self.model.get().map_or_else(|| of(&self.decode()), of))
    }

    /// Whether another CRD has the same text, and is applied in the same way.
    pub(super) fn has_text_of(&self, other: &Self) -> bool {
        (self.hash(), self.build_hash(), &self.written.list_indices)
            == (other.hash(), other.build_hash(), &other.written.list_indices)
    }

    /// The hash of the text of its document.
    fn hash(&self) -> u64 {
        *self.written.hash.get_or_init(|| hash(self.written.document.of(self.text.text())))
    }

    fn build_hash(&self) -> u64 {
        self.built.as_ref().map_or(0, |built| built.hash)
    }

    /// A number that differs where the text of its document does, or what kustomizations make of it.
    pub fn text_hash(&self) -> u64 {
        self.hash() ^ self.build_hash()
    }

    /// Whether it was made from another CRD, by what the file itself shows: it is a template, or part of a bundle that
    /// installs an operator, or was rendered from a chart.
    pub(super) fn is_made(&self) -> bool {
        self.written.is_template || self.is_installed()
    }

    /// Whether its document is a template.
    pub fn is_template(&self) -> bool {
        self.written.is_template
    }

    /// Whether it is part of a bundle that installs an operator, or was rendered from a chart.
    pub(super) fn is_installed(&self) -> bool {
        let of_chart = |(entry, _): (&Entry, &str)| &*entry.name == "helm.sh/chart";
        self.written.is_bundled || self.header().metadata().labels().any(of_chart)
    }

    /// The text of its document.
    pub fn document_text(&self) -> &str {
        self.written.document.of(self.text.text())
    }

    /// Whether its names are those that a cluster gets. A template engine may write others.
    pub(super) fn is_named_itself(&self) -> bool {
        let spec = self.header().spec();
        let is_name =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        !(self.written.is_template && self.name().is_empty())
            && [self.name(), spec.group(), spec.names().plural()].into_iter().all(is_name)
    }

    /// Whether it is in a place that the user names for CRDs.
    pub fn is_named(&self) -> bool {
        self.rank() > 0
    }

    /// The place that the user names for CRDs, from 1: of two CRDs of a kind the one of the first place judges. 0 for
    /// one that is found elsewhere, which comes after all of them.
    pub(super) fn rank(&self) -> usize {
        self.written.rank
    }

    /// The kind of its object.
    pub fn kind(&self) -> &'static CrdKind {
        self.written.kind
    }

    /// Whether clusters still serve the version of CRDs that it is written in.
    pub fn is_current(&self) -> bool {
        self.written.kind.is_served
    }

    /// The version of that name, where it is served.
    pub fn served(&self, name: &str) -> Option<Version<'_>> {
        self.crd().versions().find(|version| version.name() == name && version.served())
    }

    /// The number of its document, from 0.
    pub fn number(&self) -> usize {
        self.written.number
    }

    /// What leads to it from its document, where that is a list.
    pub fn prefix(&self) -> FieldPath {
        FieldPath::of_list_item(&self.written.list_indices)
    }

    /// The text of its file, and which part of that its document is.
    pub fn text(&self) -> (&Arc<String>, TextRange) {
        (self.text.text(), self.written.document)
    }
}

impl WrittenCrd {
    /// Whether another says the same at the same place of the same text.
    fn is_same(&self, other: &Self) -> bool {
        let place = |its: &Self| (its.file_hash, its.rank, its.number, its.header.range, its.minor);
        self.file_hash.is_some()
            && place(self) == place(other)
            && self.list_indices == other.list_indices
            && std::ptr::eq(self.kind, other.kind)
    }
}

/// Whether an object is of one of the kinds by which programs are installed.
fn is_of_kubernetes(object: Node<'_>) -> bool {
    let group = text_of(object, "apiVersion")
        .map(|text| text.split_once('/').map_or("", |(group, _)| group).to_owned());
    group.is_some_and(|group| ["", "apps", "rbac.authorization.k8s.io"].contains(&group.as_str()))
}

pub(super) fn hash<T: Hash + ?Sized>(of: &T) -> u64 {
    FixedState::default().hash_one(of)
}
