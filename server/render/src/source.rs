//! A text with its name, and places in it as people count them.
//!
//! Must not know how a text is read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crdls_ide::File;
use crdls_report::Related;
use crdls_text::TextRange;
use serde::{Deserialize, Serialize};

use super::columns::{BLOCK, Columns, characters};
use super::one_line;

/// A text under the name that the user knows it by.
#[derive(Debug)]
pub struct Source {
    /// As the user names it.
    pub name: Arc<str>,
    address: Address,
    /// For most texts in a run, it is freed.
    loaded: OnceLock<Box<Loaded>>,
    /// Reads the text again after it was freed.
    again: Option<Reload>,
    origins: Option<Box<Origins>>,
}

/// A text that is in memory, parsed.
#[derive(Debug)]
struct Loaded {
    file: Arc<File>,
    /// Most texts have no long lines and never need it.
    columns: OnceLock<Columns>,
}

/// The texts that a text was generated from.
struct Origins {
    /// What is named where no other is: the first.
    sources: Vec<Source>,
    find: OriginOf,
}

/// Finds the number of a text, and the range in it, that a range of the generated text comes from.
type OriginOf = Box<dyn Fn(TextRange) -> Option<(usize, TextRange)> + Send + Sync>;

impl std::fmt::Debug for Origins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Origins").field(&self.sources).finish()
    }
}

/// How a text is named in reports that a code host reads: by its path from the root of the repository.
#[derive(Clone, Debug, Default)]
enum Address {
    /// As the user names it.
    #[default]
    Name,
    /// By the path that this finds for its name, where it finds one.
    Found(fn(&str) -> Option<String>),
    /// By this path: it is a file of a commit.
    OfCommit(Arc<String>),
}

/// A place counted from 1, the column in Unicode characters; a BOM does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

/// The form in messages: `line:column`.
impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The place of an offset in a text that needs no other.
pub fn position(text: &str, offset: u32) -> LineColumn {
    Source::new("", File::new(text.to_owned())).position(offset)
}

/// From a place to the one after the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Span {
    /// The first character.
    pub start: LineColumn,
    /// The place after the last one.
    pub end: LineColumn,
}

/// Reads a text once more.
#[derive(Clone)]
pub struct Reload(Arc<dyn Fn() -> File + Send + Sync>);

impl Reload {
    /// A way to read a text.
    pub fn new(read: impl Fn() -> File + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The text, read now.
    pub fn read(&self) -> File {
        (self.0)()
    }
}

impl std::fmt::Debug for Reload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reload")
    }
}

impl Source {
    /// A text that is in memory.
    pub fn new(name: impl Into<Arc<str>>, file: impl Into<Arc<File>>) -> Self {
        Self { loaded: Loaded::of(file).into(), ..Self::freed_text(name, None) }
    }

    /// A text that is not in memory.
    fn freed_text(name: impl Into<Arc<str>>, again: Option<Reload>) -> Self {
        let (address, loaded) = (Address::Name, OnceLock::new());
        Self { name: name.into(), address, loaded, again, origins: None }
    }

    /// A text that was generated from others; it has the name of the first of them.
    pub fn generated(
        file: File,
        sources: Vec<Self>,
        find: impl Fn(TextRange) -> Option<(usize, TextRange)> + Send + Sync + 'static,
    ) -> Self {
        let (name, address) =
            sources.first().map(|first| (first.name.clone(), first.address.clone())).unwrap_or_default();
        let origins = Some(Box::new(Origins { sources, find: Box::new(find) }));
        Self { address, origins, ..Self::new(name, file) }
    }

    /// Where a range is written: in this text, or in one that it was generated from.
    pub fn origin(&self, range: TextRange) -> (&Self, TextRange) {
        let Some(origins) = &self.origins else { return (self, range) };
        let found =
            (origins.find)(range).and_then(|(number, range)| Some((origins.sources.get(number)?, range)));
        let first = || Some((origins.sources.first()?, TextRange::empty(0)));
        found.or_else(first).unwrap_or((self, range))
    }

