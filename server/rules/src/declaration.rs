//! What rules see of a value: its type, and how large it can be.
//!
//! Mirrors `DeclType` of k8s.io/apiserver (pkg/cel/types.go). Must not know schemas nor expressions.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_cel::types::Type;

/// The most bytes that a request has.
pub const REQUEST: i64 = 3 * 1024 * 1024;

/// A type with the sizes that the estimate needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The type.
    pub shape: DeclaredType,
    /// The most characters, items or entries; 0 for what has none.
    pub max_elements: i64,
    /// The fewest bytes of it as JSON.
    pub(crate) min_size: i64,
    /// Whether `max_elements` is the schema's own, and not what a request can hold.
    pub bounded: bool,
}

/// The type of a declaration, with those of what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredType {
    /// A type that holds no others.
    Scalar(Type),
    /// A list, by its items.
    List(Arc<Declaration>),
    /// The keys are strings.
    Map(Arc<Declaration>),
    /// By the names that rules use.
    Object(BTreeMap<String, Arc<Declaration>>),
}

impl Declaration {
    /// The names of its fields; none if it is not an object.
    pub fn field_names(&self) -> Vec<&str> {
        match &self.shape {
            DeclaredType::Object(fields) => fields.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// A type that holds no others, with sizes that are its own.
    pub fn scalar(t: Type, min_size: i64, max_elements: i64) -> Self {
        Self { shape: DeclaredType::Scalar(t), max_elements, min_size, bounded: true }
    }

    /// A string of at most so many bytes.
    pub(crate) fn short_string(bytes: i64) -> Self {
        Self::scalar(Type::String, 2, bytes)
    }

    /// What items of a list and values of a map are.
    pub fn element(&self) -> Option<&Arc<Self>> {
        match &self.shape {
            DeclaredType::List(element) | DeclaredType::Map(element) => Some(element),
            DeclaredType::Scalar(_) | DeclaredType::Object(_) => None,
        }
    }

    /// The field of an object by the name that rules use; `None` for other types.
    pub fn field(&self, name: &str) -> Option<&Arc<Self>> {
        match &self.shape {
            DeclaredType::Object(fields) => fields.get(name),
            _ => None,
        }
    }

    /// The type as the checker has it; an object has the name of its place.
    pub fn cel_type(&self, name: &str) -> Type {
        match &self.shape {
            DeclaredType::Scalar(t) => t.clone(),
            DeclaredType::List(item) => Type::list(item.cel_type(&format!("{name}.@idx"))),
            DeclaredType::Map(value) => Type::map(Type::String, value.cel_type(&format!("{name}.@elem"))),
            DeclaredType::Object(_) => Type::object(name),
        }
    }
}

/// `maxLength` counts characters, of which each may take four bytes.
pub(crate) fn in_bytes(characters: i64) -> i64 {
    characters.max(0).wrapping_mul(4)
}
