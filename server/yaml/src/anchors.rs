//! Which node an alias stands for.

use crdls_text::TextRange;

use crate::{Kind, Tree};

/// All anchors of a tree: sorted by a hash of the name, then by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchors(Vec<(u32, u32)>);

impl Anchors {
    pub(crate) fn of(tree: &Tree, text: &str) -> Self {
        let mut anchors: Vec<_> = (0u32..)
            .zip(&tree.nodes)
            .filter(|(_, raw)| raw.kind == Kind::Anchor)
            .map(|(i, raw)| (hash(TextRange::new(raw.start + 1, raw.end).of(text)), i))
            .collect();
        anchors.sort_unstable();
        Self(anchors)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The last anchor of that name before a node of the same document.
    pub(crate) fn last_before(&self, tree: &Tree, text: &str, name: &str, index: u32) -> Option<u32> {
        let hash = hash(name);
        let first = tree.documents.iter().rev().find(|d| d.first <= index)?.first;
        let end = self.0.partition_point(|anchor| *anchor < (hash, index));
        let before = self.0.get(..end)?.iter().rev();
        let mut same = before.take_while(|(h, i)| *h == hash && *i >= first);
        same.find(|(_, i)| TextRange::new(tree.raw(*i).start + 1, tree.raw(*i).end).of(text) == name)
            .map(|(_, i)| *i)
    }
}

/// FNV-1a.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}
