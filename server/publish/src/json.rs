//! Values of a manifest as values of a document.

use crdls_values::{Json, JsonValue};
use serde_json::{Map, Value};

/// A value without its places.
pub(crate) fn value(json: &Json) -> Value {
    match &json.value {
        JsonValue::Null => Value::Null,
        JsonValue::Bool(value) => (*value).into(),
        JsonValue::Int(value) => (*value).into(),
        JsonValue::Float(value) => number(*value),
        JsonValue::Str(text) => (&**text).into(),
        JsonValue::List(items) => items.iter().map(value).collect(),
        JsonValue::Map(members) => members
            .iter()
            .map(|member| (member.name.to_string(), value(&member.value)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

/// A number; one that is whole has no fraction, as Go prints it.
pub(crate) fn number(number: f64) -> Value {
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() < 1 << 53 { whole.into() } else { number.into() }
}

/// The member of a map; null where there is none.
pub(crate) fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    value.get(name).unwrap_or(&Value::Null)
}

/// Whether jsonv2 leaves a field of this value out under `omitempty`.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
