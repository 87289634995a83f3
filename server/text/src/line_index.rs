//! Where lines start.

use crate::{TextChange, TextRange};

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
        starts.extend(starts_after(bytes, 0, bytes.len()));
        Self { starts, len: bytes.len() as u32 }
    }

    /// Follows a change that gave a text.
    pub fn edit(&mut self, change: TextChange, text: &str) {
        let TextRange { start, end } = change.old;
        // A line starts by the byte before it, and by its first one.
        let kept = self.starts.partition_point(|line| *line < start).max(1);
        let moved = self.starts.partition_point(|line| *line <= end).max(kept);
        for line in self.starts.iter_mut().skip(moved) {
            *line = (i64::from(*line) + change.shift()) as u32;
        }
        let changed = starts_after(
            text.as_bytes(),
            start.saturating_sub(1) as usize,
            (start + change.inserted) as usize,
        );
        self.starts.splice(kept..moved, changed);
        self.len = text.len() as u32;
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

    /// Line and byte column of an offset that is on a line or after it: the nearer, the faster.
    pub fn line_col_from(&self, line: u32, offset: u32) -> LineCol {
        let offset = offset.min(self.len);
        let lines = self.starts.get(line as usize..).unwrap_or_default();
        let mut step = 1;
        while lines.get(step).is_some_and(|start| *start <= offset) {
            step *= 2;
        }
        let near = lines.get(step / 2..step.min(lines.len())).unwrap_or_default();
        match near.partition_point(|start| *start <= offset).checked_sub(1) {
            Some(at) => LineCol {
                line: line + (step / 2 + at) as u32,
                col: offset - near.get(at).copied().unwrap_or(0),
            },
            None => self.line_col(offset),
        }
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

/// The starts of the lines that end with one of the bytes from an offset up to another.
fn starts_after(bytes: &[u8], from: usize, to: usize) -> impl Iterator<Item = u32> {
    let part = bytes.get(from..to).unwrap_or_default();
    memchr::memchr2_iter(b'\n', b'\r', part).map(move |at| from + at).filter_map(move |at| {
        let is_end = bytes.get(at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n');
        is_end.then_some(at as u32 + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edit;

    #[test]
    fn an_edit_gives_the_lines_of_its_text() {
        let texts = ["", "a", "\n", "\r", "\r\n", "a\r\nb\rc\nd\n", "\r\r\n\n", "é\r\n\r\n"];
        for before in texts {
            let ends = (0..=before.len()).filter(|at| before.is_char_boundary(*at));
            for (start, end) in ends.clone().flat_map(|start| ends.clone().map(move |end| (start, end))) {
                for new_text in texts.iter().filter(|_| start <= end) {
                    let range = TextRange::new(start as u32, end as u32);
                    let edit = Edit { range, new_text: (*new_text).to_owned() };
                    let after = edit.applied(before).expect("a range of the text");
                    let mut index = LineIndex::new(before);
                    index.edit(TextChange::from(&edit), &after);
                    assert_eq!(index, LineIndex::new(&after), "{before:?} {edit:?}");
                }
            }
        }
    }

    #[test]
    fn a_search_from_a_line_finds_what_a_search_in_all_lines_does() {
        let index = LineIndex::new(&"ab\n\nc\n".repeat(9));
        for offset in 0..60 {
            for line in 0..index.lines() + 2 {
                assert_eq!(index.line_col_from(line, offset), index.line_col(offset), "{line} {offset}");
            }
        }
    }

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
