//! Where values come from.
//!
//! Origins are counted from the start of their declaration, so that they stay right when it is moved. Must not know where
//! a declaration is now.

use std::sync::Arc;

use crdls_markers::grammar::{Quotes, Text, shifted};
use crdls_text::TextRange;

/// The number of a type declaration, as a generator counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclarationId(pub u32);

/// The Go text that a value comes from: a marker or its argument, a field, a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The declaration; none for what controller-gen adds by itself.
    pub declaration: Option<DeclarationId>,
    /// The range in its file, counted from where the declaration begins, modulo 2³².
    pub range: TextRange,
}

/// A declaration that values come from, and where it begins in its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub id: DeclarationId,
    pub start: u32,
}

impl Declared {
    /// A range of its file as an origin.
    pub(crate) fn origin(self, range: TextRange) -> Origin {
        Origin { declaration: Some(self.id), range: shifted(range, self.start.wrapping_neg()) }
    }
}

/// A string of a marker, with the way back from each of its characters. Offsets in Go are counted from the start of its
/// declaration.
#[derive(Clone, Debug)]
pub struct Literal {
    text: Arc<Text>,
    /// Where the declaration began when it was read.
    start: u32,
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() && self.range() == other.range()
    }
}

impl Literal {
    pub(crate) fn new(text: &Text, declared: Declared) -> Self {
        Self { text: Arc::new(text.clone()), start: declared.start }
    }

    /// The value.
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// The literal, its quotes included.
    pub fn range(&self) -> TextRange {
        shifted(self.text.range(), self.start.wrapping_neg())
    }

    /// Where a range of the value is.
    pub fn source_range(&self, range: TextRange) -> TextRange {
        shifted(self.text.source_range(range), self.start.wrapping_neg())
    }

    /// The offset of the value for an offset in Go; `None` outside of it.
    pub(crate) fn value_of(&self, offset: u32) -> Option<u32> {
        self.text.value_of(offset.wrapping_add(self.start))
    }

    /// How it is written in `source`, the text of its file, where it begins at an offset now.
    pub fn quotes_at(&self, source: &str, at: u32) -> Quotes {
        self.text.quotes_at(source, at)
    }
}
