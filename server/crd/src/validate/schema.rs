//! What a schema may say, beyond being structural.
//!
//! Mirrors `ValidateCustomResourceDefinitionOpenAPISchema` and `specStandardValidatorV3.validate` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go), in their
//! order. Lists and maps of server-side apply are in `lists`, rules in `rule_fields`.

use crate::validate::{Options, lists, rule_fields};
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Dependency, Items, OrBool, Property, Schema, TYPES};
use crdls_report::stop::checkpoint;
use crdls_report::{Path, Report, code};
use crdls_text::suggested_value;

code!(UNSUPPORTED_TYPE, "unsupported-type", Error, server, "an unknown `type` of a schema");
code!(TYPE_NULL, "type-null", Error, server, "a schema's `type` is `null`");
code!(FORBIDDEN_DEFAULT, "forbidden-default", Error, server, "a default is not allowed here");
code!(
    UNSUPPORTED_KEYWORD,
    "unsupported-keyword",
    Error,
    server,
    "a keyword of JSON Schema that CRDs do not have"
);
code!(ITEMS_ARRAY, "items-array", Error, server, "`items` is a list of schemas");
code!(
    NESTED_EMBEDDED_RESOURCE,
    "nested-embedded-resource",
    Error,
    server,
    "`metadata` contains an embedded resource"
);
code!(UNIQUE_ITEMS, "unique-items", Error, server, "`uniqueItems` is true");
code!(
    PROPERTIES_AND_ADDITIONAL_PROPERTIES,
    "properties-and-additional-properties",
    Error,
    server,
    "`additionalProperties` and `properties` in the same schema"
);
code!(
    PRESERVE_UNKNOWN_FIELDS_FALSE,
    "preserve-unknown-fields-false",
    Error,
    server,
    "`x-kubernetes-preserve-unknown-fields` is false"
);

/// What a node inherits from those around it: `specStandardValidatorV3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inherited<'a> {
    options: &'a Options<'a>,
    /// Why no default is allowed, where none is.
    pub(super) no_default: Option<&'a str>,
    /// Inside of `metadata`, `kind` or `apiVersion` of a resource.
    pub(super) resource_meta: bool,
}

impl<'a> Inherited<'a> {
    /// Inherited the root is nothing.
    pub(super) fn root(options: &'a Options<'a>) -> Self {
        Self { options, no_default: None, resource_meta: false }
    }
}

/// Whether a schema's type is one, where it has any.
pub(crate) fn is_valid_type(schema: Schema<'_>) -> bool {
    schema.type_().is_empty() || TYPES.contains(&schema.type_())
}

/// Checks a node and all below it.
pub(super) fn check(
    schema: Schema<'_>,
    around: Inherited<'_>,
    root: bool,
    path: &Path<'_>,
    report: &mut Report,
) {
    checkpoint();
    let first = report.errors.len();
    standard(schema, around, path, report);
    if schema.unique_items() {
        report
            .forbidden(
                &UNIQUE_ITEMS,
                &path.child("uniqueItems"),
                "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
            )
            .message(format!("`uniqueItems: true` is not allowed in CRDs (on {})", path.described()))
            .why("comparing every pair of items would be too slow")
            .help("use `x-kubernetes-list-type: set`, which also rejects duplicates");
    }
    additional_properties(schema, around, path, report);
    properties(schema, around, root, path, report);
    junctors(schema, around, path, report);
    below_properties(schema.definitions(), "definitions", around, path, report);
    items(schema, around, path, report);
    for (entry, dependency) in schema.dependencies() {
        if let Dependency::Schema(schema) = dependency {
            check(schema, around, false, &path.child("dependencies").key(&entry.name), report);
        }
    }
    if schema.preserve_unknown_fields() == Some(false) {
        report
            .invalid(
                &PRESERVE_UNKNOWN_FIELDS_FALSE,
                &path.child("x-kubernetes-preserve-unknown-fields"),
                "",
                "must be true or undefined",
            )
            .bad("false")
            .predicate("must be true or absent, got `false`")
            .why("the server prunes unknown fields where the keyword is absent")
            .help("remove the line");
    }
    lists::check(schema, around.options, path, report);
    rule_fields::check(schema, path, report);
    report.set_node(path, first);
}

fn additional_properties(schema: Schema<'_>, around: Inherited<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(additional) = schema.additional_properties() else { return };
    let path_here = path.child("additionalProperties");
    if schema.properties().next().is_some() && additional != OrBool::Bool(true) {
        report
            .forbidden(
                &PROPERTIES_AND_ADDITIONAL_PROPERTIES,
                &path_here,
                "additionalProperties and properties are mutual exclusive",
            )
            .predicate("conflicts with `properties`")
            .why("an object is either a struct with named fields or a map with arbitrary keys")
            .help("remove one of the two; to keep unknown fields use `x-kubernetes-preserve-unknown-fields: true`")
            .related(&path.child("properties"), "the properties are here");
    }
    if let OrBool::Schema(schema) = additional {
        let no_default = if around.resource_meta {
            Some("inside additionalProperties applying to object metadata")
        } else {
            around.no_default
        };
        check(schema, Inherited { no_default, ..around }, false, &path_here, report);
    }
}