    /// The texts that authors write: this one, or those that it was generated from.
    pub fn written(&self) -> &[Self] {
        self.origins.as_ref().map_or(std::slice::from_ref(self), |origins| &origins.sources)
    }

    /// The same, taken apart.
    pub fn into_written(self) -> Vec<Self> {
        match self.origins {
            Some(origins) => origins.sources,
            None => vec![self],
        }
    }

    /// A text that is read when it is asked for.
    pub fn later(name: impl Into<Arc<str>>, read: Reload) -> Self {
        Self::freed_text(name, Some(read))
    }

    /// A text of a file, whose path in its repository is found by name.
    pub fn in_repository(self, path: fn(&str) -> Option<String>) -> Self {
        Self { address: Address::Found(path), ..self }
    }

    /// A text of a commit, with its path from the root of the repository.
    pub fn of_commit(self, path: String) -> Self {
        Self { address: Address::OfCommit(Arc::new(path)), ..self }
    }

    /// Whether it is a text of a commit.
    pub const fn is_of_commit(&self) -> bool {
        matches!(self.address, Address::OfCommit(_))
    }

    /// The name for those that know the folder, or the repository, by themselves.
    pub fn address(&self) -> Cow<'_, str> {
        match &self.address {
            Address::OfCommit(path) => Cow::Borrowed(&**path),
            Address::Found(path) => path(&self.name).map_or_else(|| relative(&self.name).into(), Cow::Owned),
            Address::Name => relative(&self.name).into(),
        }
    }

    /// Another text of the same file.
    pub fn with_file(&self, file: impl Into<Arc<File>>) -> Self {
        Self { address: self.address.clone(), ..Self::new(self.name.clone(), file) }
    }

    /// The parsed text, read again where it was freed.
    pub fn file(&self) -> &Arc<File> {
        &self.loaded().file
    }

    fn loaded(&self) -> &Loaded {
        self.loaded.get_or_init(|| Loaded::of(self.again.as_ref().map(Reload::read).unwrap_or_default()))
    }

    /// Whether the text is in memory.
    pub fn is_loaded(&self) -> bool {
        self.loaded.get().is_some()
    }

    /// The same text where it was freed, to be read when it is asked for: what is read is dropped with it.
    pub fn freed(&self) -> Option<Self> {
        let again = self.again.as_ref().filter(|_| !self.is_loaded())?;
        Some(Self { address: self.address.clone(), ..Self::later(self.name.clone(), again.clone()) })
    }

    /// Has the text in memory, as it was just read.
    pub fn load(&mut self, file: File) {
        self.loaded = Loaded::of(file).into();
    }

    /// Reads the text again by what reads an equal one.
    pub fn read_by(&mut self, again: Reload) {
        self.again = Some(again);
    }

    /// What reads the text again; `None` where it is kept.
    pub const fn reload(&self) -> Option<&Reload> {
        self.again.as_ref()
    }

    /// Frees the text until it is asked for. False where it cannot be read again.
    pub fn unload(&mut self) -> bool {
        if self.again.is_some() {
            self.loaded = OnceLock::new();
        }
        self.again.is_some()
    }

    /// Replaces the text by what `change` makes of it.
    pub fn replace(&mut self, change: impl FnOnce(File) -> File) {
        if let Some(loaded) = self.loaded.take() {
            self.load(change(Arc::unwrap_or_clone(loaded.file)));
        }
    }

    /// The place of a byte offset; one past the end counts as the end.
    pub fn position(&self, offset: u32) -> LineColumn {
        let text = self.file().text();
        let at = self.file().lines().line_col(offset);
        let offset = offset.min(text.len() as u32);
        let bom = u32::from(at.line == 0 && text.starts_with('\u{feff}'));
        let before = self.characters(TextRange::new(offset - at.col, offset));
        LineColumn { line: at.line + 1, column: before.saturating_sub(bom) + 1 }
    }

    /// A place as messages name it, on one line: `file:line:column`.
    pub fn place(&self, offset: u32) -> String {
        format!("{}:{}", one_line(&self.name), self.position(offset))
    }

    /// The byte offset of a place, see [`Self::position`]; one past the end of its line counts as that end.
    pub fn offset(&self, at: LineColumn) -> u32 {
        let (text, lines) = (self.file().text(), self.file().lines());
        let line = at.line.saturating_sub(1);
        let Some(range) = lines.line(line) else { return text.len() as u32 };
        let shown = lines.line_text(text, line);
        let bom = usize::from(line == 0 && text.starts_with('\u{feff}'));
        let before = at.column.saturating_sub(1) as usize + bom;
        range.start + shown.char_indices().nth(before).map_or(shown.len(), |(at, _)| at) as u32
    }

    /// How many characters start in a range of one line.
    fn characters(&self, range: TextRange) -> u32 {
        let text = self.file().text();
        if range.len() as usize <= BLOCK {
            return characters(
                text.as_bytes().get(range.start as usize..range.end as usize).unwrap_or_default(),
            );
        }
        let columns = self.loaded().columns.get_or_init(|| Columns::new(text));
        columns.before(text, range.end) - columns.before(text, range.start)
    }

    /// The places of a range.
    pub fn span(&self, range: TextRange) -> Span {
        Span { start: self.position(range.start), end: self.position(range.end) }
    }
}

