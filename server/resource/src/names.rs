//! Names and namespaces of custom resources, and of the resources in them.
//!
//! Mirrors what `ValidateObjectMetaAccessor` of k8s.io/apimachinery
//! (pkg/api/validation/objectmeta.go) says of them, with the name functions of
//! k8s.io/apiextensions-apiserver (pkg/registry/customresource/validator.go: a domain name;
//! pkg/apiserver/schema/objectmeta/validation.go: a part of a URL). Before that the server makes a name of
//! `generateName`, and drops the namespace of a resource that is in none.

use crdls_manifest::model::Metadata;
use crdls_manifest::object_meta::{INVALID_NAME, MISSING_NAME};
use crdls_manifest::{name_problem, object_meta};
use crdls_report::{Path, Report, code, in_backticks};
use crdls_values::dns;

code!(INVALID_NAMESPACE, "invalid-namespace", Error, server, "the namespace is not valid");

/// The names of a custom resource.
pub fn of_resource(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let (name, prefix) = (metadata.name(), metadata.generate_name());
    let name_path = path.child("name");
    if !prefix.is_empty() {
        domain(prefix, &object_meta::masked(prefix), &path.child("generateName"), report);
    }
    match (name, prefix) {
        ("", "") => {
            report
                .required(&MISSING_NAME, &name_path, "name or generateName is required")
                .message("`metadata.name` is missing")
                .help("add `name:` below `metadata:`");
        }
        ("", prefix) => {
            let generated = object_meta::generated(prefix);
            domain(&generated, &generated, &name_path, report);
        }
        (name, _) => domain(name, name, &name_path, report),
    }
}

fn domain(name: &str, checked: &str, path: &Path<'_>, report: &mut Report) {
    for words in dns::subdomain(checked) {
        report
            .invalid(&INVALID_NAME, path, name, words)
            .predicate(name_problem::domain(name))
            .help("use lowercase letters, digits, dashes and dots");
    }
}

/// The names of a resource inside of another, where anything that fits into a URL will do.
pub fn segments(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    for (field, text) in [("generateName", metadata.generate_name()), ("name", metadata.name())] {
        for words in object_meta::path_segment(text, field == "name") {
            report
                .invalid(&INVALID_NAME, &path.child(field), text, words)
                .predicate(format!(
                    "cannot contain `/` or `%`, nor be `.` or `..`, got {}",
                    in_backticks(text)
                ))
                .help("use lowercase letters, digits, dashes and dots");
        }
    }
}

/// The namespace, where there is one.
pub fn namespace(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let namespace = metadata.namespace();
    if namespace.is_empty() {
        return;
    }
    for words in dns::label_1123(namespace) {
        report
            .invalid(&INVALID_NAMESPACE, &path.child("namespace"), namespace, words)
            .predicate(name_problem::namespace(namespace))
            .help("use at most 63 lowercase letters, digits and dashes");
    }
}
