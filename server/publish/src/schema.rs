//! The schema of a version as it is published.
//!
//! Mirrors `ToKubeOpenAPI` (pkg/apiserver/schema/kubeopenapi.go), `Unfold` (unfold.go), `ToStructuralOpenAPIV2`
//! (pkg/controller/openapi/v2/conversion.go) and `addEmbeddedProperties` (pkg/controller/openapi/builder/builder.go) of
//! k8s.io/apiextensions-apiserver in one pass over the schema.

use crdls_crd::has_int_or_string_pattern;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, Schema, ValidationRule};
use crdls_minors::Difference;
use serde_json::{Map, Value, json};

use crate::form::{Dialect, Form};
use crate::json::{is_empty, number, value};
use crate::native::{self, Owner};

/// The schema of a node, and of all below it.
pub(crate) fn published(schema: Schema<'_>, dialect: Dialect) -> Map<String, Value> {
    let form = dialect.form;
    let mut found = Map::new();
    let kept = Kept::of(schema, form);
    generics(schema, &kept, dialect, &mut found);
    if form == Form::V3 {
        default(schema, &mut found);
    }
    extensions(schema, &mut found);
    value_validation(schema, &mut found);
    required(schema, form, &kept, &mut found);
    if form == Form::V3 {
        junctors(schema, dialect, &mut found);
        unfold(schema, dialect, &mut found);
    }
    if let Some(items) = schema.item_schema().filter(|_| kept.structure) {
        found.insert("items".to_owned(), published(items, dialect).into());
    }
    let mut properties = Map::new();
    if kept.structure {
        properties
            .extend(schema.properties().map(|p| (p.name.to_owned(), published(p.schema, dialect).into())));
    }
    let additional = schema.additional_properties().map(|values| match values {
        OrBool::Bool(allowed) => allowed.into(),
        OrBool::Schema(values) => published(values, dialect).into(),
    });
    found.extend(additional.map(|values| ("additionalProperties".to_owned(), values)));
    if schema.embedded_resource() && !(form == Form::V2 && preserves(schema)) {
        embed(dialect, &mut properties, &mut found);
    }
    if !properties.is_empty() {
        found.insert("properties".to_owned(), properties.into());
    }
    found
}

/// What the form has of a node.
struct Kept<'m> {
    type_: &'m str,
    nullable: bool,
    /// Whether it has `items` and `properties`.
    structure: bool,
}

impl<'m> Kept<'m> {
    /// The form of a schema; in v2, what kubectl before 1.27 can read.
    fn of(schema: Schema<'m>, form: Form) -> Self {
        let (type_, nullable) = (schema.type_(), schema.nullable());
        if form == Form::V3 {
            return Self { type_, nullable, structure: true };
        }
        let structure = !nullable && !preserves(schema);
        let without_items = type_ == "array" && (!structure || schema.item_schema().is_none());
        let untyped = nullable || without_items || (preserves(schema) && type_ == "object");
        Self { type_: if untyped { "" } else { type_ }, nullable: false, structure }
    }
}

