//! The part in which two texts differ, and where everything else went.

use crate::{Edit, TextRange};

/// A part of a text that another part replaced. What it does not touch is in both texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// The bytes of the text before that were replaced.
    pub old: TextRange,
    /// By how many bytes.
    pub inserted: u32,
}

impl From<&Edit> for TextChange {
    fn from(edit: &Edit) -> Self {
        Self { old: edit.range, inserted: edit.new_text.len() as u32 }
    }
}

impl TextChange {
    /// The smallest part in which two texts differ; empty at their end if they are equal.
    pub fn between(before: &str, after: &str) -> Self {
        let shorter = before.len().min(after.len());
        let start = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let ends = before.bytes().rev().zip(after.bytes().rev()).take(shorter - start);
        let same = ends.take_while(|(a, b)| a == b).count();
        let old = TextRange { start: start as u32, end: (before.len() - same) as u32 };
        Self { old, inserted: (after.len() - same - start) as u32 }
    }

    /// One change that does what this one and then the next do, and perhaps more.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        // Between the two, this one's text ends here; behind that everything was only moved.
        let end = self.old.start + self.inserted;
        let between = TextRange::new(self.old.start.min(next.old.start), end.max(next.old.end));
        let old = TextRange::new(between.start, between.end - end + self.old.end);
        Self { old, inserted: between.len() - next.old.len() + next.inserted }
    }

    /// By how many bytes the text after it was moved.
    pub const fn shift(self) -> i64 {
        self.inserted as i64 - self.old.len() as i64
    }

    /// Whether it is before a range, and does not touch it.
    pub const fn is_before(self, range: TextRange) -> bool {
        self.old.end < range.start
    }

    /// Whether it is after a range, and does not touch it.
    pub const fn is_after(self, range: TextRange) -> bool {
        range.end < self.old.start
    }

    /// Whether a range covers it.
    pub const fn is_in(self, range: TextRange) -> bool {
        range.covers(self.old)
    }

    /// Where a range is in the text after; `None` if the change touches it.
    pub fn moved(self, range: TextRange) -> Option<TextRange> {
        let by = |offset: u32| (i64::from(offset) + self.shift()) as u32;
        match () {
            () if self.is_after(range) => Some(range),
            () if self.is_before(range) => Some(TextRange::new(by(range.start), by(range.end))),
            () => None,
        }
    }

    /// Moves a range to where it is in the text after. False, and the range as it was, if the change touches it.
    pub fn moves(self, range: &mut TextRange) -> bool {
        let moved = self.moved(*range);
        *range = moved.unwrap_or(*range);
        moved.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_change_does_not_touch_moves_with_it() {
        let change = TextChange::between("a: 1\nb: 2\nc: 3\n", "a: 1\nb: twenty\nc: 3\n");
        let moved = |start, end| change.moved(TextRange { start, end }).map(|to| (to.start, to.end));
        assert_eq!(moved(0, 4), Some((0, 4)));
        assert_eq!(moved(5, 9), None);
        assert_eq!(moved(10, 14), Some((15, 19)));
        let same = TextChange::between("aa", "aaa");
        assert_eq!(same, TextChange { old: TextRange::empty(2), inserted: 1 });
    }
}
