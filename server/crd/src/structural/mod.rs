//! Whether a schema is structural.
//!
//! Mirrors `validateStructuralInvariants`, `validateStructuralMetadataInvariants` and
//! `validateExtensions` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/validation.go), in their order. What may stand inside allOf, anyOf, oneOf
//! and not is in `nested`, whether it has a counterpart outside of them in `complete`.

pub(crate) mod complete;
pub(crate) mod nested;
pub(crate) mod unconvertible;

use crdls_manifest::fields::Field;
use crdls_manifest::model::{FieldValue, Items, OrBool, Schema};
use crdls_report::{Path, Report, code};
use nested::preserves;
pub(crate) use unconvertible::Unconvertible;

code!(MISSING_ITEMS, "missing-items", Error, server, "the schema of the items of a list is missing");
code!(MISSING_TYPE, "missing-type", Error, server, "a schema has no `type`");
code!(ROOT_TYPE, "root-type", Error, server, "the root of a schema is not an object");
code!(
    ROOT_ADDITIONAL_PROPERTIES,
    "root-additional-properties",
    Error,
    server,
    "the root of a schema has `additionalProperties`"
);
code!(
    EMBEDDED_RESOURCE_TYPE,
    "embedded-resource-type",
    Error,
    server,
    "an embedded resource is not an object"
);
code!(
    EMBEDDED_RESOURCE_ADDITIONAL_PROPERTIES,
    "embedded-resource-additional-properties",
    Error,
    server,
    "an embedded resource has `additionalProperties`"
);
code!(
    EMBEDDED_RESOURCE_WITHOUT_PROPERTIES,
    "embedded-resource-without-properties",
    Error,
    server,
    "an embedded resource would lose all its fields"
);
code!(TYPE_META_TYPE, "type-meta-type", Error, server, "`apiVersion` or `kind` is not a string");
code!(METADATA_TYPE, "metadata-type", Error, server, "`metadata` is not an object");
code!(
    RESTRICTED_METADATA,
    "restricted-metadata",
    Error,
    server,
    "the schema restricts a `metadata` field other than `name` and `generateName`"
);
code!(
    INT_OR_STRING_CONFLICT,
    "int-or-string-conflict",
    Error,
    server,
    "`x-kubernetes-int-or-string` conflicts with another extension"
);

/// Where a node stands in the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Root,
    Item,
    Field,
}

/// Whether a root schema can be made structural, and is.
pub fn is_structural(schema: Schema<'_>) -> bool {
    if Unconvertible::in_schema(schema, &Path::EMPTY).is_some() {
        return false;
    }
    let mut report = Report::default();
    check(schema, &Path::EMPTY, &mut report);
    report.errors.is_empty()
}

/// Checks that a root schema is structural: `ValidateStructural`.
pub(crate) fn check(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    invariants(schema, Level::Root, path, report);
    complete::check(schema, path, report);
}

fn invariants(schema: Schema<'_>, level: Level, path: &Path<'_>, report: &mut Report) {
    let items = schema.item_schema();
    if schema.type_() == "array" && items.is_none() {
        missing_items(schema, path, report);
    }
    if let Some(items) = items {
        invariants(items, Level::Item, &path.child("items"), report);
    }
    for property in schema.properties() {
        invariants(property.schema, Level::Field, &path.child("properties").key(property.name), report);
    }
    additional_properties(schema, level, path, report);
    extensions(schema, path, report);
    let skip = nested::Skip {
        any_of: is_int_or_string_any_of(schema),
        first_all_of: is_int_or_string_all_of(schema),
    };
    nested::value_validation(schema, skip, path, report);
    node_type(schema, level, path, report);
    metadata(schema, level, path, report);
    if schema.embedded_resource() && !preserves(schema) && schema.properties().next().is_none() {
        report
            .required(
                &EMBEDDED_RESOURCE_WITHOUT_PROPERTIES,
                &path.child("properties"),
                "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
            )
            .message(format!(
                "embedded resource {} would lose all fields: it has neither `properties` nor \
                 `x-kubernetes-preserve-unknown-fields`",
                path.described()
            ))
            .help("add `x-kubernetes-preserve-unknown-fields: true`, or `properties`");
    }
}

fn missing_items(schema: Schema<'_>, list: &Path<'_>, report: &mut Report) {
    let path = list.child("items");
    let raised = report.required(&MISSING_ITEMS, &path, "must be specified");
    raised.why("the server prunes unknown fields and merges lists by the schema of the items");
    if let Some(Items::Schemas(_)) = schema.items() {
        raised
            .predicate("must be one schema for all items, got a list of schemas")
            .help("write the schema without the dash");
    } else {
        raised
            .message(format!("{} has no `items`", list.schema_subject()))
            .help("add `items:` with a schema, such as `items: {type: string}`");
    }
}

