//! Positions of the protocol and offsets of a text. The only file that knows UTF-16 and UTF-32.

use crdls_ide::File;
use crdls_text::TextRange;
use tower_lsp_server::ls_types::{Position, PositionEncodingKind, Range};

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

const KINDS: &[(PositionEncodingKind, Encoding)] = &[
    (PositionEncodingKind::UTF8, Encoding::Utf8),
    (PositionEncodingKind::UTF16, Encoding::Utf16),
    (PositionEncodingKind::UTF32, Encoding::Utf32),
];

impl Encoding {
    /// The first that the client offers, in its order; UTF-16 where it offers none.
    pub(super) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        let known = |kind: &PositionEncodingKind| KINDS.iter().find(|(k, _)| k == kind).map(|&(_, e)| e);
        offered.unwrap_or_default().iter().find_map(known).unwrap_or(Self::Utf16)
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    pub(super) fn position(self, file: &File, offset: u32) -> Position {
        let at = file.lines().line_col(offset);
        let line = file.lines().line_text(file.text(), at.line);
        // A position cannot point into a line end.
        let before = line.char_indices().take_while(|&(i, c)| i + c.len_utf8() <= at.col as usize);
        Position::new(at.line, before.map(|(_, c)| self.width(c)).sum())
    }

    pub(super) fn range(self, file: &File, range: TextRange) -> Range {
        Range::new(self.position(file, range.start), self.position(file, range.end))
    }

    /// A column past the end of its line is that end, and one within a character its start. `None`
    /// past the last line: the client has another text than we have.
    pub(super) fn offset(self, file: &File, position: Position) -> Option<u32> {
        let range = file.lines().line(position.line)?;
        let line = file.lines().line_text(file.text(), position.line);
        Some(range.start + self.bytes(line, position.character))
    }

    /// A range that ends past the last line ends with the text: so clients say "all of it". `None`
    /// where it starts there, or is the wrong way round.
    pub(super) fn text_range(self, file: &File, range: Range) -> Option<TextRange> {
        let start = self.offset(file, range.start)?;
        let end = self.offset(file, range.end).unwrap_or(file.range().end);
        (range.start <= range.end).then(|| TextRange::new(start, end))
    }

    /// The bytes that the first `columns` columns of a line take.
    fn bytes(self, line: &str, columns: u32) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_was_agreed() {
        let file = File::new("é😀x\r\ny".to_owned());
        for (encoding, column) in [(Encoding::Utf8, 6), (Encoding::Utf16, 3), (Encoding::Utf32, 2)] {
            assert_eq!(encoding.position(&file, 6), Position::new(0, column));
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
        assert_eq!(Encoding::Utf16.position(&file, 2), Position::new(0, 1));
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
