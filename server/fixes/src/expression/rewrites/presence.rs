//! `has()`, which asks for a field of something and for nothing else.

use crdls_cel::syntax::{NodeId, NodeKind, TokenKind};
use crdls_rules::escape;

use super::broken::BrokenExpression;
use super::rewrite::Rewrite;
use super::syntax::errors;

/// Another question in place of a `has()` that asks for no field.
pub(super) fn of_macro(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    if errors(look).is_empty() {
        return Vec::new();
    }
    let rewrite = |id: NodeId| {
        let NodeKind::Call { target: None, name, args, .. } = look.kind(id) else { return None };
        let [argument] = args.as_slice() else { return None };
        if look.of(*name) != "has" {
            return None;
        }
        Some(Rewrite::replace(look.text, look.range(id), asked(look, id, look.bare(*argument))?))
    };
    look.tree.ids().filter_map(rewrite).collect()
}

fn asked(look: &BrokenExpression<'_>, call: NodeId, argument: NodeId) -> Option<String> {
    let has = |node: NodeId| format!("has({})", look.source(node));
    let is_field = |node: NodeId| matches!(look.kind(look.bare(node)), NodeKind::Select { .. });
    match look.kind(argument) {
        NodeKind::Ident { name, .. } => {
            let name = escape(look.of(*name))?;
            look.own_fields().contains(&name.as_ref()).then(|| format!("has(self.{name})"))
        }
        NodeKind::Index { operand, index, .. } => {
            let asked = match look.literal(*index)?.0 {
                TokenKind::String => format!("{} in {}", look.source(*index), look.source(*operand)),
                TokenKind::Int => format!("size({}) > {}", look.source(*operand), look.source(*index)),
                _ => return None,
            };
            Some(look.loose(call, asked))
        }
        NodeKind::Unary { op: TokenKind::Bang, count: 1, operand, .. } if is_field(*operand) => {
            Some(format!("!{}", has(*operand)))
        }
        NodeKind::Binary { left, .. } if is_field(*left) => {
            Some(look.looser(call, format!("{} && {}", has(*left), look.source(argument))))
        }
        NodeKind::Logic { op, terms, .. } if terms.iter().all(|term| is_field(*term)) => {
            let terms: Vec<_> = terms.iter().map(|term| has(*term)).collect();
            Some(look.looser(call, terms.join(&format!(" {} ", op.text()?))))
        }
        _ => None,
    }
}
