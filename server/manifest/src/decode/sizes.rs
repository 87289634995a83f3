//! How many bytes decoded values had as JSON.

use crdls_text::TextRange;

use crate::model::{Entry, Object, Value};
use crdls_values::json::{JsonValue, Number, Raw, size};

/// The bytes that a value was written with; `None` where its text may have been another one.
pub fn of_value(value: &Value) -> Option<usize> {
    Some(match value {
        Value::Null => size::NULL,
        Value::Bool(value) => size::scalar(&Raw::Bool(*value)),
        Value::Int(value) => size::scalar(&Raw::Number(Number::Int(*value))),
        Value::Str(text) => of_text(text),
        Value::List(items) => sum(items.iter().map(|item| of_element(&item.value, item.range)), items.len())?,
        Value::Map(entries) => {
            let size = |entry: &Entry| Some(size::name(&entry.name) + of_element(&entry.value, entry.range)?);
            let members = entries.iter().map(size);
            sum(members, entries.len())?
        }
        Value::Object(object) => of_object(object)?,
        Value::Json(json) => of_json(&json.value),
        // A whole number may have been written; something was, and is forgotten.
        Value::Float(_) | Value::Bytes(_) | Value::Nothing => return None,
    })
}

/// The same of an item of a list or a member of a map, which is the zero value where null was written: how
/// long its text is tells, or not.
pub(crate) fn of_element(value: &Value, range: TextRange) -> Option<usize> {
    match (value, range.len()) {
        (Value::Str(text), 0) if text.is_empty() => Some(size::NULL),
        (Value::Str(text), length) if text.is_empty() && length != 2 => None,
        (Value::Object(object), 0 | 1) if object.fields().is_empty() => Some(size::NULL),
        (Value::Object(object), 4..) if object.fields().is_empty() => None,
        _ => of_value(value),
    }
}

fn of_object(object: &Object) -> Option<usize> {
    let fields = object.fields();
    let members = fields.iter().map(|field| Some(size::name(field.def.name) + of_value(&field.value)?));
    sum(members, fields.len())
}

fn of_json(value: &JsonValue) -> usize {
    match value {
        JsonValue::Null => size::NULL,
        JsonValue::Bool(value) => size::scalar(&Raw::Bool(*value)),
        JsonValue::Int(value) => size::scalar(&Raw::Number(Number::Int(*value))),
        JsonValue::Float(value) => size::scalar(&Raw::Number(Number::Float(*value))),
        JsonValue::Str(text) => of_text(text),
        JsonValue::List(items) => {
            size::around(items.len()) + items.iter().map(|item| of_json(&item.value)).sum::<usize>()
        }
        JsonValue::Map(members) => {
            let inside = members.iter().map(|member| size::name(&member.name) + of_json(&member.value.value));
            size::around(members.len()) + inside.sum::<usize>()
        }
    }
}

fn of_text(text: &str) -> usize {
    size::scalar(&Raw::Str(text.into()))
}

fn sum(mut parts: impl Iterator<Item = Option<usize>>, count: usize) -> Option<usize> {
    parts.try_fold(size::around(count), |sum, part| Some(sum + part?))
}
