//! Versions: their names, which one is stored, and what is said of deprecated ones.

use crdls_report::Fix;

use super::keywords::here;
use super::names::to_label;
use super::request::{FixRequest, fix, list, safe};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// Exactly one version is stored, and `status` names it.
pub(super) fn storage(request: &FixRequest<'_>) -> Vec<Fix> {
    let mut fixes = match request.detail().strip_prefix("must have the storage version ") {
        Some(version) => stored(request, version),
        None => Vec::new(),
    };
    let Some(versions) = request.of_object(&["spec", "versions"]) else { return fixes };
    fixes.extend(one_stored(&versions));
    fixes
}

fn one_stored(list: &ResolvedPath<'_>) -> Vec<Fix> {
    let versions: Vec<_> = list.items().collect();
    let is_stored =
        |version: &ResolvedPath<'_>| version.text_of("storage").is_some_and(|text| text == "true");
    let stored: Vec<_> = versions.iter().filter(|version| is_stored(version)).collect();
    if versions.is_empty() {
        let edit = list.set(&Value::List(vec![first_version()]));
        return edit
            .and_then(|edit| fix("add a version `v1` that keeps all fields", vec![edit]))
            .into_iter()
            .collect();
    }
    if stored.is_empty() {
        return store_one(&versions);
    }
    // One of them stays: that which was there first is most often the one that objects are stored in.
    let keep = |kept: &ResolvedPath<'_>| {
        let others = stored.iter().filter(|version| version.node != kept.node);
        let edits: Option<Vec<_>> = others.map(|v| v.down("storage").set(&Value::Bool(false))).collect();
        fix(format!("store {} alone", shown(kept)), edits?)
    };
    stored.iter().filter_map(|version| keep(version)).take(MOST).collect()
}

/// A version to begin with.
fn first_version() -> Value {
    let any = Value::Map(vec![
        ("type".to_owned(), Value::text("object")),
        ("x-kubernetes-preserve-unknown-fields".to_owned(), Value::Bool(true)),
    ]);
    Value::Map(vec![
        ("name".to_owned(), Value::text("v1")),
        ("served".to_owned(), Value::Bool(true)),
        ("storage".to_owned(), Value::Bool(true)),
        ("schema".to_owned(), Value::map("openAPIV3Schema", any)),
    ])
}

/// So many versions are offered to be the stored one.
const MOST: usize = 5;

fn shown(version: &ResolvedPath<'_>) -> String {
    match version.text_of("name") {
        Some(name) => format!("`{name}`"),
        None => "the version without a name".to_owned(),
    }
}

fn store_one(versions: &[ResolvedPath<'_>]) -> Vec<Fix> {
    let served = |version: &&ResolvedPath<'_>| version.text_of("served").is_none_or(|text| text == "true");
    let (first, rest): (Vec<_>, Vec<_>) = versions.iter().partition(served);
    let store = |version: &ResolvedPath<'_>| {
        let edit = version.down("storage").set(&Value::Bool(true))?;
        let fix = fix(format!("store {}", shown(version)), vec![edit]);
        // There is no choice.
        if versions.len() == 1 { safe(fix) } else { fix }
    };
    first.into_iter().chain(rest).filter_map(store).take(MOST).collect()
}

/// `status.storedVersions` lacks the stored version. What is written there the server replaces.
fn stored(request: &FixRequest<'_>, version: &str) -> Vec<Fix> {
    let add = || {
        let list = request.of_object(&["status", "storedVersions"])?;
        fix(format!("add `{version}` to `storedVersions`"), vec![list.push(&Value::text(version))?])
    };
    let without = || fix("remove `status`", vec![request.of_object(&["status"])?.remove()?]);
    list([add(), without()])
}

pub(super) fn name(request: &FixRequest<'_>) -> Vec<Fix> {
    let written = request.target().and_then(|target| target.text()).unwrap_or_default();
    let label = to_label(&written).or_else(|| to_label(&format!("v{written}")));
    list([label.and_then(|label| request.write(&Value::text(label)))])
}

/// A second version of one name.
pub(super) fn duplicate(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(versions) = request.of_object(&["spec", "versions"]) else { return Vec::new() };
    let versions: Vec<_> = versions.items().collect();
    let names: Vec<_> = versions.iter().map(|version| version.text_of("name").unwrap_or_default()).collect();
    let mut again =
        (1..names.len()).filter(|at| names.iter().take(*at).any(|other| Some(other) == names.get(*at)));
    let Some((at, name)) = again.next_back().and_then(|at| Some((at, names.get(at)?))) else {
        return Vec::new();
    };
    let first = names.iter().position(|other| other == name).unwrap_or(0);
    let same = versions.get(first).map(|v| v.node.source()) == versions.get(at).map(|v| v.node.source());
    let number = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let next = (1..=99).map(|n| format!("{number}{n}")).find(|other| !names.contains(other));
    let renamed = || {
        let next = next?;
        let edit = versions.get(at)?.down("name").set(&Value::text(next.as_str()))?;
        fix(format!("name the second `{name}` `{next}`"), vec![edit])
    };
    let remove = |at: usize, which: &str| {
        let edit = versions.get(at)?.remove()?;
        fix(format!("remove the {which} version `{name}`"), vec![edit])
    };
    let second = remove(at, "second");
    list([if same { safe(second) } else { second }, remove(first, "first"), renamed()])
}

/// Most characters of a deprecation warning.
const MAX_WARNING: usize = 256;

pub(super) fn deprecation_warning(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(text) = request.target().and_then(|target| target.text()) else { return Vec::new() };
    if request.detail().starts_with("can only be set") {
        let deprecated = request.set(|target| Some(target.up()?.down("deprecated")), &Value::Bool(true));
        return list([deprecated, request.remove(here)]);
    }
    let one_line = text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let end = (0..=MAX_WARNING.min(one_line.len())).rev().find(|end| one_line.is_char_boundary(*end));
    let short = end.and_then(|end| one_line.get(..end)).map(str::trim_end).unwrap_or_default();
    let title = if one_line.len() > MAX_WARNING {
        "truncate the warning to 256 bytes"
    } else {
        "remove non-printable characters"
    };
    let value = Value::text(short);
    list([request.everywhere(title, |target| Some(vec![target.set(&value)?])), request.remove(here)])
}
