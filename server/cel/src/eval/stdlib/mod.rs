//! The functions of the language (cel-go, common/stdlib/standard.go, cel/library.go).
//!
//! An operator takes any operand that can do what it says, whatever its overloads are; a function with
//! overloads takes the types that they declare.

mod convert;
mod operators;
mod optional;
mod text;
mod time;
mod zone;

use std::cmp::Ordering;

use super::binding::{Binding, Operator, PatternFunction};
use super::value::{Error, Outcome, Value, is_comparable};
pub(crate) use convert::convert;
pub(super) use convert::to_string;
use convert::{to_bool, to_bytes, to_double, to_duration, to_int, to_timestamp, to_uint};
pub use operators::add as sum_of;

fn unary(function: fn(&Value) -> Outcome, args: &[Value]) -> Outcome {
    match args {
        [value] => function(value),
        _ => Err(Error::no_such_overload()),
    }
}

fn binary(function: fn(&Value, &Value) -> Outcome, args: &[Value]) -> Outcome {
    match args {
        [a, b] => function(a, b),
        _ => Err(Error::no_such_overload()),
    }
}

fn order(args: &[Value], holds: fn(Ordering) -> bool) -> Outcome {
    match args {
        [a, b] => operators::ordered(a, b, holds),
        _ => Err(Error::no_such_overload()),
    }
}

fn identity(value: &Value) -> Outcome {
    Ok(value.clone())
}

fn is_comparer(value: &Value) -> bool {
    is_comparable(value)
}

fn anything(_: &Value) -> bool {
    true
}

/// What has traits.AdderType; the names of the others follow the same pattern.
fn is_adder(value: &Value) -> bool {
    use Value::{Bytes, Double, Duration, Int, List, String, Timestamp, Uint};
    matches!(
        value,
        Int(_) | Uint(_) | Double(_) | String(_) | Bytes(_) | List(_) | Duration(_) | Timestamp(_)
    )
}

fn is_subtractor(value: &Value) -> bool {
    use Value::{Double, Duration, Int, Timestamp, Uint};
    matches!(value, Int(_) | Uint(_) | Double(_) | Duration(_) | Timestamp(_))
}

fn is_multiplier(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Uint(_) | Value::Double(_))
}

fn is_modder(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Uint(_))
}

fn is_negator(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Int(_) | Value::Double(_) | Value::Duration(_))
}

fn is_sizer(value: &Value) -> bool {
    !matches!(value, Value::Opaque(_)) && value.size().is_some()
}

fn is_matcher(value: &Value) -> bool {
    matches!(value, Value::String(_))
}

/// Functions whose pattern is compiled before the run where it is written out.
pub(super) static PATTERNS: &[(&str, PatternFunction)] = &[("matches", text::matches_compiled)];

/// Functions that look at their first operand only.
pub(super) static OPERATORS: &[Operator] = &[
    Operator::new("!_", anything, |args| unary(operators::not, args)),
    Operator::new("-_", is_negator, |args| unary(operators::negate, args)),
    Operator::new("_+_", is_adder, |args| binary(operators::add, args)),
    Operator::new("_-_", is_subtractor, |args| binary(operators::subtract, args)),
    Operator::new("_*_", is_multiplier, |args| binary(operators::multiply, args)),
    Operator::new("_/_", is_multiplier, |args| binary(operators::divide, args)),
    Operator::new("_%_", is_modder, |args| binary(operators::modulo, args)),
    Operator::new("_<_", is_comparer, |args| order(args, Ordering::is_lt)),
    Operator::new("_<=_", is_comparer, |args| order(args, Ordering::is_le)),
    Operator::new("_>_", is_comparer, |args| order(args, Ordering::is_gt)),
    Operator::new("_>=_", is_comparer, |args| order(args, Ordering::is_ge)),
    Operator::new("@in", anything, |args| binary(operators::is_in, args)),
    Operator::new("_in_", anything, |args| binary(operators::is_in, args)),
    Operator::new("in", anything, |args| binary(operators::is_in, args)),
    Operator::new("size", is_sizer, |args| unary(text::size, args)),
    Operator::new("type", anything, |args| unary(convert::type_of, args)),
    Operator::new("dyn", anything, |args| unary(identity, args)),
    Operator::new("matches", is_matcher, |args| binary(text::matches, args)),
];

