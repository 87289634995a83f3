//! The keywords of a schema that can stand where the cursor is, and what is written after them.
//!
//! Which can stand follows `ValidateStructural` and `ValidateCustomResourceDefinitionOpenAPISchema` of
//! k8s.io/apiextensions-apiserver (pkg/apiserver/schema/validation.go and
//! pkg/apis/apiextensions/validation/validation.go), read off the text next to it: the checks themselves are
//! `crdls_crd::validate`'s.

use crdls_crd::validate::stands_beside_status;
use crdls_manifest::fields::{Field, FieldDef, JSON_SCHEMA_PROPS};

use super::Completion;
use super::context::{CompletionContext, ItemText};
use super::manifest_value::{ManifestValue, SchemaProperty};
use super::target_schema::{SchemaRole, TargetSchema};
use super::{keys, values};
use crate::manifest_help::type_words;
use crate::suggestion::Template;

pub(super) fn all(context: &CompletionContext<'_>) -> Vec<Completion> {
    let Some(target) = TargetSchema::of(context) else { return Vec::new() };
    let written = context.written_keys();
    if is_type_of_int_or_string(&target) {
        return Vec::new();
    }
    let fields = JSON_SCHEMA_PROPS.fields.iter();
    let fits = |field: &&FieldDef| {
        !written.iter().any(|key| key == field.name) && !field.refused && is_legal(field, &target)
    };
    let mut found: Vec<_> = fields.filter(fits).map(|field| suggestion(context, &target, field)).collect();
    found.extend(int_or_string(context, &target));
    found
}

/// A clause of the pattern that goes with int-or-string: with anything in addition to its type it is none any more.
fn is_type_of_int_or_string(target: &TargetSchema<'_>) -> bool {
    target.nested && target.role == SchemaRole::Clause && target.schema.has("type")
}

fn suggestion(context: &CompletionContext<'_>, target: &TargetSchema<'_>, field: &FieldDef) -> Completion {
    let mut entries = vec![(Template::text(field.name), value(field, target))];
    if field.id == Field::XListMapKeys && !target.schema.has("x-kubernetes-list-type") {
        entries.insert(0, (Template::text("x-kubernetes-list-type"), Template::text("map")));
    }
    let keeps =
        ["properties", "x-kubernetes-preserve-unknown-fields"].iter().any(|key| target.schema.has(key));
    if field.id == Field::XEmbeddedResource && !keeps {
        entries.push((Template::text("x-kubernetes-preserve-unknown-fields"), Template::text("true")));
    }
    let idle = !speaks_of(field, &target.schema.type_());
    let detail = type_words(field);
    let detail = if idle { format!("{detail}, no effect on `{}`", target.schema.type_()) } else { detail };
    let missing = target.schema.type_() == "array" && field.id == Field::Items;
    let rank = usize::from(field.order) + if idle { 400 } else { 100 } - if missing { 100 } else { 0 };
    let documentation = field.doc.to_owned();
    context.entries(
        ItemText { label: field.name.to_owned(), detail: Some(detail), documentation, rank },
        entries,
    )
}

/// Whether a keyword says something of values of a type.
fn speaks_of(field: &FieldDef, type_: &str) -> bool {
    type_.is_empty() || field.only_for.is_empty() || field.only_for.contains(&type_)
}

/// Whether the server takes a keyword here.
fn is_legal(field: &FieldDef, target: &TargetSchema<'_>) -> bool {
    if target.nested {
        return is_legal_nested(field, target);
    }
    if target.is_meta {
        return matches!(field.id, Field::Type | Field::Properties) && is_legal_type(field, target);
    }
    if target.is_root() && target.status && !stands_beside_status(field.id) {
        return false;
    }
    is_legal_type(field, target) && is_legal_beside(field, target)
}

/// What shapes values fits their type; elsewhere keywords have at worst no effect.
fn is_legal_type(field: &FieldDef, target: &TargetSchema<'_>) -> bool {
    let shapes = field.structural_only || matches!(field.id, Field::Properties | Field::Items);
    !shapes || speaks_of(field, &target.schema.type_())
}

