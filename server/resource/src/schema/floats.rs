//! How Go turns floats into integers.
//!
//! Mirrors `IsFloat64AJSONInteger` of github.com/go-openapi/swag/conv v0.27.1, for older minors that of
//! github.com/go-openapi/swag v0.23.0 (convert.go).

use crdls_minors::{Difference, Minor};

/// The largest whole number that all smaller ones have a float64 for.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;
const EPSILON: f64 = 1e-9;

/// Whether a float is as good as whole.
pub(super) fn is_whole(number: f64, minor: Minor) -> bool {
    if !(-MAX_SAFE..=MAX_SAFE).contains(&number) {
        return false;
    }
    if !minor.has(Difference::RoundsFloats) {
        let whole = number.trunc();
        return number == whole || (whole > 0.0 && (number - whole) / (number + whole) < EPSILON);
    }
    let rounded = number.round();
    number == rounded || (rounded != 0.0 && (number - rounded).abs() < EPSILON * rounded.abs())
}

/// Go's conversion to int64 on amd64: what does not fit is the smallest.
pub(super) fn truncated(number: f64) -> i64 {
    let fits = number >= i64::MIN as f64 && number < i64::MAX as f64;
    if fits { number as i64 } else { i64::MIN }
}
