//! An object whose kind a CRD defines.
//!
//! Knows which CRDs there are; must not know what a custom resource may hold (`instance`). What kubectl
//! says of a version that is not served is `NoKindMatchError` of k8s.io/apimachinery
//! (pkg/api/meta/errors.go).

use crdls_yaml::Node;

use super::server_error::shadowed;
use super::unknown_kind::{UNKNOWN_KIND, no_match, without_kind};
use super::{Source, ambiguous_kind, duplicate_key, embedded_resource, items, replaced};
use crate::document_kind::DocumentKind;
use crate::judgement::{JudgedAs, NotJudged, ObjectCheck};
use crdls_manifest::objects::{string_of, text_of};
use crdls_report::{Config, Finding, Note, Path};
use crdls_resource::codes::MISSING_FIELD;
use crdls_resource::{IndexedCrd, JudgingCrd, ServedVersion, advice};

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, source| {
        let root = object.node;
        let is_ours = || {
            resource(root, source).is_some()
                || lacks_kind(root, source)
                || replaced::scaled(root, source).is_some()
        };
        object.kind.is_resource() && is_ours()
    },
    check: |object, source, _, config| {
        let root = object.node;
        if let Some(resource) = resource(root, source) {
            return check(root, object.is_item(), &resource, source, config);
        }
        let (judgement, findings) = match replaced::scaled(root, source) {
            Some(by) => replaced::judged(root, by, source, config),
            None => (JudgedAs::CustomResource, vec![without_kind(root)]),
        };
        ObjectCheck::new(judgement, findings)
    },
};

/// The type of a custom resource, and the CRD that validates it.
struct Resource<'s> {
    api_version: String,
    group: String,
    kind: String,
    crd: &'s IndexedCrd,
}

fn resource<'s>(root: Node<'_>, source: Source<'s>) -> Option<Resource<'s>> {
    let (api_version, kind) = (text_of(root, "apiVersion")?, string_of(root, "kind")?);
    let (group, _) = api_version.split_once('/')?;
    let crd = source.crds?.first_of_kind(group, &kind, source.file)?;
    let group = group.to_owned();
    Some(Resource { api_version, group, kind, crd })
}

/// Whether an object is of a group that a CRD defines, and has no `kind`.
fn lacks_kind(root: Node<'_>, source: Source<'_>) -> bool {
    let group = || Some(text_of(root, "apiVersion")?.split_once('/')?.0.to_owned());
    let is_known = |group: String| source.crds.is_some_and(|crds| crds.kinds_of(&group).next().is_some());
    string_of(root, "kind").is_none() && group().is_some_and(is_known)
}

/// Everything to report of a custom resource, and whether it is judged.
fn check(
    root: Node<'_>,
    nested: bool,
    resource: &Resource<'_>,
    source: Source<'_>,
    config: &Config,
) -> ObjectCheck {
    let judge = source.crds.map(|crds| crds.judge(root, source.file));
    let mut checked = match judge {
        Some(JudgingCrd::Version(by)) => by_version(root, nested, by, source, config),
        Some(JudgingCrd::Refusal(known)) => {
            ObjectCheck::new(JudgedAs::CustomResource, vec![not_served(root, resource, known)])
        }
        None | Some(JudgingCrd::Nothing(_)) => {
            let Resource { api_version, kind, .. } = resource;
            let why = NotJudged::NotServed(format!("{kind} of {api_version}"));
            ObjectCheck::not_judged(why, Vec::new())
        }
    };
    let ambiguous = ambiguous_kind::find(
        root,
        (&resource.api_version, &resource.kind, resource.crd),
        &checked.findings,
        source,
        config,
    );
    checked.findings.extend(ambiguous);
    checked.findings.extend(duplicate_key::find(root));
    if checked.judgement.as_ref().is_some_and(JudgedAs::is_resource) {
        let place = resource.crd.place(source.file, "the object is validated against this CRD");
        checked.findings.iter_mut().for_each(|finding| finding.validated_by = Some(place.clone()));
    }
    checked
}

/// What the version that judges an object makes of it, and what kubectl finds before that.
fn by_version(
    root: Node<'_>,
    nested: bool,
    by: ServedVersion<'_>,
    source: Source<'_>,
    config: &Config,
) -> ObjectCheck {
    let (judgement, mut findings) = replaced::judged(root, by, source, config);
    findings.retain(|finding| source.form.keeps(root, finding));
    add_webhook(&mut findings, by, source);
    if !source.form.is_partial() {
        findings.extend(advice(root, by, judgement != JudgedAs::Update, config.kubernetes));
        let marked = |range| findings.iter().any(|finding| finding.range == range);
        let embedded = embedded_resource::find(root, by, source, config).into_iter();
        let embedded: Vec<_> = embedded.filter(|finding| !marked(finding.range)).collect();
        findings.extend(embedded);
    }
    if let Some(first) = items::find(root).filter(|_| !nested) {
        findings = std::iter::once(first).chain(findings.into_iter().map(shadowed)).collect();
    }
    ObjectCheck::new(judgement, findings)
}

/// Says on fields that are missing that a webhook of the same files may fill them in.
fn add_webhook(findings: &mut [Finding], by: ServedVersion<'_>, source: Source<'_>) {
    let spec = by.indexed.header().spec();
    let plural = spec.names().plural();
    if !source.crds.is_some_and(|crds| crds.is_mutated(spec.group(), plural)) {
        return;
    }
    let missing = findings.iter_mut().filter(|finding| *finding.code == MISSING_FIELD);
    missing.for_each(|finding| {
        let why = format!("a mutating webhook is configured for `{plural}`: it may add the field before the server validates the object");
        finding.notes.push(Note::Why(why));
    });
}

fn not_served(root: Node<'_>, resource: &Resource<'_>, known: &IndexedCrd) -> Finding {
    let Resource { api_version, group, kind, .. } = resource;
    let range = root.get("apiVersion").map_or(root.range(), |entry| entry.value.range());
    let served = known.crd().versions().filter(|version| version.served());
    let served: Vec<_> = served.map(|version| format!("`{group}/{}`", version.name())).collect();
    let path = Path::EMPTY;
    let message = format!("`{api_version}` is not a served version of `{kind}`");
    let mut finding = Finding::new(&UNKNOWN_KIND, range, &path.child("apiVersion"), message)
        .why("the CRD does not serve this version");
    if !served.is_empty() {
        finding = finding.help(format!("write `apiVersion: {}`", served.join(" or ").replace('`', "")));
    }
    finding.server = Some(no_match(kind, api_version));
    finding
}
