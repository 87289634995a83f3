//! A value of an `enum` that is not of the schema's type.
//!
//! Values that YAML 1.1 reads otherwise than they are written have a rule of their own.

use crdls_text::{Edit, TextRange};

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crate::validate::is_valid_type;
use crdls_manifest::model::Schema;
use crdls_report::{Finding, Fix, code};
use crdls_values::{Json, JsonValue};

code!(
    ENUM_OF_ANOTHER_TYPE,
    "enum-type-mismatch",
    Warning,
    advice,
    "a value of an enum is not of the type of the schema"
);

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let schema = place.schema;
    if schema.enum_values().len() == 0
        || schema.type_().is_empty()
        || !is_valid_type(schema)
        || schema.int_or_string()
    {
        return;
    }
    for (i, value) in schema.enum_values().enumerate() {
        let type_ = type_of(value);
        if fits(schema, value) || is_trap(value, input) {
            continue;
        }
        let json = value.to_json();
        let path = place.path.child("enum");
        let path = path.index(i);
        let message = format!("{} must be of type {}, got {type_} `{json}`", path.subject(), schema.type_());
        let mut finding = Finding::new(&ENUM_OF_ANOTHER_TYPE, value.range, &path, message)
            .why("a value must match both `enum` and `type`, so this entry can never match")
            .help(format!("write a value of type {}, or remove the value", schema.type_()));
        if let Some((title, new_text)) = converted(schema, value, &json) {
            let edits = vec![Edit { range: value.range, new_text }];
            finding = finding.fix(Fix { title, safe: true, edits });
        }
        found.push(finding);
    }
}

fn type_of(value: &Json) -> &'static str {
    match value.value {
        JsonValue::Null => "null",
        JsonValue::Bool(_) => "boolean",
        JsonValue::Int(_) => "integer",
        JsonValue::Float(_) => "number",
        JsonValue::Str(_) => "string",
        JsonValue::List(_) => "array",
        JsonValue::Map(_) => "object",
    }
}

/// Null is no value of a type that is not nullable, and does no harm.
fn fits(schema: Schema<'_>, value: &Json) -> bool {
    let found = type_of(value);
    found == schema.type_() || found == "null" || (found == "integer" && schema.type_() == "number")
}

/// Whether YAML reads the value otherwise than it is written.
fn is_trap(value: &Json, input: &Input<'_>) -> bool {
    let plain = matches!(value.value, JsonValue::Bool(_) | JsonValue::Int(_) | JsonValue::Float(_));
    plain && source(value.range, input) != value.to_json()
}

fn source<'a>(range: TextRange, input: &Input<'a>) -> &'a str {
    range.of(input.text)
}

/// The same characters as a value of the right type.
fn converted(schema: Schema<'_>, value: &Json, json: &str) -> Option<(String, String)> {
    match (&value.value, schema.type_()) {
        (JsonValue::Bool(_) | JsonValue::Int(_) | JsonValue::Float(_), "string") => {
            Some(("put it in quotes".to_owned(), format!("\"{json}\"")))
        }
        (JsonValue::Str(text), "integer") => {
            text.parse::<i64>().ok().map(|number| ("remove the quotes".to_owned(), number.to_string()))
        }
        (JsonValue::Str(text), "boolean") => {
            matches!(&**text, "true" | "false").then(|| ("remove the quotes".to_owned(), text.to_string()))
        }
        _ => None,
    }
}
