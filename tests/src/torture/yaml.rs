//! A tree that follows edits equals one from scratch, and all that is read of it fits the text.

use crdls_text::Edit;
use crdls_yaml::{Budget, Node, Tree, members};

use super::Seeds;
use crate::generate::edits::{between, boundary, edit};
use crate::random::Random;

/// Edits of one text.
const MOST: usize = 10;

pub(super) fn run(bytes: &[u8], seeds: &Seeds) {
    let mut tree = None;
    each_state(bytes, seeds, |text, edit| {
        let fresh = Tree::parse(text);
        if let (Some(tree), Some(edit)) = (tree.as_mut(), edit) {
            let tree: &mut Tree = tree;
            tree.edit(text, edit.range, edit.new_text.len() as u32);
            assert!(*tree == fresh, "the tree that followed {edit:?} is not the one from scratch");
        }
        read(&fresh, text);
        tree = Some(fresh);
    });
}

/// The text before each edit, and the edit.
pub(super) fn shown(bytes: &[u8], seeds: &Seeds) -> Vec<u8> {
    let mut out = String::new();
    each_state(bytes, seeds, |text, edit| out += &format!("# ==== after {edit:?}\n{text}\n"));
    out.into_bytes()
}

/// Calls for the text at first and after each edit, small or of whole lines.
fn each_state(bytes: &[u8], seeds: &Seeds, mut look: impl FnMut(&str, Option<&Edit>)) {
    let mut choices = Random::of_bytes(bytes);
    let mut text = seeds.manifests.get(choices.below(seeds.manifests.len())).cloned().unwrap_or_default();
    let end = boundary(&text, 30_000);
    text.truncate(end);
    look(&text, None);
    for _ in 0..MOST {
        if choices.is_empty() {
            break;
        }
        let other = seeds.manifests.get(choices.below(seeds.manifests.len())).map_or("", String::as_str);
        let mut after = text.clone();
        edit(&mut after, other, &mut choices);
        let change = between(&text, &after);
        text = after;
        look(&text, Some(&change));
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
