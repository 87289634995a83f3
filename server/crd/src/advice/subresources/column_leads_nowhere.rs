//! A printer column whose path leads to nothing that the schema has.
//!
//! `kubectl get` shows an empty cell then: `ConvertToTable` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/tableconvertor) allows missing keys.

use super::json_path::{self, PathEnd};
use crate::advice::Input;
use crate::advice::walk::versions::{self, VersionSchema};
use crdls_manifest::fields::Field;
use crdls_manifest::model::Column;
use crdls_report::{Finding, Path, code};

code!(
    COLUMN_LEADS_NOWHERE,
    "unknown-column-path",
    Warning,
    advice,
    "the path of a printer column does not exist in the schema"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::columns(input, &mut |place, column, path| found.extend(look(place, column, path, input)));
    found
}

fn look(place: VersionSchema<'_>, column: Column<'_>, path: &Path<'_>, input: &Input<'_>) -> Option<Finding> {
    let json_path = column.json_path();
    let PathEnd::Nowhere(nowhere) = json_path::follow(json_path, place.schema) else { return None };
    if json_path::is_in_lost_status(json_path, place.version) {
        return None;
    }
    let written = column.span(Field::JsonPath)?.value;
    let range = nowhere.range(json_path, written, input);
    let message =
        format!("{} leads to no field: {}", json_path::column_field("jsonPath", column), nowhere.words());
    let mut finding = Finding::new(&COLUMN_LEADS_NOWHERE, range, &path.child("jsonPath"), message)
        .why(format!("the server prunes unknown fields, so the column `{}` stays empty", column.name()))
        .help("write the path of a field in the schema, or remove the column");
    finding.fixes.extend(nowhere.fix(json_path, written, input));
    Some(finding)
}
