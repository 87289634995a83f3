//! A tree that follows edits equals one from scratch, and all that is read of it fits the text.

use crdls_text::Edit;
use crdls_yaml::{Budget, Node, Tree, members};

use super::Seeds;
use super::inputs::NEXT;
use crate::generate::edits::between;

/// Each state of the text is reached from the one before by one edit.
pub(super) fn run(bytes: &[u8], _: &Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let mut before: Option<(&str, Tree)> = None;
    for text in text.split(NEXT) {
        let fresh = Tree::parse(text);
        if let Some((old, mut tree)) = before {
            let edit: Edit = between(old, text);
            tree.edit(text, edit.range, edit.new_text.len() as u32);
            assert!(tree == fresh, "the tree that followed {edit:?} is not the one from scratch");
        }
        read(&fresh, text);
        before = Some((text, fresh));
    }
}

fn read(tree: &Tree, text: &str) {
    for document in tree.documents() {
        let mut open: Vec<Node<'_>> = tree.root(text, document).into_iter().collect();
        let mut budget = Budget::default();
        while let Some(node) = open.pop() {
            assert!(text.get(node.range().start as usize..node.range().end as usize).is_some(), "{node:?}");
            let scalar = node.kind().is_scalar().then(|| node.decoded());
            if let Some(decoded) = scalar {
                assert_eq!(Some(decoded.text()), node.str().as_deref(), "{node:?}");
            }
            members(node, &mut budget);
            open.extend(node.entries().flat_map(|entry| [entry.key, entry.value]));
            open.extend(node.items());
        }
        // Its verdict is held against the library's elsewhere; here it only has to come.
        let _ = crdls_yaml::strict::check(document.range.of(text));
    }
}
