//! Lists as sets (ext/sets.go).

use super::{Args, wrong};
use crate::eval::value::{List, MAX_WORK, Outcome, Value, within};

/// Whether a list has all elements of another.
pub(super) fn contains(args: Args<'_>) -> Outcome {
    let [Value::List(list), Value::List(part)] = args else { return wrong() };
    has_all(list, part).map(Value::Bool)
}

pub(super) fn equivalent(args: Args<'_>) -> Outcome {
    let [Value::List(a), Value::List(b)] = args else { return wrong() };
    Ok(Value::Bool(has_all(a, b)? && has_all(b, a)?))
}

pub(super) fn intersects(args: Args<'_>) -> Outcome {
    let [Value::List(a), Value::List(b)] = args else { return wrong() };
    within(a.weight().saturating_mul(b.len()), MAX_WORK)?;
    Ok(Value::Bool(a.iter().any(|item| b.contains_element(&item) == Ok(true))))
}

fn has_all(list: &List, part: &List) -> Result<bool, crate::eval::Error> {
    within(list.weight().saturating_mul(part.len()), MAX_WORK)?;
    for item in part.iter() {
        if !list.contains_element(&item)? {
            return Ok(false);
        }
    }
    Ok(true)
}