/// The keywords of a node, not of those below it, that the schema of v3 has and that of v2 leaves out. Empty where clients of
/// v2 see all of the node.
pub fn left_out_of_v2(schema: Schema<'_>) -> Vec<&'static str> {
    let kept = Kept::of(schema, Form::V2);
    let without_structure = |is_written: bool| is_written && !kept.structure;
    let keywords = [
        ("allOf", schema.all_of().len() > 0),
        ("anyOf", schema.any_of().len() > 0),
        ("default", schema.default().is_some_and(|default| !default.is_null())),
        ("items", without_structure(schema.item_schema().is_some())),
        ("not", schema.not().is_some()),
        ("nullable", schema.nullable()),
        ("oneOf", schema.one_of().len() > 0),
        ("properties", without_structure(schema.properties().len() > 0)),
        ("type", kept.type_ != schema.type_()),
    ];
    keywords.into_iter().filter(|(_, is_left_out)| *is_left_out).map(|(keyword, _)| keyword).collect()
}

fn preserves(schema: Schema<'_>) -> bool {
    schema.preserve_unknown_fields() == Some(true)
}

/// `Generic.toKubeOpenAPI`, without the default.
fn generics(schema: Schema<'_>, kept: &Kept<'_>, dialect: Dialect, found: &mut Map<String, Value>) {
    let texts = [("type", kept.type_), ("description", schema.description()), ("title", schema.title())];
    put_texts(&texts, found);
    put_flags(&[("nullable", kept.nullable)], found);
    if !dialect.minor.has(Difference::PublishesExamples) {
        return;
    }
    if let Some(docs) = schema.object().object(Field::ExternalDocs) {
        let mut written = Map::new();
        put_texts(
            &[("description", docs.str(Field::Description)), ("url", docs.str(Field::Url))],
            &mut written,
        );
        found.insert("externalDocs".to_owned(), written.into());
    }
    let example = schema.example().map(value).filter(|example| !is_empty(example));
    found.extend(example.map(|example| ("example".to_owned(), example)));
}

/// The default, which the documents of v2 do not have: `PruneDefaults` of k8s.io/kube-openapi.
fn default(schema: Schema<'_>, found: &mut Map<String, Value>) {
    let written = schema.default().filter(|default| !default.is_null());
    found.extend(written.map(|default| ("default".to_owned(), value(default))));
}

/// `Extensions.toKubeOpenAPI` and `ValidationExtensions.toKubeOpenAPI`.
fn extensions(schema: Schema<'_>, found: &mut Map<String, Value>) {
    put_flags(
        &[
            ("x-kubernetes-preserve-unknown-fields", preserves(schema)),
            ("x-kubernetes-embedded-resource", schema.embedded_resource()),
            ("x-kubernetes-int-or-string", schema.int_or_string()),
        ],
        found,
    );
    put_list("x-kubernetes-list-map-keys", schema.list_map_keys().map(|(key, _)| key.into()), found);
    put_list("x-kubernetes-validations", schema.validations().map(rule), found);
    let types =
        [("x-kubernetes-list-type", schema.list_type()), ("x-kubernetes-map-type", schema.map_type())];
    for (key, written) in types {
        found.extend(written.map(|written| (key.to_owned(), written.into())));
    }
}

fn rule(rule: ValidationRule<'_>) -> Value {
    let mut found = Map::from_iter([("rule".to_owned(), rule.rule().into())]);
    let texts = [
        ("message", rule.message()),
        ("messageExpression", rule.message_expression()),
        ("fieldPath", rule.field_path()),
    ];
    put_texts(&texts, &mut found);
    found.extend(rule.reason().map(|reason| ("reason".to_owned(), reason.into())));
    found.extend(rule.optional_old_self().map(|is_on| ("optionalOldSelf".to_owned(), is_on.into())));
    found.into()
}

/// `ValueValidation.toKubeOpenAPI`, without what names fields and other schemas.
fn value_validation(schema: Schema<'_>, found: &mut Map<String, Value>) {
    put_texts(&[("format", schema.format()), ("pattern", schema.pattern())], found);
    put_flags(
        &[
            ("exclusiveMaximum", schema.exclusive_maximum()),
            ("exclusiveMinimum", schema.exclusive_minimum()),
            ("uniqueItems", schema.unique_items()),
        ],
        found,
    );
    let numbers =
        [("maximum", schema.maximum()), ("minimum", schema.minimum()), ("multipleOf", schema.multiple_of())];
    for (key, written) in numbers {
        found.extend(written.map(|written| (key.to_owned(), number(written))));
    }
    let sizes = [
        ("maxLength", schema.max_length()),
        ("minLength", schema.min_length()),
        ("maxItems", schema.max_items()),
        ("minItems", schema.min_items()),
        ("maxProperties", schema.max_properties()),
        ("minProperties", schema.min_properties()),
    ];
    for (key, written) in sizes {
        found.extend(written.map(|written| (key.to_owned(), written.into())));
    }
    put_list("enum", schema.enum_values().map(value), found);
}

/// The required fields; in v2 without those that may be null, since it cannot say so of them.
fn required(schema: Schema<'_>, form: Form, kept: &Kept<'_>, found: &mut Map<String, Value>) {
    let of_v2 = form == Form::V2;
    if of_v2 && schema.value_schema().is_some_and(Schema::nullable) {
        return;
    }
    let is_nullable = |name: &str| schema.property(name).is_some_and(Schema::nullable);
    let names = schema.required().map(|(name, _)| name);
    let names = names.filter(|name| !(of_v2 && kept.structure && is_nullable(name)));
    put_list("required", names.map(Value::from), found);
}

/// `allOf`, `anyOf`, `oneOf` and `not`.
fn junctors(schema: Schema<'_>, dialect: Dialect, found: &mut Map<String, Value>) {
    let each = |clause| nested(clause, dialect);
    put_list("allOf", schema.all_of().map(each), found);
    put_list("anyOf", schema.any_of().map(each), found);
    put_list("oneOf", schema.one_of().map(each), found);
    found.extend(schema.not().map(|not| ("not".to_owned(), nested(not, dialect))));
}

/// `NestedValueValidation.toKubeOpenAPI`, which leaves `additionalProperties` out.
fn nested(schema: Schema<'_>, dialect: Dialect) -> Value {
    let mut found = Map::new();
    let kept = Kept::of(schema, Form::V3);
    value_validation(schema, &mut found);
    required(schema, Form::V3, &kept, &mut found);
    junctors(schema, dialect, &mut found);
    if let Some(items) = schema.item_schema() {
        found.insert("items".to_owned(), nested(items, dialect));
    }
    let properties: Map<_, _> =
        schema.properties().map(|p| (p.name.to_owned(), nested(p.schema, dialect))).collect();
    if !properties.is_empty() {
        found.insert("properties".to_owned(), properties.into());
    }
    generics(schema, &kept, dialect, &mut found);
    default(schema, &mut found);
    extensions(schema, &mut found);
    found.into()
}

/// `Unfold`: an integer or a string is said by `anyOf` too.
fn unfold(schema: Schema<'_>, dialect: Dialect, found: &mut Map<String, Value>) {
    if !schema.int_or_string() || has_int_or_string_pattern(schema) {
        return;
    }
    let either = json!([{"type": "integer"}, {"type": "string"}]);
    if schema.any_of().len() == 0 {
        found.insert("anyOf".to_owned(), either);
        return;
    }
    let clauses = std::iter::once(json!({"anyOf": either}))
        .chain(schema.all_of().map(|clause| nested(clause, dialect)));
    put_list("allOf", clauses, found);
}

/// What `addEmbeddedProperties` adds to an embedded resource.
fn embed(dialect: Dialect, properties: &mut Map<String, Value>, found: &mut Map<String, Value>) {
    const DESCRIPTIONS: [(&str, &str); 2] = [
        (
            "apiVersion",
            "apiVersion defines the versioned schema of this representation of an object. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        ),
        (
            "kind",
            "kind is a string value representing the type of this object. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        ),
    ];
    properties.extend(native::properties(Owner::Resource, dialect));
    for (name, description) in DESCRIPTIONS {
        properties.insert(name.to_owned(), json!({"type": "string", "description": description}));
    }
    let mut names: Vec<Value> =
        found.remove("required").and_then(|names| names.as_array().cloned()).unwrap_or_default();
    for name in ["kind", "apiVersion"] {
        if !names.iter().any(|known| known == name) {
            names.push(name.into());
        }
    }
    found.insert("required".to_owned(), names.into());
}

fn put_texts(texts: &[(&str, &str)], found: &mut Map<String, Value>) {
    let written = texts.iter().filter(|(_, text)| !text.is_empty());
    found.extend(written.map(|(key, text)| ((*key).to_owned(), (*text).into())));
}

fn put_flags(flags: &[(&str, bool)], found: &mut Map<String, Value>) {
    let on = flags.iter().filter(|(_, is_on)| *is_on);
    found.extend(on.map(|(key, _)| ((*key).to_owned(), true.into())));
}

fn put_list(key: &str, items: impl Iterator<Item = Value>, found: &mut Map<String, Value>) {
    let items: Vec<_> = items.collect();
    if !items.is_empty() {
        found.insert(key.to_owned(), items.into());
    }
}
