//! A custom resource through all stages, and which findings the server would keep back.
//!
//! Mirrors `customResourceStrategy.Validate` and `WarningsOnCreate` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/strategy.go, validator.go).

use super::correlation::Correlated;
use super::index::ServedVersion;
use super::read::{self, Resource};
use super::structural::Structural;
use super::{embedded, list_type, names, rules, scale, schema, warnings};
use crdls_manifest::model::{Crd, Metadata, Schema, Version};
use crdls_manifest::object_meta;
use crdls_report::{Config, ErrorType, FieldValidation, Finding, Path, Report, Unit, code};
use crdls_values::Json;

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
    /// The object as it would be stored; `None` if it cannot be decoded.
    pub object: Option<Json>,
}

/// Judges a custom resource of a file that is created.
pub fn judge(unit: Unit<'_>, file: &str, by: ServedVersion<'_>, config: &Config) -> Verdict {
    let preserves = by.indexed.crd().spec().preserve_unknown_fields();
    let Resource { mut object, metadata, mut findings, undecodable } =
        read::created(unit, by.version, preserves, config);
    let mut report = report_on(file, by, config);
    let mut judge = Judge::new(by.indexed.crd(), by.version, config);
    judge.validate_new(&mut object, Past::None, Metadata::new(&metadata), &mut report);
    let refused = !report.errors.is_empty();
    report.shadowed_if(refused, |report| {
        warnings::deprecation(by.indexed.crd(), by.version, report);
        warnings::finalizers(Metadata::new(&metadata), None, report);
    });
    let mut validated = crdls_report::findings(report, unit, 1);
    if undecodable || refuses_unknown(&findings, config) {
        validated.iter_mut().for_each(Finding::shadow);
    }
    findings.append(&mut validated);
    Verdict { findings, object: (!undecodable).then_some(object) }
}

/// A report on an object of a file.
pub fn report_on(file: &str, by: ServedVersion<'_>, config: &Config) -> Report {
    let elsewhere = *by.indexed.source != *file;
    let schema_file = elsewhere.then(|| by.indexed.source.to_string());
    Report { schema_file, kubernetes: config.kubernetes, ..Report::default() }
}

/// Whether unknown fields refuse an object.
pub fn refuses_unknown(findings: &[Finding], config: &Config) -> bool {
    let strict = config.field_validation == FieldValidation::Strict;
    strict && findings.iter().any(|finding| finding.is(ErrorType::StrictDecoding))
}

/// What would be stored of a custom resource that is created, whether it is valid or not; nothing where it
/// cannot be decoded.
pub fn stored(unit: Unit<'_>, by: ServedVersion<'_>, config: &Config) -> Option<Json> {
    let preserves = by.indexed.crd().spec().preserve_unknown_fields();
    let resource = read::created(unit, by.version, preserves, config);
    (!resource.undecodable).then_some(resource.object)
}

/// Judges one custom resource after the other by a version of a CRD: what is compiled for one is kept for the next.
#[derive(Debug)]
pub struct Judge<'m> {
    pub(super) crd: Crd<'m>,
    pub(super) version: Version<'m>,
    pub(super) config: &'m Config,
    pub(super) validator: schema::Validator<'m>,
    prepared: rules::PreparedRules<'m>,
}

/// What an object replaces.
#[derive(Clone, Copy)]
pub(super) enum Past<'v> {
    /// Nothing: it is created.
    None,
    /// An object that only rules see: of the rest it is judged as if it were created.
    OfRules(&'v Json),
    Replaced(Replaced<'v>),
}

/// An object that is replaced.
#[derive(Clone, Copy)]
pub(super) struct Replaced<'v> {
    pub object: &'v Json,
    pub metadata: Metadata<'v>,
    /// `None` where nothing is forgiven since it is as before.
    pub correlated: Option<&'v Correlated<'v>>,
    /// Only the status is written.
    pub by_status: bool,
}

impl<'v> Past<'v> {
    const fn replaced(self) -> Option<Replaced<'v>> {
        match self {
            Self::Replaced(replaced) => Some(replaced),
            Self::None | Self::OfRules(_) => None,
        }
    }

    fn old_object(self) -> Option<rules::OldObject<'v>> {
        match self {
            Self::None => None,
            Self::OfRules(object) => Some(rules::OldObject { object, correlated: None }),
            Self::Replaced(Replaced { object, correlated, .. }) => {
                Some(rules::OldObject { object, correlated })
            }
        }
    }
}

impl<'m> Judge<'m> {
    /// A judge by a version, whether it is served or not.
    pub fn new(crd: Crd<'m>, version: Version<'m>, config: &'m Config) -> Self {
        let validator = schema::Validator::new(schema::Origin::Resource, config.kubernetes);
        Self { crd, version, config, validator, prepared: rules::PreparedRules::default() }
    }

