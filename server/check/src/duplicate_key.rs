//! A key that is written twice: kubectl silently keeps the last.

use crdls_yaml::{Budget, Node, members};

use crdls_report::{Finding, Path, code};

code!(DUPLICATE_KEY, "duplicate-key", Warning, advice, "a key is written twice in the same mapping");

/// Every key that a later one of its mapping hides.
pub fn find(root: Node<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    walk(root, &Path::EMPTY, false, &mut found);
    found
}

/// `named`: the keys are names of the user's own, which the server writes in brackets.
fn walk(node: Node<'_>, path: &Path<'_>, named: bool, out: &mut Vec<Finding>) {
    for (i, item) in node.items().enumerate() {
        walk(item, &path.index(i), false, out);
    }
    if !node.kind().is_map() {
        return;
    }
    if node.may_repeat_keys() {
        hidden(node, path, named, out);
    }
    for entry in node.entries() {
        if entry.value.kind().is_map() || entry.value.kind().is_seq() {
            let name = entry.key.str().unwrap_or_default();
            let names = !named && NAMED.contains(&&*name);
            walk(entry.value, &step(path, &name, named), names, out);
        }
    }
}

/// Fields whose keys are names of the user's own.
const NAMED: [&str; 6] =
    ["properties", "definitions", "patternProperties", "dependencies", "annotations", "labels"];

fn hidden(node: Node<'_>, path: &Path<'_>, named: bool, out: &mut Vec<Finding>) {
    for member in members(node, &mut Budget::default()) {
        let Some(earlier) = member.hides else { continue };
        let path = step(path, &member.name, named);
        let (message, help) = if member.merged {
            ("is overwritten by a mapping that is merged below it", "write the key below `<<`")
        } else {
            ("is a duplicate key: kubectl keeps the last value", "remove one of the two keys")
        };
        out.push(
            Finding::new(&DUPLICATE_KEY, earlier, &path, format!("`{}` {message}", member.name))
                .why("kubectl silently keeps the last value; kustomize and Helm reject the file")
                .help(help)
                .related(member.key.range(), "kubectl keeps this value"),
        );
    }
}

fn step<'a>(path: &'a Path<'a>, name: &'a str, named: bool) -> Path<'a> {
    if named { path.key(name) } else { path.child(name) }
}
