//! Optional values (cel-go, cel/library.go); `or` and `orValue` are steps of a plan.

use crate::eval::value::{Error, Outcome, Value};

pub(super) fn of(value: &Value) -> Outcome {
    Ok(Value::some(value.clone()))
}

pub(super) fn of_non_zero(value: &Value) -> Outcome {
    if value.is_zero() { Ok(Value::NONE) } else { of(value) }
}

pub(super) fn value(optional: &Value) -> Outcome {
    match optional {
        Value::Optional(Some(value)) => Ok((**value).clone()),
        Value::Optional(None) => Err(Error::new("optional.none() dereference")),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn has_value(optional: &Value) -> Outcome {
    match optional {
        Value::Optional(value) => Ok(Value::Bool(value.is_some())),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn first(list: &Value) -> Outcome {
    let list = list.as_list().ok_or_else(Error::no_such_overload)?;
    if list.is_empty() { Ok(Value::NONE) } else { list.get(0).map(Value::some) }
}

pub(super) fn last(list: &Value) -> Outcome {
    let list = list.as_list().ok_or_else(Error::no_such_overload)?;
    match list.len().checked_sub(1) {
        Some(last) => list.get(last).map(Value::some),
        None => Ok(Value::NONE),
    }
}

/// A list of the values that optional ones have.
pub(super) fn unwrap(list: &Value) -> Outcome {
    let list = list.as_list().ok_or_else(Error::no_such_overload)?;
    let mut values = Vec::new();
    for item in list.iter() {
        match item? {
            Value::Optional(Some(value)) => values.push((*value).clone()),
            Value::Optional(None) => {}
            other => return Err(Error::new(format!("value {other} is not optional"))),
        }
    }
    Ok(Value::list(values))
}
