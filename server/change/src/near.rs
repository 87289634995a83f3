//! Where the new manifest shows a change: at what it has of it, otherwise at what is around that.

use crdls_report::PathStep;
use crdls_text::TextRange;
use crdls_yaml::Node;

/// The key of the innermost node on a path that there is.
pub fn nearest(root: Node<'_>, path: &[PathStep]) -> TextRange {
    let (mut node, mut range) = (root, root.entries().next().map_or(root.range(), |entry| entry.key.range()));
    for step in path {
        let (next, at) = match step {
            PathStep::Index(index) => match node.items().nth(*index) {
                Some(item) => (item, item.entries().next().map_or(item.range(), |entry| entry.key.range())),
                None => return range,
            },
            PathStep::Name(name) | PathStep::Key(name) => match node.get(name) {
                Some(entry) => (entry.value, entry.key.range()),
                None => return range,
            },
        };
        (node, range) = (next, at);
    }
    range
}
