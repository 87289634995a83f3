//! Whole numbers as Go's strconv reads them with base 0. Underscores are gone by now.

use super::Scalar;

/// `strconv.ParseInt(text, 0, 64)`, then `strconv.ParseUint(text, 0, 64)`.
pub(super) fn parse(text: &str) -> Option<Scalar<'static>> {
    let (negative, digits) = split_sign(text);
    let (radix, digits) = split_base(digits);
    let magnitude = parse_magnitude(digits, radix)?;
    match signed(negative, magnitude) {
        Some(value) => Some(Scalar::Int(value)),
        // ParseUint takes no sign.
        None if text.starts_with(|first: char| first.is_ascii_digit()) => Some(Scalar::Uint(magnitude)),
        None => None,
    }
}

/// The library's second look at binary numbers, which lets a sign follow the prefix.
pub(super) fn parse_signed_binary(text: &str) -> Option<Scalar<'static>> {
    let (outer, digits) = match text.strip_prefix("-0b") {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix("0b")?),
    };
    let (inner, digits) = if outer { (false, digits) } else { split_sign(digits) };
    let magnitude = parse_magnitude(digits, 2)?;
    signed(outer || inner, magnitude).map(Scalar::Int)
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// A prefix counts only where something follows it; a bare leading zero means octal.
fn split_base(digits: &str) -> (u32, &str) {
    let Some(rest) = digits.strip_prefix('0') else { return (10, digits) };
    let radix = match rest.as_bytes() {
        [] => return (10, digits),
        [b'b' | b'B', _, ..] => 2,
        [b'o' | b'O', _, ..] => 8,
        [b'x' | b'X', _, ..] => 16,
        _ => return (8, rest),
    };
    (radix, rest.get(1..).unwrap_or_default())
}

fn parse_magnitude(digits: &str, radix: u32) -> Option<u64> {
    // from_str_radix takes a sign, Go does not at this place.
    if !digits.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

fn signed(negative: bool, magnitude: u64) -> Option<i64> {
    if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}
