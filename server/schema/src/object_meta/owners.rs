//! `metadata.ownerReferences`.
//!
//! Mirrors `ValidateOwnerReferences` of k8s.io/apimachinery (pkg/api/validation/objectmeta.go).

use crate::Path;
use crate::model::{Metadata, OwnerReference};
use crate::report::Report;
use crate::{ErrorType, code, in_backticks};

code!(INVALID_OWNER, "invalid-owner-reference", Error, server, "an owner reference is not valid");

pub(super) fn check(metadata: Metadata<'_>, path: &Path<'_>, report: &mut Report) {
    let mut first: Option<(usize, OwnerReference<'_>)> = None;
    for (i, owner) in metadata.owner_references().enumerate() {
        reference(owner, &path.index(i), report);
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

fn reference(owner: OwnerReference<'_>, path: &Path<'_>, report: &mut Report) {
    let group_version = group_version(owner.api_version());
    if !owner.api_version().is_empty() && group_version.is_none_or(|(_, version)| version.is_empty()) {
        report
            .invalid(
                &INVALID_OWNER,
                &path.child("apiVersion"),
                owner.api_version(),
                "must be <group>/<version> or <version>",
            )
            .message(format!("{} is not an API version", in_backticks(owner.api_version())))
            .help("write the `apiVersion` of the owner, such as `apps/v1`");
    }
    let required = [
        (owner.api_version(), "apiVersion"),
        (owner.kind(), "kind"),
        (owner.name(), "name"),
        (owner.uid(), "uid"),
    ];
    for (_, field) in required.into_iter().filter(|(text, _)| text.is_empty()) {
        report
            .required(&INVALID_OWNER, &path.child(field), "must not be empty")
            .message(format!("{} is missing", path.child(field).subject()))
            .help(format!("add `{field}:` with the value of the owner"));
    }
    if group_version == Some(("", "v1")) && owner.kind() == "Event" {
        report
            .add(
                &INVALID_OWNER,
                ErrorType::Invalid,
                path,
                "/v1, Kind=Event is disallowed from being an owner",
            )
            .message(format!("{} is an `Event`, which cannot own an object", path.subject()))
            .why("events expire, and their dependents are deleted with them")
            .help("remove the owner reference")
            .mark_value(&path.child("kind"));
    }
}

/// `ParseGroupVersion`: none where there is more than one slash.
fn group_version(text: &str) -> Option<(&str, &str)> {
    match text.split_once('/') {
        None => Some(("", text)),
        Some(("", "")) => Some(("", "")),
        Some((group, version)) => (!version.contains('/')).then_some((group, version)),
    }
}