    /// Tells from now on what the rules come to ([`Judge::truths`]).
    pub fn watch(&mut self) {
        self.prepared.watch();
    }

    /// What the rules came to since this was asked last; nothing without [`Judge::watch`].
    pub fn truths(&mut self) -> rules::RuleTruths {
        self.prepared.truths()
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

    /// Judges a resource that is created; the server's warnings are left out. With `old`, rules see what it replaces:
    /// for what the server makes of an update see [`Judge::update`].
    pub fn judge(&mut self, unit: Unit<'_>, old: Option<&Json>) -> Verdict {
        let preserves = self.crd.spec().preserve_unknown_fields();
        let Resource { mut object, metadata, mut findings, undecodable } =
            read::created(unit, self.version, preserves, self.config);
        let mut report = Report { kubernetes: self.config.kubernetes, ..Report::default() };
        let past = old.map_or(Past::None, Past::OfRules);
        self.validate_new(&mut object, past, Metadata::new(&metadata), &mut report);
        findings.append(&mut crdls_report::findings(report, unit, 1));
        Verdict { findings, object: (!undecodable).then_some(object) }
    }

    /// The findings on a resource that exists already, such as one that a webhook has converted: its status is judged as
    /// well, and what only a creation refuses is not. `report` is empty and knows where the schema is written.
    pub fn existing(&mut self, unit: Unit<'_>, mut report: Report) -> Vec<Finding> {
        let preserves = self.crd.spec().preserve_unknown_fields();
        let Resource { object, metadata, mut findings, .. } =
            read::read(unit, self.version, preserves, self.config);
        self.validate(&object, Past::None, Metadata::new(&metadata), &mut report);
        report.errors.retain(|error| *error.code != RESOURCE_VERSION);
        findings.append(&mut crdls_report::findings(report, unit, 1));
        findings
    }

    /// All stages for a resource that is created: what the schema and the rules say of its name they say of one that the
    /// server makes. The object is as before then, as nobody knows that name.
    fn validate_new(
        &mut self,
        object: &mut Json,
        past: Past<'_>,
        metadata: Metadata<'_>,
        report: &mut Report,
    ) {
        let is_named = read::generate_name(object);
        self.validate(object, past, metadata, report);
        if let Some(metadata) = object.get_mut("metadata").filter(|_| is_named) {
            metadata.remove("name");
        }
    }

    /// All stages, in the order of the server.
    pub(super) fn validate(
        &mut self,
        object: &Json,
        past: Past<'_>,
        metadata: Metadata<'_>,
        report: &mut Report,
    ) {
        let path = Path::EMPTY.child("metadata");
        let structural = Structural::of_version(self.version.schema());
        let replaced = past.replaced();
        match replaced {
            Some(_) => names::segments(metadata, &path, report),
            None => names::of_resource(metadata, &path, report),
        }
        if self.crd.spec().scope() != "Cluster" {
            names::namespace(metadata, &path, report);
        }
        object_meta::common(metadata, &path, report);
        if let Some(old) = replaced {
            object_meta::deletion(metadata, old.metadata, "object", &path, report);
        }
        self.schema(object, replaced, report);
        if replaced.is_none_or(|old| !old.by_status) {
            embedded::check(object, structural, &Path::EMPTY, report);
        }
        list_type::check_update(object, replaced.map(|old| old.object), structural, &Path::EMPTY, report);
        self.rules(object, past, report);
        if replaced.is_none() {
            resource_version(metadata, &path, report);
        }
    }

    /// The rules; none where what was reported before keeps the server from running them.
    pub(super) fn rules(&mut self, object: &Json, past: Past<'_>, report: &mut Report) {
        if let Some(schema) = self.version.schema() {
            let minor = self.config.kubernetes;
            rules::check(object, past.old_object(), schema, minor, &mut self.prepared, report);
        }
    }

    /// The schema and what the scale subresource reads; of a write of the status only the status and its schema.
    pub(super) fn schema(&mut self, object: &Json, old: Option<Replaced<'_>>, report: &mut Report) {
        let scale = self.version.subresources().and_then(|subresources| subresources.scale());
        let (Some(old), Some(schema)) = (old.filter(|old| old.by_status), self.version.schema()) else {
            if let Some(schema) = self.version.schema() {
                let past = old.and_then(|old| old.correlated);
                self.validator.check_update(object, schema, past, &Path::EMPTY, report);
            }
            return scale.into_iter().for_each(|scale| scale::check(object, scale, report));
        };
        if let (Some(status), Some(schema)) = (object.get("status"), schema.property("status")) {
            let past = old.correlated.and_then(|old| old.key("status"));
            self.validator.check_update(status, schema, past, &Path::EMPTY.child("status"), report);
        }
        scale.into_iter().for_each(|scale| scale::status(object, scale, report));
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
