//! JSON Schemas of custom resources, for editors and for tools that validate manifests.
//!
//! Says of the server's verdict what JSON Schema can say, under strict field validation: unknown fields are refused, a
//! required field that has a default may be left out, and a null that the server drops is allowed. Draft 7, which all
//! of these tools read.

use crdls_manifest::model::{Crd, Schema, Version};
use crdls_minors::Minor;
use serde_json::{Map, Value, json};

use crate::document::definition;
use crate::form::Dialect;
use crate::json::is_empty;
use crate::kind::Kind;
use crate::native::{self, Owner};
use crate::schema::published;

/// What JSON Schema means by a format as the server does. Of others it means something else, such as an ISO 8601
/// duration where the server takes Go's.
const FORMATS: [&str; 10] =
    ["byte", "date", "date-time", "double", "float", "int32", "int64", "ipv4", "ipv6", "uuid"];

/// The JSON Schema of the objects of a version, with what a server of the minor publishes.
pub fn json_schema(crd: Crd<'_>, version: Version<'_>, minor: Minor) -> Value {
    let dialect = Dialect::v3(minor);
    let kind = Kind::of(crd, version);
    let mut whole = match definition(crd, version, dialect) {
        Value::Object(whole) => whole,
        _ => Map::new(),
    };
    // Of a schema that is not published nothing is known but what all objects have.
    let is_open = !whole.contains_key("properties");
    if is_open {
        whole.insert("properties".to_owned(), native::properties(Owner::Resource, dialect).into());
    }
    let always = ["apiVersion", "kind", "metadata"].map(Value::from);
    let written = whole.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let others = written.iter().filter(|name| !always.contains(name)).cloned();
    let required = always.iter().cloned().chain(others).collect();
    whole.insert("required".to_owned(), required);
    let mut root = structural(&whole, Null::Refused);
    let api_version = format!("{}/{}", kind.group, kind.version);
    for (name, value) in [("apiVersion", api_version.as_str()), ("kind", kind.kind)] {
        put(&mut root, &["properties", name, "enum"], json!([value]));
    }
    if let Some(written) = version.schema().and_then(|schema| schema.property("metadata")) {
        put(&mut root, &["properties", "metadata", "properties"], names(written, dialect));
    }
    if is_open {
        root.remove("additionalProperties");
    }
    root.insert("$schema".to_owned(), "http://json-schema.org/draft-07/schema#".into());
    let own = native::definitions(dialect, false);
    let own = own.into_iter().filter(|(name, _)| is_metadata(name));
    root.insert("definitions".to_owned(), own.map(|(name, schema)| (name, of_native(&schema))).collect());
    root.into()
}

/// The file of a schema below the folder of all: `example.org/pizza_v1.json`, as kubeconform and others look for it.
pub fn json_schema_file(crd: Crd<'_>, version: Version<'_>) -> String {
    let kind = Kind::of(crd, version);
    format!("{}/{}_{}.json", kind.group, kind.kind.to_lowercase(), kind.version)
}

/// Whether a null is as good as no value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    /// The server drops it, or replaces it by the default.
    Dropped,
    /// Only where the schema is `nullable`.
    Refused,
}

/// A schema outside of allOf, anyOf, oneOf and not.
fn structural(schema: &Map<String, Value>, null: Null) -> Map<String, Value> {
    let mut found = constraints(schema);
    for key in ["allOf", "anyOf", "oneOf"] {
        if let Some(clauses) = schema.get(key).and_then(Value::as_array) {
            found.insert(key.to_owned(), clauses.iter().map(nested).collect());
        }
    }
    found.extend(schema.get("not").map(|not| ("not".to_owned(), nested(not))));
    if let Some(items) = schema.get("items").and_then(Value::as_object) {
        found.insert("items".to_owned(), structural(items, Null::Refused).into());
    }
    structure(schema, &mut found);
    let allows_null = null == Null::Dropped || is_nullable(schema);
    if allows_null { or_null(found) } else { found }
}

/// `properties`, `required` and `additionalProperties`.
fn structure(schema: &Map<String, Value>, found: &mut Map<String, Value>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let has_default = |name: &str| {
        properties.and_then(|all| all.get(name)).is_some_and(|property| property.get("default").is_some())
    };
    let names = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let required: Vec<_> =
        names.iter().filter(|name| !name.as_str().is_some_and(has_default)).cloned().collect();
    if let Some(properties) = properties {
        let of_property = |(name, property): (&String, &Value)| {
            let null = if required.iter().any(|known| known == name) { Null::Refused } else { Null::Dropped };
            Some((name.clone(), Value::from(structural(property.as_object()?, null))))
        };
        found.insert("properties".to_owned(), properties.iter().filter_map(of_property).collect());
    }
    if !required.is_empty() {
        found.insert("required".to_owned(), required.into());
    }
    let preserves = schema.get("x-kubernetes-preserve-unknown-fields").is_some();
    let is_object = schema.get("type").is_some_and(|type_| type_ == "object");
    match schema.get("additionalProperties") {
        Some(Value::Object(values)) => {
            found.insert("additionalProperties".to_owned(), structural(values, Null::Dropped).into());
        }
        Some(allowed) => {
            found.insert("additionalProperties".to_owned(), allowed.clone());
        }
        None if is_object && !preserves => {
            found.insert("additionalProperties".to_owned(), false.into());
        }
        None => {}
    }
}

/// Whether a null that is sent is kept and valid: where it is none of the values of an enum it is not.
fn is_nullable(schema: &Map<String, Value>) -> bool {
    let values = schema.get("enum").and_then(Value::as_array);
    schema.get("nullable").is_some() && values.is_none_or(|values| values.contains(&Value::Null))
}

