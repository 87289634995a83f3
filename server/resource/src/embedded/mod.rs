//! Embedded resources: their kind, version and metadata.
//!
//! Mirrors `Validate` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/objectmeta/validation.go).

mod managed_fields;

use super::metadata;
use super::names;
use super::schema::fault::shown;
use super::structural::Structural;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Metadata;
use crdls_manifest::object_meta;
use crdls_minors::Difference;
use crdls_report::{Config, ErrorType, Path, Report, code};
use crdls_values::{Json, JsonValue, dns};

code!(
    EMBEDDED_RESOURCE,
    "embedded-resource",
    Error,
    server,
    "`apiVersion` or `kind` of an embedded resource is missing or not valid"
);

/// Checks the resources at and below a node.
pub fn check(value: &Json, schema: Structural<'_>, path: &Path<'_>, report: &mut Report) {
    if !schema.resource && !schema.may_have_within(Field::XEmbeddedResource) {
        return;
    }
    match &value.value {
        JsonValue::Map(members) => {
            if schema.resource {
                resource(value, path, report);
            }
            let mut keywords = schema.members();
            for member in members {
                let found = keywords.find(&member.name);
                let Some(below) = found.schema() else { continue };
                let path = found.path(path, &member.name);
                check(&member.value, below, &path, report);
            }
        }
        JsonValue::List(items) => {
            let Some(schema) = schema.items() else { return };
            for (i, item) in items.iter().enumerate() {
                check(item, schema, &path.index(i), report);
            }
        }
        _ => {}
    }
}

fn resource(value: &Json, path: &Path<'_>, report: &mut Report) {
    for name in ["apiVersion", "kind"] {
        let here = path.child(name);
        match value.get(name) {
            None => {
                let terse = report.kubernetes.has(Difference::IsTerseOnEmbeddedTypes);
                let words = if terse { "" } else { "must not be empty" };
                report
                    .required(&EMBEDDED_RESOURCE, &here, words)
                    .message(format!("{} is missing", here.subject()))
                    .why("an embedded resource needs `apiVersion` and `kind`")
                    .help(format!("add `{name}:`"));
            }
            Some(found) => field(name, found, &here, report),
        }
    }
    if let Some(found) = value.get("metadata") {
        let decoded = metadata::of_json(found, &Config::default());
        let path = path.child("metadata");
        let wrong = decoded.findings.iter().filter_map(|finding| finding.server.as_ref());
        if let Some(wrong) = wrong.into_iter().find(|server| server.kind == ErrorType::Decoding) {
            report
                .add(&EMBEDDED_RESOURCE, ErrorType::Invalid, &path, wrong.detail.clone())
                .bad(found.quoted())
                .message(format!("{} cannot be decoded as object metadata", path.subject()))
                .why(wrong.detail.clone());
            return;
        }
        let metadata = Metadata::new(&decoded.object);
        names::segments(metadata, &path, report);
        names::namespace(metadata, &path, report);
        generation(metadata.generation(), &path.child("generation"), report);
        object_meta::common(metadata, &path, report);
        managed_fields::check(metadata, &path.child("managedFields"), report);
    }
}

/// `ValidateNonnegativeField`. The server sets that of a resource itself.
fn generation(number: i64, path: &Path<'_>, report: &mut Report) {
    if number < 0 {
        report
            .add(&EMBEDDED_RESOURCE, ErrorType::Invalid, path, "must be greater than or equal to 0")
            .bad(number.to_string())
            .message(format!("{} must be at least 0, got `{number}`", path.subject()))
            .help("remove `generation`: the server counts it");
    }
}

fn field(name: &str, value: &Json, path: &Path<'_>, report: &mut Report) {
    let (said, ours) = match value.as_str() {
        None => ("must be a string".to_owned(), "a string"),
        Some("") => ("must not be empty".to_owned(), "a text that is not empty"),
        Some(text) if name == "kind" => {
            let said = dns::label_1035(&crdls_go::lower(text));
            if said.is_empty() {
                return;
            }
            let said = said.join(",");
            (format!("may have mixed case, but should otherwise match: {said}"), "a valid kind")
        }
        Some(text) if text.matches('/').count() > 1 => {
            (format!("unexpected GroupVersion string: {text}"), "`GROUP/VERSION`")
        }
        Some(_) => return,
    };
    report.add(&EMBEDDED_RESOURCE, ErrorType::Invalid, path, said).bad(value.quoted()).message(format!(
        "{} must be {ours}, got {}",
        path.subject(),
        shown(value)
    ));
}
