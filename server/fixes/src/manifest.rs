//! The manifest as a whole: fields of v1beta1 and of no version.

use crdls_report::Fix;

use super::keywords::here;
use super::request::{FixRequest, fix, list};
use super::value::Value;

/// `preserveUnknownFields: true` for a whole CRD is no more.
pub(super) fn preserve_unknown_fields(request: &FixRequest<'_>) -> Vec<Fix> {
    const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
    let kept = request.everywhere(
        format!("replace `preserveUnknownFields` with `{PRESERVE}: true` at the root of each schema"),
        |target| {
            let versions = target.up()?.down("versions");
            let roots = versions.items().map(|version| version.down("schema").down("openAPIV3Schema"));
            let roots: Vec<_> = roots.filter(|root| root.is_found() && !root.has(PRESERVE)).collect();
            let edits: Option<Vec<_>> =
                roots.iter().map(|root| root.down(PRESERVE).set(&Value::Bool(true))).collect();
            let mut edits = edits.filter(|edits| !edits.is_empty())?;
            edits.push(target.remove()?);
            Some(edits)
        },
    );
    list([kept, request.remove(here)])
}

/// The fields of v1beta1's spec that stand in each version now.
pub(super) const OF_VERSIONS: [(&str, &str); 3] = [
    ("validation", "schema"),
    ("subresources", "subresources"),
    ("additionalPrinterColumns", "additionalPrinterColumns"),
];

/// A field of the spec of v1beta1 goes into the one version that there is.
pub(super) fn into_versions(request: &FixRequest<'_>) -> Option<Fix> {
    let target = request.target()?;
    let (old, new) = OF_VERSIONS.iter().find(|(old, _)| *old == target.name())?;
    let spec = target.up().filter(|spec| spec.name() == "spec")?;
    let versions = spec.down("versions");
    let only = versions.item(0).filter(|_| versions.has_one_item())?;
    if only.has(new) {
        return None;
    }
    let mut edits = target.move_to(only.node)?;
    if old != new {
        // The key is in the text that moves.
        let moved = edits.iter_mut().find(|edit| !edit.new_text.is_empty() && edit.new_text.contains(old))?;
        moved.new_text = moved.new_text.replacen(old, new, 1);
    }
    fix(format!("move `{old}` into the version, as `{new}`"), edits)
}
