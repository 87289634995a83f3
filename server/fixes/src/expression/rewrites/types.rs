//! Operators and functions on types that they do not take.

use crdls_cel::ast::functions as operator;
use crdls_cel::checker::{CheckError, CheckErrorKind as Kind};
use crdls_cel::functions::Overload;
use crdls_cel::syntax::{NodeId, NodeKind, TokenKind};
use crdls_cel::types::{Kind as TypeKind, Type};
use crdls_rules::escape;

use super::broken::BrokenExpression;
use super::compare::{self, Sides};
use super::conditions::conditions;
use super::convert::converted;
use super::names::errors;
use super::rewrite::Rewrite;

pub(super) fn operators(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    errors(look).iter().flat_map(|error| of_operator(look, error)).collect()
}

fn of_operator(look: &BrokenExpression<'_>, error: &CheckError) -> Vec<Rewrite> {
    let node = look.node_of(error.expr);
    let args = match &error.kind {
        Kind::NoMatchingOverload { args, .. } => args,
        // Of `&&` and `||` each side is told alone.
        Kind::TypeMismatch { expected, found } if expected.kind() == TypeKind::Bool => {
            return conditions(look, node, found, true);
        }
        _ => return Vec::new(),
    };
    match (look.kind(node), args.as_slice()) {
        (NodeKind::Binary { op: TokenKind::In, left, right, .. }, [lt, rt]) => {
            membership(look, (*left, lt), (*right, rt), node)
        }
        (NodeKind::Binary { op, operator, left, right }, [lt, rt]) => {
            let sides =
                Sides { whole: node, op: *op, operator: *operator, left: (*left, lt), right: (*right, rt) };
            let mut found = Vec::from_iter(denied_comparison(look, *left, node));
            found.extend(compare::of(look, sides));
            found
        }
        (NodeKind::Unary { op: TokenKind::Bang, operand, .. }, [t]) => {
            let mut found = Vec::from_iter(denied_around(look, node, *operand));
            found.extend(conditions(look, *operand, t, false));
            found
        }
        (NodeKind::Ternary { condition, .. }, [t, ..]) if t.kind() != TypeKind::Bool => {
            conditions(look, *condition, t, true)
        }
        (NodeKind::Ternary { then, otherwise, .. }, [_, t, u]) => [(otherwise, u, t), (then, t, u)]
            .into_iter()
            .filter_map(|(node, from, to)| {
                Some(Rewrite::replace(look.text, look.range(*node), converted(look, *node, from, to)?))
            })
            .collect(),
        (NodeKind::Index { operand, index, .. }, [object, _]) if object.kind() == TypeKind::Object => {
            lookup(look, node, *operand, *index).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// `!a in b` and `!a == b` deny `a` alone.
fn denied_comparison(look: &BrokenExpression<'_>, left: NodeId, whole: NodeId) -> Option<Rewrite> {
    let NodeKind::Unary { op: TokenKind::Bang, count: 1, operand, .. } = look.kind(left) else { return None };
    around(look, *operand, whole)
}

/// The same where the denial is what is wrong.
fn denied_around(look: &BrokenExpression<'_>, denial: NodeId, operand: NodeId) -> Option<Rewrite> {
    let whole = look.parent(denial)?;
    let is_left = matches!(look.kind(whole), NodeKind::Binary { left, .. } if *left == denial);
    is_left.then(|| around(look, operand, whole)).flatten()
}

fn around(look: &BrokenExpression<'_>, operand: NodeId, whole: NodeId) -> Option<Rewrite> {
    let range = crdls_text::TextRange::new(look.range(operand).start, look.range(whole).end);
    Some(Rewrite::around(look.text, range, "(", ")"))
}

/// `x in y`.
fn membership(
    look: &BrokenExpression<'_>,
    (left, lt): (NodeId, &Type),
    (right, rt): (NodeId, &Type),
    whole: NodeId,
) -> Vec<Rewrite> {
    let mut found = Vec::from_iter(denied_comparison(look, left, whole));
    match rt.kind() {
        TypeKind::Object => {
            let field =
                look.string(left).and_then(escape).filter(|field| look.fields(rt).contains(&field.as_ref()));
            found.extend(field.map(|field| {
                Rewrite::replace(
                    look.text,
                    look.range(whole),
                    format!("has({}.{field})", look.receiver(right)),
                )
            }));
        }
        TypeKind::List => {
            let element = rt.parameter(0);
            found.extend(elements(look, right, &element, lt));
            let left_as = converted(look, left, lt, &element);
            found.extend(left_as.map(|text| Rewrite::replace(look.text, look.range(left), text)));
        }
        TypeKind::Map => {
            let left_as = converted(look, left, lt, &rt.parameter(0));
            found.extend(left_as.map(|text| Rewrite::replace(look.text, look.range(left), text)));
        }
        // A text is in another; a value is in a list of one.
        TypeKind::String if lt.kind() == TypeKind::String => {
            let text = format!("{}.contains({})", look.receiver(right), look.source(left));
            found.push(Rewrite::replace(look.text, look.range(whole), text));
        }
        _ => {}
    }
    found
}

/// The literals of a list as another type.
fn elements(look: &BrokenExpression<'_>, list: NodeId, from: &Type, to: &Type) -> Option<Rewrite> {
    let NodeKind::List { elements } = look.kind(look.bare(list)) else { return None };
    let each = elements.iter().map(|element| {
        look.literal(element.value)?;
        Some((look.range(element.value), converted(look, element.value, from, to)?))
    });
    Some(Rewrite::all(look.text, each.collect::<Option<Vec<_>>>()?))
}

/// `self['a']` of an object, whose fields are selected.
fn lookup(look: &BrokenExpression<'_>, whole: NodeId, operand: NodeId, index: NodeId) -> Option<Rewrite> {
    let field = escape(look.string(index)?)?.into_owned();
    let known = look.fields(&look.type_of(operand)).contains(&field.as_str());
    known.then(|| {
        Rewrite::replace(look.text, look.range(whole), format!("{}.{field}", look.receiver(operand)))
    })
}

/// Calls of functions that are there for other types, or in the other form.
pub(super) fn calls(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for error in errors(look) {
        let Kind::NoMatchingOverload { function, args, target, .. } = &error.kind else { continue };
        let node = look.node_of(error.expr);
        let NodeKind::Call { target: receiver, name, args: parts, .. } = look.kind(node) else { continue };
        let Some(known) = look.library.functions.get(function) else { continue };
        found.extend(contained(look, node, function, *receiver, parts, target.as_ref()));
        let types: Vec<Type> = target.iter().chain(args).cloned().collect();
        let nodes: Vec<NodeId> = receiver.iter().chain(parts).copied().collect();
        let fitting = known.overloads.iter().filter(|overload| overload.args.len() == types.len());
        for overload in fitting {
            if overload.member != receiver.is_some() {
                found.extend(turned(look, node, overload, &nodes, *name));
            } else {
                found.extend(argument(look, overload, &nodes, &types));
            }
        }
        found.truncate(MOST);
    }
    found
}

/// So many calls are tried.
const MOST: usize = 12;

/// `f(x, y)` in place of `x.f(y)`, or the other way.
fn turned(
    look: &BrokenExpression<'_>,
    whole: NodeId,
    overload: &Overload,
    nodes: &[NodeId],
    name: crdls_text::TextRange,
) -> Option<Rewrite> {
    let (first, rest) = nodes.split_first()?;
    let sources =
        |nodes: &[NodeId]| nodes.iter().map(|node| look.source(*node)).collect::<Vec<_>>().join(", ");
    let text = match overload.member {
        true => format!("{}.{}({})", look.receiver(*first), look.of(name), sources(rest)),
        false => format!("{}({})", look.of(name), sources(nodes)),
    };
    Some(Rewrite::replace(look.text, look.range(whole), text))
}

/// The one argument that has to be of another type.
fn argument(
    look: &BrokenExpression<'_>,
    overload: &Overload,
    nodes: &[NodeId],
    types: &[Type],
) -> Option<Rewrite> {
    let wrong: Vec<_> =
        (overload.args.iter().zip(types).zip(nodes)).filter(|((wanted, t), _)| !wanted.accepts(t)).collect();
    let [((wanted, t), node)] = wrong.as_slice() else { return None };
    let text = converted(look, **node, t, wanted)?;
    Some(Rewrite::replace(look.text, look.range(**node), text))
}

/// `list.contains(x)`: of lists it is `in` that asks.
fn contained(
    look: &BrokenExpression<'_>,
    whole: NodeId,
    function: &str,
    receiver: Option<NodeId>,
    args: &[NodeId],
    target: Option<&Type>,
) -> Option<Rewrite> {
    let ([value], Some(list)) = (args, receiver) else { return None };
    let is_list = matches!(target?.kind(), TypeKind::List | TypeKind::Map)
        && matches!(function, "contains" | operator::IN);
    let text = look.loose(whole, format!("{} in {}", look.source(*value), look.source(list)));
    is_list.then(|| Rewrite::replace(look.text, look.range(whole), text))
}