/// Implementations by overload.
pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("bool_to_bool", |args| unary(identity, args)),
    Binding::new("string_to_bool", |args| unary(to_bool, args)),
    Binding::new("bytes_to_bytes", |args| unary(identity, args)),
    Binding::new("string_to_bytes", |args| unary(to_bytes, args)),
    Binding::new("double_to_double", |args| unary(identity, args)),
    Binding::new("int64_to_double", |args| unary(to_double, args)),
    Binding::new("string_to_double", |args| unary(to_double, args)),
    Binding::new("uint64_to_double", |args| unary(to_double, args)),
    Binding::new("duration_to_duration", |args| unary(identity, args)),
    // The server has the overload until 1.36, and no conversion.
    Binding::new("int64_to_duration", |args| unary(to_duration, args)),
    Binding::new("string_to_duration", |args| unary(to_duration, args)),
    Binding::new("int64_to_int64", |args| unary(identity, args)),
    Binding::new("double_to_int64", |args| unary(to_int, args)),
    Binding::new("duration_to_int64", |args| unary(to_int, args)),
    Binding::new("string_to_int64", |args| unary(to_int, args)),
    Binding::new("timestamp_to_int64", |args| unary(to_int, args)),
    Binding::new("uint64_to_int64", |args| unary(to_int, args)),
    Binding::new("string_to_string", |args| unary(identity, args)),
    Binding::new("bool_to_string", |args| unary(to_string, args)),
    Binding::new("bytes_to_string", |args| unary(to_string, args)),
    Binding::new("double_to_string", |args| unary(to_string, args)),
    Binding::new("duration_to_string", |args| unary(to_string, args)),
    Binding::new("int64_to_string", |args| unary(to_string, args)),
    Binding::new("timestamp_to_string", |args| unary(to_string, args)),
    Binding::new("uint64_to_string", |args| unary(to_string, args)),
    Binding::new("timestamp_to_timestamp", |args| unary(identity, args)),
    Binding::new("int64_to_timestamp", |args| unary(to_timestamp, args)),
    Binding::new("string_to_timestamp", |args| unary(to_timestamp, args)),
    Binding::new("uint64_to_uint64", |args| unary(identity, args)),
    Binding::new("double_to_uint64", |args| unary(to_uint, args)),
    Binding::new("int64_to_uint64", |args| unary(to_uint, args)),
    Binding::new("string_to_uint64", |args| unary(to_uint, args)),
    Binding::unguarded("contains_string", |args| binary(text::contains, args)),
    Binding::unguarded("ends_with_string", |args| binary(text::ends_with, args)),
    Binding::unguarded("starts_with_string", |args| binary(text::starts_with, args)),
    Binding::new("timestamp_to_year", time::year),
    Binding::new("timestamp_to_year_with_tz", time::year),
    Binding::new("timestamp_to_month", time::month),
    Binding::new("timestamp_to_month_with_tz", time::month),
    Binding::new("timestamp_to_day_of_year", time::day_of_year),
    Binding::new("timestamp_to_day_of_year_with_tz", time::day_of_year),
    Binding::new("timestamp_to_day_of_month", time::day_of_month),
    Binding::new("timestamp_to_day_of_month_with_tz", time::day_of_month),
    Binding::new("timestamp_to_day_of_month_1_based", time::date),
    Binding::new("timestamp_to_day_of_month_1_based_with_tz", time::date),
    Binding::new("timestamp_to_day_of_week", time::weekday),
    Binding::new("timestamp_to_day_of_week_with_tz", time::weekday),
    Binding::new("timestamp_to_hours", time::hours),
    Binding::new("timestamp_to_hours_with_tz", time::hours),
    Binding::new("duration_to_hours", time::duration_hours),
    Binding::new("timestamp_to_minutes", time::minutes),
    Binding::new("timestamp_to_minutes_with_tz", time::minutes),
    Binding::new("duration_to_minutes", time::duration_minutes),
    Binding::new("timestamp_to_seconds", time::seconds),
    Binding::new("timestamp_to_seconds_tz", time::seconds),
    Binding::new("duration_to_seconds", time::duration_seconds),
    Binding::new("timestamp_to_milliseconds", time::milliseconds),
    Binding::new("timestamp_to_milliseconds_with_tz", time::milliseconds),
    Binding::new("duration_to_milliseconds", time::duration_milliseconds),
    Binding::new("optional_of", |args| unary(optional::of, args)),
    Binding::new("optional_ofNonZeroValue", |args| unary(optional::of_non_zero, args)),
    Binding::new("optional_none", |_| Ok(Value::NONE)),
    Binding::new("optional_value", |args| unary(optional::value, args)),
    Binding::new("optional_hasValue", |args| unary(optional::has_value, args)),
    Binding::new("list_first", |args| unary(optional::first, args)),
    Binding::new("list_last", |args| unary(optional::last, args)),
    Binding::new("optional_unwrap", |args| unary(optional::unwrap, args)),
    Binding::new("optional_unwrapOpt", |args| unary(optional::unwrap, args)),
];