impl Loaded {
    fn of(file: impl Into<Arc<File>>) -> Box<Self> {
        Box::new(Self { file: file.into(), columns: OnceLock::new() })
    }
}

/// A name for those that know the folder by themselves: without a `./` in front.
pub fn relative(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

/// All texts that a finding may point into, by name.
#[derive(Debug, Default)]
pub struct Sources<'a>(HashMap<&'a str, &'a Source>);

impl<'a> Sources<'a> {
    /// The texts, by their names.
    pub fn new(sources: impl IntoIterator<Item = &'a Source>) -> Self {
        Self(sources.into_iter().map(|source| (&*source.name, source)).collect())
    }

    /// The text of a name.
    pub fn named(&self, name: &str) -> Option<&'a Source> {
        self.0.get(name).copied()
    }

    /// The text that a related place of a finding in `from` is in.
    pub fn of(&self, related: &Related, from: &'a Source) -> Option<&'a Source> {
        related.file.as_deref().map_or(Some(from), |name| self.0.get(name).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str, offset: u32) -> (u32, u32) {
        let at = Source::new("a", File::new(text.to_owned())).position(offset);
        (at.line, at.column)
    }

    #[test]
    fn columns_are_characters() {
        assert_eq!(position("é: 😀x", 8), (1, 5));
        assert_eq!(position("a\né: x", 6), (2, 4));
    }

    #[test]
    fn a_place_is_an_offset() {
        for text in ["a: b\r\né: 😀x\n", "\u{feff}é: b\nc", "", "\n"] {
            let source = Source::new("a", File::new(text.to_owned()));
            for (offset, c) in text.char_indices().filter(|(_, c)| !matches!(c, '\u{feff}' | '\n')) {
                assert_eq!(source.offset(source.position(offset as u32)), offset as u32, "{c:?} of {text:?}");
            }
        }
        let source = Source::new("a", File::new("ab\nc\n".to_owned()));
        let offset = |line, column| source.offset(LineColumn { line, column });
        assert_eq!([offset(1, 9), offset(0, 0), offset(3, 1), offset(9, 9)], [2, 0, 5, 5]);
    }

    #[test]
    fn a_bom_does_not_count() {
        assert_eq!(position("\u{feff}a: b\nc", 0), (1, 1));
        assert_eq!(position("\u{feff}a: b\nc", 3), (1, 1));
        assert_eq!(position("\u{feff}a: b\nc", 6), (1, 4));
        assert_eq!(position("\u{feff}a: b\nc", 8), (2, 1));
    }

    #[test]
    fn every_line_end_counts_and_the_end_is_the_last_place() {
        assert_eq!(position("a\r\nb\rc", 3), (2, 1));
        assert_eq!(position("a\r\nb\rc", 5), (3, 1));
        assert_eq!(position("a\n", 99), (2, 1));
        assert_eq!(position("", 0), (1, 1));
    }
}
