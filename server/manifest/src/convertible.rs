//! Whether a schema can become structural at all.
//!
//! Mirrors `NewStructural` of k8s.io/apiextensions-apiserver (pkg/apiserver/schema/convert.go):
//! the keywords that it refuses, in its order. Where there is one, the server neither checks that the
//! schema is structural nor looks at defaults and CEL.

use crate::fields::Field;
use crate::model::{FieldSet, Items, OrBool, Schema};
use crdls_report::Path;

/// A keyword that keeps a schema from becoming structural.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// The keyword as it is written.
    pub keyword: &'static str,
    /// The server's sentence.
    pub words: &'static str,
}

/// Calls `found` with the first obstacle in a schema and its place; whether there was one.
pub fn first(schema: Schema<'_>, path: &Path<'_>, found: &mut dyn FnMut(Obstacle, &Path<'_>)) -> bool {
    if let Some(obstacle) = in_node(schema) {
        found(obstacle, &path.child(obstacle.keyword));
        return true;
    }
    in_junctors(schema, path, found) || in_structure(schema, path, found)
}

fn in_junctors(schema: Schema<'_>, path: &Path<'_>, found: &mut dyn FnMut(Obstacle, &Path<'_>)) -> bool {
    schema.not().is_some_and(|not| first(not, &path.child("not"), found))
        || schema.all_of().enumerate().any(|(i, clause)| first(clause, &path.child("allOf").index(i), found))
        || schema.any_of().enumerate().any(|(i, clause)| first(clause, &path.child("anyOf").index(i), found))
        || schema.one_of().enumerate().any(|(i, clause)| first(clause, &path.child("oneOf").index(i), found))
}

fn in_structure(schema: Schema<'_>, path: &Path<'_>, found: &mut dyn FnMut(Obstacle, &Path<'_>)) -> bool {
    if schema.item_schema().is_some_and(|items| first(items, &path.child("items"), found)) {
        return true;
    }
    let mut properties = schema.properties();
    if properties.any(|p| first(p.schema, &path.child("properties").key(p.name), found)) {
        return true;
    }
    match schema.additional_properties() {
        Some(OrBool::Schema(schema)) => first(schema, &path.child("additionalProperties"), found),
        _ => false,
    }
}

/// Where none of these is written, there is no obstacle.
const SUSPECTS: FieldSet = FieldSet::any_of(&[
    Field::Id,
    Field::DollarSchema,
    Field::DollarRef,
    Field::PatternProperties,
    Field::Dependencies,
    Field::AdditionalItems,
    Field::Definitions,
    Field::XPreserveUnknownFields,
    Field::Items,
]);

/// `validateUnsupportedFields`, and what `newExtensions` and the conversion of `items` refuse.
fn in_node(schema: Schema<'_>) -> Option<Obstacle> {
    if !schema.object().writes(SUSPECTS) {
        return None;
    }
    let is_list = matches!(schema.items(), Some(Items::Schemas(schemas)) if !schemas.is_empty());
    let refused = [
        (!schema.id().is_empty(), "id", "OpenAPIV3Schema 'id' is not supported"),
        (!schema.schema_url().is_empty(), "$schema", "OpenAPIV3Schema 'schema' is not supported"),
        (
            schema.reference().is_some_and(|r| !r.is_empty()),
            "$ref",
            "OpenAPIV3Schema '$ref' is not supported",
        ),
        (
            schema.pattern_properties().len() > 0,
            "patternProperties",
            "OpenAPIV3Schema 'patternProperties' is not supported",
        ),
        (schema.dependencies().len() > 0, "dependencies", "OpenAPIV3Schema 'dependencies' is not supported"),
        (
            schema.has(Field::AdditionalItems),
            "additionalItems",
            "OpenAPIV3Schema 'additionalItems' is not supported",
        ),
        (schema.definitions().len() > 0, "definitions", "OpenAPIV3Schema 'definitions' is not supported"),
        (
            schema.preserve_unknown_fields() == Some(false),
            "x-kubernetes-preserve-unknown-fields",
            "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
        ),
        (is_list, "items", "OpenAPIV3Schema 'items' must be a schema, but is an array"),
    ];
    let (_, keyword, words) = refused.into_iter().find(|(set, ..)| *set)?;
    Some(Obstacle { keyword, words })
}
