//! Lists that a CRD merges by key and that a strategic merge patch replaces: kustomize knows no merge keys of custom
//! resources.
//!
//! Must not know which patches there are.

use std::collections::{BTreeSet, HashMap};

use crdls_kustomize::{Node, Object, Origin, Removed};
use crdls_manifest::model::Schema;
use crdls_report::{FieldPath, Finding, PathStep};

use super::REPLACED_LIST;

/// Why it is so.
pub(super) const WHY: &str = "kustomize knows no merge keys of custom resources: a strategic merge patch replaces each list of one as a whole";

/// The advice of how to keep the items.
pub(super) const HELP: &str = "repeat the items in the patch, or use a JSON patch";

/// The lists of an object that lost items when a patch replaced them, each at the patch.
pub(super) fn lists(object: &Object, schema: Schema<'_>) -> Vec<(Origin, Finding)> {
    let mut found = Vec::new();
    below(&object.node, Some(schema), &FieldPath::default(), &mut found);
    found
}

fn below(node: &Node, schema: Option<Schema<'_>>, path: &FieldPath, found: &mut Vec<(Origin, Finding)>) {
    if let Some(items) = node.as_seq() {
        let schema = schema.and_then(Schema::item_schema);
        for (at, item) in items.iter().enumerate().filter(|_| schema.is_some()) {
            below(item, schema, &path.item(at), found);
        }
    }
    let Some(map) = node.as_map() else { return };
    let removed: HashMap<_, _> = map.removed.iter().map(|removed| (&removed.name, removed)).collect();
    for entry in map.entries() {
        let schema = schema.and_then(|schema| schema.property(&entry.name).or_else(|| schema.value_schema()));
        let is_finalizers = *path == FieldPath::of_names(&["metadata"]) && &*entry.name == "finalizers";
        if schema.is_none() && !is_finalizers && &*entry.name != "metadata" {
            continue;
        }
        let path = path.with(PathStep::name(&entry.name));
        let replaced = removed.get(&entry.name);
        found.extend(replaced.and_then(|old| loss(old, &entry.value, schema, is_finalizers, &path)));
        below(&entry.value, schema, &path, found);
    }
}

/// The items that a list lost which is merged by key, or is a set.
fn loss(
    old: &Removed,
    new: &Node,
    schema: Option<Schema<'_>>,
    is_set: bool,
    path: &FieldPath,
) -> Option<(Origin, Finding)> {
    let (before, after) = (old.items.as_ref()?, new.as_seq()?);
    let (names, keys): (_, Vec<&str>) = match schema.and_then(Schema::list_type) {
        Some("map") => ("map", schema?.list_map_keys().map(|(key, _)| key).collect()),
        Some("set") => ("set", Vec::new()),
        _ if is_set => ("set", Vec::new()),
        _ => return None,
    };
    let id = |item: &Node| match keys.as_slice() {
        [] => item.text().to_owned(),
        keys => {
            let parts: Vec<&str> = keys.iter().map(|key| item.get(key).map_or("", Node::text)).collect();
            parts.join("/")
        }
    };
    let kept: BTreeSet<String> = after.iter().map(id).collect();
    let lost: Vec<String> = before.iter().map(id).filter(|id| !kept.contains(id)).collect();
    let is_meant = !after.is_empty() && after.iter().all(|item| item.get("$patch").is_none());
    let first = lost.first().filter(|_| is_meant)?;
    let more = if lost.len() > 1 { format!(" and {} more", lost.len() - 1) } else { String::new() };
    let message = format!("the patch replaces the list `{path}` and drops `{first}`{more}");
    let mut finding = Finding::new(&REPLACED_LIST, old.by.range, path.clone(), message).why(WHY);
    if schema.is_some() {
        finding = finding.why(format!("the CRD has `x-kubernetes-list-type: {names}`"));
    }
    Some((old.by, finding.help(HELP)))
}

/// Whether a path leads into an item that has a `$patch`.
pub(super) fn has_directive(object: &Object, path: &FieldPath) -> bool {
    let mut node = Some(&object.node);
    path.steps().iter().any(|step| {
        node = node.and_then(|node| match step {
            PathStep::Name(name) | PathStep::Key(name) => node.get(name),
            PathStep::Index(at) => node.as_seq()?.get(*at),
        });
        node.is_some_and(|node| node.get("$patch").is_some())
    })
}
