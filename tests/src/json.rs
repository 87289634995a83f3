//! What a YAML node is as JSON, as kubectl converts it.

use crdls_yaml::{Budget, Node, Scalar, Tree, members, resolve};
use serde_json::{Map, Number, Value};

/// The JSON of a text's first document; null where there is none.
pub fn of_text(text: &str) -> Value {
    let tree = Tree::parse(text);
    let root = tree.first_root(text);
    root.map_or(Value::Null, |root| of(root, &mut Budget::default()))
}

/// The JSON of a node; an alias is followed.
pub fn of(node: Node<'_>, budget: &mut Budget) -> Value {
    let Some(node) = budget.follow(node) else { return Value::Null };
    if node.kind().is_map() {
        let members = members(node, budget);
        return Value::Object(
            members.into_iter().map(|m| (m.name.to_string(), of(m.value(), budget))).collect::<Map<_, _>>(),
        );
    }
    if node.kind().is_seq() {
        return Value::Array(node.items().map(|item| of(item, budget)).collect());
    }
    match node.scalar() {
        None | Some(Scalar::Null) => Value::Null,
        Some(Scalar::Bool(b)) => Value::Bool(b),
        Some(Scalar::Int(i)) => Value::from(i),
        Some(Scalar::Uint(u)) => Value::from(u),
        Some(Scalar::Float(f)) => float(f),
        Some(Scalar::Str(s)) => Value::String(s.into_owned()),
    }
}

fn float(value: f64) -> Value {
    let text = resolve::json_number(value);
    text.and_then(|t| t.parse::<Number>().ok()).map_or(Value::Null, Value::Number)
}

/// The first places at which two values differ, in a line.
pub fn difference(a: Option<&Value>, b: Option<&Value>) -> String {
    let (Some(a), Some(b)) = (a, b) else { return format!("object: {} or {}", a.is_some(), b.is_some()) };
    let found: Vec<_> = differences(a, b).iter().take(3).map(ToString::to_string).collect();
    found.join("; ")
}

/// A place at which two values differ.
#[derive(Debug)]
pub struct JsonDifference<'v> {
    /// As `.spec.versions[0]`.
    pub path: String,
    pub theirs: &'v Value,
    pub ours: &'v Value,
}

impl std::fmt::Display for JsonDifference<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}, ours {}", self.path, self.theirs, self.ours)
    }
}

/// All places at which two values differ; empty where they are equal.
pub fn differences<'v>(theirs: &'v Value, ours: &'v Value) -> Vec<JsonDifference<'v>> {
    let mut found = Vec::new();
    collect(theirs, ours, String::new(), &mut found);
    found
}

fn collect<'v>(theirs: &'v Value, ours: &'v Value, path: String, found: &mut Vec<JsonDifference<'v>>) {
    if theirs == ours {
        return;
    }
    match (theirs, ours) {
        (Value::Object(a), Value::Object(b)) => {
            let names: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
            for name in names {
                let [a, b] = [a, b].map(|map| map.get(name).unwrap_or(&Value::Null));
                collect(a, b, format!("{path}.{name}"), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                collect(a, b, format!("{path}[{i}]"), found);
            }
        }
        _ => found.push(JsonDifference { path, theirs, ours }),
    }
}
