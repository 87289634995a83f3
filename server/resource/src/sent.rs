//! An object as it is sent: JSON with its tree, ready to be judged. Must not know what judges it.

use crdls_values::Json;
use crdls_yaml::{Node, Tree};

/// An object as JSON.
#[derive(Clone, Debug)]
pub struct Sent {
    text: String,
    tree: Tree,
}

impl Sent {
    /// Writes an object as JSON.
    pub fn new(object: &Json) -> Self {
        let text = object.to_json();
        let tree = Tree::parse(&text);
        Self { text, tree }
    }

    /// The object in the tree of the JSON.
    pub fn root(&self) -> Option<Node<'_>> {
        self.tree.root(&self.text, self.tree.documents().first()?)
    }
}
