//! Values that fixes write, in the style of what stands around them.
//!
//! Knows how YAML and JSON are written; must not know Kubernetes.

use crdls_values::{Json, JsonMember, JsonValue, double_quoted};
use crdls_yaml::Scalar;
use crdls_yaml::resolve::resolve_plain;

pub(super) use crate::lines::BlockStyle;

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Bool(bool),
    /// A number, or null, as JSON has it.
    Scalar(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn number(number: u64) -> Self {
        Self::Scalar(number.to_string())
    }

    pub(super) fn of_json(json: &Json) -> Self {
        match &json.value {
            JsonValue::Str(text) => Self::Text(text.to_string()),
            JsonValue::List(items) => Self::List(items.iter().map(Self::of_json).collect()),
            JsonValue::Map(members) => {
                let member = |member: &JsonMember| (member.name.to_string(), Self::of_json(&member.value));
                Self::Map(members.iter().map(member).collect())
            }
            JsonValue::Bool(value) => Self::Bool(*value),
            _ => Self::Scalar(json.to_json()),
        }
    }

    pub(super) fn map(key: impl Into<String>, value: Self) -> Self {
        Self::Map(vec![(key.into(), value)])
    }

    /// Whether there is a mapping with something in it, which is easier to read on lines of its own.
    pub(super) fn has_members(&self) -> bool {
        match self {
            Self::Map(members) => !members.is_empty(),
            Self::List(items) => items.iter().any(Self::has_members),
            _ => false,
        }
    }

    /// On one line; `json`: in JSON's quotes.
    pub(super) fn flow(&self, json: bool) -> String {
        match self {
            Self::Text(text) => word(text, json),
            Self::Bool(value) => value.to_string(),
            Self::Scalar(value) => value.clone(),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(|item| item.flow(json)).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Map(members) => {
                let members =
                    members.iter().map(|(key, value)| format!("{}: {}", word(key, json), value.flow(json)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// What follows the colon of a key at a column, in block style.
    pub(super) fn behind_key(&self, column: usize, style: BlockStyle) -> String {
        let newline = style.newline;
        match self {
            Self::Map(members) if !members.is_empty() => members
                .iter()
                .map(|(key, value)| {
                    let inner = column + 2;
                    let pad = " ".repeat(inner);
                    format!("{newline}{pad}{}:{}", word(key, false), value.behind_key(inner, style))
                })
                .collect(),
            Self::List(items) if !items.is_empty() => {
                let column = column + style.dash;
                let pad = " ".repeat(column);
                let item = |item: &Value| format!("{newline}{pad}- {}", item.behind_dash(column, style));
                items.iter().map(item).collect()
            }
            value => format!(" {}", value.flow(false)),
        }
    }
}

impl Value {
    /// What follows a dash at a column.
    fn behind_dash(&self, column: usize, style: BlockStyle) -> String {
        let Self::Map(members) = self else { return self.flow(false) };
        let inner = column + 2;
        let lines = members
            .iter()
            .map(|(key, value)| format!("{}:{}", word(key, false), value.behind_key(inner, style)));
        lines.collect::<Vec<_>>().join(&format!("{}{}", style.newline, " ".repeat(inner)))
    }
}

/// A text as a key or scalar: without quotes where it is read as the same text.
pub fn word(text: &str, json: bool) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-' | '_' | '$');
    let plain = !json
        && text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '$'))
        && text.chars().all(is_plain)
        && matches!(resolve_plain(text), Scalar::Str(_));
    if plain { text.to_owned() } else { double_quoted(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_where_they_are_needed() {
        for (text, written) in [
            ("object", "object"),
            ("x-kubernetes-list-type", "x-kubernetes-list-type"),
            (".spec.replicas", ".spec.replicas"),
            ("yes", "\"yes\""),
            ("1.5", "\"1.5\""),
            ("", "\"\""),
            ("-a", "\"-a\""),
            ("a: b", "\"a: b\""),
            ("say \"x\"\n", "\"say \\\"x\\\"\\n\""),
        ] {
            assert_eq!(word(text, false), written);
        }
        assert_eq!(word("object", true), "\"object\"");
    }

    #[test]
    fn collections_in_both_styles() {
        let list = Value::List(vec![Value::text("a"), Value::number(1)]);
        let map = Value::Map(vec![("k".into(), list), ("m".into(), Value::map("x", Value::Bool(true)))]);
        assert_eq!(map.flow(false), "{k: [a, 1], m: {x: true}}");
        assert_eq!(map.flow(true), r#"{"k": ["a", 1], "m": {"x": true}}"#);
        let style = |dash| BlockStyle { newline: "\n", dash };
        assert_eq!(map.behind_key(2, style(0)), "\n    k:\n    - a\n    - 1\n    m:\n      x: true");
        assert_eq!(map.behind_key(0, style(2)), "\n  k:\n    - a\n    - 1\n  m:\n    x: true");
        assert_eq!(Value::Map(vec![]).behind_key(0, style(0)), " {}");
    }
}
