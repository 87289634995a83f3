//! How Go prints a value: as JSON, with `%v` and with `%#v`.
//!
//! Mirrors encoding/json's `Marshal` and fmt of Go for the values that a decoder makes.

use std::fmt::Write;

use crdls_go::{go_float, go_quote};
use crdls_yaml::resolve;

use super::{Json, JsonValue};

impl Json {
    /// The output of `json.Marshal`: keys sorted, no blanks, `<`, `>` and `&` escaped.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        write_json(&self.value, &mut out);
        out
    }

    /// The same at the end of a text.
    pub fn write_json(&self, out: &mut String) {
        write_json(&self.value, out);
    }

    /// The output of `%v`: `map[a:1 b:[true <nil>]]`.
    pub fn to_go(&self) -> String {
        let mut out = String::new();
        write_go(&self.value, &mut out);
        out
    }

    /// The output of `%#v`: `map[string]interface {}{"a":1}`.
    pub fn to_go_syntax(&self) -> String {
        let mut out = String::new();
        write_go_syntax(&self.value, &mut out);
        out
    }

    /// The Go type of the value, as `%T` prints it.
    pub const fn go_type(&self) -> &'static str {
        match self.value {
            JsonValue::Null => "<nil>",
            JsonValue::Bool(_) => "bool",
            JsonValue::Int(_) => "int64",
            JsonValue::Float(_) => "float64",
            JsonValue::Str(_) => "string",
            JsonValue::List(_) => "[]interface {}",
            JsonValue::Map(_) => "map[string]interface {}",
        }
    }

    /// The value as a field error quotes it: strings in quotes, numbers as `%v`, else JSON.
    pub fn quoted(&self) -> String {
        match &self.value {
            JsonValue::Str(text) => go_quote(text),
            JsonValue::Float(value) => go_float(*value),
            _ => self.to_json(),
        }
    }
}

fn write_json(value: &JsonValue, out: &mut String) {
    match value {
        JsonValue::Null => out.push_str("null"),
        JsonValue::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        JsonValue::Int(value) => push(out, value),
        JsonValue::Float(value) => out.push_str(&resolve::json_number(*value).unwrap_or_default()),
        JsonValue::Str(text) => json_string(text, out),
        JsonValue::List(items) => {
            out.push('[');
            join(items, out, ",", |item, out| write_json(&item.value, out));
            out.push(']');
        }
        JsonValue::Map(members) => {
            out.push('{');
            join(members, out, ",", |member, out| {
                json_string(&member.name, out);
                out.push(':');
                write_json(&member.value.value, out);
            });
            out.push('}');
        }
    }
}

fn write_go(value: &JsonValue, out: &mut String) {
    match value {
        JsonValue::Null => out.push_str("<nil>"),
        JsonValue::Bool(value) => push(out, value),
        JsonValue::Int(value) => push(out, value),
        JsonValue::Float(value) => out.push_str(&go_float(*value)),
        JsonValue::Str(text) => out.push_str(text),
        JsonValue::List(items) => {
            out.push('[');
            join(items, out, " ", |item, out| write_go(&item.value, out));
            out.push(']');
        }
        JsonValue::Map(members) => {
            out.push_str("map[");
            join(members, out, " ", |member, out| {
                out.push_str(&member.name);
                out.push(':');
                write_go(&member.value.value, out);
            });
            out.push(']');
        }
    }
}

fn write_go_syntax(value: &JsonValue, out: &mut String) {
    match value {
        JsonValue::Null => out.push_str("interface {}(nil)"),
        JsonValue::Bool(value) => push(out, value),
        JsonValue::Int(value) => push(out, value),
        JsonValue::Float(value) => out.push_str(&go_float(*value)),
        JsonValue::Str(text) => out.push_str(&go_quote(text)),
        JsonValue::List(items) => {
            out.push_str("[]interface {}{");
            join(items, out, ", ", |item, out| write_go_syntax(&item.value, out));
            out.push('}');
        }
        JsonValue::Map(members) => {
            out.push_str("map[string]interface {}{");
            join(members, out, ", ", |member, out| {
                out.push_str(&go_quote(&member.name));
                out.push(':');
                write_go_syntax(&member.value.value, out);
            });
            out.push('}');
        }
    }
}

fn push(out: &mut String, value: impl std::fmt::Display) {
    let _ = write!(out, "{value}");
}

fn join<T>(items: &[T], out: &mut String, separator: &str, mut write: impl FnMut(&T, &mut String)) {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        write(item, out);
    }
}

/// A string as `json.Marshal` writes it.
pub fn json_string(text: &str, out: &mut String) {
    out.push('"');
    let is_plain =
        |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'<' | b'>' | b'&');
    if text.bytes().all(is_plain) {
        out.push_str(text);
        out.push('"');
        return;
    }
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;

    fn json(text: &str) -> Json {
        let tree = crdls_yaml::Tree::parse(text);
        Reader::default().read(tree.first_root(text).expect("a root"))
    }

    #[test]
    fn printed_in_two_ways() {
        let value = json("{b: [1, 1.5, ~, n], a: '<x\"'}");
        assert_eq!(value.to_json(), r#"{"a":"\u003cx\"","b":[1,1.5,null,false]}"#);
        assert_eq!(value.to_go(), "map[a:<x\" b:[1 1.5 <nil> false]]");
    }

    #[test]
    fn floats_as_go_prints_them() {
        let table = [
            (1.5, "1.5"),
            (100000.0, "100000"),
            (1e6, "1e+06"),
            (2000000.5, "2.0000005e+06"),
            (0.00001, "1e-05"),
            (0.0001, "0.0001"),
        ];
        for (value, expected) in table {
            assert_eq!(go_float(value), expected);
        }
    }

    #[test]
    fn a_bomb_of_aliases_stays_small() {
        let mut text = String::from("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
        for (this, before) in ('b'..='j').zip('a'..='i') {
            let items = vec![format!("*{before}"); 10].join(", ");
            text.push_str(&format!("{this}: &{this} [{items}]\n"));
        }
        assert!(json(&text).to_json().len() < 1_000_000);
    }

    #[test]
    fn anchors_within_anchors_do_not_nest_without_end() {
        let mut text = String::from("- &a0 [x]\n");
        for i in 1..5000 {
            text.push_str(&format!("- &a{i} [*a{}]\n", i - 1));
        }
        assert!(json(&text).items().len() == 5000);
    }
}
