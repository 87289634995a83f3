//! `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`.
//!
//! Mirrors the middle of `ValidateCustomResourceDefinitionOpenAPISchema`, and
//! `validateMapListKeysMapSet`, of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go), in their order.

use std::collections::BTreeSet;

use crate::structural::nested;
use crate::validate::Options;
use crdls_schema::Path;
use crdls_schema::decode::suggested_value;
use crdls_schema::model::{Items, Schema};
use crdls_schema::report::Report;
use crdls_schema::{ErrorType, code};
use crdls_values::json::go_quote;

code!(
    MAP_TYPE_WITHOUT_OBJECT,
    "map-type-without-object",
    Error,
    server,
    "a map type on a schema that is not an object"
);
code!(UNSUPPORTED_MAP_TYPE, "unsupported-map-type", Error, server, "an unknown map type");
code!(
    LIST_TYPE_WITHOUT_ARRAY,
    "list-type-without-array",
    Error,
    server,
    "a list type on a schema that is not an array"
);
code!(UNSUPPORTED_LIST_TYPE, "unsupported-list-type", Error, server, "an unknown list type");
code!(SET_OF_NON_ATOMIC, "set-of-non-atomic", Error, server, "the items of a set are not atomic");
code!(
    LIST_MAP_KEYS_WITHOUT_MAP,
    "list-map-keys-without-map",
    Error,
    server,
    "list map keys on a list that is not of type map"
);
code!(MISSING_LIST_MAP_KEYS, "missing-list-map-keys", Error, server, "a list of type map has no keys");
code!(LIST_MAP_ITEMS, "list-map-items", Error, server, "the items of a list of type map are not objects");
code!(LIST_MAP_KEY_TYPE, "list-map-key-type", Error, server, "a list map key is not a scalar");
code!(
    UNKNOWN_LIST_MAP_KEY,
    "unknown-list-map-key",
    Error,
    server,
    "a list map key is not a property of the items"
);
code!(DUPLICATE_LIST_MAP_KEY, "duplicate-list-map-key", Error, server, "a duplicate list map key");
code!(
    OPTIONAL_LIST_MAP_KEY,
    "optional-list-map-key",
    Error,
    server,
    "a list map key is neither required nor has a default"
);
code!(NULLABLE_LIST_MAP_KEY, "nullable-list-map-key", Error, server, "a list map key is nullable");
code!(NULLABLE_ITEMS, "nullable-items", Error, server, "the items of a set or map are nullable");

pub(super) fn check(schema: Schema<'_>, options: &Options<'_>, path: &Path<'_>, report: &mut Report) {
    let before = report.errors.len();
    map_type(schema, path, report);
    list_type(schema, options.atomic_sets, path, report);
    map_keys(schema, path, report);
    if schema.list_type() == Some("map") {
        list_map(schema, path, report);
    }
    if options.map_keys {
        map_and_set(schema, path, report);
    }
    if report.errors.len() > before && nested::is_inside(path) {
        for raised in report.errors.iter_mut().skip(before) {
            raised.help(OUTSIDE);
        }
    }
}

/// Inside of these neither the extensions nor the types that they want can stand.
const OUTSIDE: &str =
    "move what begins with `x-kubernetes-` to the same field outside of allOf, anyOf, oneOf and not";

fn map_type(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(map_type) = schema.map_type() else { return };
    let here = path.child("x-kubernetes-map-type");
    if schema.type_() != "object" {
        must_be("object", schema, &MAP_TYPE_WITHOUT_OBJECT, "x-kubernetes-map-type", path, report);
    }
    if !matches!(map_type, "atomic" | "granular") {
        report
            .not_supported(&UNSUPPORTED_MAP_TYPE, &here, map_type, &["atomic", "granular"])
            .message(match map_type {
                "" => "this map type is empty".to_owned(),
                map_type => format!("`{map_type}` is not a map type"),
            })
            .help("write `granular`, where each field has its own owner, or `atomic`, where the whole map has one");
    }
}

/// The type that an extension wants.
fn must_be(
    wanted: &str,
    schema: Schema<'_>,
    rule: &'static crdls_schema::Code,
    extension: &str,
    path: &Path<'_>,
    report: &mut Report,
) {
    let (type_path, type_) = (path.child("type"), schema.type_());
    let detail = format!("must be {wanted} if {extension} is specified");
    let raised = if type_.is_empty() {
        report.required(rule, &type_path, detail)
    } else {
        report.invalid(rule, &type_path, type_, detail)
    };
    raised
        .message(format!("`{extension}` belongs to `type: {wanted}`"))
        .help(format!("write `type: {wanted}`, or remove `{extension}`"))
        .related(&path.child(extension), "the extension is here");
}

