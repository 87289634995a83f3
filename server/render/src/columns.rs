//! Columns of long lines in characters, without counting from the start of the line for each.
//!
//! A line can be 20 MB long and hold ten thousand findings: the characters before each block of the
//! text are counted once, and a column is two look-ups and the rest of a block.

/// Bytes that are counted each time.
pub(crate) const BLOCK: usize = 1024;

/// How many characters stand before any offset of a text.
#[derive(Debug)]
pub(crate) enum Columns {
    /// A character is a byte.
    Ascii,
    /// Characters before each block.
    Blocks(Vec<u32>),
}

impl Columns {
    /// Counts the characters of a text.
    pub(crate) fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Ascii;
        }
        let mut before = 0;
        let block = |bytes: &[u8]| {
            let start = before;
            before += characters(bytes);
            start
        };
        let mut blocks: Vec<u32> = text.as_bytes().chunks(BLOCK).map(block).collect();
        blocks.push(before);
        Self::Blocks(blocks)
    }

    /// Characters that start before an offset.
    pub(crate) fn before(&self, text: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(text.len());
        let Self::Blocks(blocks) = self else { return offset as u32 };
        let block = offset / BLOCK;
        let rest = text.as_bytes().get(block * BLOCK..offset).unwrap_or_default();
        blocks.get(block).copied().unwrap_or_default() + characters(rest)
    }
}

/// Characters that start in some bytes of UTF-8.
pub(crate) fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_counting_from_the_start() {
        for text in ["", "plain", &"aé€😀".repeat(700), &"x".repeat(2048), &"é".repeat(1024)] {
            let columns = Columns::new(text);
            for (n, (offset, _)) in text.char_indices().enumerate() {
                assert_eq!(columns.before(text, offset as u32), n as u32);
            }
            assert_eq!(columns.before(text, u32::MAX), text.chars().count() as u32);
        }
    }
}
