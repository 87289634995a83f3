//! A kind that no cluster serves in the version that is written.
//!
//! Knows what the group `apiextensions.k8s.io` has; must not know the fields of anything. Mirrors what
//! kubectl says when the server names no such resource (`NoKindMatchError` of k8s.io/apimachinery
//!, pkg/api/meta/errors.go).

use crdls_text::TextRange;
use crdls_yaml::Node;

use super::server_error::decoding;
use crate::document_kind::DocumentKind;
use crate::judgement::{JudgedAs, ObjectCheck};
use crdls_go::go_quote;
use crdls_manifest::objects::{CRD, GROUP, Kind, api_version_of, first_crd, string_of, text_of};
use crdls_report::{ErrorType, Finding, Path, Server, code, in_backticks};

code!(UNKNOWN_KIND, "unknown-kind", Error, server, "a kind that no cluster serves in this version");

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, _| object.kind == Kind::Unknown,
    check: |object, _, _, _| ObjectCheck::new(JudgedAs::Crd, find(object.node).into_iter().collect()),
};

/// What kubectl says of an object without a `kind`, be it absent, empty or no string (`unstructuredJSONScheme.Decode` of
/// k8s.io/apimachinery, pkg/apis/meta/v1/unstructured/helpers.go).
pub(super) fn without_kind(root: Node<'_>) -> Finding {
    let range = header_range(root, "kind", "apiVersion");
    let (message, help) = match text_of(root, "kind") {
        Some(other) => (format!("`kind` must be a string, got `{other}`"), "write the name of a kind"),
        None => ("`kind` is missing".to_owned(), "add `kind:`"),
    };
    decoding(&UNKNOWN_KIND, range, message, "Object 'Kind' is missing".to_owned())
        .why("kubectl cannot tell what the object is, and sends nothing to the cluster")
        .help(help)
}

/// What kubectl says of a CRD without an `apiVersion`, be it absent or no string.
fn without_api_version(root: Node<'_>, kind: &str) -> Finding {
    let range = header_range(root, "apiVersion", "kind");
    let message = match text_of(root, "apiVersion") {
        Some(slash) if slash == "/" => "`apiVersion` must be `GROUP/VERSION`, got `/`".to_owned(),
        Some(other) => format!("`apiVersion` must be a string, got `{other}`"),
        None => "`apiVersion` is missing".to_owned(),
    };
    let mut finding = Finding::new(&UNKNOWN_KIND, range, &Path::EMPTY.child("apiVersion"), message)
        .why("kubectl looks up the kind in the cluster, and finds none without a group and version")
        .help("add `apiVersion: apiextensions.k8s.io/v1`");
    finding.server = Some(no_match(kind, ""));
    finding
}

/// The value of a key, or where the key is absent or has no value, the entry of the other one.
fn header_range(root: Node<'_>, key: &str, other: &str) -> TextRange {
    let written = root.get(key).filter(|entry| !entry.value.is_empty());
    let found = written.map(|entry| entry.value).or_else(|| Some(root.get(other)?.value));
    found.map_or(root.range(), Node::range)
}

/// `NoKindMatchError`.
pub(super) fn no_match(kind: &str, api_version: &str) -> Server {
    Server {
        kind: ErrorType::NoMatch,
        field: String::new(),
        detail: format!("no matches for kind {} in version {}", go_quote(kind), go_quote(api_version)),
        bad: None,
        shadowed: false,
    }
}

/// What kubectl says of an object of that group, where it is not a `CustomResourceDefinition` of `v1`. Of a
/// key that is written twice it is the last that counts.
pub(super) fn find(root: Node<'_>) -> Option<Finding> {
    let (api_version, kind) = match (api_version_of(root), string_of(root, "kind")) {
        (Some(api_version), Some(kind)) => (api_version, kind),
        (None, Some(kind)) => return Some(without_api_version(root, &kind)),
        (_, None) => return Some(without_kind(root)),
    };
    let version = api_version.strip_prefix(GROUP)?;
    let (key, value) = match (version, &*kind) {
        ("v1", CRD) => return None,
        (_, CRD) => ("apiVersion", &api_version),
        _ => ("kind", &kind),
    };
    let range = root.get(key)?.value.range();
    let path = Path::EMPTY;
    let message = match key {
        "kind" => format!("`kind` must be `{CRD}` in `apiextensions.k8s.io`, got {}", in_backticks(value)),
        _ => format!("`apiVersion` must be `{GROUP}v1`, got `{value}`, which no cluster serves"),
    };
    let mut finding = Finding::new(&UNKNOWN_KIND, range, &path.child(key), message)
        .why("no kind with this name and version exists in a cluster")
        .help(match key {
            "kind" => "write `kind: CustomResourceDefinition`".to_owned(),
            _ => "write `apiVersion: apiextensions.k8s.io/v1`".to_owned(),
        });
    finding.server = Some(no_match(&kind, &api_version));
    Some(match first_crd(root).filter(|entry| key == "kind" && entry.value.range() != range) {
        Some(first) => finding
            .related(first.value.range(), "kubectl ignores this key: the last of two duplicate keys wins"),
        None => finding,
    })
}
