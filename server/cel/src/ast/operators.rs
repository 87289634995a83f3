//! The names that operators have as functions (cel-go, common/operators).

use crate::syntax::TokenKind;

/// Names of the functions behind operators.
pub mod functions {
    /// `a ? b : c`
    pub const CONDITIONAL: &str = "_?_:_";
    /// `a && b`
    pub const AND: &str = "_&&_";
    /// `a || b`
    pub const OR: &str = "_||_";
    /// `!a`
    pub const NOT: &str = "!_";
    /// `-a`
    pub const NEGATE: &str = "-_";
    /// `a == b`
    pub const EQUALS: &str = "_==_";
    /// `a != b`
    pub const NOT_EQUALS: &str = "_!=_";
    /// `a + b`
    pub const ADD: &str = "_+_";
    /// `a in b`
    pub const IN: &str = "@in";
    /// `a[b]`
    pub const INDEX: &str = "_[_]";
    /// `a[?b]`
    pub const OPT_INDEX: &str = "_[?_]";
    /// `a.?b`
    pub const OPT_SELECT: &str = "_?._";
    /// True for everything but `false`, errors included: the condition of a fold.
    pub const NOT_STRICTLY_FALSE: &str = "@not_strictly_false";
    /// A map with one more entry, as `transformMap` builds it.
    pub const MAP_INSERT: &str = "cel.@mapInsert";
    /// A list sorted by a list of keys, as `sortBy` sorts it.
    pub const SORT_BY_KEYS: &str = "@sortByAssociatedKeys";
}

const BINARY: &[(TokenKind, &str)] = &[
    (TokenKind::EqEq, functions::EQUALS),
    (TokenKind::NotEq, functions::NOT_EQUALS),
    (TokenKind::Less, "_<_"),
    (TokenKind::LessEq, "_<=_"),
    (TokenKind::Greater, "_>_"),
    (TokenKind::GreaterEq, "_>=_"),
    (TokenKind::In, functions::IN),
    (TokenKind::Plus, functions::ADD),
    (TokenKind::Minus, "_-_"),
    (TokenKind::Star, "_*_"),
    (TokenKind::Slash, "_/_"),
    (TokenKind::Percent, "_%_"),
    (TokenKind::AndAnd, functions::AND),
    (TokenKind::OrOr, functions::OR),
];

const OTHERS: &[(&str, &str)] = &[
    (functions::CONDITIONAL, "?:"),
    (functions::NOT, "!"),
    (functions::NEGATE, "-"),
    (functions::INDEX, "[]"),
    (functions::OPT_INDEX, "[?]"),
    (functions::OPT_SELECT, ".?"),
];

/// The function of an operator between two values.
pub(crate) fn binary(op: TokenKind) -> &'static str {
    BINARY.iter().find(|(kind, _)| *kind == op).map_or("", |(_, function)| function)
}

/// The operators between two values as they are written, each with its function.
pub fn binary_operators() -> impl Iterator<Item = (&'static str, &'static str)> {
    BINARY.iter().filter_map(|(kind, function)| Some((kind.text()?, *function)))
}

/// How an operator's function is written; `None` for functions that are called by name.
pub fn display_name(function: &str) -> Option<&'static str> {
    let binary = BINARY.iter().find(|(_, name)| *name == function).and_then(|(kind, _)| kind.text());
    binary.or_else(|| OTHERS.iter().find(|(name, _)| *name == function).map(|(_, shown)| *shown))
}