fn properties(schema: Schema<'_>, around: Inherited<'_>, root: bool, path: &Path<'_>, report: &mut Report) {
    let resource = root || schema.embedded_resource();
    for property in schema.properties() {
        let path = path.child("properties");
        let path = path.key(property.name);
        if !(resource && matches!(property.name, "metadata" | "kind" | "apiVersion")) {
            check(property.schema, around, false, &path, report);
            continue;
        }
        let reason = format!("in top-level {}", property.name);
        let no_default = if root { Some(reason.as_str()) } else { around.no_default };
        check(property.schema, Inherited { no_default, resource_meta: true, ..around }, false, &path, report);
    }
}

fn junctors(schema: Schema<'_>, around: Inherited<'_>, path: &Path<'_>, report: &mut Report) {
    if let Some(clause) = schema.not() {
        check(clause, around, false, &path.child("not"), report);
    }
    for (i, clause) in schema.all_of().enumerate() {
        check(clause, around, false, &path.child("allOf").index(i), report);
    }
    for (i, clause) in schema.one_of().enumerate() {
        check(clause, around, false, &path.child("oneOf").index(i), report);
    }
    for (i, clause) in schema.any_of().enumerate() {
        check(clause, around, false, &path.child("anyOf").index(i), report);
    }
}

fn below_properties<'m>(
    schemas: impl Iterator<Item = Property<'m>>,
    name: &str,
    around: Inherited<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    for property in schemas {
        check(property.schema, around, false, &path.child(name).key(property.name), report);
    }
}

fn items(schema: Schema<'_>, around: Inherited<'_>, path: &Path<'_>, report: &mut Report) {
    let path = path.child("items");
    match schema.items() {
        Some(Items::Schema(items)) => check(items, around, false, &path, report),
        Some(Items::Schemas(schemas)) => {
            for (i, items) in schemas.into_iter().enumerate() {
                check(items, around, false, &path.index(i), report);
            }
        }
        Some(Items::Nothing) | None => {}
    }
}

/// `specStandardValidatorV3.validate`.
fn standard(schema: Schema<'_>, around: Inherited<'_>, path: &Path<'_>, report: &mut Report) {
    let type_ = schema.type_();
    if around.options.valid_types && !is_valid_type(schema) {
        report
            .not_supported(&UNSUPPORTED_TYPE, &path.child("type"), type_, &TYPES)
            .predicate(format!("must be one of {}, got `{type_}`", TYPES.join(", ")))
            .help(match suggested_value(type_, &TYPES) {
                Some(near) => format!("write `type: {near}`"),
                None => "use one of the supported types, for example `string`".to_owned(),
            });
    }
    if let Some(reason) = around.no_default.filter(|_| schema.default().is_some()) {
        report
            .forbidden(&FORBIDDEN_DEFAULT, &path.child("default"), format!("must not be set {reason}"))
            .message(format!("{} cannot have a `default`: {}", path.described(), without_default(reason)))
            .help("remove the default");
    }
    for (keyword, words, set) in unsupported(schema) {
        if set {
            report
                .forbidden(&UNSUPPORTED_KEYWORD, &path.child(keyword), format!("{keyword} is not supported"))
                .predicate("is not supported in CRDs")
                .help(words);
        }
    }
    if type_ == "null" {
        report
            .forbidden(
                &TYPE_NULL,
                &path.child("type"),
                "type cannot be set to null, use nullable as an alternative",
            )
            .predicate("cannot be `null`")
            .help("write the type of the value, and `nullable: true`")
            .mark_value(&path.child("type"));
    }
    if let Some(Items::Schemas(_)) = schema.items() {
        report
            .forbidden(&ITEMS_ARRAY, &path.child("items"), "items must be a schema object and not an array")
            .predicate("must be one schema for all items, got a list of schemas")
            .help("write the schema without the dash");
    }
    if around.resource_meta && schema.embedded_resource() {
        report
            .forbidden(
                &NESTED_EMBEDDED_RESOURCE,
                &path.child("x-kubernetes-embedded-resource"),
                "must not be used inside of resource meta",
            )
            .predicate("is not allowed inside `metadata`, `kind` and `apiVersion`")
            .help("remove `x-kubernetes-embedded-resource`");
    }
}

/// Why a headline says that a field has no default, by the end of the server's sentence.
fn without_default(reason: &str) -> &'static str {
    match reason {
        "in top-level metadata" => "it is metadata of the object",
        "in top-level kind" | "in top-level apiVersion" => "each object has its own",
        _ => "it is metadata of an embedded resource",
    }
}

/// Keywords of JSON Schema that are refused: what to do instead, and whether they are set.
fn unsupported(schema: Schema<'_>) -> [(&'static str, &'static str, bool); 6] {
    [
        ("id", "remove it", !schema.id().is_empty()),
        ("additionalItems", "remove it: `items` applies to all items", schema.additional_items().is_some()),
        (
            "patternProperties",
            "use `additionalProperties`, and a rule on the keys in `x-kubernetes-validations`",
            schema.pattern_properties().next().is_some(),
        ),
        ("definitions", "write the schemas where they are used", schema.definitions().next().is_some()),
        (
            "dependencies",
            "write a rule in `x-kubernetes-validations`: `!has(self.a) || has(self.b)`",
            schema.has(Field::Dependencies),
        ),
        ("$ref", "write the referenced schema in its place", schema.reference().is_some()),
    ]
}
