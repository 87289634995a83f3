//! An object whose kind a CRD defines.
//!
//! Knows which CRDs there are; must not know what a custom resource may hold (`instance`). What kubectl
//! says of a version that is not served is `NoKindMatchError` of k8s.io/apimachinery
//! (pkg/api/meta/errors.go).

use crdls_yaml::Node;

use super::server_error::shadowed;
use super::unknown_kind::UNKNOWN_KIND;
use super::{Source, ambiguous_kind, duplicate_key, items};
use crate::document_kind::DocumentKind;
use crate::judgement::{Judgement, NotJudged, ObjectCheck};
use crdls_resource::{IndexedCrd, ServedVersion, advice, judge, near};
use crdls_schema::Path;
use crdls_schema::objects::{Kind, text_of};
use crdls_schema::{Config, ErrorType, Finding, Server};
use crdls_values::json::go_quote;

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, source| object.kind == Kind::Other && is_known(object.node, source),
    check: |object, source, _, config| check(object.node, object.is_item(), source, config),
};

/// A custom resource and the CRDs of its kind, of which the first judges.
struct Resource<'s> {
    api_version: String,
    group: String,
    version: String,
    kind: String,
    crds: Vec<&'s IndexedCrd>,
}

fn resource<'s>(root: Node<'_>, source: Source<'s>) -> Option<Resource<'s>> {
    let (api_version, kind) = (text_of(root, "apiVersion")?, text_of(root, "kind")?);
    let (group, version) = api_version.split_once('/')?;
    let crds = source.crds?.of_kind(group, &kind, source.file);
    let (group, version) = (group.to_owned(), version.to_owned());
    (!crds.is_empty()).then_some(Resource { api_version, group, version, kind, crds })
}

/// Whether a CRD defines the kind of an object, or one that is near to it.
fn is_known(root: Node<'_>, source: Source<'_>) -> bool {
    resource(root, source).is_some() || source.crds.is_some_and(|crds| near(root, crds).is_some())
}

/// Everything to report of an object whose kind a CRD may define.
fn check(root: Node<'_>, nested: bool, source: Source<'_>, config: &Config) -> ObjectCheck {
    match resource(root, source) {
        Some(resource) => {
            ObjectCheck::new(Judgement::CustomResource, judged(root, nested, &resource, source, config))
        }
        None => without_crd(root, source),
    }
}

/// Of an object whose kind is near to a known one.
fn without_crd(root: Node<'_>, source: Source<'_>) -> ObjectCheck {
    let kind = text_of(root, "kind").unwrap_or_default();
    let api_version = text_of(root, "apiVersion").unwrap_or_default();
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    let findings = source.crds.and_then(|crds| near(root, crds)).into_iter().collect();
    ObjectCheck::not_judged(NotJudged::NoCrd(format!("{kind}.{group}")), findings)
}

fn judged(
    root: Node<'_>,
    nested: bool,
    resource: &Resource<'_>,
    source: Source<'_>,
    config: &Config,
) -> Vec<Finding> {
    let Some(known) = resource.crds.first() else { return Vec::new() };
    let mut findings = match known.served(&resource.version) {
        Some(version) => {
            let by = ServedVersion { indexed: known, version };
            let mut findings = judge(root, source.file, by, config).findings;
            findings.extend(advice(root, by));
            match items::find(root).filter(|_| !nested) {
                Some(first) => std::iter::once(first).chain(findings.into_iter().map(shadowed)).collect(),
                None => findings,
            }
        }
        None => vec![not_served(root, resource, known)],
    };
    findings.extend(ambiguous_kind::find(root, source.file, &resource.crds));
    findings.extend(duplicate_key::find(root));
    findings
}

fn not_served(root: Node<'_>, resource: &Resource<'_>, known: &IndexedCrd) -> Finding {
    let Resource { api_version, group, kind, .. } = resource;
    let range = root.get("apiVersion").map_or(root.range(), |entry| entry.value.range());
    let served = known.crd().versions().filter(|version| version.served());
    let served: Vec<_> = served.map(|version| format!("`{group}/{}`", version.name())).collect();
    let path = Path::EMPTY;
    let message = format!("`{api_version}` is not a served version of `{kind}`");
    let mut finding = Finding::new(&UNKNOWN_KIND, range, &path.child("apiVersion"), message)
        .why("a cluster with this CRD does not serve the version");
    if !served.is_empty() {
        finding = finding.help(format!("write `apiVersion: {}`", served.join(" or ").replace('`', "")));
    }
    finding.server = Some(Server {
        kind: ErrorType::NoMatch,
        field: String::new(),
        detail: format!("no matches for kind {} in version {}", go_quote(kind), go_quote(api_version)),
        bad: None,
        shadowed: false,
    });
    finding
}
