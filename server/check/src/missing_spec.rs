//! A CRD whose `spec` is missing, empty, or without all that makes it one.
//!
//! The server has an error for each field that is required, and for what is derived from them; they have one cause. Must
//! not know which object is a CRD at all (see `form`).

use std::collections::HashSet;

use crdls_crd::codes::{
    MISSING_GROUP, MISSING_KIND, MISSING_PLURAL, MISSING_SCOPE, NAME_MISMATCH, STORAGE_VERSION,
};
use crdls_report::{Code, Finding, Path, PathStep, code};
use crdls_yaml::Node;

use crate::form::{OWN, is_null};

code!(MISSING_SPEC, "missing-spec", Error, server, "a CRD has no `spec`, or nothing that is required in it");

/// What the server reports of a CRD without these fields.
const OF_ABSENCE: [&Code; 6] =
    [&MISSING_GROUP, &MISSING_KIND, &MISSING_PLURAL, &MISSING_SCOPE, &NAME_MISMATCH, &STORAGE_VERSION];

/// The required fields of `spec`.
const REQUIRED: [&str; 4] = ["group", "names", "scope", "versions"];

/// The errors of a CRD with those that have this cause as one. `misplaced`: a required field that is in another place,
/// which has a finding of its own.
pub(super) fn reported_once(root: Node<'_>, found: Vec<Finding>, misplaced: Option<&str>) -> Vec<Finding> {
    let follows = |finding: &Finding| misplaced.is_some_and(|field| follows_from(field, finding));
    let found: Vec<_> = found.into_iter().filter(|finding| !follows(finding)).collect();
    let spec = root.get("spec");
    let has = |field: &&str| spec.is_some_and(|spec| spec.value.get(field).is_some());
    let is_map = spec.is_none_or(|spec| spec.value.kind().is_map() || is_null(spec.value));
    if OWN.iter().any(has) || !is_map {
        return found;
    }
    let (absent, mut others): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|finding| OF_ABSENCE.contains(&finding.code) && !is_written(root, finding));
    let Some(first) = absent.into_iter().find(|finding| *finding.code == MISSING_GROUP) else {
        return others;
    };
    let missing: Vec<_> =
        REQUIRED.iter().filter(|field| !has(field)).map(|field| format!("`{field}`")).collect();
    let (last, before) = missing
        .split_last()
        .map_or((String::new(), String::new()), |(last, before)| (last.clone(), before.join(", ")));
    let message = match spec {
        None => "`spec` is missing".to_owned(),
        Some(spec) if spec.value.entries().next().is_none() => "`spec` is empty".to_owned(),
        Some(_) => format!("`spec` has none of {before} and {last}"),
    };
    let mut finding = Finding::new(&MISSING_SPEC, first.range, &Path::EMPTY.child("spec"), message)
        .why(format!("the API server rejects a CRD without {before} and {last}"))
        .help("write them below `spec:`; if the file is a patch, name it under `patches` in the kustomization.yaml");
    finding.server = first.server;
    others.push(finding);
    others
}

/// Whether a finding says that a field is missing, or what is derived from it.
fn follows_from(field: &str, finding: &Finding) -> bool {
    let path: &[&str] = if field == "spec" { &["spec"] } else { &["spec", field] };
    let is_inside = || members(finding.path.steps()).any(|member| member == field);
    OF_ABSENCE.contains(&finding.code) && (is_derived(finding, path) || is_inside())
}

/// Whether a finding at another field says what follows from the value at a path, such as the name of a CRD from its group.
fn is_derived(finding: &Finding, path: &[&str]) -> bool {
    let read: &[&[&str]] = match finding.code {
        code if *code == NAME_MISMATCH => &[&["spec", "group"], &["spec", "names", "plural"]],
        code if *code == STORAGE_VERSION => &[&["spec", "versions", "storage"]],
        _ => &[],
    };
    read.iter().any(|read| read.starts_with(path))
}

/// Whether a finding is about a value that could not be decoded, or follows from one. Its own error says enough.
pub(super) fn is_undecoded(finding: &Finding, undecoded: &HashSet<&[PathStep]>) -> bool {
    let is_inside = finding.path.ancestors().any(|path| !path.is_empty() && undecoded.contains(path));
    let is_derived = |path: &&[PathStep]| is_derived(finding, &members(path).collect::<Vec<_>>());
    is_inside || undecoded.iter().filter(|path| !path.is_empty()).any(is_derived)
}

fn members(path: &[PathStep]) -> impl Iterator<Item = &str> {
    path.iter().filter_map(PathStep::member)
}

/// Whether a finding is about a field that the text has. The name of the CRD depends on others.
fn is_written(root: Node<'_>, finding: &Finding) -> bool {
    let mut steps = members(finding.path.steps());
    let field = steps.next().filter(|first| *first == "spec").and_then(|_| steps.next());
    field.is_some_and(|field| root.get("spec").is_some_and(|spec| spec.value.get(field).is_some()))
}
