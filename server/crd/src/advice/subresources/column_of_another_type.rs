//! A printer column whose type is not the field's.
//!
//! From `cellForJSONValue` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/tableconvertor): a column of type string shows everything, one of another
//! type nothing but its own.

use crdls_text::Edit;

use super::json_path::{self, PathEnd};
use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Column, Schema};
use crdls_report::{Finding, Fix, Path, code};

code!(
    COLUMN_OF_ANOTHER_TYPE,
    "column-type-mismatch",
    Warning,
    advice,
    "the type of a printer column is not the type of its field"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::columns(input, &mut |place, column, path| found.extend(look(place.schema, column, path)));
    found
}

fn look(root: Schema<'_>, column: Column<'_>, path: &Path<'_>) -> Option<Finding> {
    let PathEnd::At(field) = json_path::follow(column.json_path(), root) else { return None };
    let (type_, wanted) = (column.type_(), field.type_());
    if shows(type_, field)? {
        return None;
    }
    let at = column.span(Field::Type)?.value;
    let message = format!(
        "{} is `{type_}`, but `{}` is of type {wanted}",
        json_path::column_field("type", column),
        column.json_path()
    );
    let right = if matches!(wanted, "integer" | "number" | "boolean") { wanted } else { "string" };
    let edits = vec![Edit { range: at, new_text: right.to_owned() }];
    let finding = Finding::new(&COLUMN_OF_ANOTHER_TYPE, at, &path.child("type"), message)
        .why(format!(
            "the server shows nothing where the types differ, so the column `{}` stays empty",
            column.name()
        ))
        .help(format!("write `type: {right}`"))
        .fix(Fix { title: format!("replace with `{right}`"), safe: true, edits });
    Some(match field.span(Field::Type) {
        Some(span) => finding.related(span.value, "the field's type is here"),
        None => finding,
    })
}

/// Whether a column shows the values of a field; none where that cannot be told.
fn shows(column: &str, field: Schema<'_>) -> Option<bool> {
    let fits: &[&str] = match column {
        "integer" | "number" => &["integer", "number"],
        "boolean" => &["boolean"],
        "date" => &["string"],
        _ => return None,
    };
    let known = matches!(field.type_(), "string" | "integer" | "number" | "boolean" | "object" | "array");
    (known && !field.int_or_string()).then(|| fits.contains(&field.type_()))
}
