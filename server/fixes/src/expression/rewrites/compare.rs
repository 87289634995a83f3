//! Both sides of an operator.

use crdls_cel::syntax::{NodeId, NodeKind, TokenKind};
use crdls_cel::types::{Kind, Type, unwrap_optional};
use crdls_text::TextRange;

use super::broken::BrokenExpression;
use super::convert::converted;
use super::rewrite::Rewrite;

/// An operator with what stands at its sides.
#[derive(Clone, Copy)]
pub(super) struct Sides<'s> {
    pub(super) whole: NodeId,
    pub(super) op: TokenKind,
    pub(super) operator: TextRange,
    pub(super) left: (NodeId, &'s Type),
    pub(super) right: (NodeId, &'s Type),
}

pub(super) fn of(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Vec<Rewrite> {
    let specific = [
        nothing(look, sides),
        chain(look, sides),
        type_name(look, sides),
        one_of(look, sides),
        ordered(look, sides),
    ];
    let mut found: Vec<Rewrite> = specific.into_iter().flatten().collect();
    found.extend(sized(look, sides));
    found.extend(either(look, sides));
    found
}

fn is_ordering(op: TokenKind) -> bool {
    use TokenKind::*;
    matches!(op, Less | LessEq | Greater | GreaterEq)
}

fn is_equality(op: TokenKind) -> bool {
    matches!(op, TokenKind::EqEq | TokenKind::NotEq)
}

/// `self.x == null`, where what is not there has no value.
fn nothing(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Option<Rewrite> {
    let ((left, lt), (right, rt)) = (sides.left, sides.right);
    let value = match (lt.kind(), rt.kind()) {
        (_, Kind::Null) => left,
        (Kind::Null, _) => right,
        _ => return None,
    };
    let value = look.bare(value);
    let there = match look.kind(value) {
        NodeKind::Select { optional: false, .. } => format!("has({})", look.source(value)),
        NodeKind::Index { operand, index, .. } if look.string(*index).is_some() => {
            format!("({} in {})", look.source(*index), look.source(*operand))
        }
        NodeKind::Select { .. } => format!("{}.hasValue()", look.source(value)),
        _ => return None,
    };
    let text = match sides.op {
        TokenKind::EqEq => format!("!{there}"),
        TokenKind::NotEq => there,
        _ => return None,
    };
    Some(Rewrite::replace(look.text, look.range(sides.whole), text))
}

/// `0 < a < 10` compares a boolean with 10.
fn chain(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Option<Rewrite> {
    let (left, _) = sides.left;
    let NodeKind::Binary { op, right: middle, .. } = look.kind(left) else { return None };
    if !is_ordering(*op) || !(is_ordering(sides.op) || is_equality(sides.op)) {
        return None;
    }
    let text = format!(
        "{} && {} {}",
        look.source(left),
        look.source(*middle),
        look.of(TextRange::new(sides.operator.start, look.range(sides.whole).end))
    );
    Some(Rewrite::replace(look.text, look.range(sides.whole), text))
}

/// Types and what other languages call them.
const TYPES: &[(&str, &str)] = &[
    ("string", "string"),
    ("int", "int"),
    ("integer", "int"),
    ("bool", "bool"),
    ("boolean", "bool"),
    ("double", "double"),
    ("number", "double"),
    ("list", "list"),
    ("array", "list"),
    ("map", "map"),
    ("object", "map"),
    ("null", "null_type"),
];

/// `type(x) == 'string'`: types are values of their own.
fn type_name(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Option<Rewrite> {
    let name = match (sides.left.1.kind(), sides.right.1.kind()) {
        (Kind::Type, Kind::String) => sides.right.0,
        (Kind::String, Kind::Type) => sides.left.0,
        _ => return None,
    };
    let text = look.string(name)?;
    let (_, word) = TYPES.iter().find(|(other, _)| *other == text)?;
    Some(Rewrite::replace(look.text, look.range(name), *word))
}

/// One value and a list of them.
fn one_of(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Option<Rewrite> {
    if !is_equality(sides.op) {
        return None;
    }
    let ((left, lt), (right, rt)) = (sides.left, sides.right);
    let (value, list) = match (lt.kind(), rt.kind()) {
        (Kind::List, Kind::List) => return None,
        (_, Kind::List) => (left, right),
        (Kind::List, _) => (right, left),
        _ => return None,
    };
    let element = look.type_of(list).parameter(0);
    let text = format!("{} in {}", look.source(value), look.source(list));
    let text = if sides.op == TokenKind::EqEq { look.loose(sides.whole, text) } else { format!("!({text})") };
    element.accepts(&look.type_of(value)).then(|| Rewrite::replace(look.text, look.range(sides.whole), text))
}

/// Quantities and versions are compared by methods.
fn ordered(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Option<Rewrite> {
    let ((left, lt), (right, rt)) = (sides.left, sides.right);
    let compares = |t: &&Type| {
        let methods = look.library.functions.get("compareTo");
        methods.is_some_and(|its| its.overloads.iter().any(|overload| overload.args.first() == Some(t)))
    };
    let t = [lt, rt].into_iter().find(compares)?;
    let side = |node: NodeId, own: &Type| match own == t {
        true => Some(look.receiver(node)),
        false => converted(look, node, own, t),
    };
    let (receiver, argument) = (side(left, lt)?, side(right, rt)?);
    let argument = if rt == t { look.source(right).to_owned() } else { argument };
    use TokenKind::*;
    let text = match sides.op {
        Greater => format!("{receiver}.isGreaterThan({argument})"),
        Less => format!("{receiver}.isLessThan({argument})"),
        GreaterEq => look.loose(sides.whole, format!("{receiver}.compareTo({argument}) >= 0")),
        LessEq => look.loose(sides.whole, format!("{receiver}.compareTo({argument}) <= 0")),
        Plus => format!("{receiver}.add({argument})"),
        Minus => format!("{receiver}.sub({argument})"),
        _ => return None,
    };
    Some(Rewrite::replace(look.text, look.range(sides.whole), text))
}

/// How many there are is not what there is.
fn sized(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Option<Rewrite> {
    let numbers = [Kind::Int, Kind::Uint];
    let size = |(node, t): (NodeId, &Type), other: &Type| {
        (matches!(t.kind(), Kind::List | Kind::Map) && numbers.contains(&other.kind()))
            .then(|| Rewrite::around(look.text, look.range(node), "size(", ")"))
    };
    let compares = is_ordering(sides.op) || is_equality(sides.op);
    size(sides.left, sides.right.1).or_else(|| size(sides.right, sides.left.1)).filter(|_| compares)
}

/// One side as the type of the other: literals first, then numbers as the wider ones, then the rest.
fn either(look: &BrokenExpression<'_>, sides: Sides<'_>) -> Vec<Rewrite> {
    let ((left, lt), (right, rt)) = (sides.left, sides.right);
    let left_as =
        converted(look, left, lt, rt).map(|text| Rewrite::replace(look.text, look.range(left), text));
    let right_as =
        converted(look, right, rt, lt).map(|text| Rewrite::replace(look.text, look.range(right), text));
    let rank = |node: NodeId, from: &Type, to: &Type| {
        let literal = look.literal(node).is_some();
        let (_, optional) = unwrap_optional(from);
        let text = to.kind() == Kind::String;
        match (literal, optional) {
            (true, _) => 0,
            (_, true) => 1,
            // `'1' < '02'` compares letters: order wants numbers.
            _ if text => {
                if is_ordering(sides.op) {
                    4
                } else {
                    2
                }
            }
            _ => match (from.kind(), to.kind()) {
                (Kind::Int | Kind::Uint, Kind::Double) => 2,
                _ => 3,
            },
        }
    };
    let mut found = [(rank(left, lt, rt), left_as), (rank(right, rt, lt), right_as)];
    found.sort_by_key(|(rank, _)| *rank);
    let literal = found.iter().any(|(rank, rewrite)| *rank == 0 && rewrite.is_some());
    // Where a literal can be written otherwise, what it is compared with stays.
    let kept = found.into_iter().filter(|(rank, _)| *rank == 0 || !literal || is_ordering(sides.op));
    kept.filter_map(|(_, rewrite)| rewrite).collect()
}
