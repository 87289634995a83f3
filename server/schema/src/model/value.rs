//! What a field holds.

use crdls_text::TextRange;

use super::Object;
use crate::fields::{Field, FieldDef};
use crdls_values::Json;

/// Where a key and its value are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub key: TextRange,
    pub value: TextRange,
}

/// A field that is written.
#[derive(Clone, Debug)]
pub struct FieldValue {
    pub def: &'static FieldDef,
    pub span: Span,
    pub value: Value,
}

#[derive(Clone, Debug)]
pub enum Value {
    /// A null that is written: the zero value, or nil where there is one.
    Null,
    /// Something is written and decoded to nothing: it has the wrong type, or the server drops it.
    Nothing,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Bytes(Box<[u8]>),
    List(Vec<Item>),
    /// Sorted by name, each name once.
    Map(Vec<Entry>),
    Object(Object),
    Json(Json),
}

/// An item of a list.
#[derive(Clone, Debug)]
pub struct Item {
    pub range: TextRange,
    pub value: Value,
}

/// A member of a map.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: Box<str>,
    pub key: TextRange,
    pub range: TextRange,
    pub value: Value,
}

impl FieldValue {
    pub fn id(&self) -> Field {
        self.def.id
    }

    /// Whether Go's value is the one of a field that is not written: nil, or zero where the field is no
    /// pointer. An empty list or map counts as nil, as in `apiequality.Semantic`.
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Value::Null => true,
            _ if self.def.pointer => false,
            value => value.is_zero(),
        }
    }

    /// As [`Self::is_zero`], but an empty list or map that is written counts as something, as it does to
    /// Go's `reflect.DeepEqual`.
    pub fn is_reflect_zero(&self) -> bool {
        let empty_and_written = matches!(self.value, Value::List(_) | Value::Map(_));
        self.is_zero() && !empty_and_written
    }
}

impl Value {
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Null | Self::Nothing => true,
            Self::Bool(value) => !value,
            Self::Int(value) => *value == 0,
            Self::Float(value) => *value == 0.0,
            Self::Str(text) => text.is_empty(),
            Self::Bytes(bytes) => bytes.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Map(entries) => entries.is_empty(),
            Self::Object(object) => object.is_zero(),
            Self::Json(json) => json.is_null(),
        }
    }

    pub(super) fn holds_nothing(&self) -> bool {
        matches!(self, Self::Null | Self::Nothing)
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }
}
