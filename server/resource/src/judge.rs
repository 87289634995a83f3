//! A custom resource through all stages, and which findings the server would keep back.
//!
//! Mirrors `customResourceStrategy.Validate` and `WarningsOnCreate` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/strategy.go, validator.go).

use crdls_yaml::Node;

use super::index::ServedVersion;
use super::read::{self, Resource};
use super::structural::Structural;
use super::{embedded, list_type, names, rules, scale, schema, warnings};
use crdls_schema::Path;
use crdls_schema::model::Metadata;
use crdls_schema::object_meta;
use crdls_schema::report;
use crdls_schema::report::Report;
use crdls_schema::{Config, ErrorType, FieldValidation, Finding, code};
use crdls_values::Json;
use crdls_values::json::Reader;

code!(
    RESOURCE_VERSION,
    "resource-version",
    Error,
    server,
    "`resourceVersion` is set on an object that is created"
);

/// What the server makes of a custom resource.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Everything to report of it, what the server keeps back marked as shadowed.
    pub findings: Vec<Finding>,
    /// As it would be stored; nothing where it cannot be decoded.
    pub object: Option<Json>,
}

/// Judges a custom resource of a file that is created.
pub fn judge(root: Node<'_>, file: &str, by: ServedVersion<'_>, config: &Config) -> Verdict {
    let preserves = by.indexed.crd().spec().preserve_unknown_fields();
    let Resource { object, metadata, mut findings, undecodable } =
        read::read(root, by.version, preserves, config);
    let elsewhere = *by.indexed.source != *file;
    let schema = Some((elsewhere.then(|| by.indexed.source.to_string()), by.indexed.base()));
    let mut report = Report { schema, ..Report::default() };
    validate(&object, Metadata::new(&metadata), by, config, &mut report);
    let refused = !report.errors.is_empty();
    report.shadowed_if(refused, |report| {
        warnings::check(Metadata::new(&metadata), by, report);
    });
    let strict = config.field_validation == FieldValidation::Strict;
    let unknown = strict && findings.iter().any(|finding| is(finding, ErrorType::StrictDecoding));
    let mut validated = report::findings(report, root, 1);
    if undecodable || unknown {
        for server in validated.iter_mut().filter_map(|finding| finding.server.as_mut()) {
            server.shadowed = true;
        }
    }
    findings.append(&mut validated);
    Verdict { findings, object: (!undecodable).then_some(object) }
}

/// What would be stored of a custom resource that is created, whether it is valid or not; nothing where it
/// cannot be decoded.
pub fn stored(root: Node<'_>, by: ServedVersion<'_>, config: &Config) -> Option<Json> {
    let preserves = by.indexed.crd().spec().preserve_unknown_fields();
    let resource = read::read(root, by.version, preserves, config);
    (!resource.undecodable).then_some(resource.object)
}

/// A custom resource as it is written, and as kubectl sends it.
pub fn written(root: Node<'_>) -> Json {
    Reader::default().read(root)
}

fn is(finding: &Finding, kind: ErrorType) -> bool {
    finding.server.as_ref().is_some_and(|server| server.kind == kind)
}

fn validate(
    object: &Json,
    metadata: Metadata<'_>,
    by: ServedVersion<'_>,
    config: &Config,
    report: &mut Report,
) {
    let path = Path::EMPTY.child("metadata");
    let structural = Structural::of_version(by.version.schema());
    names::of_resource(metadata, &path, report);
    if by.indexed.crd().spec().scope() != "Cluster" {
        names::namespace(metadata, &path, report);
    }
    object_meta::common(metadata, &path, report);
    if let Some(schema) = by.version.schema() {
        let mut validator = schema::Validator::new(schema::Origin::Resource, config.kubernetes);
        validator.check(object, schema, &Path::EMPTY, report);
    }
    if let Some(scale) = by.version.subresources().and_then(|subresources| subresources.scale()) {
        scale::check(object, scale, report);
    }
    embedded::check(object, structural, &Path::EMPTY, report);
    list_type::check(object, structural, &Path::EMPTY, report);
    if let Some(schema) = by.version.schema() {
        rules::check(object, schema, config.kubernetes, report);
    }
    resource_version(metadata, &path, report);
}

/// The storage has the last word.
fn resource_version(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let version = metadata.resource_version();
    // What is no number, or 0, is none to the storage (`ObjectResourceVersion`).
    let is_digits = version.bytes().all(|b| b.is_ascii_digit());
    if !is_digits || version.parse::<u64>().unwrap_or(0) == 0 {
        return;
    }
    let refused = !report.errors.is_empty();
    report.shadowed_if(refused, |report| {
        let detail = "resourceVersion should not be set on objects to be created";
        report
            .forbidden(&RESOURCE_VERSION, &path.child("resourceVersion"), detail)
            .message("`metadata.resourceVersion` cannot be set on an object that is created")
            .why("the server assigns it; the value is that of an existing object, copied from a cluster")
            .help("remove `resourceVersion:`");
    });
}
