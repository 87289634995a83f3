//! A key that is written twice: kubectl keeps the last and says nothing.

use crdls_yaml::{Budget, Node, members};

use crate::path::{Path, Step};
use crate::rule;
use crate::Finding;

rule!(DUPLICATE_KEY, "duplicate-key", Warning, advice, "a key is written twice in one mapping");

/// Every key that a later one of its mapping hides.
pub(super) fn find(root: Node<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    walk(root, &Path::EMPTY, &mut found);
    found
}

fn walk(node: Node<'_>, path: &Path<'_>, out: &mut Vec<Finding>) {
    for (i, item) in node.items().enumerate() {
        walk(item, &path.index(i), out);
    }
    if !node.kind().is_map() {
        return;
    }
    if node.may_repeat_keys() {
        hidden(node, path, out);
    }
    for entry in node.entries() {
        if entry.value.kind().is_map() || entry.value.kind().is_seq() {
            let name = entry.key.str().unwrap_or_default();
            walk(entry.value, &step(path, &name), out);
        }
    }
}

fn hidden(node: Node<'_>, path: &Path<'_>, out: &mut Vec<Finding>) {
    for member in members(node, &mut Budget::default()) {
        let Some(earlier) = member.hides else { continue };
        let path = step(path, &member.name);
        let (message, help) = if member.merged {
            ("a mapping merged below overwrites this key", "write the key below `<<`, where it wins")
        } else {
            ("this key is written twice: only the last one counts", "remove one of them")
        };
        out.push(
            Finding::new(&DUPLICATE_KEY, earlier.range(), &path, format!("`{}`: {message}", member.name))
                .why("kubectl keeps the last value without a word; kustomize and Helm refuse the file")
                .help(help)
                .related(member.key.range(), "this one counts"),
        );
    }
}

/// A step of the path: below `properties` and the like the server writes names in brackets.
fn step<'a>(path: &'a Path<'a>, name: &'a str) -> Path<'a> {
    let named = path.steps().last().is_some_and(|step| {
        matches!(step, Step::Child("properties" | "definitions" | "patternProperties" | "dependencies" | "annotations" | "labels"))
    });
    if named { path.key(name) } else { path.child(name) }
}
