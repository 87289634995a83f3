//! Strings, and the size of what has one.

use crate::eval::value::{Error, MAX_WORK, Outcome, Value, within};
use crdls_go::regexp::{self, Regexp};

pub(super) fn size(value: &Value) -> Outcome {
    value.size().map(|size| Value::Int(size as i64)).ok_or_else(Error::no_such_overload)
}

fn both(a: &Value, b: &Value, holds: fn(&str, &str) -> bool) -> Outcome {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Ok(Value::Bool(holds(a, b))),
        _ => Err(Error::no_such_overload()),
    }
}

pub(super) fn contains(a: &Value, b: &Value) -> Outcome {
    both(a, b, |a, b| a.contains(b))
}

pub(super) fn starts_with(a: &Value, b: &Value) -> Outcome {
    both(a, b, |a, b| a.starts_with(b))
}

pub(super) fn ends_with(a: &Value, b: &Value) -> Outcome {
    both(a, b, |a, b| a.ends_with(b))
}

pub(super) fn matches(text: &Value, pattern: &Value) -> Outcome {
    let (Value::String(text), Value::String(pattern)) = (text, pattern) else {
        return Err(Error::no_such_overload());
    };
    within(text.len().saturating_mul(pattern.len()), MAX_WORK)?;
    let compiled = regexp::compile(pattern).map_err(|error| Error::new(error.to_string()))?;
    Ok(Value::Bool(compiled.is_match(text)))
}

pub(super) fn matches_compiled(pattern: &Regexp, args: &[Value]) -> Outcome {
    match args {
        [Value::String(text), Value::String(written)] => {
            within(text.len().saturating_mul(written.len()), MAX_WORK)?;
            Ok(Value::Bool(pattern.is_match(text)))
        }
        _ => Err(Error::no_such_overload()),
    }
}
