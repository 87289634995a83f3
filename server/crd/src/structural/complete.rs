//! Whether everything that allOf, anyOf, oneOf and not speak of is there outside of them.
//!
//! Mirrors `validateStructuralCompleteness` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/complete.go).

use super::nested::junctor;
use crdls_manifest::model::Schema;
use crdls_report::{Path, Report, code};

code!(
    UNSPECIFIED_FIELD,
    "unspecified-field",
    Error,
    server,
    "a field is restricted inside allOf, anyOf, oneOf or not, and not specified outside"
);

/// Checks a root schema.
pub(super) fn check(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let place = Counterpart { structure: Some(schema), path, nested: path };
    value_validation(schema, place, report);
}

/// A nested schema's counterpart: the node that it restricts.
#[derive(Clone, Copy)]
struct Counterpart<'m, 'p> {
    structure: Option<Schema<'m>>,
    /// Where that is, or would be.
    path: &'p Path<'p>,
    /// Where the nested schema is.
    nested: &'p Path<'p>,
}

/// `validateValueValidationCompleteness`.
fn value_validation(schema: Schema<'_>, place: Counterpart<'_, '_>, report: &mut Report) {
    if let Some(clause) = schema.not() {
        nested(clause, Counterpart { nested: &place.nested.child("not"), ..place }, report);
    }
    for (i, clause) in schema.all_of().enumerate() {
        nested(clause, Counterpart { nested: &place.nested.child("allOf").index(i), ..place }, report);
    }
    for (i, clause) in schema.any_of().enumerate() {
        nested(clause, Counterpart { nested: &place.nested.child("anyOf").index(i), ..place }, report);
    }
    for (i, clause) in schema.one_of().enumerate() {
        nested(clause, Counterpart { nested: &place.nested.child("oneOf").index(i), ..place }, report);
    }
}

/// `validateNestedValueValidationCompleteness`.
fn nested(schema: Schema<'_>, place: Counterpart<'_, '_>, report: &mut Report) {
    let Some(structure) = place.structure else { return missing(place, report) };
    value_validation(schema, place, report);
    if let Some(items) = schema.item_schema() {
        let (path, nested_path) = (place.path.child("items"), place.nested.child("items"));
        let place = Counterpart { structure: structure.item_schema(), path: &path, nested: &nested_path };
        nested(items, place, report);
    }
    for property in schema.properties() {
        let (properties, nested_properties) =
            (place.path.child("properties"), place.nested.child("properties"));
        let (path, nested_path) = (properties.key(property.name), nested_properties.key(property.name));
        let place =
            Counterpart { structure: structure.property(property.name), path: &path, nested: &nested_path };
        nested(property.schema, place, report);
    }
}

fn missing(place: Counterpart<'_, '_>, report: &mut Report) {
    report
        .required(
            &UNSPECIFIED_FIELD,
            place.path,
            format!("because it is defined in {}", place.nested.server()),
        )
        .predicate(format!(
            "is restricted inside `{}`, but not defined outside",
            junctor(place.nested).unwrap_or("allOf")
        ))
        .why("the server prunes fields that are not defined outside, before it validates anything")
        .help(format!("add the field with its type at `{}`", place.path.manifest()))
        .mark(place.nested);
}
