//! A JSON value as kubectl sends it and as the server keeps it, with its place in the text.
//!
//! Mirrors what sigs.k8s.io/yaml makes of YAML, what encoding/json writes of that, and how
//! sigs.k8s.io/json (`UnmarshalCaseSensitivePreserveInts`) reads it back: a number that is whole and fits
//! is an int64, any other a float64. Must not know the types of fields.

mod number;
mod path;
mod quoted;
mod raw;
mod read;
pub mod size;
mod write;
mod yaml;

use std::hash::{Hash, Hasher};

use crdls_text::TextRange;
use crdls_yaml::Scalar;

pub use number::Number;
pub use path::JsonPath;
pub use quoted::double_quoted;
pub use raw::Raw;
pub use read::Reader;
pub use write::json_string;
pub use yaml::yaml;

/// A value and where it is written; two values are equal wherever they stand.
#[derive(Clone, Debug)]
pub struct Json {
    /// The value.
    pub value: JsonValue,
    /// The bytes of the text where it is written.
    pub range: TextRange,
}

/// A JSON value as Go's decoder holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonValue {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number that fits into int64.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(Box<str>),
    /// A list.
    List(Vec<Json>),
    /// Sorted by name, each name once.
    Map(Vec<JsonMember>),
}

/// A member of a map.
#[derive(Clone, Debug)]
pub struct JsonMember {
    /// The key, decoded.
    pub name: Box<str>,
    /// The bytes of the key.
    pub key: TextRange,
    /// The value.
    pub value: Json,
}

impl JsonValue {
    /// A number as the server's decoder holds it: whole ones that fit as an int64.
    pub fn of_float(value: f64) -> Self {
        Self::of_scalar(&Scalar::Float(value)).unwrap_or(Self::Null)
    }

    /// A scalar as the server's decoder holds it; `None` for infinities and NaN, which JSON has not.
    pub fn of_scalar(scalar: &Scalar<'_>) -> Option<Self> {
        Some(match scalar {
            Scalar::Null => Self::Null,
            Scalar::Bool(value) => Self::Bool(*value),
            Scalar::Str(text) => Self::Str(text.as_ref().into()),
            number => match Number::of(number)? {
                Number::Int(value) => Self::Int(value),
                Number::Float(value) => Self::Float(value),
            },
        })
    }
}

impl Json {
    /// A value that is written nowhere.
    pub const fn unplaced(value: JsonValue) -> Self {
        Self { value, range: TextRange { start: 0, end: 0 } }
    }

    /// The value of a member of a map, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        let JsonValue::Map(members) = &mut self.value else { return None };
        let at = members.binary_search_by(|member| (*member.name).cmp(name)).ok()?;
        members.get_mut(at).map(|member| &mut member.value)
    }

    /// Sets a member of a map; `value` is given the range of the value that it replaces, of a new member that of the map.
    /// Other values stay as they are.
    pub fn set(&mut self, name: &str, value: impl FnOnce(TextRange) -> Json) {
        let range = self.range;
        let JsonValue::Map(members) = &mut self.value else { return };
        match members.binary_search_by(|member| (*member.name).cmp(name)) {
            Ok(at) => {
                if let Some(member) = members.get_mut(at) {
                    member.value = value(member.value.range);
                }
            }
            Err(at) => members.insert(at, JsonMember { name: name.into(), key: range, value: value(range) }),
        }
    }

    /// Takes a member out of a map.
    pub fn remove(&mut self, name: &str) {
        if let JsonValue::Map(members) = &mut self.value {
            members.retain(|member| &*member.name != name);
        }
    }

    /// The member of a map.
    pub fn get(&self, name: &str) -> Option<&Json> {
        let JsonValue::Map(members) = &self.value else { return None };
        let at = members.binary_search_by(|member| (*member.name).cmp(name)).ok()?;
        members.get(at).map(|member| &member.value)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.value, JsonValue::Null)
    }

    /// The text of a string; `None` for other values.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            JsonValue::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; none for other values.
    pub fn items(&self) -> &[Json] {
        match &self.value {
            JsonValue::List(items) => items,
            _ => &[],
        }
    }

    /// The members of a map; none for other values.
    pub fn members(&self) -> &[JsonMember] {
        match &self.value {
            JsonValue::Map(members) => members,
            _ => &[],
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// No number of JSON differs from itself.
impl Eq for Json {}

impl PartialEq for JsonMember {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Hash for Json {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl Hash for JsonValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Null => {}
            Self::Bool(value) => value.hash(state),
            Self::Int(value) => value.hash(state),
            // Both zeros are the same.
            Self::Float(value) => (value + 0.0).to_bits().hash(state),
            Self::Str(text) => text.hash(state),
            Self::List(items) => items.hash(state),
            Self::Map(members) => members.hash(state),
        }
    }
}

impl Hash for JsonMember {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.value).hash(state);
    }
}
