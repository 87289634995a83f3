//! Go's limits on a pattern: 33,554,432 runes in its sets, 3,355,443 instructions, 1,000 levels.
//! Go begins to count late and remembers sizes of nodes that it has changed since. Both decide what
//! is refused, so both are mirrored (`checkLimits`, `checkSize`, `checkHeight` in Go).

use crate::regexp::error::Reason;
use crate::regexp::tree::{Kind, NodeId, Tree};

const MAX_RUNES: usize = (128 << 20) / 4;
const MAX_SIZE: i64 = (128 << 20) / 40;
pub(super) const MAX_HEIGHT: i64 = 1000;

#[derive(Debug)]
pub(super) struct Limits {
    pub(super) runes: usize,
    /// The product of all repetitions seen.
    repeats: i64,
    sizes: Option<Counts>,
    heights: Option<Counts>,
}

impl Limits {
    pub(super) fn new() -> Limits {
        Limits { runes: 0, repeats: 1, sizes: None, heights: None }
    }

    /// Checks a node that was just made; `stack` holds the finished parts below it.
    pub(super) fn check(&mut self, tree: &Tree, stack: &[NodeId], id: NodeId) -> Result<(), Reason> {
        if self.runes > MAX_RUNES || self.size(tree, stack, id) > MAX_SIZE {
            return Err(Reason::TooLarge);
        }
        if self.height(tree, stack, id) > MAX_HEIGHT {
            return Err(Reason::NestingDepth);
        }
        Ok(())
    }

    /// Go forgets the height of a node that it gives up, but not its size.
    pub(super) fn forget(&mut self, id: NodeId) {
        if let Some(heights) = &mut self.heights {
            heights.set(id, 0);
        }
    }

    /// The size of a node, 0 while Go does not count. When it begins, the stack is looked at too.
    fn size(&mut self, tree: &Tree, stack: &[NodeId], id: NodeId) -> i64 {
        if self.sizes.is_none() {
            self.repeats = self.repeats_with(tree, id);
            if (tree.len() as i64) < MAX_SIZE / self.repeats {
                return 0;
            }
        }
        let below = if self.sizes.is_none() { stack } else { &[] };
        let sizes = self.sizes.get_or_insert_default();
        below.iter().chain([&id]).map(|&id| size_of(tree, sizes, id)).max().unwrap_or(0)
    }

    fn repeats_with(&self, tree: &Tree, id: NodeId) -> i64 {
        let copies = i64::from(tree[id].kind.copies()).max(1);
        if copies > MAX_SIZE / self.repeats { MAX_SIZE } else { self.repeats * copies }
    }

    /// The height of a node, 0 while Go does not count.
    fn height(&mut self, tree: &Tree, stack: &[NodeId], id: NodeId) -> i64 {
        if (tree.len() as i64) < MAX_HEIGHT {
            return 0;
        }
        let below = if self.heights.is_none() { stack } else { &[] };
        let heights = self.heights.get_or_insert_default();
        below.iter().chain([&id]).map(|&id| height_of(tree, heights, id)).max().unwrap_or(0)
    }
}

/// What was counted for each node; 0 where nothing was.
#[derive(Debug, Default)]
struct Counts(Vec<i64>);

impl Counts {
    fn get(&self, id: NodeId) -> Option<i64> {
        self.0.get(id.index()).copied().filter(|&count| count != 0)
    }

    fn set(&mut self, id: NodeId, count: i64) {
        if self.0.len() <= id.index() {
            self.0.resize(id.index() + 1, 0);
        }
        if let Some(old) = self.0.get_mut(id.index()) {
            *old = count;
        }
    }
}

/// Counts a node anew from what is known of its parts.
fn size_of(tree: &Tree, sizes: &mut Counts, id: NodeId) -> i64 {
    let node = &tree[id];
    let mut parts = 0_i64;
    for &sub in &node.subs {
        let known = sizes.get(sub);
        parts = parts.saturating_add(known.unwrap_or_else(|| size_of(tree, sizes, sub)));
    }
    let size = own_size(&node.kind, node.subs.len(), parts).max(1);
    sizes.set(id, size);
    size
}

/// The instructions that a node takes whose parts take `parts`.
fn own_size(kind: &Kind, subs: usize, parts: i64) -> i64 {
    match *kind {
        Kind::Literal(ref runes) => runes.len() as i64,
        Kind::Capture | Kind::Star => 2 + parts,
        Kind::Plus | Kind::Quest => 1 + parts,
        Kind::Concat => parts,
        Kind::Alternate => parts + (subs as i64 - 1).max(0),
        Kind::Repeat { min: 0, max: None } => 2 + parts,
        Kind::Repeat { min, max: None } => 1 + parts.saturating_mul(min.into()),
        Kind::Repeat { min, max: Some(max) } => {
            let (min, max) = (i64::from(min), i64::from(max));
            parts.saturating_mul(max).saturating_add(max - min)
        }
        _ => 0,
    }
}

fn height_of(tree: &Tree, heights: &mut Counts, id: NodeId) -> i64 {
    let mut height = 1;
    for &sub in &tree[id].subs {
        let known = heights.get(sub);
        height = height.max(1 + known.unwrap_or_else(|| height_of(tree, heights, sub)));
    }
    heights.set(id, height);
    height
}
