//! A value of an `enum` that is not of the schema's type.
//!
//! Values that YAML 1.1 reads otherwise than they are written have a rule of their own.

use crdls_text::Edit;

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
    let wrong: Vec<_> = schema.enum_values().enumerate().filter(|(_, value)| !fits(schema, value)).collect();
    let is_trap = |(_, value): &(usize, &Json)| is_trap(value, input);
    let none_fits =
        wrong.len() > 1 && wrong.len() == schema.enum_values().len() && !wrong.iter().any(is_trap);
    if none_fits {
        // The type is the mistake, or that of all values is.
        return found.extend(mismatch(place, &wrong));
    }
    let wrong = wrong.into_iter().filter(|value| !is_trap(value));
    found.extend(wrong.filter_map(|value| mismatch(place, &[value])));
}

/// One finding of values that are not of the type: of one value, or of all.
fn mismatch(place: &SchemaPosition<'_, '_>, values: &[(usize, &Json)]) -> Option<Finding> {
    let (schema, &(at, first)) = (place.schema, values.first()?);
    let (path, type_) = (place.path.child("enum"), schema.type_());
    let (written, json) = (type_of(first), first.to_json());
    let (message, why, help) = match values {
        [_] => (
            format!("{} must be of type {type_}, got {written} `{json}`", path.index(at).subject()),
            "a value must match both `enum` and `type`, so this entry can never match",
            format!("write a value of type {type_}, or remove the value"),
        ),
        _ => (
            format!("no value of {} is of type {type_}: the first is {written} `{json}`", path.subject()),
            "a value must match both `enum` and `type`, so no value is valid",
            format!("change the type, or write values of type {type_}"),
        ),
    };
    let finding =
        Finding::new(&ENUM_OF_ANOTHER_TYPE, first.range, &path.index(at), message).why(why).help(help);
    let edit =
        |(_, value): &(usize, &Json)| Some(Edit { range: value.range, new_text: converted(schema, value)? });
    let Some(edits) = values.iter().map(edit).collect() else { return Some(finding) };
    let title = match (type_, values) {
        ("string", [_]) => "put the value in quotes",
        ("string", _) => "put the values in quotes",
        _ => "remove the quotes",
    };
    Some(finding.fix(Fix { title: title.to_owned(), safe: true, edits }))
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
    plain && value.range.of(input.text) != value.to_json()
}

/// The same characters as a value of the right type.
fn converted(schema: Schema<'_>, value: &Json) -> Option<String> {
    match (&value.value, schema.type_()) {
        (JsonValue::Bool(_) | JsonValue::Int(_) | JsonValue::Float(_), "string") => {
            Some(format!("\"{}\"", value.to_json()))
        }
        (JsonValue::Str(text), "integer") => text.parse::<i64>().ok().map(|number| number.to_string()),
        (JsonValue::Str(text), "boolean") => matches!(&**text, "true" | "false").then(|| text.to_string()),
        _ => None,
    }
}
