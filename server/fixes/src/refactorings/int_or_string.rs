//! `x-kubernetes-int-or-string`, with the pattern that it stands for written out, and without.

use crdls_report::Fix;
use crdls_yaml::Node;

use super::super::request::fix;
use super::super::value::Value;
use super::CursorPath;

const EXTENSION: &str = "x-kubernetes-int-or-string";

pub(super) fn toggled(way: &CursorPath<'_>) -> Option<Fix> {
    let node = way.innermost(|target| target.node.kind().is_map())?;
    // Below the pattern itself the node that has it is meant.
    let schema =
        [0, 2].into_iter().filter_map(|steps| node.above(steps)).find(|target| target.has(EXTENSION))?;
    if schema.down(EXTENSION).node.source() != "true" {
        return None;
    }
    let any_of = schema.down("anyOf");
    if !any_of.is_found() {
        let clauses = ["integer", "string"].map(|name| Value::map("type", Value::text(name)));
        let edit = any_of.set(&Value::List(clauses.into()))?;
        return fix("expand `x-kubernetes-int-or-string` to `anyOf`", vec![edit]);
    }
    let pattern = ["integer", "string"].into_iter().map(Some).eq(any_of.node.items().map(only_type));
    let edit = any_of.remove().filter(|_| pattern)?;
    fix(format!("replace `anyOf` with `{EXTENSION}`"), vec![edit])
}

/// The type of a clause that says nothing else.
fn only_type(clause: Node<'_>) -> Option<&str> {
    let ty = clause.get("type")?.value.source();
    (clause.entries().count() == 1).then_some(ty)
}
