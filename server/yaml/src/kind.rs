//! What a node of the tree is.

/// The kind of a node. Collections hold [`Kind::Pair`]s or [`Kind::Item`]s; those hold a slot for
/// each of their parts: any number of [`Kind::Anchor`] and [`Kind::Tag`], then one content node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A mapping by indentation.
    BlockMap,
    /// A sequence by indentation.
    BlockSeq,
    /// `{…}`, or a pair in `[…]`.
    FlowMap,
    /// `[…]`.
    FlowSeq,
    /// Key slot, value slot.
    Pair,
    /// One slot: an entry of a sequence.
    Item,
    /// Text without quotes, on one or several lines.
    Plain,
    /// `'…'`.
    SingleQuoted,
    /// `"…"`.
    DoubleQuoted,
    /// A block scalar after `|`.
    Literal,
    /// A block scalar after `>`.
    Folded,
    /// A value that is not written; null.
    Empty,
    /// `*name`.
    Alias,
    /// `&name`.
    Anchor,
    /// `!tag`.
    Tag,
    /// Text that fits nowhere.
    Junk,
}

/// A text of one line in single quotes.
pub fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

impl Kind {
    /// A mapping, in block or flow style.
    pub const fn is_map(self) -> bool {
        matches!(self, Self::BlockMap | Self::FlowMap)
    }

    /// A sequence, in block or flow style.
    pub const fn is_seq(self) -> bool {
        matches!(self, Self::BlockSeq | Self::FlowSeq)
    }

    /// A scalar with text of its own; [`Kind::Empty`] is not one.
    pub const fn is_scalar(self) -> bool {
        matches!(self, Self::Plain | Self::SingleQuoted | Self::DoubleQuoted | Self::Literal | Self::Folded)
    }

    /// A piece of a scalar's text as the style writes it; `None` where the style cannot, or may not, hold it.
    pub fn piece(self, text: &str) -> Option<String> {
        let is_plain = |c: char| c.is_alphanumeric() || "-_/.\\".contains(c);
        match self {
            Self::Plain => text.chars().all(is_plain).then(|| text.to_owned()),
            Self::SingleQuoted => Some(text.replace('\'', "''")),
            Self::DoubleQuoted => Some(text.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::Literal | Self::Folded => Some(text.to_owned()),
            _ => None,
        }
    }

    /// Something that can be a key or a value.
    pub const fn is_content(self) -> bool {
        self.is_map() || self.is_seq() || self.is_scalar() || matches!(self, Self::Empty | Self::Alias)
    }
}
