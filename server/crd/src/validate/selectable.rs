//! `selectableFields`.
//!
//! Mirrors `ValidateCustomResourceSelectableFields` and what comes before it, in
//! `validateCustomResourceDefinitionVersion` for a version's own fields and in
//! `validateCustomResourceDefinitionSpec` for those that all versions share, of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go). Where the
//! schema cannot become structural, or a path enters `additionalProperties: true`, the server panics; here
//! such a path leads nowhere.

use std::collections::BTreeMap;

use crate::structural::Unconvertible;
use crate::validate::Options;
use crdls_manifest::field_path;
use crdls_manifest::model::{Schema, Version};
use crdls_report::{ErrorType, Path, Report, code};

code!(
    SELECTABLE_FIELD_PATH,
    "selectable-field-path",
    Error,
    server,
    "the path of a selectable field does not exist"
);
code!(
    SELECTABLE_FIELD_TYPE,
    "selectable-field-type",
    Error,
    server,
    "the type of a selectable field cannot be compared"
);
code!(
    DUPLICATE_SELECTABLE_FIELD,
    "duplicate-selectable-field",
    Error,
    server,
    "a duplicate selectable field"
);
code!(
    TOO_MANY_SELECTABLE_FIELDS,
    "too-many-selectable-fields",
    Error,
    server,
    "more than 8 selectable fields"
);
code!(
    SELECTABLE_FIELDS_WITHOUT_SCHEMA,
    "selectable-fields-without-schema",
    Error,
    server,
    "selectable fields without a schema that the server can use"
);

pub(super) const MAX: usize = 8;

/// Where a list of selectable fields is looked at.
#[derive(Clone, Copy)]
pub(super) struct FieldsPosition<'p> {
    /// Once for all versions.
    pub(super) everywhere: bool,
    /// Whether the schema is looked at in the same place.
    pub(super) beside_schema: bool,
    pub(super) options: &'p Options<'p>,
    pub(super) path: &'p Path<'p>,
    /// The schema's, as the server says it for selectable fields.
    pub(super) schema: &'p Path<'p>,
}

pub(super) fn check(version: Version<'_>, place: FieldsPosition<'_>, report: &mut Report) {
    if version.selectable_fields().len() == 0 {
        return;
    }
    let has_schema =
        if place.everywhere { version.validation().is_some() } else { version.schema().is_some() };
    if !(has_schema && place.beside_schema) {
        return without_schema(has_schema, place, report);
    }
    let schema = version.schema();
    let obstacle = schema.and_then(|schema| Unconvertible::in_schema(schema, place.schema));
    if let Some((schema, found)) = schema.zip(obstacle) {
        found.raise(schema, place.schema, place.schema, report);
    }
    let convertible = schema.filter(|_| obstacle.is_none());
    let fields = fields(version, schema, convertible.is_some(), place.path, report);
    let name = if place.everywhere { None } else { Some(version.name()) };
    if fields > MAX && !place.options.allows_many_selectable_fields(name) {
        too_many(fields, place.path, report);
    }
}

fn without_schema(has_schema: bool, place: FieldsPosition<'_>, report: &mut Report) {
    let detail = match place.everywhere {
        true => "may only be set when validations.schema is included",
        false => "may only be set when `version.schema.openAPIV3Schema` is not included",
    };
    let raised = report.invalid(&SELECTABLE_FIELDS_WITHOUT_SCHEMA, place.path, "", detail);
    match (has_schema, place.everywhere) {
        (false, _) => raised.predicate("is set, but the version has no schema").help("add a schema with these fields"),
        (true, true) => raised
            .message("`selectableFields` that are equal in all versions require equal schemas")
            .why("this is a limitation of kube-apiserver: it hoists equal selectable fields to `spec.selectableFields` and then finds no shared schema")
            .help("reorder the fields in one version so that the lists differ, or give all versions one schema; with a single field, make a second one selectable in one version"),
        (true, false) => raised
            .message("`selectableFields` that differ between versions require schemas that differ")
            .why("this is a limitation of kube-apiserver: it hoists the equal schemas to `spec.validation` and then finds no schema next to the selectable fields")
            .help("write the same selectable fields in each version, or let the schemas differ"),
    };
}

