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
    let values = || schema.enum_values();
    if values().len() > 1 && values().all(|value| !fits(schema, value) && !is_trap(value, input)) {
        return found.extend(none_fits(place));
    }
    for (i, value) in values().enumerate() {
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

/// One finding where no value is of the type: then the type is the mistake, or that of all values is.
fn none_fits(place: &SchemaPosition<'_, '_>) -> Option<Finding> {
    let schema = place.schema;
    let first = schema.enum_values().next()?;
    let (path, type_) = (place.path.child("enum"), schema.type_());
    let (found, json) = (type_of(first), first.to_json());
    let message = format!("no value of {} is of type {type_}: the first is {found} `{json}`", path.subject());
    let mut finding = Finding::new(&ENUM_OF_ANOTHER_TYPE, first.range, &path.index(0), message)
        .why("a value must match both `enum` and `type`, so no value is valid")
        .help(format!("change the type, or write values of type {type_}"));
    let edits: Option<Vec<_>> = schema
        .enum_values()
        .map(|value| {
            let (title, new_text) = converted(schema, value, &value.to_json())?;
            Some((title, Edit { range: value.range, new_text }))
        })
        .collect();
    if let Some((titles, edits)) = edits.map(|edits| edits.into_iter().unzip::<_, _, Vec<_>, Vec<_>>()) {
        let title = titles.into_iter().next()?;
        finding = finding.fix(Fix { title, safe: true, edits });
    }
    Some(finding)
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
