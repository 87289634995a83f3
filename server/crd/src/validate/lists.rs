//! `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`.
//!
//! Mirrors the middle of `ValidateCustomResourceDefinitionOpenAPISchema`, and
//! `validateMapListKeysMapSet`, of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go), in their order.

use std::collections::BTreeSet;

use crate::structural::nested;
use crate::validate::Options;
use crdls_go::go_quote;
use crdls_manifest::model::{Items, Schema};
use crdls_report::{ErrorType, Path, Report, code, got};
use crdls_text::suggested_value;

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
    if report.errors.len() > before && nested::junctor(path).is_some() {
        for raised in report.errors.iter_mut().skip(before) {
            raised.help(OUTSIDE);
        }
    }
}

/// Inside of these neither the extensions nor the types that they want can stand.
const OUTSIDE: &str = "move the keywords that begin with `x-kubernetes-` to the same field outside of allOf, anyOf, oneOf and not";

fn map_type(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(map_type) = schema.map_type() else { return };
    let here = path.child("x-kubernetes-map-type");
    if schema.type_() != "object" {
        must_be("object", schema, &MAP_TYPE_WITHOUT_OBJECT, "x-kubernetes-map-type", path, report);
    }
    if !matches!(map_type, "atomic" | "granular") {
        report
            .not_supported(&UNSUPPORTED_MAP_TYPE, &here, map_type, &["atomic", "granular"])
            .predicate(format!("must be `granular` or `atomic`{}", got(map_type)))
            .help("write `granular` (each field has its own owner) or `atomic` (the whole map has one)");
    }
}

/// The type that an extension wants.
fn must_be(
    wanted: &str,
    schema: Schema<'_>,
    rule: &'static crdls_report::Code,
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
        .message(match type_ {
            "" => format!("{} has `{extension}` but no `type: {wanted}`", path.described()),
            type_ => {
                format!("{} has `{extension}`, but `type: {type_}` instead of `{wanted}`", path.described())
            }
        })
        .help(format!("write `type: {wanted}`, or remove `{extension}`"))
        .related(&path.child(extension), format!("`{extension}` is here"));
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
            .predicate(format!("must be `atomic`, `set` or `map`{}", got(list_type)))
            .help("write `atomic` (replaced as a whole), `set` (scalars, each once) or `map` (objects with keys)");
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
        .predicate("must be `atomic` for the items of a set")
        .why("server-side apply compares the items of a set as a whole, and cannot change a part of one")
        .help(match items.map_or("", |items| items.type_()) {
            "object" => format!("write `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys`, or `{extension}: atomic` in `items`"),
            _ => format!("write `{extension}: atomic` in `items`"),
        })
        .related(&path.child("x-kubernetes-list-type"), "the list is a set here");
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
        .message(match schema.list_type() {
            None => format!(
                "{} has `x-kubernetes-list-map-keys` but no `x-kubernetes-list-type: map`",
                path.described()
            ),
            Some(list_type) => format!(
                "{} has `x-kubernetes-list-map-keys`, but `x-kubernetes-list-type: {list_type}` instead of `map`",
                path.described()
            ),
        })
        .help("write `x-kubernetes-list-type: map`, or remove `x-kubernetes-list-map-keys`")
        .related(&path.child("x-kubernetes-list-map-keys"), "the keys are here");
}

fn list_map(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let (items_path, keys_path) = (path.child("items"), path.child("x-kubernetes-list-map-keys"));
    if schema.list_map_keys().next().is_none() {
        report
            .required(
                &MISSING_LIST_MAP_KEYS,
                &keys_path,
                "must not be empty if x-kubernetes-list-type is map",
            )
            .message(format!(
                "{} has `x-kubernetes-list-type: map` but no `x-kubernetes-list-map-keys`",
                path.described()
            ))
            .why("the items of a list of type map are identified by the values of these properties")
            .help(
                "write `x-kubernetes-list-map-keys` with required properties of the items, such as `[name]`",
            )
            .mark_value(&keys_path);
    }
    match schema.items() {
        None => {
            report
                .required(&LIST_MAP_ITEMS, &items_path, "must have a schema if x-kubernetes-list-type is map")
                .message(format!("{} has `x-kubernetes-list-type: map` but no `items`", path.described()))
                .help("add `items:` with `type: object` and the properties that identify an item");
        }
        Some(Items::Schema(items)) if items.type_() == "object" => list_map_keys(schema, items, path, report),
        Some(Items::Schema(items)) => {
            let detail = "must be object if parent array's x-kubernetes-list-type is map";
            report
                .invalid(&LIST_MAP_ITEMS, &items_path.child("type"), items.type_(), detail)
                .message(match items.type_() {
                    "" => {
                        format!("items of {} have no `type: object`, in a list of type map", path.described())
                    }
                    type_ => format!(
                        "items of {} must have `type: object` in a list of type map, got `{type_}`",
                        path.described()
                    ),
                })
                .help("write `type: object` in `items`, or use `x-kubernetes-list-type: set`")
                .related(&path.child("x-kubernetes-list-type"), "the list is of type map here");
        }
        Some(_) => {
            let detail = "must only have a single schema if x-kubernetes-list-type is map";
            report
                .add(&LIST_MAP_ITEMS, ErrorType::Invalid, &items_path, detail)
                .predicate("must be one schema for all items, got a list of schemas")
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
                let type_ = property.type_();
                let items_path = path.child("items");
                let properties = items_path.child("properties");
                let property = properties.key(key);
                let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
                report
                    .invalid(&LIST_MAP_KEY_TYPE, &property.child("type"), items.type_(), detail)
                    .predicate(format!("must be a scalar for a list map key, got `{type_}`"))
                    .why("the server identifies items by comparing the values of their keys")
                    .help(format!(
                        "give `{key}` a type such as `string` or `integer`, or use another property as the key"
                    ))
                    .related(&keys_path.index(i), format!("`{key}` is a key here"));
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
                .message(format!("{} has the key `{key}` twice", keys_path.subject()))
                .help("remove one of the two")
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
            Some(near) => {
                format!(
                    "`{key}` in {} is not a property of the items; did you mean `{near}`?",
                    path.subject()
                )
            }
            None => format!("`{key}` in {} is not a property of the items", path.subject()),
        })
        .help(match names.first() {
            None => format!("add `properties:` with `{key}` to the items"),
            Some(first) => {
                format!("use a property of the items, such as `{first}`, or add `{key}` to them")
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
            .message(format!(
                "items of {} cannot be nullable: `x-kubernetes-list-type` is `{list_type}`",
                path.described()
            ))
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
                .message(format!(
                    "{} must be required or have a `default`: it is a list map key",
                    property_path.subject()
                ))
                .why("the server identifies items by their keys, so each item must have them")
                .help(format!("add `{key}` to `required` of the items, or add a `default`"))
                .related(&keys_path.index(i), format!("`{key}` is a key here"));
        }
        if property.nullable() {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            report
                .forbidden(&NULLABLE_LIST_MAP_KEY, &property_path.child("nullable"), detail)
                .message(format!("{} cannot be nullable: it is a list map key", property_path.subject()))
                .help("remove `nullable: true`")
                .related(&keys_path.index(i), format!("`{key}` is a key here"));
        }
    }
}
