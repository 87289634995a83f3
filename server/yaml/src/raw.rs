//! A node as it is stored.

use std::hash::{Hash, Hasher};

use crdls_text::TextRange;

use crate::Kind;

/// A node without the text. Valid until the tree is edited. Two are equal where they are of one node.
#[derive(Clone, Copy, Debug, Eq)]
pub struct NodeId {
    pub(crate) index: u32,
    /// Where its slot starts, see [`Node`](crate::Node).
    pub(crate) slot: u32,
}

impl PartialEq for NodeId {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl Hash for NodeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    /// Block scalars: the column of their content. Entries of blocks: the column of the entries, at which all are
    /// that did not slip.
    pub(crate) indent: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Nodes in the subtree, this one counted.
    pub(crate) size: u32,
}

/// The node's text has a line break in it.
pub(crate) const MULTILINE: u8 = 1;
/// The node has a syntax error of its own (an open quote, a missing colon).
pub(crate) const BROKEN: u8 = 2;
/// Something at or before the node is so rare that only [`crate::strict`] knows if it is accepted.
pub(crate) const RARE: u8 = 4;

impl Raw {
    /// What stands where an index leads nowhere.
    pub(crate) const NOTHING: Self =
        Self { kind: Kind::Empty, flags: 0, indent: 0, start: 0, end: 0, size: 1 };

    pub(crate) const fn range(self) -> TextRange {
        TextRange::new(self.start, self.end)
    }
}
