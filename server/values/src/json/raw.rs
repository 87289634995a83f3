//! A node as JSON has it, one level deep.

use std::borrow::Cow;

use crdls_yaml::{Node, Scalar};

use super::Number;

/// What a node is as JSON, by its outermost layer.
#[derive(Debug)]
pub enum Raw<'t> {
    /// A mapping.
    Map,
    /// A list.
    List,
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string, decoded.
    Str(Cow<'t, str>),
}

impl<'t> Raw<'t> {
    /// The raw value of a node that is not an alias.
    pub fn of(node: Node<'t>) -> Self {
        if node.kind().is_map() {
            return Self::Map;
        }
        if node.kind().is_seq() {
            return Self::List;
        }
        match node.scalar() {
            Some(Scalar::Str(text)) => Self::Str(text),
            Some(Scalar::Bool(value)) => Self::Bool(value),
            Some(scalar) => Number::of(&scalar).map_or(Self::Null, Self::Number),
            None => Self::Null,
        }
    }

    /// What Go's decoder calls such a value.
    pub const fn go(&self) -> &'static str {
        match self {
            Self::Map => "object",
            Self::List => "array",
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Number(_) => "number",
            Self::Str(_) => "string",
        }
    }
}
