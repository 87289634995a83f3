//! Positions of the protocol and offsets of a text. The only file that knows UTF-16 and UTF-32.

use std::cell::{Cell, OnceCell};

use crdls_ide::File;
use crdls_text::TextRange;
use ls_types::{Position, PositionEncodingKind, Range};

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits: of a character past U+FFFF two.
    Utf16,
    /// Characters.
    Utf32,
}

const KINDS: &[(PositionEncodingKind, Encoding)] = &[
    (PositionEncodingKind::UTF8, Encoding::Utf8),
    (PositionEncodingKind::UTF16, Encoding::Utf16),
    (PositionEncodingKind::UTF32, Encoding::Utf32),
];

impl Encoding {
    /// The first that the client offers, in its order; UTF-16 where it offers none.
    pub fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        let known = |kind: &PositionEncodingKind| KINDS.iter().find(|(k, _)| k == kind).map(|&(_, e)| e);
        offered.unwrap_or_default().iter().find_map(known).unwrap_or(Self::Utf16)
    }

    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// A converter for many offsets of one text.
    pub fn converter(self, file: &File) -> PositionConverter<'_> {
        PositionConverter { encoding: self, file, before: OnceCell::new(), last: Cell::new(0) }
    }

    /// The positions of one range; for many ranges [`Self::converter`] is faster.
    pub fn range(self, file: &File, range: TextRange) -> Range {
        let before = OnceCell::from(ColumnCounts::NotCounted);
        PositionConverter { encoding: self, file, before, last: Cell::new(0) }.range(range)
    }

    fn columns_before(self, text: &str) -> ColumnCounts {
        if self == Self::Utf8 || text.is_ascii() {
            return ColumnCounts::Bytes;
        }
        let add = |columns: &mut u32, block: &[u8]| {
            let before = *columns;
            *columns += self.columns(block);
            Some(before)
        };
        ColumnCounts::Blocks(text.as_bytes().chunks(BLOCK).scan(0, add).collect())
    }

    /// Columns that characters take which start in some bytes.
    fn columns(self, bytes: &[u8]) -> u32 {
        let count = |starts: fn(u8) -> bool| bytes.iter().filter(|&&byte| starts(byte)).count() as u32;
        match self {
            Self::Utf8 => bytes.len() as u32,
            Self::Utf16 => count(|byte| byte & 0xC0 != 0x80) + count(|byte| byte >= 0xF0),
            Self::Utf32 => count(|byte| byte & 0xC0 != 0x80),
        }
    }

    /// A column past the end of its line is that end, and one within a character its start. `None`
    /// past the last line: the client has another text than we have.
    pub fn offset(self, file: &File, position: Position) -> Option<u32> {
        let range = file.lines().line(position.line)?;
        let line = file.lines().line_text(file.text(), position.line);
        Some(range.start + self.bytes(line, position.character))
    }

    /// A range that ends past the last line ends with the text: clients mean the whole text by it. `None`
    /// where it starts there, or is the wrong way round.
    pub fn text_range(self, file: &File, range: Range) -> Option<TextRange> {
        let start = self.offset(file, range.start)?;
        let end = self.offset(file, range.end).unwrap_or(file.range().end);
        (range.start <= range.end).then(|| TextRange::new(start, end))
    }

    /// The bytes that the first `columns` columns of a line take.
    fn bytes(self, line: &str, columns: u32) -> u32 {
        let start = TextRange::new(0, columns).of(line);
        if start.len() as u32 == columns && start.is_ascii() {
            return columns;
        }
        let mut left = columns;
        let within = |c: &char| {
            let fits = self.width(*c) <= left;
            left = left.saturating_sub(self.width(*c));
            fits
        };
        line.chars().take_while(within).map(|c| c.len_utf8() as u32).sum()
    }

    fn width(self, c: char) -> u32 {
        match self {
            Self::Utf8 => c.len_utf8() as u32,
            Self::Utf16 => c.len_utf16() as u32,
            Self::Utf32 => 1,
        }
    }
}

/// A line of 5 MB may have 100,000 findings: what stands before each block of the text is counted once.
const BLOCK: usize = 1024;

/// How many columns stand before any offset of a text.
#[derive(Debug)]
enum ColumnCounts {
    /// For one position it is not worth it.
    NotCounted,
    /// A byte is a column.
    Bytes,
    /// Before each block.
    Blocks(Vec<u32>),
}

/// Converts offsets of one text into positions.
#[derive(Debug)]
pub struct PositionConverter<'f> {
    encoding: Encoding,
    file: &'f File,
    /// Counted when it is first needed: most texts have no findings.
    before: OnceCell<ColumnCounts>,
    /// The line of the position before: most are asked for in the order of the text.
    last: Cell<u32>,
}