fn is_legal_beside(field: &FieldDef, target: &TargetSchema<'_>) -> bool {
    let TargetSchema { schema, .. } = target;
    let root = target.is_root();
    let has = |keyword: &str| schema.has(keyword);
    let list_type = schema.str("x-kubernetes-list-type");
    match field.id {
        Field::Type => !target.is_int_or_string() && !values::types(target).is_empty(),
        Field::Nullable => !root && !target.is_list_map_key() && !target.is_item_of(&["set", "map"]),
        Field::Default => target.in_meta.is_none(),
        Field::Properties => !has("additionalProperties"),
        Field::AdditionalProperties => {
            !root && schema.properties().next().is_none() && !schema.is_true("x-kubernetes-embedded-resource")
        }
        Field::XListType => !values::list_types(target).is_empty(),
        Field::XListMapKeys => {
            matches!(&*list_type, "" | "map")
                && !target.is_item_of(&["set"])
                && schema.list_map_keys().next().is_some()
        }
        Field::XValidations => has_cel_type(*schema, MAX_NESTED),
        Field::XPreserveUnknownFields => !target.is_int_or_string(),
        Field::XIntOrString => !root && !is_shaped(*schema),
        Field::XEmbeddedResource => {
            !root
                && !target.is_int_or_string()
                && target.in_meta.is_none()
                && !target.defaulted
                && !target.rules_read_metadata
                && can_be_embedded(*schema)
        }
        _ => true,
    }
}

/// Schemas of lists of lists are looked at no deeper.
const MAX_NESTED: u32 = 8;

/// Whether rules can see values of a schema: not those of which nothing is said, and no lists and maps of them.
fn has_cel_type(schema: ManifestValue<'_>, depth: u32) -> bool {
    let below = |keyword: &str| {
        let below = schema.get(keyword);
        depth == 0 || !below.is_map() || has_cel_type(below, depth - 1)
    };
    match &*schema.type_() {
        "" => {
            !schema.is_true("x-kubernetes-preserve-unknown-fields")
                || schema.is_true("x-kubernetes-int-or-string")
        }
        "array" => below("items"),
        "object" => below("additionalProperties"),
        _ => true,
    }
}

/// Whether something says already what values look like.
fn is_shaped(schema: ManifestValue<'_>) -> bool {
    const SHAPING: [&str; 6] = [
        "type",
        "properties",
        "additionalProperties",
        "items",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
    ];
    SHAPING.iter().any(|keyword| schema.has(keyword))
}

fn can_be_embedded(schema: ManifestValue<'_>) -> bool {
    let fits = |name: &str, type_: &str| {
        let property = schema.property(name);
        property.0.is_none() || property.type_() == type_
    };
    // Rules on the metadata of a resource see its names only.
    !schema.property("metadata").has("x-kubernetes-validations")
        && !schema.has("additionalProperties")
        && fits("metadata", "object")
        && fits("kind", "string")
        && fits("apiVersion", "string")
}

fn is_legal_nested(field: &FieldDef, target: &TargetSchema<'_>) -> bool {
    if field.structural_only {
        return false;
    }
    match field.id {
        Field::Properties => restrictable(target).next().is_some(),
        Field::Items => target.restricted.get("items").is_map(),
        _ => true,
    }
}

/// The properties that a nested schema may restrict.
fn restrictable<'t>(target: &TargetSchema<'t>) -> impl Iterator<Item = SchemaProperty<'t>> {
    target.restricted.properties().filter(|property| property.name != "metadata")
}

/// What is written after a keyword.
fn value(field: &FieldDef, target: &TargetSchema<'_>) -> Template {
    let TargetSchema { schema, .. } = target;
    let first = |list: Vec<String>| Template::List(vec![Template::choice(list)]);
    match field.id {
        Field::Type => Template::choice(values::types(target)),
        Field::Properties if target.nested => {
            let names = restrictable(target).map(|property| property.source.to_owned());
            Template::Map(vec![(Template::choice(names.take(20)), Template::Open)])
        }
        Field::Properties if target.is_meta => property("name"),
        Field::Properties => property(schema.texts("required").first().map_or("name", |name| name)),
        Field::Items if target.nested => Template::Open,
        Field::Items if schema.str("x-kubernetes-list-type") == "map" => items_of_map(*schema),
        Field::AdditionalProperties if target.defaulted => Template::Open,
        Field::Required => first(values::required(target, None)),
        Field::Enum => values_allowed(target),
        Field::Default => values::default(*schema),
        Field::XListType => Template::choice(values::list_types(target)),
        Field::XListMapKeys => first(schema.list_map_keys().map(|key| key.source.to_owned()).collect()),
        Field::XMapType => Template::choice(values::map_types(target)),
        Field::AnyOf if target.is_int_or_string() => integer_or_string(),
        Field::OneOf => one_of(target),
        Field::ExclusiveMaximum | Field::ExclusiveMinimum if target.defaulted => Template::slot(""),
        _ => keys::template(field),
    }
}

