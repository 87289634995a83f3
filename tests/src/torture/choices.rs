//! Bytes read as a sequence of choices, so that a fuzzer's bytes can mean edits.

/// Bytes that are used up. Where there are none left every choice is the first.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'b>(&'b [u8]);

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// A number below `limit`; 0 where that is 0. Takes as many bytes as the limit needs.
    pub fn below(&mut self, limit: usize) -> usize {
        let width = match limit {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        let (taken, rest) = self.0.split_at(width.min(self.0.len()));
        self.0 = rest;
        let number = taken.iter().fold(0usize, |n, byte| n << 8 | usize::from(*byte));
        if limit == 0 { 0 } else { number % limit }
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> Option<&'a T> {
        from.get(self.below(from.len())).copied()
    }
}
