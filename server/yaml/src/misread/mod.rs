//! Texts that YAML reads differently from how they are written: a rule `!has(self.a)` is a tag without a value.
//!
//! Knows how YAML scans the value of a key, and how a text has to be written to be read as it is. What makes a text
//! meaningful is known to the caller, as a [`Language`]: only a meaningful text was meant.

mod cause;
mod extent;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Range;

use crdls_text::{Edit, TextRange};

pub use cause::MisreadCause;
use extent::Extent;

/// The language of a text.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has none")]
pub struct Language<'a> {
    /// Whether a text is one of the language.
    pub accepts: &'a dyn Fn(&str) -> bool,
    /// What its characters mean.
    pub kind: LanguageKind,
}

/// What a language does with white space, comments and backslashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageKind {
    /// Line breaks are blanks, and `//` begins a comment.
    Code,
    /// Each character counts, and a backslash begins an escape.
    Pattern,
    /// Sentences: what YAML reads of them is meant.
    Prose,
}

/// A text that YAML reads differently from how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misreading {
    /// Why YAML misreads it.
    pub cause: MisreadCause,
    /// What is misread.
    pub at: TextRange,
    /// From the key to the end of the text.
    pub entry: TextRange,
    /// The text as it is written.
    pub value: TextRange,
    /// Makes YAML read the text as it is meant.
    pub edit: Edit,
    /// Whether the value is not YAML by itself.
    pub is_broken: bool,
}

impl Misreading {
    /// Where the code that is meant is written, if it is on one line as it is meant: all, or without the quotes around it.
    pub fn code(&self, text: &str) -> Option<TextRange> {
        let written = self.value.of(text);
        if written.contains('\n') || self.edit.range != self.value {
            return None;
        }
        let fixed = self.edit.new_text.as_str();
        let block = fixed.strip_prefix("|-").map(str::trim);
        let quoted = || fixed.get(1..fixed.len().checked_sub(1)?);
        let meant = block.or_else(quoted)?;
        let at = written.find(meant)? as u32;
        Some(TextRange::new(self.value.start + at, self.value.start + at + meant.len() as u32))
    }
}

/// More bytes of one text are not looked at.
const MAX_TEXT: usize = 8 << 10;

/// How YAML misreads the text of a key; nothing where it reads what is written, or where what is written is no text of
/// the language.
pub fn misreading(text: &str, key: TextRange, language: Language<'_>) -> Option<Misreading> {
    // YAML reads sentences in a block scalar as they are written.
    if language.kind == LanguageKind::Prose && extent::block_scalar_column(text, key).is_some() {
        return None;
    }
    let extent = Extent::of(text, key).filter(|extent| extent.range.len() as usize <= MAX_TEXT)?;
    // What YAML reads as it is written: nothing is misread if one is of the language, which takes longest to know.
    let mut read = Vec::new();
    let is_read = |read: &[&str]| read.iter().any(|written| (language.accepts)(written));
    for value in extent.values(language.kind) {
        let written = value.of(text);
        let Some((cause, at)) = cause::of(written, extent.in_flow, language) else {
            read.push(written);
            continue;
        };
        let is_broken = !is_yaml(&extent, written);
        let Some((range, new_text)) = write::as_meant(&extent, value, cause, text, is_broken, language)
        else {
            continue;
        };
        let edit = Edit { range, new_text };
        return (!is_read(&read)).then(|| found(key, value, (cause, at), edit, is_broken));
    }
    let found = if language.kind == LanguageKind::Code { unfinished(text, key, &extent) } else { None };
    found.filter(|_| !is_read(&read))
}

/// How YAML misreads code that is being typed, so that it is not code yet: what YAML cannot read, or reads as a tag, is
/// misread whatever comes of it.
fn unfinished(text: &str, key: TextRange, extent: &Extent<'_>) -> Option<Misreading> {
    let (value, written) = (extent.range, extent.range.of(text));
    let language = Language { accepts: &|_| false, kind: LanguageKind::Code };
    let (cause, at) = cause::of(written, extent.in_flow, language)?;
    let is_broken = !is_yaml(extent, written);
    let is_sure = match cause {
        MisreadCause::Tag => true,
        MisreadCause::UnknownEscape
        | MisreadCause::OtherEscape
        | MisreadCause::Backslashes
        | MisreadCause::FoldedComment => false,
        _ => is_broken,
    };
    let edit = Edit { range: value, new_text: write::as_written(extent, written)? };
    is_sure.then(|| found(key, value, (cause, at), edit, is_broken))
}

fn found(
    key: TextRange,
    value: TextRange,
    (cause, at): (MisreadCause, Range<usize>),
    edit: Edit,
    is_broken: bool,
) -> Misreading {
    let at = TextRange::new(value.start + at.start as u32, value.start + at.end as u32);
    Misreading { cause, at, entry: TextRange::new(key.start, value.end), value, edit, is_broken }
}

/// What code needs around it so that YAML reads it as it is written, where it does not: quotes, or the header of a block
/// and the indentation of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoting {
    /// The text before the code.
    pub open: String,
    /// The text after the code.
    pub close: &'static str,
}

/// What code on one line needs as the value of a key in block style; nothing where YAML reads it as it is written, or
/// nothing makes it do so.
pub fn quoting(text: &str, key: TextRange, code: &str) -> Option<Quoting> {
    let extent = Extent::without_value(text, key).filter(|_| !code.contains('\n'))?;
    let language = Language { accepts: &|_| false, kind: LanguageKind::Code };
    cause::of(code.trim(), extent.in_flow, language)?;
    let quotes = |quote: &'static str| Some(Quoting { open: quote.to_owned(), close: quote });
    match (code.contains('\''), code.contains(['"', '\\'])) {
        (false, _) => quotes("'"),
        (_, false) => quotes("\""),
        _ if extent.in_flow => None,
        _ => Some(Quoting { open: format!("|-{}{:2$}", extent.newline(), "", extent.column + 2), close: "" }),
    }
}

/// Whether a value can be read alone.
fn is_yaml(extent: &Extent<'_>, written: &str) -> bool {
    let (open, close) = if extent.in_flow { ("{k: ", "}") } else { ("k: ", "") };
    let indent = " ".repeat(extent.column.saturating_sub(1).min(200));
    let alone = format!("{indent}{open}{written}{close}\n");
    crate::strict::check(&alone).is_ok()
}

/// The keys of a text in block style and those in flow style that one of `names` has, outside of block scalars: read
/// line by line, because the text may not be YAML.
pub fn keys<'t>(text: &'t str, names: &[&str]) -> Vec<(&'t str, TextRange)> {
    let mut found = Vec::new();
    let (mut at, mut scalar) = (0, None);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len() as u32;
        let indent = extent::indent(line);
        if scalar.is_some_and(|column| indent > column || extent::is_blank(line, indent)) {
            continue;
        }
        let key = extent::block_key(line, indent, start);
        scalar = key.and_then(|key| extent::block_scalar_column(text, key));
        found.extend(key.map(|key| (key.of(text), key)));
        found.extend(extent::flow_keys(line, start, names).map(|key| (key.of(text), key)));
    }
    found
}
