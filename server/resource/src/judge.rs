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
use crdls_schema::model::{Crd, Metadata, Schema, Version};
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
    Judge::new(by.indexed.crd(), by.version, config).validate(
        &object,
        None,
        Metadata::new(&metadata),
        &mut report,
    );
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

/// Judges one custom resource after the other by a version of a CRD: what is compiled for one is kept for the next.
#[derive(Debug)]
pub struct Judge<'m> {
    crd: Crd<'m>,
    version: Version<'m>,
    config: &'m Config,
    validator: schema::Validator<'m>,
    prepared: rules::PreparedRules<'m>,
}

impl<'m> Judge<'m> {
    /// A judge by a version, whether it is served or not.
    pub fn new(crd: Crd<'m>, version: Version<'m>, config: &'m Config) -> Self {
        let validator = schema::Validator::new(schema::Origin::Resource, config.kubernetes);
        Self { crd, version, config, validator, prepared: rules::PreparedRules::default() }
    }

    /// Whether a schema of the version accepts a value, rules aside.
    pub fn accepts(&mut self, value: &Json, schema: Schema<'m>) -> bool {
        let mut report = Report::default();
        self.validator.check(value, schema, &Path::EMPTY, &mut report);
        let structural = Structural::new(schema);
        embedded::check(value, structural, &Path::EMPTY, &mut report);
        list_type::check(value, structural, &Path::EMPTY, &mut report);
        report.errors.is_empty()
    }

    /// Judges a resource that is created, or that replaces a stored one; the server's warnings are left out.
    /// Errors that ratcheting would drop are reported.
    pub fn judge(&mut self, root: Node<'_>, old: Option<&Json>) -> Verdict {
        let preserves = self.crd.spec().preserve_unknown_fields();
        let Resource { object, metadata, mut findings, undecodable } =
            read::read(root, self.version, preserves, self.config);
        let mut report = Report::default();
        self.validate(&object, old, Metadata::new(&metadata), &mut report);
        findings.append(&mut report::findings(report, root, 1));
        Verdict { findings, object: (!undecodable).then_some(object) }
    }

    fn validate(&mut self, object: &Json, old: Option<&Json>, metadata: Metadata<'_>, report: &mut Report) {
        let path = Path::EMPTY.child("metadata");
        let structural = Structural::of_version(self.version.schema());
        names::of_resource(metadata, &path, report);
        if self.crd.spec().scope() != "Cluster" {
            names::namespace(metadata, &path, report);
        }
        object_meta::common(metadata, &path, report);
        if let Some(schema) = self.version.schema() {
            self.validator.check(object, schema, &Path::EMPTY, report);
        }
        if let Some(scale) = self.version.subresources().and_then(|subresources| subresources.scale()) {
            scale::check(object, scale, report);
        }
        embedded::check(object, structural, &Path::EMPTY, report);
        list_type::check(object, structural, &Path::EMPTY, report);
        if let Some(schema) = self.version.schema() {
            let minor = self.config.kubernetes;
            rules::check(object, old, schema, minor, &mut self.prepared, report);
        }
        resource_version(metadata, &path, report);
    }
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
