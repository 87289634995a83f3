//! Numbers of different types against each other, and as text (cel-go, common/types/compare.go
//! and overflow.go).

use std::cmp::Ordering;

/// 2^63 and 2^64.
const INT_END: f64 = 9_223_372_036_854_775_808.0;
const UINT_END: f64 = 18_446_744_073_709_551_616.0;

/// Bounds are compared as doubles, so that a double just beyond counts as the greatest int.
pub(in crate::eval) fn compare_double_int(double: f64, int: i64) -> Ordering {
    if double < -INT_END {
        Ordering::Less
    } else if double > INT_END {
        Ordering::Greater
    } else {
        compare_doubles(double, int as f64)
    }
}

pub(in crate::eval) fn compare_double_uint(double: f64, uint: u64) -> Ordering {
    if double < 0.0 {
        Ordering::Less
    } else if double > UINT_END {
        Ordering::Greater
    } else {
        compare_doubles(double, uint as f64)
    }
}

pub(in crate::eval) fn compare_int_uint(int: i64, uint: u64) -> Ordering {
    i128::from(int).cmp(&i128::from(uint))
}

pub(in crate::eval) fn compare_doubles(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

/// The int that a double is; `None` where it is none.
pub(in crate::eval) fn double_as_int(double: f64) -> Option<i64> {
    (double.trunc() == double && double > -INT_END && double < INT_END).then_some(double as i64)
}

/// The uint that a double is; `None` where it is none.
pub(in crate::eval) fn double_as_uint(double: f64) -> Option<u64> {
    (double.trunc() == double && (0.0..UINT_END).contains(&double)).then_some(double as u64)
}

/// `int(double)`: towards zero; `None` where it does not fit (doubleToInt64Checked).
pub(in crate::eval) fn double_to_int(double: f64) -> Option<i64> {
    (double > -INT_END && double < INT_END).then_some(double as i64)
}

/// `uint(double)`: towards zero; `None` where it does not fit (doubleToUint64Checked).
pub(in crate::eval) fn double_to_uint(double: f64) -> Option<u64> {
    (0.0..UINT_END).contains(&double).then_some(double as u64)
}
