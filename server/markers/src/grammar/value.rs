//! Values of arguments, with their ranges in the file.

use crdls_go::go_quote;
use crdls_text::TextRange;

use super::{Text, shifted};

/// A value and the text that it is written as.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Where it stands in the file.
    pub range: TextRange,
    /// What it is.
    pub kind: ValueKind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// An int.
    Int(i64),
    /// A float64.
    Number(f64),
    /// A bool.
    Bool(bool),
    /// A string.
    String(Text),
    /// A slice.
    List(Vec<Value>),
    /// A map with string keys, as it is written: of equal keys the last one counts.
    Map(Vec<(Text, Value)>),
    /// What the marker reads by itself (`RawArguments`, `ParseMarker`).
    Raw(Text),
}

impl Value {
    /// The same value where it is moved by a distance, modulo 2³².
    pub(crate) fn shifted(&self, by: u32) -> Self {
        let kind = match &self.kind {
            ValueKind::String(text) => ValueKind::String(text.shifted(by)),
            ValueKind::Raw(text) => ValueKind::Raw(text.shifted(by)),
            ValueKind::List(items) => ValueKind::List(items.iter().map(|item| item.shifted(by)).collect()),
            ValueKind::Map(members) => {
                let members = members.iter().map(|(key, value)| (key.shifted(by), value.shifted(by)));
                ValueKind::Map(members.collect())
            }
            plain @ (ValueKind::Int(_) | ValueKind::Number(_) | ValueKind::Bool(_)) => plain.clone(),
        };
        Self { range: shifted(self.range, by), kind }
    }

    /// The string.
    pub fn as_text(&self) -> Option<&Text> {
        match &self.kind {
            ValueKind::String(text) | ValueKind::Raw(text) => Some(text),
            _ => None,
        }
    }

    /// The string's value.
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(Text::as_str)
    }

    /// The number.
    pub fn as_f64(&self) -> Option<f64> {
        match self.kind {
            ValueKind::Int(value) => Some(value as f64),
            ValueKind::Number(value) => Some(value),
            _ => None,
        }
    }

    /// The bool.
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind {
            ValueKind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The items of a slice; none of anything else.
    pub fn items(&self) -> &[Value] {
        match &self.kind {
            ValueKind::List(items) => items,
            _ => &[],
        }
    }

    /// The name of its type as Go prints it with `%T`.
    pub fn go_type(&self) -> &'static str {
        match &self.kind {
            ValueKind::Int(_) => "int",
            ValueKind::Number(_) => "float64",
            ValueKind::Bool(_) => "bool",
            ValueKind::String(_) | ValueKind::Raw(_) => "string",
            ValueKind::Map(_) => "map[string]interface {}",
            ValueKind::List(items) => match items.first().map(Value::go_type) {
                Some("int") => "[]int",
                Some("float64") => "[]float64",
                Some("bool") => "[]bool",
                _ => "[]string",
            },
        }
    }

    /// The value for a sentence: a string in quotes, anything else as the file has it.
    pub fn shown(&self, source: &str) -> String {
        match &self.kind {
            ValueKind::String(text) => go_quote(text.as_str()),
            _ => self.range.of(source).to_owned(),
        }
    }
}
