//! A value of a sample, its keys in the order in which they are to be read, and how it is written.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crdls_text::TextRange;

use crdls_go::go_float;
use crdls_report::FieldPath;
use crdls_values::{Json, JsonMember, JsonValue, double_quoted};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// Comments by the path that they stand above; those of a path that is not there stand at the end.
pub(super) type Comments = BTreeMap<FieldPath, Vec<String>>;

impl Value {
    pub(super) fn of_json(json: &Json) -> Self {
        match &json.value {
            JsonValue::Null => Self::Null,
            JsonValue::Bool(value) => Self::Bool(*value),
            JsonValue::Int(value) => Self::Int(*value),
            JsonValue::Float(value) => Self::Float(*value),
            JsonValue::Str(text) => Self::Str(text.to_string()),
            JsonValue::List(items) => Self::List(items.iter().map(Self::of_json).collect()),
            JsonValue::Map(members) => {
                let member = |member: &crdls_values::JsonMember| {
                    (member.name.to_string(), Self::of_json(&member.value))
                };
                Self::Map(members.iter().map(member).collect())
            }
        }
    }

    /// The value as the server's decoder holds it, in JSON that is not part of any text.
    pub(super) fn json(&self) -> Json {
        Json::unplaced(match self {
            Self::Null => JsonValue::Null,
            Self::Bool(value) => JsonValue::Bool(*value),
            Self::Int(value) => JsonValue::Int(*value),
            Self::Float(value) => JsonValue::of_float(*value),
            Self::Str(text) => JsonValue::Str(text.as_str().into()),
            Self::List(items) => JsonValue::List(items.iter().map(Self::json).collect()),
            Self::Map(members) => {
                // Of members of one name the last one counts.
                let mut sorted: Vec<_> = members.iter().rev().collect();
                sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
                sorted.dedup_by(|(one, _), (other, _)| one == other);
                let member = |(name, value): &(String, Self)| JsonMember {
                    name: name.as_str().into(),
                    key: TextRange::empty(0),
                    value: value.json(),
                };
                JsonValue::Map(sorted.into_iter().map(member).collect())
            }
        })
    }

    /// The value in YAML, on one line.
    pub(super) fn flow(&self) -> String {
        match self {
            Self::List(items) => {
                format!("[{}]", items.iter().map(Self::flow).collect::<Vec<_>>().join(", "))
            }
            Self::Map(members) => {
                let members =
                    members.iter().map(|(name, value)| format!("{}: {}", scalar(name), value.flow()));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }
            value => value.plain(),
        }
    }

    /// A scalar, or an empty list or map.
    fn plain(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Float(value) => go_float(*value),
            Self::Str(text) => scalar(text),
            Self::List(_) => "[]".to_owned(),
            Self::Map(_) => "{}".to_owned(),
        }
    }

    /// The value in YAML, with a line for each scalar.
    pub(super) fn to_yaml(&self, comments: &Comments) -> String {
        let mut writer = Writer { out: String::new(), comments: comments.clone() };
        writer.block(self, &FieldPath::default(), 0);
        for line in std::mem::take(&mut writer.comments).into_values().flatten() {
            writer.comment(&line, 0);
        }
        writer.out
    }
}

struct Writer {
    out: String,
    /// The comments that were not written yet.
    comments: Comments,
}

impl Writer {
    /// Writes a map or a list that is not empty, each member on lines of its own.
    fn block(&mut self, value: &Value, path: &FieldPath, indent: usize) {
        match value {
            Value::Map(members) => {
                for (name, value) in members {
                    self.member(name, value, &path.child(name), indent);
                }
            }
            Value::List(items) => {
                for (index, value) in items.iter().enumerate() {
                    self.item(value, &path.item(index), indent);
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, name: &str, value: &Value, path: &FieldPath, indent: usize) {
        self.comments_of(path, indent);
        self.indent(indent);
        self.out.push_str(&scalar(name));
        self.out.push(':');
        match value {
            Value::Map(members) if !members.is_empty() => {
                self.out.push('\n');
                self.block(value, path, indent + 2);
            }
            Value::List(items) if !items.is_empty() => {
                self.out.push('\n');
                self.block(value, path, indent);
            }
            _ => self.inline(value),
        }
    }

    fn item(&mut self, value: &Value, path: &FieldPath, indent: usize) {
        self.comments_of(path, indent);
        let start = self.out.len();
        match value {
            Value::Map(members) if !members.is_empty() => self.block(value, path, indent + 2),
            Value::List(items) if !items.is_empty() => self.block(value, path, indent + 2),
            _ => {
                self.indent(indent + 1);
                self.inline(value);
            }
        }
        // The dash takes the place of two blanks before the first line that is no comment.
        let lines = self.out.get(start..).unwrap_or_default();
        let skipped: usize = lines
            .split_inclusive('\n')
            .take_while(|line| line.trim_start().starts_with('#'))
            .map(str::len)
            .sum();
        let at = start + skipped + indent;
        if self.out.get(at..=at) == Some(" ") || self.out.get(at..).is_some_and(|rest| rest.starts_with(' '))
        {
            self.out.replace_range(at..=at, "-");
        } else {
            self.out.insert(at.min(self.out.len()), '-');
        }
    }

    fn inline(&mut self, value: &Value) {
        let _ = writeln!(self.out, " {}", value.plain());
    }

    fn comments_of(&mut self, path: &FieldPath, indent: usize) {
        for line in self.comments.remove(path).unwrap_or_default() {
            self.comment(&line, indent);
        }
    }

    fn comment(&mut self, text: &str, indent: usize) {
        for line in text.lines() {
            self.indent(indent);
            let _ = writeln!(self.out, "# {line}");
        }
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}

/// A text as a scalar: plain where nothing else can be read in it, else in double quotes, as in JSON.
fn scalar(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./@".contains(c))
        && matches!(crdls_yaml::resolve::resolve_plain(text), crdls_yaml::Scalar::Str(_));
    if is_plain { text.to_owned() } else { double_quoted(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written() {
        let text = |text: &str| Value::Str(text.to_owned());
        let value = Value::Map(vec![
            ("a".into(), text("on")),
            (
                "b".into(),
                Value::List(vec![
                    text("x"),
                    Value::Map(vec![("c".into(), Value::Int(1)), ("d".into(), text("1"))]),
                ]),
            ),
            ("e".into(), Value::Map(Vec::new())),
            ("f/g".into(), Value::List(vec![Value::List(vec![Value::Null]), Value::List(Vec::new())])),
        ]);
        let mut comments = Comments::new();
        let second = FieldPath::of_names(&["b"]).item(1);
        comments.insert(second.child("c"), vec!["one".into()]);
        comments.insert(second, vec!["all".into()]);
        comments.insert(FieldPath::of_names(&["z"]), vec!["last".into()]);
        let expected =
            "a: \"on\"\nb:\n- x\n# all\n  # one\n- c: 1\n  d: \"1\"\ne: {}\nf/g:\n- - null\n- []\n# last\n";
        assert_eq!(value.to_yaml(&comments), expected);
    }
}
