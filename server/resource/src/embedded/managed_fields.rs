//! `metadata.managedFields` of embedded resources: those of a resource itself the server writes anew.
//!
//! Mirrors `ValidateManagedFields` of k8s.io/apimachinery (pkg/apis/meta/v1/validation/validation.go).

use super::EMBEDDED_RESOURCE;
use crdls_go::is_go_printed;
use crdls_manifest::model::{ManagedFields, Metadata};
use crdls_minors::Difference;
use crdls_report::{ErrorType, Path, Report, in_backticks};

const MAX_MANAGER: usize = 128;
const MAX_SUBRESOURCE: usize = 256;

pub fn check(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    for (i, entry) in metadata.managed_fields().enumerate() {
        self::entry(entry, &path.index(i), report);
    }
}

fn entry(entry: ManagedFields<'_>, path: &Path<'_>, report: &mut Report) {
    const REMOVE: &str = "remove `managedFields`: the server writes them";
    let (at, operation) = (&path.child("operation"), entry.operation());
    if !["Apply", "Update"].contains(&operation) {
        let message = match operation {
            "" => format!("{} is missing", at.subject()),
            other => format!("{} must be \"Apply\" or \"Update\", got {}", at.subject(), in_backticks(other)),
        };
        let raised = match (report.kubernetes.has(Difference::ListsOperations), operation) {
            (true, "") => report.required(&EMBEDDED_RESOURCE, at, "must not be empty"),
            (true, other) => report.not_supported(&EMBEDDED_RESOURCE, at, other, &["Apply", "Update"]),
            (false, other) => report.invalid(&EMBEDDED_RESOURCE, at, other, "must be `Apply` or `Update`"),
        };
        raised.message(message).help(REMOVE);
    }
    if !["", "FieldsV1"].contains(&entry.fields_type()) {
        report
            .invalid(&EMBEDDED_RESOURCE, &path.child("fieldsType"), entry.fields_type(), "must be `FieldsV1`")
            .predicate(format!("must be \"FieldsV1\", got {}", in_backticks(entry.fields_type())))
            .help(REMOVE);
    }
    length(entry.manager(), MAX_MANAGER, &path.child("manager"), report);
    for (at, c) in entry.manager().char_indices().filter(|(_, c)| !is_go_printed(*c)) {
        report
            .invalid(
                &EMBEDDED_RESOURCE,
                &path.child("manager"),
                entry.manager(),
                format!("invalid character U+{:04X} (at position {at})", u32::from(c)),
            )
            .predicate(format!("has the character U+{:04X}, which is not printable", u32::from(c)))
            .help(REMOVE);
    }
    length(entry.subresource(), MAX_SUBRESOURCE, &path.child("subresource"), report);
}

fn length(text: &str, most: usize, path: &Path<'_>, report: &mut Report) {
    if text.len() > most {
        report
            .add(&EMBEDDED_RESOURCE, ErrorType::TooLong, path, format!("may not be more than {most} bytes"))
            .message(format!("{} must have at most {most} bytes, got {}", path.subject(), text.len()));
    }
}