fn additional_properties(schema: Schema<'_>, level: Level, path: &Path<'_>, report: &mut Report) {
    let Some(additional) = schema.additional_properties() else { return };
    let path = path.child("additionalProperties");
    if level == Level::Root {
        report
            .forbidden(&ROOT_ADDITIONAL_PROPERTIES, &path, "must not be used at the root")
            .predicate("is not allowed")
            .why("the fields of a resource are apiVersion, kind, metadata and those in `properties`")
            .help("move `additionalProperties` into a property such as `spec`");
    }
    if let OrBool::Schema(schema) = additional {
        invariants(schema, Level::Field, &path, report);
    }
}

/// `validateExtensions`.
fn extensions(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    if !schema.int_or_string() {
        return;
    }
    let conflicts = [
        (preserves(schema), "x-kubernetes-preserve-unknown-fields"),
        (schema.embedded_resource(), "x-kubernetes-embedded-resource"),
    ];
    for (_, key) in conflicts.into_iter().filter(|(set, _)| *set) {
        report
            .invalid(
                &INT_OR_STRING_CONFLICT,
                &path.child(key),
                "",
                "must be false if x-kubernetes-int-or-string is true",
            )
            .bad("true")
            .predicate("conflicts with `x-kubernetes-int-or-string`")
            .why("an integer or a string has no fields")
            .help("remove one of the two");
    }
}

/// The type of the node itself.
fn node_type(schema: Schema<'_>, level: Level, path: &Path<'_>, report: &mut Report) {
    let type_path = path.child("type");
    let type_ = schema.type_();
    if schema.embedded_resource() && type_ != "object" {
        const DETAIL: &str = "must be object if x-kubernetes-embedded-resource is true";
        let raised = if type_.is_empty() {
            report.required(&EMBEDDED_RESOURCE_TYPE, &type_path, DETAIL)
        } else {
            report.invalid(&EMBEDDED_RESOURCE_TYPE, &type_path, type_, DETAIL)
        };
        raised
            .message(match type_ {
                "" => format!("embedded resource {} has no `type: object`", path.described()),
                type_ => {
                    format!("embedded resource {} must have `type: object`, got `{type_}`", path.described())
                }
            })
            .help("write `type: object`");
    } else if type_.is_empty() && !schema.int_or_string() && !preserves(schema) {
        missing_type(schema, level, path, report);
    }
    if schema.embedded_resource() && schema.additional_properties().is_some() {
        report
            .forbidden(
                &EMBEDDED_RESOURCE_ADDITIONAL_PROPERTIES,
                &path.child("additionalProperties"),
                "must not be used if x-kubernetes-embedded-resource is set",
            )
            .predicate("is not allowed in an embedded resource")
            .why(
                "the fields of an embedded resource are apiVersion, kind, metadata and those in `properties`",
            )
            .help("use `properties`, or `x-kubernetes-preserve-unknown-fields: true`");
    }
    if level == Level::Root && !type_.is_empty() && type_ != "object" {
        report
            .invalid(&ROOT_TYPE, &type_path, type_, "must be object at the root")
            .predicate(format!("must be `object`, got `{type_}`"))
            .help("write `type: object`");
    }
}

fn missing_type(schema: Schema<'_>, level: Level, path: &Path<'_>, report: &mut Report) {
    let detail = match level {
        Level::Root => "must not be empty at the root",
        Level::Item => "must not be empty for specified array items",
        Level::Field => "must not be empty for specified object fields",
    };
    report
        .required(&MISSING_TYPE, &path.child("type"), detail)
        .message(format!("{} has no `type`", path.schema_subject()))
        .why("the API server needs the type to prune, default and merge values; it must be outside `allOf`, `anyOf`, `oneOf` and `not`")
        .help(match is_union_of_int_and_string(schema) {
            true => "add `x-kubernetes-int-or-string: true`",
            false => "add `type:`, `x-kubernetes-int-or-string: true` or `x-kubernetes-preserve-unknown-fields: true`",
        });
}

/// Whether the alternatives of a schema are an integer and a string, in any order.
fn is_union_of_int_and_string(schema: Schema<'_>) -> bool {
    let mut types: Vec<_> = schema.any_of().chain(schema.one_of()).map(|clause| clause.type_()).collect();
    types.sort_unstable();
    types == ["integer", "string"]
}