fn property(name: &str) -> Template {
    let value = Template::map([("type", Template::choice(values::TYPES_OF_FIELDS))]);
    Template::Map(vec![(Template::slot(name), value)])
}

fn items_of_map(list: ManifestValue<'_>) -> Template {
    let keys = list.texts("x-kubernetes-list-map-keys");
    if keys.is_empty() {
        return Template::map([("type", Template::text("object"))]);
    }
    let required = Template::List(keys.iter().map(|key| Template::text(key.clone())).collect());
    let string = |key| (Template::text(key), Template::map([("type", Template::text("string"))]));
    let properties = Template::Map(keys.into_iter().map(string).collect());
    Template::map([("type", Template::text("object")), ("required", required), ("properties", properties)])
}

/// `enum`: its first value, which a default in force has to be.
fn values_allowed(target: &TargetSchema<'_>) -> Template {
    let own = target.schema.get("default").0.filter(|value| value.kind().is_scalar());
    if let Some(default) = own {
        return Template::List(vec![Template::slot(default.source())]);
    }
    let type_ = if target.nested { target.restricted.type_() } else { target.schema.type_() };
    match &*type_ {
        _ if target.defaulted => Template::slot(""),
        "string" => Template::List(vec![Template::slot("value")]),
        "integer" | "number" => Template::List(vec![Template::slot("1")]),
        "boolean" => Template::List(vec![Template::slot("true")]),
        _ => Template::List(vec![Template::slot("")]),
    }
}

fn one_of(target: &TargetSchema<'_>) -> Template {
    let schema = if target.nested { target.restricted } else { target.schema };
    let names: Vec<_> = schema.properties().map(|property| property.source.to_owned()).take(20).collect();
    match names.as_slice() {
        [first, second, ..] if !target.defaulted => {
            let required = |name: &String| {
                Template::map([("required", Template::List(vec![Template::slot(name.clone())]))])
            };
            Template::List(vec![required(first), required(second)])
        }
        _ => Template::List(vec![Template::Open]),
    }
}

fn integer_or_string() -> Template {
    let of = |type_| Template::map([("type", Template::text(type_))]);
    Template::List(vec![of("integer"), of("string")])
}

/// The two patterns in which types may stand inside of anyOf and allOf, as whole pieces.
fn int_or_string(context: &CompletionContext<'_>, target: &TargetSchema<'_>) -> Vec<Completion> {
    let fresh = !target.nested && !target.is_root() && !target.is_meta && target.role != SchemaRole::Clause;
    if !fresh
        || !target.is_int_or_string()
            && (is_shaped(target.schema) || !values::types(target).contains(&"string"))
    {
        return Vec::new();
    }
    let any_of = (Template::text("anyOf"), integer_or_string());
    let all_of = {
        let pattern = Template::Map(vec![any_of.clone()]);
        (Template::text("allOf"), Template::List(vec![pattern, Template::Open]))
    };
    let patterns = [
        (
            "int-or-string",
            any_of,
            "anyOf",
            "An integer or a string, with the `anyOf` that other tools expect.",
        ),
        (
            "int-or-string with allOf",
            all_of,
            "allOf",
            "An integer or a string, and what else has to hold in further entries of `allOf`.",
        ),
    ];
    let free = patterns.into_iter().filter(|(_, _, keyword, _)| !target.schema.has(keyword));
    free.enumerate()
        .filter_map(|(i, (label, pattern, _, doc))| {
            let mut entries = vec![pattern];
            if !target.is_int_or_string() {
                entries.insert(0, (Template::text("x-kubernetes-int-or-string"), Template::text("true")));
            }
            let detail = Some("complete pattern".to_owned());
            let words =
                ItemText { label: label.to_owned(), detail, documentation: doc.to_owned(), rank: 126 + i };
            context.piece(words, &Template::Map(entries))
        })
        .collect()
}
