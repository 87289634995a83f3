//! Where a number ends and which kind it is.

use super::TokenKind;

/// The number at `pos`: the longest of NUM_INT, NUM_UINT and NUM_FLOAT.
pub(super) fn scan(bytes: &[u8], pos: usize) -> Option<(TokenKind, usize)> {
    let digits = count(bytes, pos, u8::is_ascii_digit);
    if digits == 0 {
        return fraction(bytes, pos).map(|end| (TokenKind::Double, exponent(bytes, end).unwrap_or(end)));
    }
    if let Some(end) = hexadecimal(bytes, pos) {
        return Some(suffixed(bytes, end));
    }
    let end = pos + digits;
    let after_fraction = fraction(bytes, end);
    let double = exponent(bytes, after_fraction.unwrap_or(end)).or(after_fraction);
    Some(double.map_or_else(|| suffixed(bytes, end), |end| (TokenKind::Double, end)))
}

fn count(bytes: &[u8], pos: usize, is: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().skip(pos).take_while(|b| is(b)).count()
}

/// The end of `0x…`; a bare `0x` is the number 0 with a name behind.
fn hexadecimal(bytes: &[u8], pos: usize) -> Option<usize> {
    let digits =
        bytes.get(pos..)?.strip_prefix(b"0x").map(|_| count(bytes, pos + 2, u8::is_ascii_hexdigit))?;
    (digits > 0).then_some(pos + 2 + digits)
}

/// The end of `.5`.
fn fraction(bytes: &[u8], pos: usize) -> Option<usize> {
    let digits = if bytes.get(pos) == Some(&b'.') { count(bytes, pos + 1, u8::is_ascii_digit) } else { 0 };
    (digits > 0).then_some(pos + 1 + digits)
}

/// The end of `e+5`.
fn exponent(bytes: &[u8], pos: usize) -> Option<usize> {
    if !matches!(bytes.get(pos), Some(b'e' | b'E')) {
        return None;
    }
    let sign = usize::from(matches!(bytes.get(pos + 1), Some(b'+' | b'-')));
    let digits = count(bytes, pos + 1 + sign, u8::is_ascii_digit);
    (digits > 0).then_some(pos + 1 + sign + digits)
}

fn suffixed(bytes: &[u8], end: usize) -> (TokenKind, usize) {
    match bytes.get(end) {
        Some(b'u' | b'U') => (TokenKind::Uint, end + 1),
        _ => (TokenKind::Int, end),
    }
}
