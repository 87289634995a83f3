//! `metadata.ownerReferences`.
//!
//! Mirrors `ValidateOwnerReferences` of k8s.io/apimachinery (pkg/api/validation/objectmeta.go).

use crate::model::{Metadata, OwnerReference};
use crdls_go::go_quote;
use crdls_minors::{Difference, Minor};
use crdls_report::{ErrorField, ErrorType, FieldError, Path, Report, code, in_backticks};

code!(INVALID_OWNER, "invalid-owner-reference", Error, server, "an owner reference is not valid");

pub(super) fn check(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let mut first: Option<(usize, OwnerReference<'_>)> = None;
    for (i, owner) in metadata.owner_references().enumerate() {
        reference(owner, path, &path.index(i), report);
        if owner.controller() != Some(true) {
            continue;
        }
        let Some((before, other)) = first else {
            first = Some((i, owner));
            continue;
        };
        let [a, b] = [other, owner].map(|owner| format!("{}/{}", owner.kind(), owner.name()));
        // A first one without kind and name is still `/`, and counts.
        let detail = format!(
            "Only one reference can have Controller set to true. Found \"true\" in references for {a} and {b}"
        );
        report
            .add(&INVALID_OWNER, ErrorType::Invalid, path, detail)
            .message(format!("{} is a second controller", path.index(i).subject()))
            .why("an object has at most one owner with `controller: true`")
            .help("write `controller: false`, or remove `controller:`")
            .mark(&path.index(i).child("controller"))
            .related(&path.index(before).child("controller"), "the first controller");
    }
}

fn reference(owner: OwnerReference<'_>, list: &Path<'_>, path: &Path<'_>, report: &mut Report) {
    let group_version = group_version(owner.api_version());
    let has_version = group_version.is_some_and(|(_, version)| !version.is_empty());
    let required = [
        (owner.api_version(), "apiVersion"),
        (owner.kind(), "kind"),
        (owner.name(), "name"),
        (owner.uid(), "uid"),
    ];
    if !owner.api_version().is_empty() && !has_version {
        let at = place(&list.child("apiVersion"), &path.child("apiVersion"), report.kubernetes);
        let words = match report.kubernetes.has(Difference::RequiresOwnerFields) {
            true => "must be <group>/<version> or <version>",
            false => "version must not be empty",
        };
        report
            .add_at(&INVALID_OWNER, ErrorType::Invalid, at, words)
            .bad(go_quote(owner.api_version()))
            .message(format!(
                "{} must be `GROUP/VERSION` or `VERSION`, got {}",
                path.child("apiVersion").subject(),
                in_backticks(owner.api_version())
            ))
            .help("write the `apiVersion` of the owner, such as `apps/v1`");
    }
    for (_, name) in required.into_iter().filter(|(text, _)| text.is_empty()) {
        missing(list, path, name, report)
            .message(format!("{} is missing", path.child(name).subject()))
            .help(format!("add `{name}:` with the value of the owner"));
    }
    if group_version == Some(("", "v1")) && owner.kind() == "Event" {
        let at = place(list, path, report.kubernetes);
        report
            .add_at(
                &INVALID_OWNER,
                ErrorType::Invalid,
                at,
                "/v1, Kind=Event is disallowed from being an owner",
            )
            .message(format!("{} is an `Event`, which cannot own an object", path.subject()))
            .why("events expire, and their dependents are deleted with them")
            .help("remove the owner reference")
            .mark_value(&path.child("kind"));
    }
}

/// A reference, or a field of it, by its path and that without the index, which older servers print.
fn place(unindexed: &Path<'_>, path: &Path<'_>, minor: Minor) -> ErrorField {
    let printed = if minor.has(Difference::RequiresOwnerFields) { path } else { unindexed };
    ErrorField { field: printed.server(), path: path.manifest() }
}

/// Reports a field that is empty or not there.
fn missing<'r>(list: &Path<'_>, path: &Path<'_>, name: &str, report: &'r mut Report) -> &'r mut FieldError {
    let at = place(&list.child(name), &path.child(name), report.kubernetes);
    if report.kubernetes.has(Difference::RequiresOwnerFields) {
        return report.add_at(&INVALID_OWNER, ErrorType::Required, at, "must not be empty");
    }
    let words = if name == "apiVersion" { "version must not be empty" } else { "must not be empty" };
    report.add_at(&INVALID_OWNER, ErrorType::Invalid, at, words).bad(go_quote(""))
}

/// The group and the version of an `apiVersion`, as `ParseGroupVersion` of k8s.io/apimachinery
/// (pkg/runtime/schema/group_version.go) reads it; `None` where there is more than one slash.
pub fn group_version(text: &str) -> Option<(&str, &str)> {
    match text.split_once('/') {
        None => Some(("", text)),
        Some(("", "")) => Some(("", "")),
        Some((group, version)) => (!version.contains('/')).then_some((group, version)),
    }
}
