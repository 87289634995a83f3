//! JSON as rules read it: shared, so that a value that rules look at is a part of it and no copy.

use std::sync::Arc;

use crdls_values::{Json, JsonValue};

/// A JSON value. Cheap to copy.
#[derive(Clone, Debug)]
pub enum Data {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A number that Go holds as int64.
    Int(i64),
    /// A number that Go holds as float64.
    Float(f64),
    /// A string.
    Str(Arc<str>),
    /// A list.
    List(Arc<[Data]>),
    /// Sorted by name, each name once.
    Map(Arc<[Member]>),
    /// What stands in place of another value that nobody knows: rules see that there is one, and no more.
    Doubtful(Arc<Data>),
}

/// A member of a map.
pub type Member = (Arc<str>, Data);

impl Data {
    /// The data of a JSON value; ranges are left out.
    pub fn of(json: &Json) -> Self {
        match &json.value {
            JsonValue::Null => Self::Null,
            JsonValue::Bool(value) => Self::Bool(*value),
            JsonValue::Int(value) => Self::Int(*value),
            JsonValue::Float(value) => Self::Float(*value),
            JsonValue::Str(text) => Self::Str(text.as_ref().into()),
            JsonValue::List(items) => Self::List(items.iter().map(Self::of).collect()),
            JsonValue::Map(members) => Self::Map(
                members.iter().map(|member| (member.name.as_ref().into(), Self::of(&member.value))).collect(),
            ),
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The member of a map.
    pub fn get(&self, name: &str) -> Option<&Data> {
        let Self::Map(members) = self else { return None };
        let at = members.binary_search_by(|(its, _)| (**its).cmp(name)).ok()?;
        members.get(at).map(|(_, value)| value)
    }

    /// The items of a list; none for other values.
    pub fn items(&self) -> &[Data] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The members of a map; none for other values.
    pub fn members(&self) -> &[Member] {
        match self {
            Self::Map(members) => members,
            _ => &[],
        }
    }

    /// The name of the Go type that holds it.
    pub(super) fn go_type(&self) -> &'static str {
        match self {
            Self::Null => "<nil>",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int64",
            Self::Float(_) => "float64",
            Self::Str(_) => "string",
            Self::List(_) => "[]interface {}",
            Self::Map(_) => "map[string]interface {}",
            Self::Doubtful(data) => data.go_type(),
        }
    }

    /// `equality.Semantic.DeepEqual`
    pub fn deep_equal(&self, other: &Data) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::List(a), Self::List(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.deep_equal(b))
            }
            (Self::Map(a), Self::Map(b)) => {
                let same = |(a, b): (&Member, &Member)| a.0 == b.0 && a.1.deep_equal(&b.1);
                a.len() == b.len() && a.iter().zip(b.iter()).all(same)
            }
            _ => false,
        }
    }
}