/// The same, or a null, of which the server checks nothing else.
fn or_null(mut schema: Map<String, Value>) -> Map<String, Value> {
    let is_plain = ["allOf", "anyOf", "oneOf", "not", "$ref"].iter().all(|key| !schema.contains_key(*key));
    if let (Some(type_), true) = (schema.get("type").cloned(), is_plain) {
        schema.insert("type".to_owned(), json!([type_, "null"]));
        if let Some(Value::Array(values)) = schema.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
        return schema;
    }
    if is_plain {
        return schema;
    }
    let mut found = Map::new();
    for key in ["description", "title", "default"] {
        found.extend(schema.remove(key).map(|value| (key.to_owned(), value)));
    }
    found.insert("anyOf".to_owned(), json!([schema, {"type": "null"}]));
    found
}

/// A schema inside of allOf, anyOf, oneOf or not, which restricts only what it names.
fn nested(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return json!({"$ref": in_definitions(reference)});
    }
    let mut found = constraints(schema);
    found.extend(schema.get("required").map(|names| ("required".to_owned(), names.clone())));
    for key in ["allOf", "anyOf", "oneOf"] {
        if let Some(clauses) = schema.get(key).and_then(Value::as_array) {
            found.insert(key.to_owned(), clauses.iter().map(nested).collect());
        }
    }
    for key in ["not", "items"] {
        found.extend(schema.get(key).map(|below| (key.to_owned(), nested(below))));
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let below: Map<_, _> = properties.iter().map(|(name, below)| (name.clone(), nested(below))).collect();
        found.insert("properties".to_owned(), below.into());
    }
    found.into()
}

/// What a schema says without other schemas, in the words of draft 7.
fn constraints(schema: &Map<String, Value>) -> Map<String, Value> {
    const OTHERS: [&str; 15] = [
        "additionalProperties",
        "allOf",
        "anyOf",
        "example",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "externalDocs",
        "format",
        "items",
        "not",
        "nullable",
        "oneOf",
        "pattern",
        "properties",
        "required",
    ];
    let own = schema.iter().filter(|(key, _)| !OTHERS.contains(&key.as_str()));
    let mut found: Map<_, _> = own.map(|(key, value)| (key.clone(), value.clone())).collect();
    for (bound, exclusive) in [("maximum", "exclusiveMaximum"), ("minimum", "exclusiveMinimum")] {
        let bound = if schema.contains_key(exclusive) { found.remove(bound) } else { None };
        found.extend(bound.map(|value| (exclusive.to_owned(), value)));
    }
    let format =
        schema.get("format").filter(|format| format.as_str().is_some_and(|name| FORMATS.contains(&name)));
    found.extend(format.map(|format| ("format".to_owned(), format.clone())));
    let pattern = schema.get("pattern").filter(|pattern| pattern.as_str().is_some_and(is_pattern_of_both));
    found.extend(pattern.map(|pattern| ("pattern".to_owned(), pattern.clone())));
    let example = schema.get("example").filter(|example| !is_empty(example));
    found.extend(example.map(|example| ("examples".to_owned(), json!([example]))));
    found
}

/// Whether JavaScript reads a pattern as Go does: not one with flags, named groups and classes of Go's own.
fn is_pattern_of_both(pattern: &str) -> bool {
    const OF_GO: [&str; 9] = ["(?i", "(?s", "(?m", "(?U", "(?P", "\\A", "\\z", "\\Q", "[[:"];
    const CLASSES: [&str; 2] = ["\\p", "\\P"];
    !OF_GO.iter().chain(&CLASSES).any(|sign| pattern.contains(sign))
}

/// Sets what is below some names, where there are maps on the way.
fn put(map: &mut Map<String, Value>, names: &[&str], value: Value) {
    match names {
        [] => {}
        [name] => drop(map.insert((*name).to_owned(), value)),
        [name, below @ ..] => {
            if let Some(Value::Object(map)) = map.get_mut(*name) {
                put(map, below, value);
            }
        }
    }
}

/// What the schema of metadata says of the names of objects, which is all that it can.
fn names(metadata: Schema<'_>, dialect: Dialect) -> Value {
    let own = metadata.properties().filter(|property| matches!(property.name, "name" | "generateName"));
    let restricted = |schema| nested(&published(schema, dialect).into());
    own.map(|property| (property.name.to_owned(), restricted(property.schema))).collect::<Map<_, _>>().into()
}

/// Whether a definition is one of metadata's.
fn is_metadata(name: &str) -> bool {
    const OF_METADATA: [&str; 5] = ["ObjectMeta", "ManagedFieldsEntry", "OwnerReference", "FieldsV1", "Time"];
    name.rsplit('.').next().is_some_and(|name| OF_METADATA.contains(&name))
}

/// A schema of Go's types: any value may be null, which is decoded as none.
fn of_native(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut found = constraints(schema);
    if let Some(clauses) = schema.get("allOf").and_then(Value::as_array) {
        found.insert("allOf".to_owned(), clauses.iter().map(nested).collect());
    }
    for key in ["items", "additionalProperties"] {
        found.extend(schema.get(key).map(|below| (key.to_owned(), of_native(below))));
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let below: Map<_, _> =
            properties.iter().map(|(name, below)| (name.clone(), of_native(below))).collect();
        found.insert("properties".to_owned(), below.into());
        found.insert("additionalProperties".to_owned(), false.into());
    }
    found.extend(schema.get("required").map(|names| ("required".to_owned(), names.clone())));
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return json!({"$ref": in_definitions(reference)});
    }
    if found.contains_key("type") { or_null(found).into() } else { found.into() }
}

fn in_definitions(reference: &str) -> String {
    reference.replace("#/components/schemas/", "#/definitions/")
}
