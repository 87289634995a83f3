//! The objects of a document: itself, or the items of a list, those of lists in lists among them.
//!
//! The only place that looks into lists: who asks for the objects of a document asks here. Must not know
//! what is checked in an object.

use crdls_yaml::Node;

use super::{Kind, kind};
use crate::path::FieldPath;

/// An object of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentObject<'t> {
    pub node: Node<'t>,
    pub kind: Kind,
    /// Its index in each list around it, from 0 and from the outermost list inwards; empty where the document
    /// itself is the object.
    pub list_indices: Vec<usize>,
}

impl DocumentObject<'_> {
    /// Whether it is a CRD, of `v1` or of `v1beta1`.
    pub fn is_crd(&self) -> bool {
        self.kind.is_crd()
    }

    /// Whether it is an item of a list.
    pub fn is_item(&self) -> bool {
        !self.list_indices.is_empty()
    }

    /// The path of the object in its document; empty where it is the document.
    pub fn prefix(&self) -> FieldPath {
        FieldPath::of_list_item(&self.list_indices)
    }
}

/// Lists in lists are flattened, as kubectl does; not deeper than anyone writes.
const MAX_LISTS: usize = 8;

/// The objects of a document by its root, in the order of the text: never a list, unless lists are nested
/// deeper than anyone writes; none for an empty list.
pub fn objects(root: Node<'_>) -> Vec<DocumentObject<'_>> {
    let mut found = Vec::new();
    collect(root, &mut Vec::new(), &mut found);
    found
}

fn collect<'t>(node: Node<'t>, list_indices: &mut Vec<usize>, found: &mut Vec<DocumentObject<'t>>) {
    let kind = kind(node);
    if kind != Kind::List || list_indices.len() > MAX_LISTS {
        found.push(DocumentObject { node, kind, list_indices: list_indices.clone() });
        return;
    }
    let items = node.get("items").map(|entry| entry.value).into_iter().flat_map(Node::items);
    for (index, item) in items.enumerate() {
        list_indices.push(index);
        collect(item, list_indices, found);
        list_indices.pop();
    }
}

#[cfg(test)]
mod tests {
    use crdls_yaml::Tree;

    use super::*;

    #[test]
    fn lists_in_lists_are_flattened() {
        let text = "kind: List\nitems:\n- kind: A\n- kind: List\n  items:\n  - kind: CustomResourceDefinition\n\
                    - kind: List\n  items: []\n";
        let tree = Tree::parse(text);
        let found = objects(tree.root(text, &tree.documents()[0]).unwrap());
        let found: Vec<_> = found.iter().map(|object| (object.kind, object.prefix().to_string())).collect();
        assert_eq!(
            found,
            [(Kind::Other, "items[0]".to_owned()), (Kind::Crd, "items[1].items[0]".to_owned())]
        );
    }

    #[test]
    fn a_document_that_is_no_list_is_its_object() {
        let text = "kind: A\n";
        let tree = Tree::parse(text);
        let found = objects(tree.root(text, &tree.documents()[0]).unwrap());
        assert!(matches!(&*found, [object] if !object.is_item() && object.prefix().is_empty()));
    }
}