/// What a schema may say of `kind`, `apiVersion` and `metadata`.
fn metadata(schema: Schema<'_>, level: Level, path: &Path<'_>, report: &mut Report) {
    if level != Level::Root && !schema.embedded_resource() {
        return;
    }
    let properties = path.child("properties");
    for name in ["kind", "apiVersion"] {
        let Some(field) = schema.property(name).filter(|field| field.type_() != "string") else { continue };
        report
            .invalid(&TYPE_META_TYPE, &properties.key(name).child("type"), field.type_(), "must be string")
            .message(wrong_type(&properties.key(name), "string", field.type_()))
            .help("write `type: string`");
    }
    let Some(metadata) = schema.property("metadata") else { return };
    let path = properties.key("metadata");
    if metadata.type_() != "object" {
        report
            .invalid(&METADATA_TYPE, &path.child("type"), metadata.type_(), "must be object")
            .message(wrong_type(&path, "object", metadata.type_()))
            .help("write `type: object`");
    }
    if level == Level::Root {
        restricted_metadata(metadata, &path, report);
    }
}

/// A schema whose type must be another one, or that has none.
fn wrong_type(schema: &Path<'_>, wanted: &str, found: &str) -> String {
    match found {
        "" => format!("{} has no `type: {wanted}`", schema.schema_subject()),
        found => format!("{} must be `{wanted}`, got `{found}`", schema.child("type").subject()),
    }
}

/// A schema of metadata holds nothing but its type and restrictions of the two names.
fn restricted_metadata(metadata: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    const ALLOWED: [Field; 3] = [Field::Type, Field::Default, Field::Properties];
    let keyword = metadata.object().fields().iter().map(FieldValue::id);
    let keyword = keyword.into_iter().find(|id| !ALLOWED.contains(id) && survives(metadata, *id));
    let property = metadata.properties().map(|p| p.name).find(|n| !matches!(*n, "name" | "generateName"));
    let properties = path.child("properties");
    let (what, place) = match (keyword, property) {
        (Some(keyword), _) => (keyword.name(), path.child(keyword.name())),
        (None, Some(name)) => (name, properties.key(name)),
        (None, None) => return,
    };
    report
        .forbidden(
            &RESTRICTED_METADATA,
            path,
            "must not specify anything other than name and generateName, but metadata is implicitly specified",
        )
        .message(format!("`{what}` is not allowed in `metadata`: a schema can only restrict `name` and `generateName`"))
        .why("metadata has the same fields in all resources, which the server validates itself")
        .help("write `metadata: {type: object}`, with no other `properties` than `name` and `generateName`")
        .mark_key(&place);
}

/// Whether a schema sets nothing but these keywords, as Go's `reflect.DeepEqual` sees it once the
/// schema is converted.
fn says_only(schema: Schema<'_>, keywords: &[Field]) -> bool {
    let mut written = schema.object().fields().iter().map(FieldValue::id);
    written.all(|field| keywords.contains(&field) || !survives(schema, field))
}

/// Whether the conversion makes anything of a keyword that is written.
fn survives(schema: Schema<'_>, field: Field) -> bool {
    match field {
        // An empty list of these three is not the same as none.
        Field::Required | Field::XListMapKeys | Field::XValidations => schema.has(field),
        Field::Items => schema.item_schema().is_some(),
        Field::DollarRef => schema.reference().is_some_and(|reference| !reference.is_empty()),
        field => schema.object().get(field).is_some_and(|found| !found.is_zero()),
    }
}

/// `anyOf: [{type: integer}, {type: string}]` and nothing else in them.
fn is_int_or_string_any_of(schema: Schema<'_>) -> bool {
    let types: Vec<_> = schema.any_of().map(only_type).collect();
    types == [Some("integer"), Some("string")]
}

/// `allOf` whose first element is that pattern.
fn is_int_or_string_all_of(schema: Schema<'_>) -> bool {
    schema.all_of().next().is_some_and(is_int_or_string_any_of)
}

/// Whether a schema of an integer or a string says so by one of the two patterns that may do so.
pub fn has_int_or_string_pattern(schema: Schema<'_>) -> bool {
    is_int_or_string_any_of(schema) || is_int_or_string_all_of(schema)
}

/// The type of a schema that says nothing else.
fn only_type(schema: Schema<'_>) -> Option<&str> {
    let none = matches!(schema.additional_properties(), None | Some(OrBool::Bool(false)));
    let plain = says_only(schema, &[Field::Type, Field::AdditionalProperties]);
    (plain && none && !schema.has(Field::Properties)).then(|| schema.type_())
}
