//! One CRD that is known, and the text that it is decoded from when that is asked for.

use std::sync::{Arc, OnceLock};

use crdls_text::TextRange;
use crdls_yaml::Tree;

use super::super::{beta, header};
use super::shared::Shared;
use crdls_schema::decode::{Decoded, decode};
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_schema::model::{Crd, Object, Version};
use crdls_schema::objects::objects;
use crdls_schema::{Config, Minor};
use crdls_schema::{FieldPath, Path};

/// A CRD and where it is written. Most of it is decoded when that is first asked for.
#[derive(Debug)]
pub struct IndexedCrd {
    header: Object,
    /// The file, as it was named.
    pub source: Arc<str>,
    /// The place that the user names for CRDs, from 1: of two CRDs of a kind the one of the first place judges. 0 for
    /// one that is found elsewhere, which comes after all of them.
    pub(super) rank: usize,
    text: Shared,
    /// The document of the text that it is in, and the number of that.
    document: TextRange,
    number: usize,
    /// Its index in each list around it in the document.
    list_indices: Vec<usize>,
    minor: Minor,
    model: OnceLock<Model>,
}

/// A CRD and the version of it that validates a custom resource.
#[derive(Clone, Copy, Debug)]
pub struct ServedVersion<'i> {
    /// The CRD.
    pub indexed: &'i IndexedCrd,
    /// One that the CRD serves.
    pub version: Version<'i>,
}

/// A whole CRD, decoded.
#[derive(Debug)]
enum Model {
    /// From its document alone: ranges are those of the document.
    Own(Object),
    /// The model that its open file has: ranges are those of the file.
    OfFile(Arc<Decoded>),
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
        if !text.contains("apiextensions.k8s.io") && !text.contains("CustomResourceDefinition") {
            return Vec::new();
        }
        let (source, minor): (Arc<str>, _) = (source.into(), config.kubernetes);
        let mut known = Vec::new();
        for (number, document) in tree.documents().iter().enumerate() {
            let Some(root) = tree.root(text, document) else { continue };
            for object in objects(root) {
                let Some(header) = header::read(object.kind, object.node, config) else { continue };
                let (source, text) = (Arc::clone(&source), again.clone());
                let (document, list_indices, model) = (document.range, object.list_indices, OnceLock::new());
                known.push(Self { header, source, rank, text, document, number, list_indices, minor, model });
            }
        }
        known
    }

    /// The whole CRD. [`IndexedCrd::in_file`] says where its ranges are in the file.
    pub fn crd(&self) -> Crd<'_> {
        Crd::new(match self.model() {
            Model::Own(object) => object,
            Model::OfFile(decoded) => &decoded.object,
        })
    }

    fn model(&self) -> &Model {
        let of_file = || self.text.model(self.number, &self.list_indices);
        self.model.get_or_init(|| match self.is_current().then(of_file).flatten() {
            Some(decoded) => Model::OfFile(decoded),
            None => Model::Own(self.decode()),
        })
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
        let mut objects = root.map(objects).unwrap_or_default().into_iter();
        match objects.find(|object| object.list_indices == self.list_indices) {
            Some(found) if self.is_current() => {
                decode(found.node, &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, &config).object
            }
            Some(found) => beta::read(found.node, &config),
            None => self.header.clone(),
        }
    }

    /// Whether it is in a place that the user names for CRDs.
    pub const fn is_named(&self) -> bool {
        self.rank > 0
    }

    /// Whether clusters still serve the version of CRDs that it is written in.
    pub fn is_current(&self) -> bool {
        !self.header().api_version().ends_with("/v1beta1")
    }

    /// The version of that name, where it is served.
    pub fn served(&self, name: &str) -> Option<Version<'_>> {
        self.crd().versions().find(|version| version.name() == name && version.served())
    }

    /// The number of its document, from 0.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// What leads to it from its document, where that is a list.
    pub fn prefix(&self) -> FieldPath {
        FieldPath::of_list_item(&self.list_indices)
    }

    /// The offset at which its document begins in its file.
    pub const fn start(&self) -> u32 {
        self.document.start
    }

    pub(super) fn holds(&self, range: TextRange) -> bool {
        self.document.covers(range)
    }

    /// The text that its document is in, and which part of that it is.
    pub(super) fn text(&self) -> (&str, TextRange) {
        (self.text.text(), self.document)
    }

    /// The offset in its file that the ranges of [`IndexedCrd::crd`] are counted from.
    pub(crate) fn base(&self) -> u32 {
        match self.model() {
            Model::Own(_) => self.document.start,
            Model::OfFile(_) => 0,
        }
    }

    /// A range of [`IndexedCrd::crd`], in its file.
    pub fn in_file(&self, range: TextRange) -> TextRange {
        TextRange::new(range.start + self.base(), range.end + self.base())
    }
}
