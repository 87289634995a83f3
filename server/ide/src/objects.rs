//! The objects of a file: found once for a text, whoever asks.
//!
//! What an object is and how lists are flattened is in `crdls_check`.

use std::sync::Arc;

use crdls_schema::Config;
use crdls_schema::decode::Decoded;
use crdls_schema::objects::{DocumentObject, Kind};
use crdls_yaml::{Node, NodeId, Tree};

use crate::File;
use crate::diagnostics::{Beside, source};

/// The objects of a tree without its text, in the order of the text. Valid until the tree is edited.
#[derive(Clone, Debug)]
pub(crate) struct Objects(Arc<[Stored]>);

#[derive(Debug)]
struct Stored {
    /// The number of its document, from 0.
    document: usize,
    node: NodeId,
    kind: Kind,
    list_indices: Vec<usize>,
}

impl Objects {
    pub(crate) fn of(tree: &Tree, text: &str) -> Self {
        let documents = tree.documents().iter().enumerate();
        let roots = documents.filter_map(|(number, document)| Some((number, tree.root(text, document)?)));
        let stored = |document: usize, object: DocumentObject<'_>| {
            let DocumentObject { node, kind, list_indices } = object;
            Stored { document, node: node.id(), kind, list_indices }
        };
        let all = roots.flat_map(|(number, root)| {
            crdls_schema::objects::objects(root).into_iter().map(move |object| stored(number, object))
        });
        Self(all.collect())
    }

    fn all(&self) -> &[Stored] {
        &self.0
    }

    fn of_document(&self, number: usize) -> &[Stored] {
        let start = self.0.partition_point(|object| object.document < number);
        let end = self.0.partition_point(|object| object.document <= number);
        self.0.get(start..end).unwrap_or_default()
    }
}

impl File {
    /// The objects of all documents in the order of the text, each with the number of its document, from 0.
    pub fn objects(&self) -> impl Iterator<Item = (usize, DocumentObject<'_>)> {
        self.stored_objects().all().iter().map(|stored| (stored.document, self.object(stored)))
    }

    /// The objects of the document with a number; none where there is no such document.
    pub fn objects_of(&self, document: usize) -> impl DoubleEndedIterator<Item = DocumentObject<'_>> {
        self.stored_objects().of_document(document).iter().map(|stored| self.object(stored))
    }

    /// The CRDs of all documents, of `v1` and of `v1beta1`, each with the number of its document.
    pub(crate) fn crds(&self) -> impl Iterator<Item = (usize, Node<'_>)> {
        self.objects().filter(|(_, object)| object.is_crd()).map(|(number, object)| (number, object.node))
    }

    /// The CRDs of the document with a number.
    pub(crate) fn crds_of(&self, document: usize) -> impl DoubleEndedIterator<Item = Node<'_>> {
        self.objects_of(document).filter(DocumentObject::is_crd).map(|object| object.node)
    }

    /// The CRD that an offset is in, or directly behind.
    pub(crate) fn crd_at(&self, offset: u32) -> Option<Node<'_>> {
        self.crds_of(self.document_at(offset)).find(|crd| crd.range().touches(offset))
    }

    /// The model of a CRD of the file; nothing where the node is none.
    pub(crate) fn decoded(&self, crd: Node<'_>, config: &Config) -> Option<Arc<Decoded>> {
        let number = self.document_at(crd.range().start);
        let object = self.objects_of(number).find(|object| object.node == crd)?;
        let document = self.tree().documents().get(number)?;
        Some(crdls_check::decoded(&object, source(self, Beside::default()), document, config))
    }

    fn object(&self, stored: &Stored) -> DocumentObject<'_> {
        let node = self.tree().node(self.text(), stored.node);
        DocumentObject { node, kind: stored.kind, list_indices: stored.list_indices.clone() }
    }
}
