//! `additionalPrinterColumns`.
//!
//! Mirrors `ValidateCustomResourceColumnDefinition` and `validateSimpleJSONPath` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go).

use crdls_manifest::model::{Column, Version};
use crdls_report::{Path, Report, Step, code};

code!(COLUMN_NAME, "column-name", Error, server, "a printer column has no name");
code!(COLUMN_TYPE, "column-type", Error, server, "the type of a printer column is missing or unknown");
code!(COLUMN_FORMAT, "column-format", Error, server, "the format of a printer column is unknown");
code!(
    COLUMN_JSON_PATH,
    "column-json-path",
    Error,
    server,
    "the path of a printer column is missing or does not start with a dot"
);

const TYPES: &str = "boolean,date,integer,number,string";
const FORMATS: &str = "byte,date,date-time,double,float,int32,int64,password";

/// The words for a path that is not one; none for those that are.
pub(super) fn simple_json_path(path: &str) -> Option<&'static str> {
    (!path.starts_with('.')).then_some("must be a simple json path starting with .")
}

pub(super) fn check(version: Version<'_>, path: &Path<'_>, report: &mut Report) {
    for (i, column) in version.columns().enumerate() {
        let path = path.index(i);
        if column.name().is_empty() {
            report
                .required(&COLUMN_NAME, &path.child("name"), "")
                .predicate("is missing")
                .help("add `name:` with the heading of the column");
        }
        column_type(column, &path, report);
        format(column, &path, report);
        json_path(column, &path, report);
    }
}

fn column_type(column: Column<'_>, path: &Path<'_>, report: &mut Report) {
    let (type_, path) = (column.type_(), path.child("type"));
    let detail = format!("must be one of {TYPES}");
    let allowed = TYPES.replace(',', ", ");
    if type_.is_empty() {
        report
            .required(&COLUMN_TYPE, &path, detail)
            .predicate("is missing")
            .help(format!("add `type:` with one of {allowed}"));
    } else if !listed(TYPES, type_) {
        report
            .invalid(&COLUMN_TYPE, &path, type_, detail)
            .choices(&TYPES.split(',').collect::<Vec<_>>())
            .predicate(format!("must be one of {allowed}, got `{type_}`"))
            .help("set the type of the values that the column shows");
    }
}

fn format(column: Column<'_>, path: &Path<'_>, report: &mut Report) {
    let format = column.format();
    if !format.is_empty() && !listed(FORMATS, format) {
        report
            .invalid(&COLUMN_FORMAT, &path.child("format"), format, format!("must be one of {FORMATS}"))
            .choices(&FORMATS.split(',').collect::<Vec<_>>())
            .predicate(format!("must be one of {}, got `{format}`", FORMATS.replace(',', ", ")))
            .help("remove the line, or write one of these formats");
    }
}

fn json_path(column: Column<'_>, path: &Path<'_>, report: &mut Report) {
    let (json_path, path) =
        (column.json_path(), path.renamed(&[Step::Child("JSONPath")], &[Step::Child("jsonPath")]));
    if json_path.is_empty() {
        report
            .required(&COLUMN_JSON_PATH, &path, "")
            .predicate("is missing")
            .help("add `jsonPath:` with the path of the value to show, such as `.spec.replicas`");
    } else if let Some(detail) = simple_json_path(json_path) {
        report
            .invalid(&COLUMN_JSON_PATH, &path, json_path, detail)
            .predicate(format!("must start with a dot, got `{json_path}`"))
            .help(format!("write `.{}`", json_path.trim_matches(['$', '.', '{', '}', ' '])));
    }
}

fn listed(list: &str, value: &str) -> bool {
    list.split(',').any(|item| item == value)
}
