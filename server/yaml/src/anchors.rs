//! Which node an alias stands for.

use crdls_text::TextRange;

use crate::Kind;
use crate::raw::Raw;

/// All anchors of a tree: sorted by a hash of the name, then by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchors(Vec<(u32, u32)>);

impl Anchors {
    pub(crate) fn of(nodes: &[Raw], text: &str) -> Self {
        let mut anchors: Vec<_> = (0u32..)
            .zip(nodes)
            .filter(|(_, raw)| raw.kind == Kind::Anchor)
            .map(|(i, raw)| (hash(name_of(*raw, text)), i))
            .collect();
        anchors.sort_unstable();
        Self(anchors)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The last anchor of that name among the nodes from `first` on and before `index`.
    pub(crate) fn last_before(
        &self,
        nodes: &[Raw],
        text: &str,
        name: &str,
        first: u32,
        index: u32,
    ) -> Option<u32> {
        let hash = hash(name);
        let end = self.0.partition_point(|anchor| *anchor < (hash, index));
        let before = self.0.get(..end)?.iter().rev();
        let mut same = before.take_while(|(h, i)| *h == hash && *i >= first);
        let has_name = |i: u32| nodes.get(i as usize).is_some_and(|raw| name_of(*raw, text) == name);
        same.find(|(_, i)| has_name(*i)).map(|(_, i)| *i)
    }
}

/// An anchor's name, without `&`.
pub(crate) fn name_of(raw: Raw, text: &str) -> &str {
    TextRange::new(raw.start + 1, raw.end).of(text)
}

/// FNV-1a.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}
