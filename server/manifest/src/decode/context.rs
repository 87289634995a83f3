//! What the decoder knows of a value besides the value: the path that leads to it, and what Go's decoder knows.

use crate::fields::TypeDef;
use crdls_report::Path;

/// The context in which a value is decoded.
#[derive(Clone, Copy)]
pub(crate) struct DecodeContext<'a> {
    pub path: &'a Path<'a>,
    /// The struct that Go's sentence names.
    pub owner: Option<&'static TypeDef>,
    /// Below a type with an `UnmarshalJSON` of its own: nobody asks there for unknown fields, and the
    /// struct that is named stays the one that holds the custom type.
    pub custom: bool,
}

impl<'a> DecodeContext<'a> {
    /// The context of a value outside of any struct.
    pub(crate) fn of_root(path: &'a Path<'a>) -> Self {
        Self { path, owner: None, custom: false }
    }

    /// The context of an element of the value.
    pub fn element(self, path: &'a Path<'a>) -> Self {
        Self { path, ..self }
    }

    /// The context of a field of the value, which is a struct.
    pub fn field(self, path: &'a Path<'a>, owner: &'static TypeDef) -> Self {
        let owner = if self.custom { self.owner } else { Some(owner) };
        Self { path, owner, ..self }
    }
}
