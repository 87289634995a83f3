//! What advice is given on.

use crdls_yaml::{Document, Node, Tree};

use crdls_manifest::decode::Dropped;
use crdls_manifest::model::Crd;
use crdls_report::Config;

/// A CRD that kubectl can read.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The decoded CRD.
    pub crd: Crd<'a>,
    /// The same as kustomizations apply it, if they were evaluated.
    pub built: Option<Crd<'a>>,
    /// The object that it is decoded from.
    pub root: Node<'a>,
    /// Unknown fields that the server silently drops.
    pub dropped: &'a [Dropped],
    /// How many bytes it has as JSON.
    pub json_size: Option<usize>,
    /// The text of the whole file.
    pub text: &'a str,
    /// The tree of the document.
    pub tree: &'a Tree,
    /// The file is a patch: what is not in it is elsewhere.
    pub patch: bool,
    /// The document that the object is in.
    pub document: &'a Document,
    /// The cluster's minor and the user's choices.
    pub config: &'a Config,
}

impl<'a> Input<'a> {
    /// The CRD as clusters get it, and whether that is known.
    pub(super) fn as_applied(&self) -> (Crd<'a>, bool) {
        (self.built.unwrap_or(self.crd), self.built.is_some())
    }

    /// Whether the object is all of its document, and no item of a list.
    pub(super) fn is_whole_document(&self) -> bool {
        self.tree.root(self.text, self.document) == Some(self.root)
    }
}
