//! Sizes of values and the units of work that they stand for.

use crate::eval::value::{Outcome, Value};

/// Cost of going through one character of a string.
pub(super) const TRAVERSAL: f64 = 0.1;
/// Cost of one character of a regular expression for each unit of the text.
const REGEX: f64 = 0.25;

/// How large a value is; what has no size counts as one (actualSize).
pub fn size_of(value: Option<&Outcome>) -> u64 {
    match value {
        Some(Ok(Value::Optional(Some(value)))) => value.size().unwrap_or(1),
        Some(Ok(value)) => value.size().unwrap_or(1),
        Some(Err(_)) | None => 1,
    }
}

/// Units of work, rounded up.
pub fn units(size: u64, factor: f64) -> u64 {
    (size as f64 * factor).ceil() as u64
}

/// The cost of a match: one character more than the text has, so that an empty text is not free.
pub fn matching(text: u64, pattern: u64) -> u64 {
    let text = ((1.0 + text as f64) * TRAVERSAL).ceil() as u64;
    text.wrapping_mul(units(pattern, REGEX))
}
