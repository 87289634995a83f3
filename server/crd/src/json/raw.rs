//! A node as JSON has it, one level deep.

use std::borrow::Cow;

use crdls_yaml::{Node, Scalar};

use super::Number;

#[derive(Debug)]
pub enum Raw<'t> {
    Map,
    List,
    Null,
    Bool(bool),
    Number(Number),
    Str(Cow<'t, str>),
}

impl<'t> Raw<'t> {
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
}
