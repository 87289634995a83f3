//! The operators that can follow a complete value of an expression.

use crdls_cel::ast::{binary_operators, functions};
use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::Kind;
use crdls_text::{Edit, TextRange};

use super::expected::is_open;
use super::{Expression, explain};
use crate::suggestion::InsertionPoint;
use crate::{Completion, CompletionKind};

/// A place after a complete value.
pub(super) struct OperatorPlace {
    /// The parts that end before it, inner ones first.
    parts: Vec<NodeId>,
    /// What is typed of an operator.
    typed: TextRange,
    /// Whether nothing is between the value and the place.
    adjacent: bool,
}

const RELATIONS: [&str; 7] = ["==", "!=", "<", "<=", ">", ">=", "in"];
const JUNCTIONS: [&str; 2] = ["&&", "||"];

impl Expression<'_> {
    /// The place of an operator, where a word or half an operator stands after a complete value.
    /// `apart`: blanks stand between the end of the text and the cursor.
    pub(super) fn operator_place(&self, word: TextRange, at: u32, apart: bool) -> Option<OperatorPlace> {
        let before = self.text.text().get(..at as usize)?;
        let begun = before.ends_with(['=', '!', '&', '|']) && word.is_empty() && !apart;
        let typed = TextRange::new(if begun { at - 1 } else { word.start }, word.end);
        let last = self.token_before(typed.start)?;
        let ends = |id: &NodeId| {
            let node = self.tree.node(*id);
            node.range.end == last.range.end
                && !matches!(node.kind, NodeKind::Missing | NodeKind::Error { .. })
        };
        let parts: Vec<_> = self.tree.ids().filter(ends).collect();
        let adjacent = last.range.end == typed.start && !apart;
        (last.kind.ends_expression() && !parts.is_empty()).then_some(OperatorPlace { parts, typed, adjacent })
    }

    /// Whether a value at the end of these parts is already compared.
    fn is_compared(&self, parts: &[NodeId]) -> bool {
        let is_relation = |id: &NodeId| match self.tree.node(*id).kind {
            NodeKind::Binary { operator, .. } => RELATIONS.contains(&operator.of(self.text.text())),
            _ => false,
        };
        parts.iter().any(is_relation)
    }

    /// Whether the value before a `:` ends here.
    fn awaits_colon(&self, parts: &[NodeId]) -> bool {
        let ends = |id: NodeId| match self.tree.node(id).kind {
            NodeKind::Ternary { then, otherwise, .. } => {
                parts.contains(&then) && matches!(self.tree.node(otherwise).kind, NodeKind::Missing)
            }
            _ => false,
        };
        self.tree.ids().any(ends)
    }

    /// Whether an operator takes one of some parts as its left side.
    fn takes(&self, function: &str, parts: &[NodeId]) -> bool {
        let overloads = self.library.functions.get(function).map(|function| &function.overloads);
        let takes = |part: &NodeId| {
            let t = self.type_of_part(*part);
            let mut overloads = overloads.into_iter().flatten();
            is_open(&t)
                || overloads.any(|overload| overload.args.first().is_some_and(|left| left.accepts(&t)))
        };
        parts.iter().any(takes)
    }

    /// The operators that fit what they follow, the likeliest first.
    fn fitting(&self, place: &OperatorPlace) -> Vec<(&'static str, &'static str)> {
        let parts = &place.parts;
        let inner = parts.get(..1).unwrap_or_default();
        let compared = self.is_compared(parts);
        let fits = |(operator, function): &(&str, &str)| match *operator {
            operator if JUNCTIONS.contains(&operator) => self.takes(function, parts),
            operator if RELATIONS.contains(&operator) => !compared && self.takes(function, inner),
            _ => self.takes(function, inner),
        };
        let mut found: Vec<_> = binary_operators().filter(fits).collect();
        if self.takes(functions::CONDITIONAL, parts) {
            found.push(("?", functions::CONDITIONAL));
        }
        let is_bool = |part: &NodeId| self.type_of_part(*part).kind() == Kind::Bool;
        if parts.iter().any(is_bool) {
            found.sort_by_key(|(operator, _)| !JUNCTIONS.contains(operator));
        }
        if self.awaits_colon(parts) {
            found.insert(0, (":", functions::CONDITIONAL));
        }
        found
    }
}

/// The operators at a place; none that the scalar cannot hold as it is written.
pub(super) fn operators(
    expression: &Expression<'_>,
    place: &OperatorPlace,
    point: &InsertionPoint<'_>,
    cursor: u32,
) -> Vec<Completion> {
    let range = expression.source(place.typed, cursor);
    let blank = if place.adjacent { " " } else { "" };
    let completion = |(rank, (operator, function)): (usize, (&str, &str))| {
        let conditional = operator == "?";
        let holds = if conditional { "? x : y" } else { operator };
        expression.in_scalar(&format!("{holds} "), point)?;
        let new_text = if conditional { "? $1 : $2" } else { operator };
        Some(Completion {
            label: if conditional { "? :" } else { operator }.to_owned(),
            kind: CompletionKind::Operator,
            detail: None,
            documentation: explain::function(if function == functions::CONDITIONAL {
                "?:"
            } else {
                operator
            }),
            edit: Edit { range, new_text: format!("{blank}{new_text}") },
            snippet: conditional,
            additional: Vec::new(),
            plain: format!("{blank}{operator}"),
            only_replaces: false,
            deprecated: false,
            sort: format!("{rank:02}"),
            preselect: false,
        })
    };
    expression.fitting(place).into_iter().enumerate().filter_map(completion).collect()
}
