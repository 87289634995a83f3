//! The entries of a block while they are read, and the block around it.

/// The block that a block lies in: what a line at its column would belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parent {
    /// Column of its entries; -1 at the root.
    pub(super) col: i32,
    /// The block is a mapping, or a sequence at the column of the mapping that contains it.
    pub(super) takes_keys: bool,
    /// The block is a sequence.
    pub(super) takes_dashes: bool,
}

impl Parent {
    /// What the root lies in.
    pub(crate) const ROOT: Self = Self { col: -1, takes_keys: true, takes_dashes: false };

    pub(crate) const fn map(col: i32) -> Self {
        Self { col, takes_keys: true, takes_dashes: false }
    }

    /// `in_map`: at the column of the mapping that it lies in.
    pub(crate) const fn seq(col: i32, in_map: bool) -> Self {
        Self { col, takes_keys: in_map, takes_dashes: true }
    }

    /// Whether a sequence in it at a column is at the column of its own entries.
    pub(crate) const fn is_at(self, col: i32) -> bool {
        self.col == col
    }
}

/// The entries of a block while they are read.
pub(super) struct Run {
    /// Their column.
    pub(super) n: i32,
    pub(super) parent: Parent,
    /// The node of the entry read last, and of the one before.
    pub(super) entry: Option<usize>,
    pub(super) previous: Option<usize>,
    /// The first entry that is read is not the first of the block.
    pub(super) resumed: bool,
    /// Where an entry starts that is not read any more.
    pub(super) stop: usize,
}

impl Run {
    pub(super) const fn new(n: i32, parent: Parent) -> Self {
        Self { n, parent, entry: None, previous: None, resumed: false, stop: usize::MAX }
    }

    pub(super) const fn starts(&mut self, node: usize) {
        self.previous = self.entry.replace(node);
    }
}

/// What a line left of a block's column is.
pub(super) enum Outdent {
    /// The line belongs to a block further out.
    Ends,
    /// An entry that slipped; the block goes on at this column.
    Sibling(i32),
}
