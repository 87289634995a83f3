//! Equality and order of values, also of numbers of different types.

use std::cmp::Ordering;

use super::number::{compare_double_int, compare_double_uint, compare_doubles, compare_int_uint};
use super::{Error, Outcome, Value};

/// `a == b` (types.Equal).
pub fn equal(a: &Value, b: &Value) -> Result<bool, Error> {
    match (a, b) {
        (Value::Null, Value::Null) => Ok(true),
        (Value::Null, _) | (_, Value::Null) => Ok(false),
        _ => a.equals(b),
    }
}

/// Whether two elements differ, each of which can be an error: one on the left differs from nothing, one on
/// the right from what knows no errors.
pub(super) fn differ(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => equal(a, b) == Ok(false),
        (Ok(Value::Null), Err(_)) => true,
        (Ok(a), Err(_)) => a.equals(&Value::Null) == Ok(false),
        (Err(_), _) => false,
    }
}

impl Value {
    /// What the value itself says of another (ref.Val.Equal): a caller's list can refuse null, which is
    /// merely unequal to it for `==`.
    pub fn equals(&self, other: &Value) -> Result<bool, Error> {
        Ok(match (self, other) {
            (Self::List(list), other) => return list.equal(other),
            (Self::Map(map), other) => return map.equal(other),
            (Self::Opaque(opaque), other) => return opaque.equal(other),
            (Self::Optional(Some(a)), Self::Optional(Some(b))) => return a.equals(b),
            (Self::Optional(a), Self::Optional(b)) => a.is_none() && b.is_none(),
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Duration(a), Self::Duration(b)) => a == b,
            (Self::Timestamp(a), Self::Timestamp(b)) => a == b,
            (Self::Type(a), Self::Type(b)) => a == b,
            (a, b) => numbers(a, b) == Some(Ordering::Equal),
        })
    }
}

/// The order of two values (traits.Comparer); of two that have none, an error.
pub fn compare(a: &Value, b: &Value) -> Result<Ordering, Error> {
    Ok(match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Duration(a), Value::Duration(b)) => a.cmp(b),
        (Value::Timestamp(a), Value::Timestamp(b)) => a.instant().cmp(&b.instant()),
        _ if is_nan(a) || is_nan(b) && numbers(a, &Value::Int(0)).is_some() => {
            return Err(Error::new("NaN values cannot be ordered"));
        }
        _ => return numbers(a, b).ok_or_else(Error::no_such_overload),
    })
}

/// Whether values of its type have an order.
pub fn is_comparable(value: &Value) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

fn is_nan(value: &Value) -> bool {
    matches!(value, Value::Double(double) if double.is_nan())
}

/// The order of two numbers; `None` where one is none.
fn numbers(a: &Value, b: &Value) -> Option<Ordering> {
    if is_nan(a) || is_nan(b) {
        return None;
    }
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Uint(a), Value::Uint(b)) => a.cmp(b),
        (Value::Double(a), Value::Double(b)) => compare_doubles(*a, *b),
        (Value::Double(a), Value::Int(b)) => compare_double_int(*a, *b),
        (Value::Int(a), Value::Double(b)) => compare_double_int(*b, *a).reverse(),
        (Value::Double(a), Value::Uint(b)) => compare_double_uint(*a, *b),
        (Value::Uint(a), Value::Double(b)) => compare_double_uint(*b, *a).reverse(),
        (Value::Int(a), Value::Uint(b)) => compare_int_uint(*a, *b),
        (Value::Uint(a), Value::Int(b)) => compare_int_uint(*b, *a).reverse(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_across_types() {
        assert_eq!(equal(&Value::Int(1), &Value::Double(1.0)), Ok(true));
        assert_eq!(equal(&Value::Uint(1), &Value::Int(1)), Ok(true));
        assert_eq!(equal(&Value::Int(1), &Value::string("1")), Ok(false));
        assert_eq!(equal(&Value::Double(f64::NAN), &Value::Double(f64::NAN)), Ok(false));
        assert_eq!(compare(&Value::Int(-1), &Value::Uint(u64::MAX)), Ok(Ordering::Less));
        assert_eq!(compare(&Value::Double(1e300), &Value::Int(i64::MAX)), Ok(Ordering::Greater));
    }

    #[test]
    fn without_an_order() {
        let words = |a: Value, b: Value| compare(&a, &b).unwrap_err().words().to_owned();
        assert_eq!(words(Value::Double(f64::NAN), Value::Int(1)), "NaN values cannot be ordered");
        assert_eq!(words(Value::Double(1.0), Value::Double(f64::NAN)), "NaN values cannot be ordered");
        assert_eq!(words(Value::Int(1), Value::string("a")), "no such overload");
        assert_eq!(words(Value::string("a"), Value::Double(f64::NAN)), "no such overload");
    }
}