fn list_type(schema: Schema<'_>, atomic_sets: bool, path: &Path<'_>, report: &mut Report) {
    let Some(list_type) = schema.list_type() else { return };
    if schema.type_() != "array" {
        must_be("array", schema, &LIST_TYPE_WITHOUT_ARRAY, "x-kubernetes-list-type", path, report);
    } else if let Some(extension) = non_atomic_items(schema).filter(|_| atomic_sets) {
        set_items(schema, extension, path, report);
    }
    if !matches!(list_type, "atomic" | "set" | "map") {
        let here = path.child("x-kubernetes-list-type");
        report
            .not_supported(&UNSUPPORTED_LIST_TYPE, &here, list_type, &["atomic", "set", "map"])
            .message(match list_type {
                "" => "this list type is empty".to_owned(),
                list_type => format!("`{list_type}` is not a list type"),
            })
            .help("write `atomic` (replaced whole), `set` (scalars, each once) or `map` (objects told apart by keys)");
    }
}

/// The extension by which a set's items are not merged whole.
pub(super) fn non_atomic_items(schema: Schema<'_>) -> Option<&'static str> {
    let items = schema.item_schema().filter(|_| schema.list_type() == Some("set"))?;
    match items.type_() {
        "array" if items.list_type().is_some_and(|t| t != "atomic") => Some("x-kubernetes-list-type"),
        "object" if items.map_type() != Some("atomic") => Some("x-kubernetes-map-type"),
        _ => None,
    }
}

/// The items of a set have to be merged whole.
fn set_items(schema: Schema<'_>, extension: &str, path: &Path<'_>, report: &mut Report) {
    const DETAIL: &str = "must be atomic as item of a list with x-kubernetes-list-type=set";
    let items = schema.item_schema();
    let bad = items.and_then(|items| items.list_type()).map_or_else(|| "null".to_owned(), go_quote);
    report
        .add(&SET_OF_NON_ATOMIC, ErrorType::Invalid, &path.child("items").child(extension), DETAIL)
        .bad(bad)
        .message("the items of a set are compared whole, so they must be atomic")
        .why("server-side apply cannot change a part of an item that has no name of its own")
        .help(match items.map_or("", |items| items.type_()) {
            "object" => format!("tell the items apart by keys: `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys`; or write `{extension}: atomic` in `items`"),
            _ => format!("write `{extension}: atomic` in `items`"),
        })
        .related(&path.child("x-kubernetes-list-type"), "the list is a set because of this");
}

fn map_keys(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    if schema.list_map_keys().next().is_none() || schema.list_type() == Some("map") {
        return;
    }
    let here = path.child("x-kubernetes-list-type");
    const DETAIL: &str = "must be map if x-kubernetes-list-map-keys is non-empty";
    let raised = match schema.list_type() {
        None => report.required(&LIST_MAP_KEYS_WITHOUT_MAP, &here, DETAIL),
        Some(list_type) => report.invalid(&LIST_MAP_KEYS_WITHOUT_MAP, &here, list_type, DETAIL),
    };
    raised
        .message("keys belong to a list of type map")
        .help("write `x-kubernetes-list-type: map`, or remove `x-kubernetes-list-map-keys`")
        .related(&path.child("x-kubernetes-list-map-keys"), "the keys are here");
}

fn list_map(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let (items_path, keys_path) = (path.child("items"), path.child("x-kubernetes-list-map-keys"));
    if schema.list_map_keys().next().is_none() {
        report
            .required(&MISSING_LIST_MAP_KEYS, &keys_path, "must not be empty if x-kubernetes-list-type is map")
            .message("a list of type map says by which properties its items are told apart")
            .help("write `x-kubernetes-list-map-keys` with the names of required properties of the items, as `[name]`")
            .mark_value(&keys_path);
    }
    match schema.items() {
        None => {
            report
                .required(&LIST_MAP_ITEMS, &items_path, "must have a schema if x-kubernetes-list-type is map")
                .message("a list of type map needs a schema of its items")
                .help(
                    "add `items:` with `type: object` and the properties by which the items are told apart",
                );
        }
        Some(Items::Schema(items)) if items.type_() == "object" => list_map_keys(schema, items, path, report),
        Some(Items::Schema(items)) => {
            let detail = "must be object if parent array's x-kubernetes-list-type is map";
            report
                .invalid(&LIST_MAP_ITEMS, &items_path.child("type"), items.type_(), detail)
                .message("the items of a list of type map are objects")
                .help("write `type: object` in `items`, or use `x-kubernetes-list-type: set`")
                .related(&path.child("x-kubernetes-list-type"), "the list is a map because of this");
        }
        Some(_) => {
            let detail = "must only have a single schema if x-kubernetes-list-type is map";
            report
                .invalid(&LIST_MAP_ITEMS, &items_path, "", detail)
                .message("a list of type map has one schema for all items")
                .help("write the schema without the dash");
        }
    }
}

fn list_map_keys(schema: Schema<'_>, items: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let keys_path = path.child("x-kubernetes-list-map-keys");
    let mut seen = BTreeSet::new();
    for (i, (key, _)) in schema.list_map_keys().enumerate() {
        match items.property(key) {
            Some(property) if matches!(property.type_(), "array" | "object") => {
                let items_path = path.child("items");
                let properties = items_path.child("properties");
                let property = properties.key(key);
                let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
                report
                    .invalid(&LIST_MAP_KEY_TYPE, &property.child("type"), items.type_(), detail)
                    .message(format!("`{key}` is a key of this list, so it must be a scalar"))
                    .why("items are told apart by comparing these values")
                    .help(format!(
                        "give `{key}` a type as `string` or `integer`, or name another property as the key"
                    ))
                    .related(&keys_path.index(i), "it is named as a key here");
            }
            Some(_) => {}
            None => unknown_key(schema, items, (i, key), &keys_path, report),
        }
        if !seen.insert(key) {
            report
                .add(
                    &DUPLICATE_LIST_MAP_KEY,
                    ErrorType::Invalid,
                    &keys_path,
                    "must not contain duplicate entries",
                )
                .bad_list(schema.list_map_keys().map(|(key, _)| key))
                .message(format!("`{key}` is named twice"))
                .help("remove one of them")
                .mark(&keys_path.index(i));
        }
    }
}

/// Most names that a misspelt one is compared with.
const MAX_COMPARED: usize = 100;

fn unknown_key(
    schema: Schema<'_>,
    items: Schema<'_>,
    (i, key): (usize, &str),
    path: &Path<'_>,
    report: &mut Report,
) {
    const DETAIL: &str = "entries must all be names of item properties";
    let names = items.properties().map(|property| property.name).filter(|name| name.len() <= 64);
    let names: Vec<_> = names.take(MAX_COMPARED).collect();
    report
        .add(&UNKNOWN_LIST_MAP_KEY, ErrorType::Invalid, path, DETAIL)
        .bad_list(schema.list_map_keys().map(|(key, _)| key))
        .message(match suggested_value(key, &names) {
            Some(near) => format!("the items have no property `{key}`; did you mean `{near}`?"),
            None => format!("the items have no property `{key}`"),
        })
        .help(match names.first() {
            None => format!("add `properties:` with `{key}` to the items"),
            Some(first) => {
                format!("name a property that the items have, as `{first}`, or add `{key}` to them")
            }
        })
        .mark(&path.index(i));
}

/// `validateMapListKeysMapSet`.
pub(super) fn map_and_set(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(items) = schema.item_schema() else { return };
    let Some(list_type) = schema.list_type().filter(|t| matches!(*t, "set" | "map")) else { return };
    let items_path = path.child("items");
    if items.nullable() {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
        report
            .forbidden(&NULLABLE_ITEMS, &items_path.child("nullable"), detail)
            .message(format!("the items of a list of type {list_type} cannot be null"))
            .help("remove `nullable: true`");
    }
    if list_type != "map" {
        return;
    }
    for (i, (key, _)) in schema.list_map_keys().enumerate() {
        let Some(property) = items.property(key) else { continue };
        let property_path = items_path.child("properties");
        let property_path = property_path.key(key);
        let keys_path = path.child("x-kubernetes-list-map-keys");
        let required = items.required().any(|(name, _)| name == key);
        if !required && property.default().is_none() {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
            report
                .required(&OPTIONAL_LIST_MAP_KEY, &property_path.child("default"), detail)
                .message(format!("`{key}` is a key of this list, so it must be required or have a default"))
                .why("an item without it could not be told from another")
                .help(format!("add `{key}` to `required` of the items, or give it a `default`"))
                .related(&keys_path.index(i), "it is named as a key here");
        }
        if property.nullable() {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            report
                .forbidden(&NULLABLE_LIST_MAP_KEY, &property_path.child("nullable"), detail)
                .message(format!("`{key}` is a key of this list, so it cannot be null"))
                .help("remove `nullable: true`")
                .related(&keys_path.index(i), "it is named as a key here");
        }
    }
}
