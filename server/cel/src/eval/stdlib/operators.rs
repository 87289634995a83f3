//! Arithmetic, comparison and membership: functions that take whatever their operand can do with them
//! (cel-go, common/stdlib; common/types for each type).

use std::cmp::Ordering;

use crate::eval::value::{Error, MAX_TEXT, Outcome, Value, compare, within};
use crdls_go::time::Timestamp;

fn overflow() -> Error {
    Error::new("integer overflow")
}

fn unsigned_overflow() -> Error {
    Error::new("unsigned integer overflow")
}

fn int(result: Option<i64>) -> Outcome {
    result.map(Value::Int).ok_or_else(overflow)
}

fn uint(result: Option<u64>) -> Outcome {
    result.map(Value::Uint).ok_or_else(unsigned_overflow)
}

fn duration(result: Option<i64>) -> Outcome {
    result.map(Value::Duration).ok_or_else(overflow)
}

/// `a + b`
pub fn add(a: &Value, b: &Value) -> Outcome {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_add(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_add(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a + b)),
        (Value::String(a), Value::String(b)) => {
            within(a.len().saturating_add(b.len()), MAX_TEXT)?;
            Ok(Value::string(format!("{a}{b}")))
        }
        (Value::Bytes(a), Value::Bytes(b)) => {
            within(a.len().saturating_add(b.len()), MAX_TEXT)?;
            Ok(Value::bytes([&a[..], &b[..]].concat()))
        }
        (Value::List(a), Value::List(b)) => a.add(b),
        (Value::Duration(a), Value::Duration(b)) => duration(a.checked_add(*b)),
        (Value::Duration(nanoseconds), Value::Timestamp(time))
        | (Value::Timestamp(time), Value::Duration(nanoseconds)) => later(time, *nanoseconds),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn subtract(a: &Value, b: &Value) -> Outcome {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_sub(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_sub(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a - b)),
        (Value::Duration(a), Value::Duration(b)) => duration(a.checked_sub(*b)),
        (Value::Timestamp(time), Value::Duration(nanoseconds)) => {
            later(time, nanoseconds.checked_neg().ok_or_else(overflow)?)
        }
        (Value::Timestamp(a), Value::Timestamp(b)) => duration(between(a, b)),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn multiply(a: &Value, b: &Value) -> Outcome {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_mul(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_mul(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a * b)),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn divide(a: &Value, b: &Value) -> Outcome {
    match (a, b) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => {
            Err(Error::new("division by zero"))
        }
        (Value::Int(a), Value::Int(b)) => int(a.checked_div(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_div(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a / b)),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn modulo(a: &Value, b: &Value) -> Outcome {
    match (a, b) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => {
            Err(Error::new("modulus by zero"))
        }
        (Value::Int(a), Value::Int(b)) => int(a.checked_rem(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_rem(*b)),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn negate(value: &Value) -> Outcome {
    match value {
        Value::Int(value) => int(value.checked_neg()),
        Value::Double(value) => Ok(Value::Double(-value)),
        Value::Duration(value) => duration(value.checked_neg()),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn not(value: &Value) -> Outcome {
    match value {
        Value::Bool(value) => Ok(Value::Bool(!value)),
        _ => Err(Error::no_such_overload()),
    }
}

/// A comparison that holds for some orders.
pub(super) fn ordered(a: &Value, b: &Value, holds: fn(Ordering) -> bool) -> Outcome {
    compare(a, b).map(|order| Value::Bool(holds(order)))
}

/// `a in b`
pub(super) fn is_in(a: &Value, b: &Value) -> Outcome {
    match b {
        Value::List(list) => list.contains(a).map(Value::Bool),
        Value::Map(map) => map.find(a).map(|found| Value::Bool(found.is_some())),
        _ => Err(Error::no_such_overload()),
    }
}

/// addTimeDurationChecked
fn later(time: &Timestamp, nanoseconds: i64) -> Outcome {
    const SECOND: i64 = 1_000_000_000;
    let all = i64::from(time.nanoseconds) + nanoseconds.rem_euclid(SECOND);
    let whole = nanoseconds.div_euclid(SECOND) + all.div_euclid(SECOND);
    let seconds = time.seconds.checked_add(whole).ok_or_else(overflow)?;
    let later = Timestamp { seconds, nanoseconds: all.rem_euclid(SECOND) as u32, offset: time.offset };
    if !later.is_in_range() {
        return Err(Error::new("timestamp overflow"));
    }
    Ok(Value::Timestamp(later))
}

/// subtractTimeChecked
fn between(a: &Timestamp, b: &Timestamp) -> Option<i64> {
    let seconds = a.seconds.checked_sub(b.seconds)?.checked_mul(1_000_000_000)?;
    seconds.checked_add(i64::from(a.nanoseconds) - i64::from(b.nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(outcome: Outcome) -> String {
        outcome.unwrap_err().words().to_owned()
    }

    #[test]
    fn bounds() {
        assert_eq!(words(add(&Value::Int(i64::MAX), &Value::Int(1))), "integer overflow");
        assert_eq!(words(subtract(&Value::Uint(1), &Value::Uint(2))), "unsigned integer overflow");
        assert_eq!(words(divide(&Value::Int(1), &Value::Int(0))), "division by zero");
        assert_eq!(words(divide(&Value::Int(i64::MIN), &Value::Int(-1))), "integer overflow");
        assert_eq!(words(modulo(&Value::Uint(1), &Value::Uint(0))), "modulus by zero");
        assert_eq!(words(negate(&Value::Int(i64::MIN))), "integer overflow");
        assert_eq!(words(add(&Value::Int(1), &Value::Double(1.0))), "no such overload");
    }

    #[test]
    fn times() {
        let time = |seconds, nanoseconds| Value::Timestamp(Timestamp { seconds, nanoseconds, offset: 0 });
        let half = subtract(&time(0, 0), &Value::Duration(500_000_000)).unwrap();
        assert_eq!(half.to_string(), "1969-12-31 23:59:59.5 +0000 UTC");
        assert_eq!(subtract(&time(1, 0), &half).unwrap().to_string(), "1.5s");
        assert_eq!(words(add(&time(253_402_300_799, 0), &Value::Duration(i64::MAX))), "timestamp overflow");
        assert_eq!(words(subtract(&time(253_402_300_799, 0), &time(-62_135_596_800, 0))), "integer overflow");
    }
}
