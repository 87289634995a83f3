//! Where lines start.

use crate::TextRange;

/// A line counted from 0 and a byte offset into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineCol {
    /// The line, counted from 0.
    pub line: u32,
    /// Bytes from the start of the line.
    pub col: u32,
}

/// The start of each line of a text. Lines end at `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
}

impl LineIndex {
    /// The lines of a text of at most 4 GiB.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        for i in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes.get(i) == Some(&b'\n') || bytes.get(i + 1) != Some(&b'\n') {
                starts.push(i as u32 + 1);
            }
        }
        Self { starts, len: bytes.len() as u32 }
    }

    /// Number of lines; a text that ends with a line end has an empty last line.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Line and byte column of an offset; an offset past the end counts as the end.
    pub fn line_col(&self, offset: u32) -> LineCol {
        let offset = offset.min(self.len);
        let line = self.starts.partition_point(|&s| s <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        LineCol { line: line as u32, col: offset - start }
    }

    /// The line's range with its line end; `None` past the last line.
    pub fn line(&self, line: u32) -> Option<TextRange> {
        let start = *self.starts.get(line as usize)?;
        let end = self.starts.get(line as usize + 1).copied().unwrap_or(self.len);
        Some(TextRange::new(start, end))
    }

    /// The line's text without its line end; empty past the last line.
    pub fn line_text<'t>(&self, text: &'t str, line: u32) -> &'t str {
        let text = self.line(line).map_or("", |range| range.of(text));
        text.strip_suffix('\n')
            .unwrap_or(text)
            .strip_suffix('\r')
            .unwrap_or_else(|| text.strip_suffix('\n').unwrap_or(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_starts_a_line() {
        let text = "a\r\nb\rc\nd";
        let index = LineIndex::new(text);
        let lines: Vec<_> = (0..index.lines()).map(|l| index.line_text(text, l)).collect();
        assert_eq!(lines, ["a", "b", "c", "d"]);
        assert_eq!(index.line_col(5), LineCol { line: 2, col: 0 });
        assert_eq!(index.line_col(99), LineCol { line: 3, col: 1 });
        assert_eq!(index.line(4), None);
    }
}
