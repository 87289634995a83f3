//! Where lines start.

use crate::TextRange;

/// A line counted from 0 and a byte offset into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineCol {
    pub line: u32,
    pub col: u32,
}

/// Lines up to each block of a text: the rest is counted when it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    blocks: Vec<Block>,
    /// The line that the text ends in.
    last: Block,
    /// Whether there is a `\r` anywhere.
    returns: bool,
}

/// The number and the start of the line that a block begins in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Block {
    line: u32,
    start: u32,
}

/// The lines of a text. They end at `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'t> {
    index: &'t LineIndex,
    text: &'t str,
}

/// Bytes of a block: few enough to be counted each time.
const BLOCK: usize = 1024;

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let returns = memchr::memchr(b'\r', bytes).is_some();
        let mut blocks = Vec::with_capacity(bytes.len() / BLOCK + 1);
        let mut block = Block::default();
        for from in (0..bytes.len()).step_by(BLOCK) {
            blocks.push(block);
            let to = (from + BLOCK).min(bytes.len());
            if let Some(last) = ends(bytes, from, to).next_back() {
                block = Block { line: block.line + count(bytes, from, to, returns), start: last as u32 + 1 };
            }
        }
        Self { blocks, last: block, returns }
    }

    /// With the text that it was made from.
    pub const fn of<'t>(&'t self, text: &'t str) -> Lines<'t> {
        Lines { index: self, text }
    }
}

impl<'t> Lines<'t> {
    /// Number of lines; a text that ends with a line end has an empty last line.
    pub fn count(self) -> u32 {
        self.index.last.line + 1
    }

    /// Line and byte column of an offset; an offset past the end counts as the end.
    pub fn line_col(self, offset: u32) -> LineCol {
        let bytes = self.text.as_bytes();
        let offset = (offset as usize).min(bytes.len());
        let from = offset / BLOCK * BLOCK;
        let block = self.index.blocks.get(offset / BLOCK).copied().unwrap_or(self.index.last);
        let line = block.line + count(bytes, from, offset, self.index.returns);
        let start = ends(bytes, from, offset).next_back().map_or(block.start, |end| end as u32 + 1);
        LineCol { line, col: offset as u32 - start }
    }

    /// The line's range with its line end; `None` past the last line.
    pub fn line(self, line: u32) -> Option<TextRange> {
        let start = self.start(line)?;
        Some(TextRange::new(start, self.start(line + 1).unwrap_or(self.text.len() as u32)))
    }

    /// The line's text without its line end; empty past the last line.
    pub fn text(self, line: u32) -> &'t str {
        let text = self.line(line).map_or("", |range| range.of(self.text));
        text.strip_suffix('\n')
            .unwrap_or(text)
            .strip_suffix('\r')
            .unwrap_or_else(|| text.strip_suffix('\n').unwrap_or(text))
    }

    fn start(self, line: u32) -> Option<u32> {
        let Some(before) = line.checked_sub(1).filter(|_| line < self.count()) else {
            return (line == 0).then_some(0);
        };
        // The line begins in the last block that begins in an earlier one.
        let block = self.index.blocks.partition_point(|block| block.line < line).saturating_sub(1);
        let skipped = self.index.blocks.get(block).map_or(0, |block| block.line);
        let bytes = self.text.as_bytes();
        let end = ends(bytes, block * BLOCK, bytes.len()).nth((before - skipped) as usize)?;
        Some(end as u32 + 1)
    }
}

/// The last bytes of the line ends that are in a part of a text.
fn ends(bytes: &[u8], from: usize, to: usize) -> impl DoubleEndedIterator<Item = usize> {
    let part = bytes.get(from..to).unwrap_or_default();
    let is_end = |at: &usize| bytes.get(*at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n');
    memchr::memchr2_iter(b'\n', b'\r', part).map(move |at| from + at).filter(is_end)
}

/// How many there are; `returns` where there are others than `\n` in the text.
fn count(bytes: &[u8], from: usize, to: usize, returns: bool) -> u32 {
    let count = match returns {
        true => ends(bytes, from, to).count(),
        false => memchr::memchr_iter(b'\n', bytes.get(from..to).unwrap_or_default()).count(),
    };
    count as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_starts_a_line() {
        let text = "a\r\nb\rc\nd";
        let index = LineIndex::new(text);
        let index = index.of(text);
        let lines: Vec<_> = (0..index.count()).map(|l| index.text(l)).collect();
        assert_eq!(lines, ["a", "b", "c", "d"]);
        assert_eq!(index.line_col(5), LineCol { line: 2, col: 0 });
        assert_eq!(index.line_col(99), LineCol { line: 3, col: 1 });
        assert_eq!(index.line(4), None);
    }

    /// Line ends before, at and behind the ends of blocks, and lines of several blocks.
    #[test]
    fn blocks_do_not_show() {
        let mut seed = 7u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for kind in ["\n", "\r\n", "\r"].into_iter().cycle().take(60) {
            let mut text = String::new();
            for _ in 0..random(40) {
                let length = [3, 30, 1100, 2100][random(4) as usize];
                text += &"x".repeat(random(length) as usize);
                text += if random(5) == 0 { "\n\r" } else { kind };
            }
            let mut starts = vec![0];
            starts.extend(ends(text.as_bytes(), 0, text.len()).map(|end| end as u32 + 1));
            let index = LineIndex::new(&text);
            let lines = index.of(&text);
            assert_eq!(lines.count(), starts.len() as u32);
            for (line, start) in starts.iter().enumerate() {
                let end = starts.get(line + 1).copied().unwrap_or(text.len() as u32);
                assert_eq!(lines.line(line as u32), Some(TextRange::new(*start, end)));
            }
            assert_eq!(lines.line(lines.count()), None);
            for offset in 0..=text.len() as u32 {
                let line = starts.partition_point(|start| *start <= offset) - 1;
                let expected = LineCol { line: line as u32, col: offset - starts[line] };
                assert_eq!(lines.line_col(offset), expected, "{text:?}");
            }
        }
    }
}