impl PositionConverter<'_> {
    /// The positions of a range.
    pub fn range(&self, range: TextRange) -> Range {
        let start = self.position(range.start);
        let end = self.position(range.end);
        // What comes next begins in it more often than after it.
        self.last.set(start.line);
        Range::new(start, end)
    }

    /// The position of an offset; past the end of the text that of its end.
    pub fn position(&self, offset: u32) -> Position {
        let (lines, text) = (self.file.lines(), self.file.text());
        let at = lines.line_col_from(self.last.get(), offset);
        self.last.set(at.line);
        let line = lines.line(at.line).unwrap_or_else(|| TextRange::empty(0));
        // Most offsets are not in a line end of two bytes, and most texts are of bytes.
        let start = line.start;
        let is_in_end = || line.of(text).ends_with("\r\n");
        let is_before_end = at.col + 2 <= line.len() || at.col + 1 == line.len() && !is_in_end();
        let is_inside = is_before_end && text.is_char_boundary((start + at.col) as usize);
        if is_inside && matches!(self.before(), ColumnCounts::Bytes) {
            return Position::new(at.line, at.col);
        }
        // A position cannot point into a line end, nor into a character.
        let end = start + (at.col as usize).min(lines.line_text(text, at.line).len()) as u32;
        let end = (start..=end).rev().find(|end| text.is_char_boundary(*end as usize)).unwrap_or(start);
        Position::new(at.line, self.columns_between(start as usize, end as usize))
    }

    fn before(&self) -> &ColumnCounts {
        self.before.get_or_init(|| self.encoding.columns_before(self.file.text()))
    }

    fn columns_between(&self, start: usize, end: usize) -> u32 {
        let text = self.file.text().as_bytes();
        let within = |from: usize, to: usize| self.encoding.columns(text.get(from..to).unwrap_or_default());
        match self.before() {
            ColumnCounts::Bytes => (end - start) as u32,
            ColumnCounts::Blocks(before) if end - start > BLOCK => {
                let block = |at: usize| before.get(at / BLOCK).copied().unwrap_or_default();
                let up_to = |at: usize| block(at) + within(at / BLOCK * BLOCK, at);
                up_to(end) - up_to(start)
            }
            ColumnCounts::NotCounted | ColumnCounts::Blocks(_) => within(start, end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(encoding: Encoding, file: &File, offset: u32) -> Position {
        encoding.range(file, TextRange::empty(offset)).start
    }

    #[test]
    fn many_places_are_counted_as_one_is() {
        let texts = ["plain ".repeat(900), "é😀x\r\n".repeat(700), format!("a\n{}\nb", "é😀x: ".repeat(900))];
        for file in texts.map(File::new) {
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let converter = encoding.converter(&file);
                for offset in 0..=file.range().end {
                    assert_eq!(converter.position(offset), position(encoding, &file, offset), "{offset}");
                }
            }
        }
    }

    #[test]
    fn columns_count_what_was_agreed() {
        let file = File::new("é😀x\r\ny".to_owned());
        for (encoding, column) in [(Encoding::Utf8, 6), (Encoding::Utf16, 3), (Encoding::Utf32, 2)] {
            assert_eq!(position(encoding, &file, 6), Position::new(0, column));
            assert_eq!(encoding.offset(&file, Position::new(0, column)), Some(6));
            assert_eq!(encoding.offset(&file, Position::new(0, 99)), Some(7), "the end of the line");
            assert_eq!(encoding.offset(&file, Position::new(1, 0)), Some(9));
            assert_eq!(encoding.offset(&file, Position::new(2, 0)), None);
        }
    }

    #[test]
    fn within_a_character_is_its_start() {
        let file = File::new("é😀x".to_owned());
        assert_eq!(Encoding::Utf16.offset(&file, Position::new(0, 2)), Some(2));
        assert_eq!(Encoding::Utf8.offset(&file, Position::new(0, 1)), Some(0));
    }

    #[test]
    fn a_line_end_has_no_inside() {
        let file = File::new("a\r\nb".to_owned());
        assert_eq!(position(Encoding::Utf16, &file, 2), Position::new(0, 1));
    }

    #[test]
    fn the_client_chooses() {
        let offered = [PositionEncodingKind::new("utf-7"), PositionEncodingKind::UTF32];
        assert_eq!(Encoding::negotiate(Some(&offered)), Encoding::Utf32);
        assert_eq!(Encoding::negotiate(None), Encoding::Utf16);
    }

    #[test]
    fn only_an_end_may_lie_past_the_text() {
        let file = File::new("a\nb".to_owned());
        let range = |from, to| Range::new(Position::new(from, 0), Position::new(to, 0));
        assert_eq!(Encoding::Utf8.text_range(&file, range(0, 9)), Some(TextRange::new(0, 3)));
        assert_eq!(Encoding::Utf8.text_range(&file, range(2, 9)), None);
        assert_eq!(Encoding::Utf8.text_range(&file, range(1, 0)), None);
    }
}
