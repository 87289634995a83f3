//! The way between a generated text and Go.
//!
//! A text is made of fragments. What several CRDs have in common, or a CRD and its next state, is one fragment in all of
//! them. Must not know how a text is written.

use std::sync::Arc;

use crdls_markers::grammar::shifted;
use crdls_text::TextRange;

use crate::Origin;
use crate::origin::Literal;

/// A range of a generated text and what it comes from.
#[derive(Debug)]
pub(super) struct Span {
    /// The range in the fragment.
    pub range: TextRange,
    pub origin: Origin,
    pub string: Option<Box<StringSpan>>,
}

/// A string of a marker. The range of its span is the quoted text.
#[derive(Debug)]
pub(super) struct StringSpan {
    pub literal: Literal,
    /// The offset in the fragment of each character of the string, and after the last one.
    pub characters: Vec<u32>,
}

/// A part of a generated text.
#[derive(Debug, Default)]
pub(super) struct Fragment {
    /// The text without that of its parts.
    pub own: String,
    pub len: u32,
    /// In the order of the text; a value after what is around it.
    pub spans: Vec<Span>,
    pub parts: Vec<Part>,
}

/// A fragment in another one.
#[derive(Debug)]
pub(super) struct Part {
    /// How much of the own text of the fragment is before it.
    pub own: usize,
    /// Where it begins in the fragment.
    pub at: u32,
    pub fragment: Arc<Fragment>,
}

impl Part {
    fn range(&self) -> TextRange {
        TextRange::new(self.at, self.at + self.fragment.len)
    }
}

impl Fragment {
    /// Adds its text.
    pub(super) fn write(&self, out: &mut String) {
        let mut done = 0;
        for part in &self.parts {
            out.push_str(self.own.get(done..part.own).unwrap_or_default());
            part.fragment.write(out);
            done = part.own;
        }
        out.push_str(self.own.get(done..).unwrap_or_default());
    }
}

/// The way between a generated text and Go.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    pub(super) root: Arc<Fragment>,
}

/// A range of a generated text and what it comes from.
#[derive(Clone, Copy, Debug)]
pub struct SpanAt<'o> {
    span: &'o Span,
    /// Where its fragment begins.
    by: u32,
}

impl Origins {
    /// All spans, in the order of the text; a value after what is around it.
    pub fn spans(&self) -> impl Iterator<Item = SpanAt<'_>> {
        let mut open = vec![(&*self.root, 0, 0, 0)];
        std::iter::from_fn(move || {
            loop {
                let (fragment, by, spans, parts) = open.last_mut()?;
                let (span, part) = (fragment.spans.get(*spans), fragment.parts.get(*parts));
                if let Some(span) = span.filter(|span| part.is_none_or(|part| span.range.start <= part.at)) {
                    *spans += 1;
                    return Some(SpanAt { span, by: *by });
                }
                match part {
                    Some(part) => {
                        *parts += 1;
                        let next = (&*part.fragment, *by + part.at, 0, 0);
                        open.push(next);
                    }
                    None => _ = open.pop(),
                }
            }
        })
    }

    /// The spans around a range of the text, the smallest one first.
    pub fn around(&self, range: TextRange) -> Vec<SpanAt<'_>> {
        let (mut fragment, mut by) = (&*self.root, 0);
        let mut around = Vec::new();
        loop {
            let within = shifted(range, u32::wrapping_neg(by));
            let end = fragment.spans.partition_point(|span| span.range.start <= within.start);
            let before = fragment.spans.get(..end).unwrap_or(&[]);
            let covering = before.iter().filter(|span| span.range.covers(within));
            around.extend(covering.map(|span| SpanAt { span, by }));
            let next = fragment.parts.partition_point(|part| part.at <= within.start);
            let part = next.checked_sub(1).and_then(|at| fragment.parts.get(at));
            let Some(part) = part.filter(|part| part.range().covers(within)) else { break };
            (fragment, by) = (&*part.fragment, by + part.at);
        }
        around.reverse();
        around
    }

    /// The smallest span around a range of the text.
    pub fn span(&self, range: TextRange) -> Option<SpanAt<'_>> {
        self.around(range).into_iter().next()
    }

    /// The Go text that a range of the text comes from: characters of a string if it has them.
    pub fn origin(&self, range: TextRange) -> Option<Origin> {
        Some(self.span(range)?.origin_of(range))
    }
}

impl<'o> SpanAt<'o> {
    /// The range in the generated text.
    pub fn range(self) -> TextRange {
        shifted(self.span.range, self.by)
    }

    /// The Go text that it comes from.
    pub fn origin(self) -> Origin {
        self.span.origin
    }

    /// If it is a string of a marker: the literal. The range is the quoted text.
    pub fn literal(self) -> Option<&'o Literal> {
        self.span.string.as_ref().map(|string| &string.literal)
    }

    /// Whether an offset of the generated text is in the string, or after it.
    pub fn is_in_string(self, offset: u32) -> bool {
        let first = self.span.string.as_ref().and_then(|string| string.characters.first());
        first.is_some_and(|first| first + self.by <= offset)
    }

    /// The Go text that a range inside of it comes from.
    fn origin_of(self, range: TextRange) -> Origin {
        let Some(string) = self.span.string.as_ref().filter(|_| self.is_in_string(range.start)) else {
            return self.origin();
        };
        let value = string.literal.as_str();
        let offset = |at: u32| {
            let at = at.wrapping_sub(self.by);
            let number = string.characters.partition_point(|start| *start <= at).saturating_sub(1);
            value.char_indices().nth(number).map_or(value.len(), |(offset, _)| offset) as u32
        };
        let inner = TextRange::new(offset(range.start), offset(range.end));
        Origin { range: string.literal.source_range(inner), ..self.origin() }
    }

    /// The offset in the generated text for one in Go, counted from the start of the declaration, if it is in the string.
    pub fn generated(self, offset: u32) -> Option<u32> {
        let string = self.span.string.as_ref()?;
        let value = string.literal.value_of(offset)?;
        let number =
            string.literal.as_str().char_indices().take_while(|(at, _)| (*at as u32) < value).count();
        Some(string.characters.get(number)? + self.by)
    }
}
