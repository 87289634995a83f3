//! Why the server refuses an update before it validates it.
//!
//! Mirrors `checkName` and `EnsureObjectNamespaceMatchesRequestNamespace` of k8s.io/apiserver
//! (pkg/endpoints/handlers/rest.go, pkg/registry/rest/meta.go) and what `Store.Update` asks of uid and resourceVersion
//! (pkg/registry/generic/registry/store.go). What a file does not say of these is no conflict.

use super::stored::Stored;
use super::{Subresource, Updated};
use crate::judge::{Judge, refuses_unknown};
use crate::read::Resource;
use crdls_manifest::model::{Crd, Metadata};
use crdls_report::{Code, Config, ErrorType, Finding, Path, Report, Unit, code};

code!(IMPOSSIBLE_UPDATE, "impossible-update", Error, server, "an object cannot replace the stored one");

/// Why the server does not come to the validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status code of its answer: 400, 404, 409, 422 or 500.
    pub code: u16,
    /// The finding that says so; nothing where the other findings do.
    report: Option<Box<Reason>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    /// The field of the new object's metadata; empty for the whole object.
    field: &'static str,
    /// The server's sentence.
    detail: String,
    message: String,
    help: String,
}

impl Refusal {
    fn new(code: u16, field: &'static str, detail: String, message: String, help: &str) -> Self {
        let help = help.to_owned();
        Self { code, report: Some(Box::new(Reason { field, detail, message, help })) }
    }

    /// The refusal of an object that cannot be decoded.
    pub(super) const fn undecodable() -> Self {
        Self { code: 400, report: None }
    }

    /// Under strict field validation, of unknown fields.
    pub(super) fn of_unknown(findings: &[Finding], config: &Config) -> Option<Self> {
        refuses_unknown(findings, config).then(Self::undecodable)
    }

    /// The refusal because the server cannot read the stored object.
    pub(super) fn unreadable(why: &str) -> Self {
        let message = format!("the old object cannot be stored: {why}");
        Self::new(500, "", why.to_owned(), message, "compare with an object that the server has accepted")
    }

    /// The refusal of a request that cannot be decoded or answered.
    pub(super) fn of_request(code: u16, detail: String, message: String) -> Self {
        Self::new(code, "", detail, message, "send an object that the subresource can read")
    }

    /// The refusal of an object with another type than the request.
    fn of_type(code: u16, field: &str, detail: String, wanted: &str) -> Self {
        let message = format!("`{field}` must be `{wanted}` to replace the stored object");
        Self::new(code, "", detail, message, "write the type of the stored object")
    }

    const fn kind(&self) -> ErrorType {
        match self.code {
            404 => ErrorType::NoMatch,
            409 => ErrorType::Conflict,
            _ => ErrorType::Decoding,
        }
    }

    fn finding(&self, unit: Unit<'_>) -> Option<Finding> {
        let Reason { field, detail, message, help } = &**self.report.as_ref()?;
        let mut report = Report::default();
        let metadata = Path::EMPTY.child("metadata");
        let path = if field.is_empty() { Path::EMPTY } else { metadata.child(field) };
        let code: &'static Code = &IMPOSSIBLE_UPDATE;
        let raised = report.add(code, self.kind(), &path, detail.clone());
        raised.message(message.clone()).help(help.clone());
        raised.field.clear();
        crdls_report::findings(report, unit, 1).into_iter().next()
    }

    /// The whole answer.
    pub(super) fn whole(self, unit: Unit<'_>) -> Updated {
        let findings = self.finding(unit).into_iter().collect();
        Updated { findings, refusal: Some(self), ..Updated::default() }
    }

    /// The answer in place of another, whose findings come only once this one is fixed.
    pub(super) fn before(self, updated: &mut Updated, unit: Unit<'_>) {
        let first = self.finding(unit);
        let hidden = |finding: &&mut Finding| {
            first.is_some() || finding.server.as_ref().is_some_and(|s| s.kind != ErrorType::StrictDecoding)
        };
        updated.findings.iter_mut().filter(hidden).for_each(Finding::shadow);
        updated.findings.splice(..0, first);
        updated.deleted = false;
        updated.refusal = Some(self);
    }
}

