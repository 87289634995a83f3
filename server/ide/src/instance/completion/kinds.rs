//! `apiVersion` and `kind` of the CRDs that are known, each fitting the other where that is written.

use crdls_fixes::word;
use crdls_resource::{Index, IndexedCrd};
use crdls_yaml::Node;

use super::Request;
use crate::{Completion, CompletionKind};

/// The groups and versions that a kind is served in, or all.
pub(super) fn api_versions(
    request: &Request<'_>,
    object: Option<Node<'_>>,
    node: Option<Node<'_>>,
    crds: &Index,
) -> Vec<Completion> {
    let kind = written(object, "kind");
    let fitting = kind.as_deref().map(|kind| of_kind(kind, request.context.file, crds)).unwrap_or_default();
    let known: Vec<&IndexedCrd> = if fitting.is_empty() { crds.all().collect() } else { fitting };
    let mut found: Vec<Completion> = Vec::new();
    for known in known {
        let (crd, kind) = (known.header(), known.header().spec().names().kind());
        for (at, version) in crd.served_versions().into_iter().enumerate() {
            let text = format!("{}/{}", crd.spec().group(), version.name());
            if let Some(same) = found.iter_mut().find(|same| same.label == text) {
                same.detail = same.detail.take().map(|kinds| listed(kinds, kind));
                continue;
            }
            let sort = format!("{}{at:03}", crd.spec().group());
            let written = request.point.in_scalar(node).value(&text);
            let mut new = written.completion(&text, CompletionKind::Value, sort);
            new.detail = Some(kind.to_owned());
            new.deprecated = version.deprecated();
            found.push(new);
        }
    }
    found
}

/// The kinds that a group and version has, or all.
pub(super) fn kinds(
    request: &Request<'_>,
    object: Option<Node<'_>>,
    node: Option<Node<'_>>,
    crds: &Index,
) -> Vec<Completion> {
    let api_version = written(object, "apiVersion");
    let of_version = |known: &IndexedCrd| {
        let (group, version) = api_version.as_deref()?.split_once('/')?;
        let versions = known.header().served_versions();
        let serves = versions.is_empty() || versions.iter().any(|its| its.name() == version);
        Some(known.header().spec().group() == group && serves)
    };
    let fits = |known: &&IndexedCrd| of_version(known).unwrap_or(true);
    let mut fitting: Vec<&IndexedCrd> = crds.all().filter(fits).collect();
    if fitting.is_empty() {
        fitting = crds.all().collect();
    }
    let mut found: Vec<Completion> = Vec::new();
    for known in fitting {
        let spec = known.header().spec();
        let (kind, group) = (spec.names().kind(), spec.group());
        let is_there = |other: &Completion| other.label == kind && other.detail.as_deref() == Some(group);
        if kind.is_empty() || found.iter().any(is_there) {
            continue;
        }
        let sort = format!("{kind} {group}");
        let written = request.point.in_scalar(node).value(&word(kind, false));
        let mut new = written.completion(kind, CompletionKind::Value, sort);
        new.detail = Some(group.to_owned());
        found.push(new);
    }
    found
}

/// The CRDs of a kind, of each group the one that judges.
fn of_kind<'i>(kind: &'i str, file: &str, crds: &'i Index) -> Vec<&'i IndexedCrd> {
    crds.groups_of(kind).filter_map(|group| crds.first_of_kind(group, kind, file)).collect()
}

fn written(object: Option<Node<'_>>, name: &str) -> Option<String> {
    object?.get(name)?.value.str().map(|text| text.into_owned()).filter(|text| !text.is_empty())
}

/// More kinds than these say nothing.
fn listed(kinds: String, kind: &str) -> String {
    match kinds.matches(", ").count() {
        _ if kinds.ends_with('…') => kinds,
        0..4 => format!("{kinds}, {kind}"),
        _ => format!("{kinds}, …"),
    }
}
