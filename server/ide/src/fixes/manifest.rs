//! The manifest as a whole: fields of v1beta1 and of no version.

use crdls_crd::Fix;
use crdls_text::Edit;

use super::case::{Case, fix, list};
use super::keywords::here;
use super::site::Site;
use super::value::Value;

/// `preserveUnknownFields: true` for a whole CRD is no more.
pub(super) fn preserve_unknown_fields(case: &Case<'_>) -> Vec<Fix> {
    const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
    let kept = case.everywhere(
        format!("replace `preserveUnknownFields` with `{PRESERVE}: true` at the root of each schema"),
        |site| {
            let versions = site.up()?.down("versions");
            let roots = versions.items().map(|version| version.down("schema").down("openAPIV3Schema"));
            let roots: Vec<_> = roots.filter(|root| root.is_found() && !root.has(PRESERVE)).collect();
            let edits: Option<Vec<_>> =
                roots.iter().map(|root| root.down(PRESERVE).set(&Value::Bool(true))).collect();
            let mut edits = edits.filter(|edits| !edits.is_empty())?;
            edits.push(site.remove()?);
            Some(edits)
        },
    );
    list([kept, case.remove(here)])
}

/// The fields of v1beta1's spec that stand in each version now.
const OF_VERSIONS: [(&str, &str); 3] = [
    ("validation", "schema"),
    ("subresources", "subresources"),
    ("additionalPrinterColumns", "additionalPrinterColumns"),
];

/// A field of the spec of v1beta1 goes into the one version that there is.
pub(super) fn into_versions(case: &Case<'_>) -> Option<Fix> {
    let site = case.site()?;
    let (old, new) = OF_VERSIONS.iter().find(|(old, _)| *old == site.name())?;
    let spec = site.up().filter(|spec| spec.name() == "spec")?;
    let versions = spec.down("versions");
    let only = versions.item(0).filter(|_| versions.items().count() == 1)?;
    if only.has(new) {
        return None;
    }
    let mut edits = site.move_to(only.node)?;
    if old != new {
        // The key is in the text that moves.
        let moved = edits.iter_mut().find(|edit| !edit.new_text.is_empty() && edit.new_text.contains(old))?;
        moved.new_text = moved.new_text.replacen(old, new, 1);
    }
    fix(format!("move `{old}` into the version, as `{new}`"), edits)
}

/// A manifest of v1beta1 as v1 has it.
pub(super) fn gone_version(case: &Case<'_>) -> Vec<Fix> {
    list([to_v1(case)])
}

fn to_v1(case: &Case<'_>) -> Option<Fix> {
    let object = object(case)?;
    let mut edits = vec![object.down("apiVersion").set(&Value::text("apiextensions.k8s.io/v1"))?];
    let spec = object.down("spec");
    let versions = spec.down("versions");
    let count = versions.items().count();
    if count > 1 {
        return None;
    }
    if let Some(version) = versions.item(0) {
        let moves = OF_VERSIONS.iter().filter(|(old, new)| spec.has(old) && !version.has(new));
        for (old, new) in moves {
            let mut moved = spec.down(old).move_to(version.node)?;
            let inserted = moved.first_mut()?;
            inserted.new_text = inserted.new_text.replacen(old, new, 1);
            edits.extend(moved);
        }
        if spec.has("version") {
            edits.push(spec.down("version").remove()?);
        }
    } else {
        edits.extend(one_version(&spec)?);
    }
    edits.extend(columns(&spec));
    fix("move it to `apiextensions.k8s.io/v1`", merged(edits))
}

/// Edits at one place become one, so that none of them meets another.
fn merged(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut out: Vec<Edit> = Vec::new();
    for edit in edits {
        match out.last_mut() {
            Some(last) if last.range == edit.range && edit.range.is_empty() => {
                last.new_text += &edit.new_text
            }
            _ => out.push(edit),
        }
    }
    out
}

/// `version: v1` becomes the only one of `versions`.
fn one_version(_spec: &Site<'_>) -> Option<Vec<Edit>> {
    None
}

fn columns(_spec: &Site<'_>) -> Vec<Edit> {
    Vec::new()
}

fn object<'t>(case: &Case<'t>) -> Option<Site<'t>> {
    let path = case.finding.path.trim_end_matches('.');
    Site::find(case.root, path).filter(|site| site.has("apiVersion"))
}