/// The answer if no stored object exists; `name` is what a sentence calls the object.
pub fn missing(unit: Unit<'_>, name: &str, subresource: Subresource) -> Updated {
    let message = format!("there is no old {name} whose `{}` could be written", subresource.name());
    let detail = "the server could not find the requested resource".to_owned();
    Refusal::new(404, "", detail, message, "name the file of the stored object with `--old`").whole(unit)
}

impl Judge<'_> {
    /// The refusal if the version has no such subresource.
    pub(super) fn not_found(&self, subresource: Option<Subresource>) -> Option<Refusal> {
        let subresource = subresource?;
        let has = match subresource {
            Subresource::Status => self.version.has_status(),
            Subresource::Scale => self.version.subresources().is_some_and(|its| its.scale().is_some()),
        };
        let (name, kind) = (subresource.name(), self.crd.spec().names().kind());
        let detail = "the server could not find the requested resource".to_owned();
        let message = format!("`{kind}` has no `{name}` subresource in `{}`", self.version.name());
        let help = "write the object itself, or add the subresource to the version in the CRD";
        (!has).then(|| Refusal::new(404, "", detail, message, help))
    }
}

impl Judge<'_> {
    /// The refusal if an object does not have the requested type.
    pub(super) fn other_type(&self, unit: Unit<'_>, subresource: Option<Subresource>) -> Option<Refusal> {
        let own = format!("{}/{}", self.crd.spec().group(), self.version.name());
        let (version, wanted) = match subresource {
            Some(Subresource::Scale) => ("autoscaling/v1", "Scale"),
            Some(Subresource::Status) | None => (own.as_str(), self.crd.spec().names().kind()),
        };
        let text = |key: &str| unit.string(key).filter(|text| !text.is_empty());
        let written = text("apiVersion").unwrap_or_default();
        match text("kind") {
            None => {
                let detail = format!("the object provided is unrecognized (must be of type {wanted})");
                Some(Refusal::of_type(400, "kind", detail, wanted))
            }
            Some(_) if written != version => {
                let detail = format!(
                    "the API version in the data ({written}) does not match the expected API version ({version})"
                );
                Some(Refusal::of_type(400, "apiVersion", detail, version))
            }
            Some(kind) => {
                (kind != wanted).then(|| Refusal::of_type(422, "kind", format!("must be {wanted}"), wanted))
            }
        }
    }
}

/// What of the metadata says that a new object is not meant for the stored one.
pub(super) fn mismatch(new: &Resource, old: &Stored, crd: Crd<'_>) -> Option<Refusal> {
    let (new, old) = (Metadata::new(&new.metadata), Metadata::new(&old.metadata));
    let differ = |new: &str, old: &str| !new.is_empty() && !old.is_empty() && new != old;
    let says = |name: &str, new: &str, old: &str| {
        format!("`metadata.{name}` must be `{old}` as in the stored object, got `{new}`")
    };
    if differ(new.namespace(), old.namespace()) && crd.spec().scope() != "Cluster" {
        let detail = "the namespace of the provided object does not match the namespace sent on the request";
        let said = says("namespace", new.namespace(), old.namespace());
        return Some(Refusal::new(
            400,
            "namespace",
            detail.to_owned(),
            said,
            "write the namespace of the stored object",
        ));
    }
    if new.name() != old.name() {
        let detail = match new.name() {
            "" => format!(
                "the name of the object ({} based on URL) was undeterminable: name must be provided",
                old.name()
            ),
            name => {
                format!("the name of the object ({name}) does not match the name on the URL ({})", old.name())
            }
        };
        let said = says("name", new.name(), old.name());
        return Some(Refusal::new(400, "name", detail, said, "write the name of the stored object"));
    }
    if differ(new.uid(), old.uid()) {
        let detail = format!(
            "Precondition failed: UID in precondition: {}, UID in object meta: {}",
            new.uid(),
            old.uid()
        );
        let said = says("uid", new.uid(), old.uid());
        return Some(Refusal::new(
            409,
            "uid",
            detail,
            said,
            "remove `uid:`: the server gives each object its own",
        ));
    }
    if differ(new.resource_version(), old.resource_version()) {
        let detail =
            "the object has been modified; please apply your changes to the latest version and try again";
        let said = format!(
            "`metadata.resourceVersion` is out of date: expected `{}`, got `{}`",
            old.resource_version(),
            new.resource_version()
        );
        let help = "remove `resourceVersion:`, or apply the change to the object as it is stored now";
        return Some(Refusal::new(409, "resourceVersion", detail.to_owned(), said, help));
    }
    None
}
