//! A format that values are not held against, where the server does not say so itself.
//!
//! From `StripUnsupportedFormatsPostProcess` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/validation/formats.go) and `strfmt.Default` of k8s.io/kube-openapi: older servers drop
//! what they do not know in silence, and `password` lets every text pass.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, Severity, code, minors};

code!(UNENFORCED_FORMAT, "unenforced-format", Warning, advice, "a format that the server does not enforce");

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let (format, type_, minor) = (place.schema.format(), place.schema.type_(), input.config.kubernetes);
    if format.is_empty() {
        return;
    }
    let Some(span) = place.schema.span(Field::Format) else { return };
    let path = place.path.child("format");
    let finding = |message: String| Finding::new(&UNENFORCED_FORMAT, span.value, &path, message);
    if format == "password" && type_ == "string" {
        let mut finding = finding("the format `password` lets every text pass".to_owned())
            .why("it is for programs that show forms; the server keeps the value as readable as any other")
            .help("keep passwords in a Secret, and name it here");
        finding.severity = Severity::Hint;
        found.push(finding);
    } else if minors::recognizes_format(format, type_, minor) && !minors::checks_format(format, type_, minor)
    {
        let type_ = if type_.is_empty() { "no type" } else { type_ };
        found.push(
            finding(format!("Kubernetes {minor} does not check the format `{format}` of {type_}"))
                .why("the server drops a format that it does not know without a word; newer ones warn of it")
                .help("check values by `pattern`, `minimum` and `maximum`, or a rule in `x-kubernetes-validations`"),
        );
    }
}
