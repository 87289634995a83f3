//! How types and functions are written for people.

use crdls_cel::functions::Overload;
use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::{Kind, Type};

use super::{Expression, explain};

/// `list(string)`; what has a name of its place alone is an `object`.
pub(crate) fn of_type(t: &Type) -> String {
    let inner = |t: &Type| t.parameters().iter().map(of_type).collect::<Vec<_>>().join(", ");
    match t.kind() {
        Kind::Object if t.name().starts_with("selfType") => "object".to_owned(),
        Kind::Error => "?".to_owned(),
        Kind::Object => short(t.name()).to_owned(),
        Kind::Opaque if t.name() == "optional_type" => format!("optional({})", inner(t)),
        Kind::Opaque => short(t.name()).to_owned(),
        Kind::Param => t.name().to_owned(),
        Kind::List | Kind::Map if t.parameters().is_empty() => t.to_string(),
        Kind::List => format!("list({})", inner(t)),
        Kind::Map => format!("map({})", inner(t)),
        _ => t.to_string(),
    }
}

fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// `string.split(string, int) -> list(string)`, and where its parameters stand in it.
pub(super) fn of_overload(function: &str, overload: &Overload) -> (String, Vec<(usize, usize)>) {
    let (receiver, args) = match overload.args.split_first() {
        Some((receiver, args)) if overload.member => (Some(receiver), args),
        _ => (None, overload.args.as_slice()),
    };
    let mut label = receiver.map_or(String::new(), |receiver| format!("{}.", of_type(receiver)));
    label.push_str(function);
    label.push('(');
    let mut parameters = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        label.push_str(if i > 0 { ", " } else { "" });
        let start = label.len();
        label.push_str(&of_type(arg));
        parameters.push((start, label.len()));
    }
    label.push_str(") -> ");
    label.push_str(&of_type(&overload.result));
    (label, parameters)
}

impl Expression<'_> {
    /// The namespace that a part is, with functions in it: `sets` of `sets.contains`. Variables hide them.
    pub(super) fn namespace(&self, part: NodeId) -> Option<&str> {
        let node = self.tree.node(part);
        let NodeKind::Ident { name, .. } = node.kind else { return None };
        let name = name.of(self.text.text());
        let is_variable = || {
            explain::VARIABLES.iter().any(|(its, _)| *its == name)
                || self.checked.locals_at(node.range.start).any(|local| local.name == name)
        };
        let is_in = |function: &str| function.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let has_functions = || self.library.functions.iter().any(|function| is_in(&function.name));
        (!is_variable() && has_functions()).then_some(name)
    }
}

/// Whether a function has a name that one can write: operators have none.
pub(super) fn is_callable(function: &str) -> bool {
    function.starts_with(|c: char| c.is_ascii_alphabetic()) && !function.contains('@')
}
