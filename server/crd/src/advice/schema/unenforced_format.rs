//! A format that values are not held against, where the server does not say so itself.
//!
//! From `StripUnsupportedFormatsPostProcess` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/validation/formats.go) and `strfmt.Default` of k8s.io/kube-openapi: older servers drop
//! what they do not know in silence, and `password` lets every text pass.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, Severity, code};

code!(UNENFORCED_FORMAT, "unenforced-format", Warning, advice, "a format that the server does not enforce");

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let Some(span) = place.schema.span(Field::Format) else { return };
    let (format, type_, minor) = (place.schema.format(), place.schema.type_(), input.config.kubernetes);
    if format.is_empty() {
        return;
    }
    let path = place.path.child("format");
    let finding = |message: String| Finding::new(&UNENFORCED_FORMAT, span.value, &path, message);
    if format == "password" && type_ == "string" {
        let mut finding = finding(format!("{} is `password`, which accepts every string", path.subject()))
            .why("the format is for programs that show forms: the server stores the value in plain text")
            .help("store the password in a Secret, and refer to the Secret");
        finding.severity = Severity::Hint;
        found.push(finding);
    } else if crdls_minors::recognizes_format(format, type_, minor)
        && !crdls_minors::checks_format(format, type_, minor)
        // They tell readers and generators the size of the number.
        && !crdls_minors::is_format_of_numbers(format, type_)
    {
        let of_type = if type_.is_empty() { String::new() } else { format!(" for type {type_}") };
        found.push(
            finding(format!(
                "{} is `{format}`, which Kubernetes {minor} does not validate{of_type}",
                path.subject()
            ))
            .why("the server silently ignores the format; newer servers warn")
            .help("validate values with `pattern`, `minimum` and `maximum`, or a rule in `x-kubernetes-validations`"),
        );
    }
}
