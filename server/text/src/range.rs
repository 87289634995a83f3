//! Half-open byte ranges and edits.

use std::fmt;
use std::ops::Range;

/// A half-open range of byte offsets into a text of at most 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TextRange {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte; never before `start`.
    pub end: u32,
}

impl TextRange {
    /// The range from `start` to `end`; an `end` before `start` gives the empty range at `start`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// The empty range at `offset`.
    pub const fn empty(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// The characters of `text` that `start` to `end` touch: an offset inside of a character is moved out of it,
    /// one past the end of the text to its end. For offsets that were computed and not read off a node or token.
    pub fn around(text: &str, start: u32, end: u32) -> Self {
        let end = end.max(start);
        let ceiling = (0..4).map(|n| end.saturating_add(n)).find(|at| text.is_char_boundary(*at as usize));
        Self::new(floor_boundary(text, start), ceiling.unwrap_or(text.len() as u32))
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether there is nothing in it: it marks a place between two characters.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies in the range, its end excluded.
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `offset` lies in the range or right at its end, where a cursor still touches it.
    pub const fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Whether the two have a place in common; ranges that are next to each other have one.
    pub const fn meets(self, other: TextRange) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    /// Whether `other` lies in this range whole.
    pub const fn covers(self, other: TextRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest range that holds both.
    pub fn join(self, other: TextRange) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text in the range; empty where the range does not fit the text.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The start of the character of `text` that `offset` lies in: `offset` itself between two characters, and the
/// end of the text past it.
pub fn floor_boundary(text: &str, offset: u32) -> u32 {
    let offset = offset.min(text.len() as u32);
    let mut before = (0..4).map(|n| offset.saturating_sub(n));
    before.find(|at| text.is_char_boundary(*at as usize)).unwrap_or(0)
}

/// The start of the line of `text` that `offset` is in.
pub fn line_start(text: &str, offset: u32) -> u32 {
    TextRange::new(0, offset).of(text).rfind(['\n', '\r']).map_or(0, |end| end as u32 + 1)
}

impl fmt::Debug for TextRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl From<TextRange> for Range<usize> {
    fn from(range: TextRange) -> Self {
        range.start as usize..range.end as usize
    }
}

/// One replacement in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty where text is only inserted.
    pub range: TextRange,
    /// What comes in its place; empty where text is only removed.
    pub new_text: String,
}

impl Edit {
    /// Whether neither what it replaces in a text nor what it writes has a line break.
    pub fn is_in_line(&self, text: &str) -> bool {
        ![self.range.of(text), &self.new_text].iter().any(|text| text.contains('\n'))
    }

    /// Sorts edits by their ranges; those of one range stay as they are.
    pub fn sort(edits: &mut [Self]) {
        edits.sort_by_key(|edit| edit.range);
    }

    /// A text with the edit applied, made with one copy. `None` where the range does not fit the text.
    pub fn applied(&self, text: &str) -> Option<String> {
        let Range { start, end } = self.range.into();
        text.get(start..end)?;
        let parts = [text.get(..start)?, &self.new_text, text.get(end..)?];
        Some(parts.concat())
    }

    /// Applies the edit. Returns false, and leaves the text alone, where the range does not fit it.
    #[must_use]
    pub fn apply(&self, text: &mut String) -> bool {
        let range: Range<usize> = self.range.into();
        if text.get(range.clone()).is_none() {
            return false;
        }
        text.replace_range(range, &self.new_text);
        true
    }
}
