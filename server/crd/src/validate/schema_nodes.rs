//! All schemas below a schema.
//!
//! Mirrors `SchemaHas` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go), in its order, maps sorted by name, and `HasSchemaWith`
//! of the schemas of all versions.

use crdls_manifest::model::{Dependency, Items, OrBool, Property, Schema, Spec};
use crdls_report::Path;

/// Looks at a schema and all below it, each with its path.
pub(super) fn each<'m>(schema: Schema<'m>, path: &Path<'_>, look: &mut dyn FnMut(Schema<'m>, &Path<'_>)) {
    look(schema, path);
    items(schema, path, look);
    for (i, clause) in schema.all_of().enumerate() {
        each(clause, &path.child("allOf").index(i), look);
    }
    for (i, clause) in schema.any_of().enumerate() {
        each(clause, &path.child("anyOf").index(i), look);
    }
    for (i, clause) in schema.one_of().enumerate() {
        each(clause, &path.child("oneOf").index(i), look);
    }
    if let Some(not) = schema.not() {
        each(not, &path.child("not"), look);
    }
    named(schema.properties(), &path.child("properties"), look);
    or_bool(schema.additional_properties(), &path.child("additionalProperties"), look);
    named(schema.pattern_properties(), &path.child("patternProperties"), look);
    or_bool(schema.additional_items(), &path.child("additionalItems"), look);
    named(schema.definitions(), &path.child("definitions"), look);
    for (entry, dependency) in schema.dependencies() {
        if let Dependency::Schema(schema) = dependency {
            each(schema, &path.child("dependencies").key(&entry.name), look);
        }
    }
}

/// Whether something holds for a schema or one below it.
fn any<'m>(schema: Schema<'m>, holds: &mut dyn FnMut(Schema<'m>) -> bool) -> bool {
    let mut found = false;
    each(schema, &Path::EMPTY, &mut |schema, _| found = found || holds(schema));
    found
}

/// Whether something holds for the root schema of a version: `HasSchemaWith`.
pub(super) fn any_root<'m>(spec: Spec<'m>, holds: &mut dyn FnMut(Schema<'m>) -> bool) -> bool {
    spec.versions().filter_map(|version| version.schema()).any(holds)
}

/// Whether something holds for a schema of a version or one below it.
pub(super) fn any_node<'m>(spec: Spec<'m>, holds: &mut dyn FnMut(Schema<'m>) -> bool) -> bool {
    any_root(spec, &mut |schema| any(schema, holds))
}

fn items<'m>(schema: Schema<'m>, path: &Path<'_>, look: &mut dyn FnMut(Schema<'m>, &Path<'_>)) {
    let path = path.child("items");
    match schema.items() {
        Some(Items::Schema(items)) => each(items, &path, look),
        Some(Items::Schemas(schemas)) => {
            for (i, items) in schemas.into_iter().enumerate() {
                each(items, &path.index(i), look);
            }
        }
        Some(Items::Nothing) | None => {}
    }
}

fn named<'m>(
    schemas: impl Iterator<Item = Property<'m>>,
    path: &Path<'_>,
    look: &mut dyn FnMut(Schema<'m>, &Path<'_>),
) {
    for property in schemas {
        each(property.schema, &path.key(property.name), look);
    }
}

fn or_bool<'m>(schema: Option<OrBool<'m>>, path: &Path<'_>, look: &mut dyn FnMut(Schema<'m>, &Path<'_>)) {
    if let Some(OrBool::Schema(schema)) = schema {
        each(schema, path, look);
    }
}
