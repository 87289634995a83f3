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
use crdls_schema::Path;
use crdls_schema::field_path;
use crdls_schema::model::{Schema, Version};
use crdls_schema::report::Report;
use crdls_schema::{ErrorType, code};

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
        (false, _) => raised.message("there are selectable fields, and no schema").help("add a schema that has the fields"),
        (true, true) => raised
            .message("the versions agree on the selectable fields, and not on the schema")
            .why("the server moves what all versions agree on to one place, and then looks for the schema there")
            .help("write the selectable fields of one version in another order, or give all versions one schema; with a single field, make a second one selectable in one version"),
        (true, false) => raised
            .message("the versions agree on the schema, and not on the selectable fields")
            .why("the server moves what all versions agree on to one place, and then misses the schema here")
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
                .message("this selectable field has no path")
                .help("add `jsonPath:` with a path into the object, as `.spec.color`");
            continue;
        }
        // The server panics at the first step, so it would be said only once the schema is mended.
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
        .message(format!("there are {fields} selectable fields, and {MAX} are allowed"))
        .help("keep those that users select objects by");
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
                Some(mended) => raised
                    .message(format!("`{json_path}` lacks the dot at its beginning"))
                    .help(format!("write `{mended}`")),
                None => raised
                    .message(format!("`{json_path}` leads to no field of the schema"))
                    .help("write a path to a field that the schema names, as `.spec.color`; lists cannot be entered"),
            };
            return None;
        }
    };
    if names.first().is_some_and(|name| name == "metadata") {
        report
            .invalid(&SELECTABLE_FIELD_PATH, path, json_path, "must not point to fields in metadata")
            .message("fields of metadata cannot be made selectable")
            .why("`metadata.name` and `metadata.namespace` are selectable in all objects")
            .help("remove it");
    }
    if !found.is_some_and(|schema| matches!(schema.type_(), "string" | "boolean" | "integer")) {
        let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
        report
            .invalid(&SELECTABLE_FIELD_TYPE, path, json_path, detail)
            .message(match found.map(|schema| schema.type_()) {
                None | Some("") => format!("`{json_path}` has no type that can be compared"),
                Some(type_) => format!("`{json_path}` is of type {type_}, which cannot be compared"),
            })
            .why("a selector compares a field's text")
            .help("name a field of type string, boolean or integer");
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
        .bad(crdls_values::json::go_quote(json_path))
        .message(format!("`{json_path}` is selectable already"))
        .help("remove one of them");
}
