//! Strings of arguments, with the way back from each character to the source.

use crdls_go_source::{Unquoted, unquote};
use crdls_text::TextRange;

use super::shifted;

/// A string of an argument. Offsets into its value lead to offsets of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The whole literal, its quotes included.
    range: TextRange,
    form: TextForm,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TextForm {
    Bare(String),
    Quoted(Unquoted),
}

/// How a string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// Bare words.
    None,
    /// `"…"`, with escapes.
    Double,
    /// `` `…` ``, without.
    Back,
}

/// The characters of a text outside of quotes, each with its offset.
pub fn outside_of_quotes(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut quote = None;
    let mut escaped = false;
    text.char_indices().filter(move |(_, c)| match quote {
        Some(open) => {
            if !escaped && *c == open {
                quote = None;
            }
            escaped = open == '"' && *c == '\\' && !escaped;
            false
        }
        None if matches!(c, '"' | '`') => {
            quote = Some(*c);
            false
        }
        None => true,
    })
}

impl Text {
    /// Bare words, which stand in the file from `start` on.
    pub fn bare(value: &str, start: u32) -> Self {
        let range = TextRange::new(start, start + value.len() as u32);
        Self { range, form: TextForm::Bare(value.to_owned()) }
    }

    /// `strconv.Unquote` of a literal that the file has from `start` on; `None` where Go says `invalid syntax`.
    pub fn unquote(literal: &str, start: u32) -> Option<Self> {
        let range = TextRange::new(start, start + literal.len() as u32);
        Some(Self { range, form: TextForm::Quoted(unquote(literal, start)?) })
    }

    /// The same string where it is moved by a distance, modulo 2³².
    pub(super) fn shifted(&self, by: u32) -> Self {
        let form = match &self.form {
            TextForm::Bare(value) => TextForm::Bare(value.clone()),
            TextForm::Quoted(unquoted) => TextForm::Quoted(unquoted.clone().shifted(by)),
        };
        Self { range: shifted(self.range, by), form }
    }

    /// The value.
    pub fn as_str(&self) -> &str {
        match &self.form {
            TextForm::Bare(value) => value,
            TextForm::Quoted(unquoted) => unquoted.value(),
        }
    }

    /// The literal in the file, its quotes included.
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// The characters in the file, without quotes.
    pub fn inner(&self) -> TextRange {
        TextRange::new(self.source_of(0), self.source_of(self.as_str().len() as u32))
    }

    /// How the string is written in `source`, the text of the file.
    pub fn quotes(&self, source: &str) -> Quotes {
        self.quotes_at(source, self.range.start)
    }

    /// The same where the literal begins elsewhere in the text of the file by now.
    pub fn quotes_at(&self, source: &str, start: u32) -> Quotes {
        let literal = source.get(start as usize..).unwrap_or_default();
        match (&self.form, literal.starts_with('`')) {
            (TextForm::Bare(_), _) => Quotes::None,
            (TextForm::Quoted(_), true) => Quotes::Back,
            (TextForm::Quoted(_), false) => Quotes::Double,
        }
    }

    /// The offset of the file where the character at an offset of the value stands; for an escape, where it begins.
    pub fn source_of(&self, offset: u32) -> u32 {
        match &self.form {
            TextForm::Bare(_) => (self.range.start + offset).min(self.range.end),
            TextForm::Quoted(unquoted) => unquoted.source(offset),
        }
    }

    /// The range of the file for a range of the value.
    pub fn source_range(&self, range: TextRange) -> TextRange {
        TextRange::new(self.source_of(range.start), self.source_of(range.end))
    }

    /// The offset of the value for an offset of the file; `None` outside of it.
    pub fn value_of(&self, source: u32) -> Option<u32> {
        if !self.inner().touches(source) {
            return None;
        }
        Some(match &self.form {
            TextForm::Bare(_) => source - self.range.start,
            TextForm::Quoted(unquoted) => unquoted.offset_of(source),
        })
    }
}