/// Checks each field; how many different ones there are.
fn fields(
    version: Version<'_>,
    schema: Option<Schema<'_>>,
    convertible: bool,
    path: &Path<'_>,
    report: &mut Report,
) -> usize {
    let mut seen = BTreeMap::new();
    for (i, field) in version.selectable_fields().enumerate() {
        let item = path.index(i);
        let path = item.child("jsonPath");
        let json_path = field.json_path();
        if json_path.is_empty() {
            report
                .required(&SELECTABLE_FIELD_PATH, &path, "")
                .predicate("is missing")
                .help("add `jsonPath:` with a path into the object, such as `.spec.color`");
            continue;
        }
        // The server panics at the first step, so it reports this only once the schema is fixed.
        let shadowed = !convertible && field_path::malformed(json_path, false).is_none();
        report.shadowed_if(shadowed, |report| {
            if let Some(names) = follow(json_path, schema, &path, report) {
                again(names, json_path, i, &path, &mut seen, report);
            }
        });
    }
    seen.len()
}

fn too_many(fields: usize, path: &Path<'_>, report: &mut Report) {
    let detail = format!("must have at most {MAX} items");
    report
        .add(&TOO_MANY_SELECTABLE_FIELDS, ErrorType::TooMany, path, detail)
        .bad(fields.to_string())
        .predicate(format!("has {fields} fields, and at most {MAX} are allowed"))
        .help("keep the fields that users select objects by");
}

/// Follows a path; the names on its way where it is one.
fn follow(
    json_path: &str,
    schema: Option<Schema<'_>>,
    path: &Path<'_>,
    report: &mut Report,
) -> Option<Vec<String>> {
    let nowhere = || {
        let words = field_path::malformed(json_path, false);
        Err(words.unwrap_or_else(|| field_path::NO_FIELD.to_owned()))
    };
    let followed = schema.map_or_else(nowhere, |schema| field_path::find(json_path, schema, false));
    let (names, found) = match followed {
        Ok(found) => found,
        Err(why) => {
            let raised =
                report.invalid(&SELECTABLE_FIELD_PATH, path, json_path, format!("is an invalid path: {why}"));
            match schema.and_then(|schema| field_path::with_dot(json_path, schema, false)) {
                Some(fixed) => raised
                    .predicate(format!("must start with a dot, got `{json_path}`"))
                    .help(format!("write `{fixed}`")),
                None => raised.predicate(format!("leads to no field of the schema: `{json_path}`")).help(
                    "write the path of a field in the schema, such as `.spec.color`, not of one in a list",
                ),
            };
            return None;
        }
    };
    if names.first().is_some_and(|name| name == "metadata") {
        report
            .invalid(&SELECTABLE_FIELD_PATH, path, json_path, "must not point to fields in metadata")
            .predicate(format!("cannot lead into `metadata`, got `{json_path}`"))
            .why("`metadata.name` and `metadata.namespace` are selectable in all objects")
            .help("remove the selectable field");
    }
    if !found.is_some_and(|schema| matches!(schema.type_(), "string" | "boolean" | "integer")) {
        let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
        report
            .invalid(&SELECTABLE_FIELD_TYPE, path, json_path, detail)
            .predicate(match found.map(|schema| schema.type_()) {
                None | Some("") => {
                    format!("must lead to a string, boolean or integer, but `{json_path}` has no type")
                }
                Some(type_) => {
                    format!("must lead to a string, boolean or integer, but `{json_path}` is of type {type_}")
                }
            })
            .why("selectors compare values as text")
            .help("write the path of a field of type string, boolean or integer");
    }
    Some(names)
}

fn again(
    names: Vec<String>,
    json_path: &str,
    at: usize,
    path: &Path<'_>,
    seen: &mut BTreeMap<String, usize>,
    report: &mut Report,
) {
    let before = *seen.entry(names.join(".")).or_insert(at);
    if before == at {
        return;
    }
    let raised = report.add(&DUPLICATE_SELECTABLE_FIELD, ErrorType::Duplicate, path, "");
    raised
        .bad(crdls_go::go_quote(json_path))
        .predicate(format!("is a duplicate: `{json_path}` is selectable already"))
        .help("remove one of the two");
}
