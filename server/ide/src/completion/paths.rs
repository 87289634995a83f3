//! Paths into an object, as its schema has them.
//!
//! Knows how kubectl, `/scale` and field selectors write a path; must not know where one is suggested.

use std::collections::VecDeque;

use super::manifest_value::{ManifestValue, SchemaProperty, is_scalar};

/// A field of an object.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) path: String,
    pub(super) type_: String,
    pub(super) description: String,
}

/// Not more than a user would look through.
const MOST: usize = 300;
/// Most schemas that are looked at for them.
const VISITED: usize = 20_000;

/// The scalar fields below a path, the nearest first; lists are not entered. `.a.b` leads to the fields of `b`.
pub(super) fn below(root: ManifestValue<'_>, path: &str) -> Vec<Leaf> {
    let mut start = root;
    let mut prefix = String::new();
    for name in path.split('.').skip(1) {
        let next = start.property(name);
        if next.0.is_none() {
            break;
        }
        start = next;
        prefix = format!("{prefix}.{name}");
    }
    let mut found = Vec::new();
    let mut open = VecDeque::from([(prefix, start)]);
    for _ in 0..VISITED {
        let Some((path, schema)) = open.pop_front() else { break };
        for SchemaProperty { name, schema, .. } in
            schema.properties().filter(|property| is_plain(&property.name))
        {
            let path = format!("{path}.{name}");
            let type_ = schema.type_().into_owned();
            if is_scalar(&type_) || schema.is_true("x-kubernetes-int-or-string") {
                let description = schema.str("description").into_owned();
                found.push(Leaf { path: path.clone(), type_, description });
            }
            open.push_back((path, schema));
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// Whether a name stands in a path as it is.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// Paths to the statuses of conditions, where `.status.conditions` is the usual list.
pub(super) fn conditions(root: ManifestValue<'_>) -> Vec<Leaf> {
    let items = root.property("status").property("conditions").get("items");
    if !items.property("type").is_some() || !items.property("status").is_some() {
        return Vec::new();
    }
    let of = |type_: &str, what: &str| Leaf {
        path: format!(r#".status.conditions[?(@.type=="{type_}")].{what}"#),
        type_: "string".to_owned(),
        description: format!("The `{what}` of the condition `{type_}`."),
    };
    vec![of("Ready", "status"), of("Ready", "reason"), of("Available", "status")]
}

/// Fields of every object.
pub(super) fn of_metadata() -> [Leaf; 3] {
    let leaf = |path: &str, type_: &str, description: &str| Leaf {
        path: path.to_owned(),
        type_: type_.to_owned(),
        description: description.to_owned(),
    };
    [
        leaf(
            ".metadata.creationTimestamp",
            "date",
            "When the object was created: the age, with `type: date`.",
        ),
        leaf(".metadata.generation", "integer", "Grows with each change of the spec."),
        leaf(".metadata.namespace", "string", "The namespace of the object."),
    ]
}

/// A path as YAML has it.
pub(super) fn quoted(path: &str) -> String {
    let special = path.contains(|c: char| "[]{}\"'#:,?*&!|>%@`\\ ".contains(c));
    if special { crdls_yaml::single_quoted(path) } else { path.to_owned() }
}
