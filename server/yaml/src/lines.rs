//! Spaces and line breaks in bytes.
//!
//! Knows the line breaks of the library; knows nothing of nodes.

/// Where the spaces at `at` end. Eight at a time: half of a manifest is indentation.
#[inline]
pub(crate) fn behind_spaces(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let other = u64::from_le_bytes(*word) ^ u64::from_le_bytes([b' '; 8]);
        if other != 0 {
            return at + other.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// Where the line of `at` ends: at its line break, or where the bytes do. `exotic`: there may be line
/// breaks other than `\n` and `\r\n`.
#[inline]
pub(crate) fn line_end(bytes: &[u8], at: usize, exotic: bool) -> usize {
    if exotic {
        return (at..bytes.len()).find(|&i| break_len(bytes, i) > 0).unwrap_or(bytes.len());
    }
    let rest = bytes.get(at..).unwrap_or_default();
    match memchr::memchr(b'\n', rest) {
        Some(n) if n > 0 && rest.get(n - 1) == Some(&b'\r') => at + n - 1,
        Some(n) => at + n,
        None => bytes.len(),
    }
}

/// Length of the line break at `at`, of all that the library knows: 0 where there is none.
#[inline]
pub(crate) fn break_len(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [b'\r', b'\n', ..] | [0xC2, 0x85, ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}
