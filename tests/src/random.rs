//! Choices: by a fixed seed, the same on every machine, or by bytes, which a fuzzer makes and a minimiser cuts.

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Random(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The state of a xorshift generator.
    Seed(u64),
    /// Bytes in the order of use, and how many are used. After the last every choice is the first.
    Bytes(Vec<u8>, usize),
}

impl Random {
    pub fn new(seed: u64) -> Self {
        // Neighbours shall not be alike, and 0 would give nothing but 0.
        Self(Source::Seed(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1))
    }

    /// Choices as bytes say.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Source::Bytes(bytes.to_vec(), 0))
    }

    /// Whether the bytes are used up; false for a seed.
    pub fn is_empty(&self) -> bool {
        matches!(&self.0, Source::Bytes(bytes, used) if *used >= bytes.len())
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        match &mut self.0 {
            Source::Seed(state) => {
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                state.wrapping_mul(0x2545_F491_4F6C_DD1D)
            }
            Source::Bytes(..) => self.taken(8),
        }
    }

    /// A number below `limit`; 0 where that is 0. Takes as many bytes as the limit needs.
    pub fn below(&mut self, limit: usize) -> usize {
        let number = match (&self.0, limit) {
            (Source::Seed(_), 0) => return 0,
            (Source::Seed(_), _) => self.number() >> 11,
            (Source::Bytes(..), 0..=0x100) => self.taken(1),
            (Source::Bytes(..), 0x101..=0x1_0000) => self.taken(2),
            (Source::Bytes(..), _) => self.taken(4),
        };
        if limit == 0 { 0 } else { number as usize % limit }
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// The number in the next bytes.
    fn taken(&mut self, width: usize) -> u64 {
        let Source::Bytes(bytes, used) = &mut self.0 else { return 0 };
        let next = bytes.iter().skip(*used).take(width);
        let number = next.fold(0, |number, byte| number << 8 | u64::from(*byte));
        *used = (*used + width).min(bytes.len());
        number
    }
}
