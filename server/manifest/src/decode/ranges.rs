//! All ranges of a model, to be changed. Knows every kind of value that has one.

use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use crate::model::{Object, Value};

/// Changes the ranges of a struct.
pub(super) fn of_object(object: &mut Object, change: &mut impl FnMut(&mut TextRange)) {
    change(&mut object.range);
    if let Some(key) = &mut object.key {
        change(key);
    }
    for field in object.places_mut() {
        change(&mut field.span.key);
        change(&mut field.span.value);
        of_value(&mut field.value, change);
    }
}

/// Changes the ranges inside of a value.
pub(super) fn of_value(value: &mut Value, change: &mut impl FnMut(&mut TextRange)) {
    match value {
        Value::List(items) => {
            for item in items {
                change(&mut item.range);
                of_value(&mut item.value, change);
            }
        }
        Value::Map(entries) => {
            for entry in entries {
                change(&mut entry.key);
                change(&mut entry.range);
                of_value(&mut entry.value, change);
            }
        }
        Value::Object(object) => of_object(object, change),
        Value::Json(json) => of_json(json, change),
        _ => {}
    }
}

fn of_json(json: &mut Json, change: &mut impl FnMut(&mut TextRange)) {
    change(&mut json.range);
    match &mut json.value {
        JsonValue::List(items) => items.iter_mut().for_each(|item| of_json(item, change)),
        JsonValue::Map(members) => {
            for member in members {
                change(&mut member.key);
                of_json(&mut member.value, change);
            }
        }
        _ => {}
    }
}
