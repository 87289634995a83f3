//! A value as one of another type.

use crdls_cel::syntax::{NodeId, TokenKind};
use crdls_cel::types::{Kind, Type, unwrap_optional};

use super::broken::{BrokenExpression, plain_string, quoted};

/// Functions that make a value of another type, the first that does is taken.
const CONVERSIONS: &[&str] = &[
    "int",
    "double",
    "string",
    "uint",
    "duration",
    "timestamp",
    "quantity",
    "semver",
    "ip",
    "cidr",
    "url",
    "bool",
    "dyn",
];

/// A part as a value of a type: a literal written otherwise, else what a function makes of it.
pub(super) fn converted(look: &BrokenExpression<'_>, node: NodeId, from: &Type, to: &Type) -> Option<String> {
    if let Some(literal) = look.literal(node).filter(|(kind, _)| *kind != TokenKind::Null) {
        return literal_as(look, literal, from, to);
    }
    let (inner, optional) = unwrap_optional(from);
    if optional {
        return present(look, node, &inner, to);
    }
    let function = function(look, from, to)?;
    Some(format!("{function}({})", look.source(look.bare(node))))
}

fn literal_as(
    look: &BrokenExpression<'_>,
    (kind, source): (TokenKind, &str),
    from: &Type,
    to: &Type,
) -> Option<String> {
    use TokenKind::*;
    let text = if kind == String { plain_string(source)? } else { source };
    match (kind, to.kind()) {
        (Int, Kind::Double) => Some(format!("{source}.0")),
        (Int, Kind::Uint) => Some(format!("{source}u")),
        (Double, Kind::Int) => source.strip_suffix(".0").map(str::to_owned),
        (Int | Double | True | False, Kind::String) => Some(quoted(source)),
        (String, Kind::Int) => text.parse::<i64>().ok().map(|n| n.to_string()),
        (String, Kind::Double) => {
            text.parse::<f64>().ok().filter(|n| n.is_finite()).map(|n| format!("{n:?}"))
        }
        (String, Kind::Bool) => ["true", "false"].contains(&text).then(|| text.to_owned()),
        (Int | Double, Kind::Opaque | Kind::Object) => {
            let function = function(look, &Type::String, to)?;
            Some(format!("{function}({})", quoted(source)))
        }
        (String, _) => Some(format!("{}({source})", function(look, from, to)?)),
        _ => None,
    }
}

/// What an optional value is where it is not there: the empty value of its type.
fn present(look: &BrokenExpression<'_>, node: NodeId, inner: &Type, to: &Type) -> Option<String> {
    let empty = match inner.kind() {
        Kind::String => "''",
        Kind::Int => "0",
        Kind::Double => "0.0",
        Kind::Bool => "false",
        Kind::List => "[]",
        Kind::Map => "{}",
        _ => return None,
    };
    to.accepts(inner).then(|| format!("{}.orValue({empty})", look.receiver(node)))
}

fn function(look: &BrokenExpression<'_>, from: &Type, to: &Type) -> Option<&'static str> {
    if matches!(from.kind(), Kind::Dyn | Kind::Any | Kind::Error) {
        return None;
    }
    let makes = |name: &&&str| {
        let Some(function) = look.library.functions.get(name) else { return false };
        function.overloads.iter().any(|overload| {
            let [arg] = overload.args.as_slice() else { return false };
            !overload.member && arg.accepts(from) && arg.kind() != Kind::Param && overload.result.is_exact(to)
        })
    };
    CONVERSIONS.iter().find(makes).copied()
}
