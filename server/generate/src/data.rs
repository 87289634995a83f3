//! Values on their way into a CRD, with their origins.

use std::sync::Arc;

use crdls_markers::grammar::{Text as MarkerText, Value, ValueKind};
use crdls_text::TextRange;
use crdls_values::json::Reader;
use crdls_values::{Json, JsonValue};
use crdls_yaml::Tree;

use crate::Origin;
use crate::origin::{Declared, Literal};

/// A value with its origin.
#[derive(Clone, Debug)]
pub struct Item {
    /// The value.
    pub data: Data,
    /// What it comes from.
    pub origin: Origin,
    /// Whether it is the schema of a type that is not found, so that nothing is known of what is in it.
    pub is_unknown: bool,
    /// The number of a schema: those with the same one are the same. 0 for everything else.
    pub number: u64,
}

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(Text),
    /// A list.
    List(Vec<Item>),
    /// An object.
    Map(Arc<[Member]>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name.
    pub name: Arc<str>,
    /// What the name comes from.
    pub origin: Origin,
    /// The value.
    pub value: Item,
}

/// A string. If it is written in a marker, the way back from its characters is known.
#[derive(Clone, Debug)]
pub struct Text {
    /// The string.
    pub value: Arc<str>,
    /// The literal of a marker.
    pub literal: Option<Literal>,
}

impl PartialEq for Item {
    /// Values are equal wherever they come from.
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Item {
    pub(crate) fn new(data: Data, origin: Origin) -> Self {
        Self { data, origin, is_unknown: false, number: 0 }
    }

    pub(crate) fn text(value: &str, origin: Origin) -> Self {
        Self::new(Data::Text(Text { value: value.into(), literal: None }), origin)
    }

    pub(crate) fn bool(value: bool, origin: Origin) -> Self {
        Self::new(Data::Bool(value), origin)
    }

    /// The string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(&text.value),
            _ => None,
        }
    }

    /// The value of a marker or argument.
    pub(crate) fn of(value: &Value, declared: Declared) -> Self {
        let origin = declared.origin(value.range);
        let data = match &value.kind {
            ValueKind::Int(number) => Data::Int(*number),
            ValueKind::Number(number) => Data::Float(*number),
            ValueKind::Bool(value) => Data::Bool(*value),
            ValueKind::String(literal) => Data::Text(Text::of(literal, declared)),
            ValueKind::List(items) => Data::List(items.iter().map(|item| Self::of(item, declared)).collect()),
            ValueKind::Map(members) => Data::Map(of_members(members, declared)),
            ValueKind::Raw(literal) => {
                return Self::of_json(literal, declared).unwrap_or(Self::new(Data::Null, origin));
            }
        };
        Self::new(data, origin)
    }

    /// The JSON in a marker that reads its value by itself.
    fn of_json(literal: &MarkerText, declared: Declared) -> Option<Self> {
        let text = literal.as_str();
        // `+default=ref(…)` names a Go constant, which controller-gen does not look up.
        if text.trim_start().starts_with("ref(") {
            return None;
        }
        let tree = Tree::parse(text);
        let root = tree.first_root(text)?;
        let json = Reader::default().read(root);
        Some(Self::of_value(&json, &|range| declared.origin(literal.source_range(range))))
    }

    /// A value of JSON. `at` has the origin of a range of its text.
    pub(crate) fn of_value(json: &Json, at: &impl Fn(TextRange) -> Origin) -> Self {
        let data = match &json.value {
            JsonValue::Null => Data::Null,
            JsonValue::Bool(value) => Data::Bool(*value),
            JsonValue::Int(value) => Data::Int(*value),
            JsonValue::Float(value) => Data::Float(*value),
            JsonValue::Str(value) => Data::Text(Text { value: (**value).into(), literal: None }),
            JsonValue::List(items) => Data::List(items.iter().map(|item| Self::of_value(item, at)).collect()),
            JsonValue::Map(members) => Data::Map(
                members
                    .iter()
                    .map(|member| Member {
                        name: (*member.name).into(),
                        origin: at(member.key),
                        value: Self::of_value(&member.value, at),
                    })
                    .collect(),
            ),
        };
        Self::new(data, at(json.range))
    }

    /// Whether it is `{}`.
    pub(crate) fn is_empty_map(&self) -> bool {
        matches!(&self.data, Data::Map(members) if members.is_empty())
    }
}

/// Of equal keys the last one counts.
fn of_members(members: &[(MarkerText, Value)], declared: Declared) -> Arc<[Member]> {
    let mut out: Vec<Member> = Vec::with_capacity(members.len());
    for (key, value) in members {
        out.retain(|member| *member.name != *key.as_str());
        let value = Item::of(value, declared);
        out.push(Member { name: key.as_str().into(), origin: declared.origin(key.range()), value });
    }
    out.into()
}

impl Text {
    pub(crate) fn of(literal: &MarkerText, declared: Declared) -> Self {
        Self { value: literal.as_str().into(), literal: Some(Literal::new(literal, declared)) }
    }
}

/// An object under construction.
#[derive(Debug, Default)]
pub(crate) struct Object(pub Vec<Member>);

impl Object {
    pub(crate) fn set(&mut self, name: &str, value: Item) {
        let origin = value.origin;
        self.set_with(name, origin, value);
    }

    pub(crate) fn set_with(&mut self, name: &str, origin: Origin, value: Item) {
        self.0.retain(|member| *member.name != *name);
        self.0.push(Member { name: name.into(), origin, value });
    }

    pub(crate) fn set_some(&mut self, name: &str, value: Option<Item>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    pub(crate) fn item(self, origin: Origin) -> Item {
        Item::new(Data::Map(self.0.into()), origin)
    }
}
