//! The approval that CRDs in Kubernetes' own groups need.
//!
//! Mirrors `validateAPIApproval` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go), and `IsProtectedCommunityGroup` and
//! `GetAPIApprovalState` (pkg/apihelpers/helpers.go).

use crdls_go::Url;
use crdls_manifest::model::Crd;
use crdls_report::{Path, Report, code};

code!(API_APPROVAL, "api-approval", Error, server, "a CRD in a group of Kubernetes itself has no approval");

const ANNOTATION: &str = "api-approved.kubernetes.io";
const SEE: &str = "see https://github.com/kubernetes/enhancements/pull/1111";

/// What the annotation says: `APIApprovalState`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Approval {
    Missing,
    Bypassed,
    Approved,
    Invalid,
}

pub(super) fn check(crd: Crd<'_>, old: Option<Crd<'_>>, report: &mut Report) {
    let group = crd.spec().group();
    // What an update does not touch is let be.
    if !is_protected(group) || old.map(approval) == Some(approval(crd)) {
        return;
    }
    let annotations = Path::EMPTY.child("metadata");
    let annotations = annotations.child("annotations");
    let path = annotations.key(ANNOTATION);
    let needed = format!("protected groups must have approval annotation \"{ANNOTATION}\"");
    match approval(crd) {
        Approval::Bypassed | Approval::Approved => return,
        Approval::Missing => report
            .required(&API_APPROVAL, &path, format!("{needed}, {SEE}"))
            .predicate(format!("is missing for the protected group `{group}`")),
        Approval::Invalid => {
            let detail =
                format!("{needed} with either a URL or a reason starting with \"unapproved\", {SEE}");
            let text = text_of(crd);
            report
                .invalid(&API_APPROVAL, &path, text, detail)
                .predicate(format!("must be a URL or start with `unapproved`, got `{text}`"))
        }
    }
    .why("groups below k8s.io and kubernetes.io are reserved for APIs that the community has reviewed")
    .help(format!(
        "use a domain that you own as the group, or set the annotation `{ANNOTATION}` to the URL of the approval or to `unapproved, experimental-only`"
    ))
    .related(&Path::EMPTY.child("spec").child("group"), "the group is here");
}

fn text_of(crd: Crd<'_>) -> &str {
    crd.metadata().annotation(ANNOTATION).unwrap_or_default()
}

fn approval(crd: Crd<'_>) -> Approval {
    match text_of(crd) {
        "" => Approval::Missing,
        text if text.starts_with("unapproved") => Approval::Bypassed,
        text if is_url(text) => Approval::Approved,
        _ => Approval::Invalid,
    }
}

fn is_protected(group: &str) -> bool {
    ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|own| group.strip_suffix(own).is_some_and(|before| before.is_empty() || before.ends_with('.')))
}

fn is_url(text: &str) -> bool {
    Url::parse_request(text).is_ok_and(|url| !url.host.is_empty() && !url.scheme.is_empty())
}
