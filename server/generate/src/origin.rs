//! Where values come from, and the way between a generated text and Go.

use std::sync::Arc;

use crdls_markers::grammar::Text as Literal;
use crdls_text::TextRange;

/// The number of a Go file in [`crate::Generated::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// The Go text that a value comes from: a marker or its argument, a field, a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file; none for what controller-gen adds by itself.
    pub file: Option<FileId>,
    /// The range in it.
    pub range: TextRange,
}

impl Origin {
    /// A range of a file.
    pub fn at(file: FileId, range: TextRange) -> Self {
        Self { file: Some(file), range }
    }
}

/// A range of a generated text and what it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The range in the generated text.
    pub range: TextRange,
    /// What it comes from.
    pub origin: Origin,
    /// If it is a string of a marker: the literal, with the way to each of its characters. The range is the quoted
    /// text, whose characters are at [`Span::characters`].
    pub literal: Option<Arc<Literal>>,
    /// The offset in the generated text of each character of the string, and after the last one; empty without a
    /// literal.
    pub characters: Vec<u32>,
}

/// The way between a generated text and Go.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origins {
    /// In the order of the text; a value after what is around it.
    pub spans: Vec<Span>,
}

impl Origins {
    /// The smallest span around a range of the generated text.
    pub fn span(&self, range: TextRange) -> Option<&Span> {
        let end = self.spans.partition_point(|span| span.range.start <= range.start);
        let before = self.spans.get(..end).unwrap_or(&[]);
        before.iter().rev().find(|span| span.range.covers(range))
    }

    /// The Go text that a range of the generated text comes from: characters of a string if it has them.
    pub fn origin(&self, range: TextRange) -> Option<Origin> {
        let span = self.span(range)?;
        let Some(literal) = &span.literal else { return Some(span.origin) };
        let value = literal.as_str();
        let offset = |at: u32| {
            let number = span.characters.partition_point(|start| *start <= at).saturating_sub(1);
            value.char_indices().nth(number).map_or(value.len(), |(offset, _)| offset) as u32
        };
        if span.characters.first().is_none_or(|first| range.start < *first) {
            return Some(span.origin);
        }
        let inner = TextRange::new(offset(range.start), offset(range.end));
        Some(Origin { file: span.origin.file, range: literal.source_range(inner) })
    }
}

impl Span {
    /// The offset in the generated text for one in Go, if it is in the string.
    pub fn generated(&self, offset: u32) -> Option<u32> {
        let literal = self.literal.as_ref()?;
        let value = literal.value_of(offset)?;
        let number = literal.as_str().char_indices().take_while(|(at, _)| (*at as u32) < value).count();
        self.characters.get(number).copied()
    }
}
