//! The objects of a file: found once for a text, whoever asks.
//!
//! What an object is and how lists are flattened is in `crdls_check`.

use std::sync::Arc;

use crdls_manifest::decode::Decoded;
use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_report::Config;
use crdls_resource::Shared;
use crdls_yaml::{Node, NodeId, Tree};

use super::{File, FileContext, source};

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
            crdls_manifest::objects::objects(root).into_iter().map(move |object| stored(number, object))
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

    /// The object that an offset is in, or directly after.
    pub fn object_at(&self, offset: u32) -> Option<DocumentObject<'_>> {
        self.objects_of(self.document_at(offset)).find(|object| object.node.range().touches(offset))
    }

    /// The CRDs of all documents, of `v1` and of `v1beta1`, each with the number of its document.
    pub fn crds(&self) -> impl Iterator<Item = (usize, Node<'_>)> {
        self.objects().filter(|(_, object)| object.is_crd()).map(|(number, object)| (number, object.node))
    }

    /// The CRDs of the document with a number.
    pub fn crds_of(&self, document: usize) -> impl DoubleEndedIterator<Item = Node<'_>> {
        self.objects_of(document).filter(DocumentObject::is_crd).map(|object| object.node)
    }

    /// The CRD that an offset is in, or directly after.
    pub fn crd_at(&self, offset: u32) -> Option<Node<'_>> {
        self.object_at(offset).filter(DocumentObject::is_crd).map(|object| object.node)
    }

    /// The last CRD that begins at an offset or before it, in the document there.
    pub fn crd_before(&self, offset: u32) -> Option<Node<'_>> {
        let mut crds = self.crds_of(self.document_at(offset)).rev();
        crds.find(|crd| crd.range().start <= offset)
    }

    /// The model of a CRD of the file; nothing where the node is none.
    pub fn decoded(&self, crd: Node<'_>, config: &Config) -> Option<Arc<Decoded>> {
        let number = self.document_at(crd.range().start);
        let object = self.objects_of(number).find(|object| object.node == crd)?;
        self.model(number, &object, config)
    }

    /// The text for an index of CRDs, which shares the models that this file has as long as it is not edited.
    /// `config`: what the file is checked by.
    pub fn shared(self: &Arc<Self>, config: &Arc<Config>) -> Shared {
        let (file, config) = (Arc::downgrade(self), Arc::clone(config));
        Shared::open(self.shared_text(), move |document, list_indices| {
            let file = file.upgrade()?;
            let object = file.objects_of(document).find(|object| object.list_indices == list_indices)?;
            file.model(document, &object, &config)
        })
    }

    fn model(&self, number: usize, crd: &DocumentObject<'_>, config: &Config) -> Option<Arc<Decoded>> {
        let document = self.tree().documents().get(number)?;
        Some(crdls_check::decoded(crd, source(self, FileContext::default()), document, config))
    }

    fn object(&self, stored: &Stored) -> DocumentObject<'_> {
        let node = self.tree().node(self.text(), stored.node);
        DocumentObject { node, kind: stored.kind, list_indices: stored.list_indices.clone() }
    }
}

#[cfg(test)]
mod tests {
    use crdls_sample::crd;
    use crdls_text::{Edit, TextRange};

    use super::*;

    /// The CRD of a kind with the field `a`, as the second document of a file, in a list.
    fn listed() -> String {
        let crd = crd(|c| c.schema("{type: object, properties: {a: {type: string}}}"));
        format!("a: b\n---\napiVersion: v1\nkind: List\nitems:\n- {}", crd.replace('\n', "\n  "))
    }

    #[test]
    fn a_draft_leaves_the_model_to_its_file() {
        let config = Config::default();
        let file = File::new(listed()).remembering();
        let (_, crd) = file.crds().next().unwrap();
        let model = file.decoded(crd, &config).unwrap();
        let mut draft = file.draft();
        let at = file.text().find("string").unwrap() as u32;
        assert!(draft.edit(&Edit { range: TextRange::new(at, at + 6), new_text: "integer".to_owned() }));
        let (_, edited) = draft.crds().next().unwrap();
        let anew = File::new(draft.text().to_owned());
        let (_, expected) = anew.crds().next().unwrap();
        let shown = |decoded: Option<Arc<Decoded>>| format!("{:?}", decoded.unwrap());
        assert_eq!(shown(draft.decoded(edited, &config)), shown(anew.decoded(expected, &config)));
        assert!(Arc::ptr_eq(&model, &file.decoded(crd, &config).unwrap()));
    }
}
