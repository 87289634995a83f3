//! Values in place of conditions: CEL has no truth but `true`.

use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::{Kind, Type, unwrap_optional};
use crdls_rules::{Purpose, RefusalCause};

use super::broken::BrokenExpression;
use super::convert::converted;
use super::rewrite::Rewrite;

/// A whole that is no condition, or no text.
pub(super) fn of_result(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let RefusalCause::Result(found) = look.problems else { return Vec::new() };
    let root = look.tree.root;
    match look.aim.purpose {
        Purpose::Rule | Purpose::Any => conditions(look, root, found, true),
        Purpose::Message => message(look, root, found).into_iter().collect(),
    }
}

fn message(look: &BrokenExpression<'_>, root: NodeId, found: &Type) -> Option<Rewrite> {
    let text = match found.kind() {
        Kind::List if found.parameter(0).kind() == Kind::String => {
            format!("{}.join(', ')", look.receiver(root))
        }
        _ => converted(look, root, found, &Type::String)?,
    };
    Some(Rewrite::replace(look.text, look.range(root), text))
}

/// Conditions on a value: that it is there, that it has something in it; or, where not `holds`, the opposite.
pub(super) fn conditions(look: &BrokenExpression<'_>, node: NodeId, t: &Type, holds: bool) -> Vec<Rewrite> {
    let bare = look.bare(node);
    let source = look.source(bare);
    let not = if holds { "" } else { "!" };
    let compared = |more: &str, none: &str| if holds { more.to_owned() } else { none.to_owned() };
    let mut texts = Vec::new();
    let (_, optional) = unwrap_optional(t);
    match t.kind() {
        _ if optional => texts.push(format!("{not}{}.hasValue()", look.receiver(bare))),
        Kind::List | Kind::Map | Kind::String => {
            texts.push(format!("size({source}) {}", compared("> 0", "== 0")));
        }
        Kind::Int => texts.push(format!("{} {}", look.receiver(bare), compared("!= 0", "== 0"))),
        Kind::Double => texts.push(format!("{} {}", look.receiver(bare), compared("!= 0.0", "== 0.0"))),
        _ => {}
    }
    if matches!(look.kind(bare), NodeKind::Select { optional: false, .. }) {
        let has = format!("{not}has({source})");
        // A number is rarely asked for being 0.
        let first = matches!(t.kind(), Kind::Int | Kind::Double | Kind::Object);
        texts.insert(if first { 0 } else { texts.len() }, has);
    }
    let whole = if holds { node } else { look.parent(node).unwrap_or(node) };
    let replace = |text: String| {
        let is_comparison = text.contains(" 0");
        let text = if is_comparison { look.loose(whole, text) } else { text };
        Rewrite::replace(look.text, look.range(whole), text)
    };
    texts.into_iter().map(replace).collect()
}
