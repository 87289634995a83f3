//! Functions of lists (k8s.io/apiserver, pkg/cel/library/lists.go). Elements that are errors are
//! told only where their order or sum matters.

use std::cmp::Ordering;

use crdls_cel::eval::{Binding, Error, List, Outcome, Value, compare, is_comparable, sum_of};

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("list_int_is_sorted_bool", is_sorted),
    Binding::new("list_uint_is_sorted_bool", is_sorted),
    Binding::new("list_double_is_sorted_bool", is_sorted),
    Binding::new("list_bool_is_sorted_bool", is_sorted),
    Binding::new("list_duration_is_sorted_bool", is_sorted),
    Binding::new("list_timestamp_is_sorted_bool", is_sorted),
    Binding::new("list_string_is_sorted_bool", is_sorted),
    Binding::new("list_bytes_is_sorted_bool", is_sorted),
    Binding::new("list_int_sum_int", |args| sum(args, Value::Int(0))),
    Binding::new("list_uint_sum_uint", |args| sum(args, Value::Uint(0))),
    Binding::new("list_double_sum_double", |args| sum(args, Value::Double(0.0))),
    Binding::new("list_duration_sum_duration", |args| sum(args, Value::Duration(0))),
    Binding::new("list_int_max_int", max),
    Binding::new("list_uint_max_uint", max),
    Binding::new("list_double_max_double", max),
    Binding::new("list_bool_max_bool", max),
    Binding::new("list_duration_max_duration", max),
    Binding::new("list_timestamp_max_timestamp", max),
    Binding::new("list_string_max_string", max),
    Binding::new("list_bytes_max_bytes", max),
    Binding::new("list_int_min_int", min),
    Binding::new("list_uint_min_uint", min),
    Binding::new("list_double_min_double", min),
    Binding::new("list_bool_min_bool", min),
    Binding::new("list_duration_min_duration", min),
    Binding::new("list_timestamp_min_timestamp", min),
    Binding::new("list_string_min_string", min),
    Binding::new("list_bytes_min_bytes", min),
    Binding::new("list_a_index_of_int", index_of),
    Binding::new("list_a_last_index_of_int", last_index_of),
    Binding::new("list_includes_dyn_dyn", includes),
];

fn list(args: &[Value]) -> Result<&List, Error> {
    args.first().and_then(Value::as_list).ok_or_else(Error::no_such_overload)
}

fn comparable(item: Outcome) -> Outcome {
    match item? {
        item if is_comparable(&item) => Ok(item),
        _ => Err(Error::no_such_overload()),
    }
}

fn is_sorted(args: &[Value]) -> Outcome {
    let mut last: Option<Value> = None;
    for item in list(args)?.iter() {
        let item = comparable(item)?;
        // Two that cannot be compared are in order.
        if last.is_some_and(|last| compare(&last, &item) == Ok(Ordering::Greater)) {
            return Ok(Value::Bool(false));
        }
        last = Some(item);
    }
    Ok(Value::Bool(true))
}

fn sum(args: &[Value], zero: Value) -> Outcome {
    list(args)?.iter().try_fold(zero, |sum, item| sum_of(&sum, &item?))
}

fn max(args: &[Value]) -> Outcome {
    extreme(args, "max", Ordering::Less)
}

fn min(args: &[Value]) -> Outcome {
    extreme(args, "min", Ordering::Greater)
}

/// The first item that no other beats; one beats another that compares to it so.
fn extreme(args: &[Value], function: &str, beaten: Ordering) -> Outcome {
    let mut best: Option<Value> = None;
    for item in list(args)?.iter() {
        let item = comparable(item)?;
        if best.as_ref().is_none_or(|best| compare(best, &item) == Ok(beaten)) {
            best = Some(item);
        }
    }
    best.ok_or_else(|| Error::new(format!("{function} called on empty list")))
}

fn is_same(item: Outcome, wanted: &Value) -> bool {
    item.is_ok_and(|item| item.equals(wanted) == Ok(true))
}

fn position(place: Option<usize>) -> Outcome {
    Ok(Value::Int(place.map_or(-1, |place| place as i64)))
}

fn index_of(args: &[Value]) -> Outcome {
    let [Value::List(list), wanted] = args else { return Err(Error::no_such_overload()) };
    position(list.iter().position(|item| is_same(item, wanted)))
}

fn last_index_of(args: &[Value]) -> Outcome {
    let [Value::List(list), wanted] = args else { return Err(Error::no_such_overload()) };
    position((0..list.len()).rev().find(|index| is_same(list.get(*index), wanted)))
}

/// Whether a list has an element, or a value is it.
fn includes(args: &[Value]) -> Outcome {
    match args {
        [Value::List(list), wanted] => Ok(Value::Bool(list.iter().any(|item| is_same(item, wanted)))),
        [value, wanted] => Ok(Value::Bool(value.equals(wanted) == Ok(true))),
        _ => Err(Error::no_such_overload()),
    }
}
