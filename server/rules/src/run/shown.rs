//! Values as CEL writes them, for a person to read.

use std::fmt::Write as _;

use crdls_cel::eval::{Outcome, Value};
use crdls_go::go_float;

/// A value in the syntax of CEL where it has one, cut after so many characters; an error as its words.
pub fn shown(outcome: &Outcome, most: usize) -> String {
    let mut text = String::new();
    write(outcome, most, &mut text);
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// Appends a value; what is past the end of what is shown is left out.
fn write(outcome: &Outcome, most: usize, out: &mut String) {
    if out.len() > most.saturating_mul(4) {
        return;
    }
    let value = match outcome {
        Ok(value) => value,
        Err(error) => return out.push_str(error.words()),
    };
    match value {
        Value::Null => out.push_str("null"),
        Value::String(text) => quoted(text, out),
        Value::Uint(value) => _ = write!(out, "{value}u"),
        Value::Double(value) => {
            let text = go_float(*value);
            let is_whole = text.chars().all(|c| c.is_ascii_digit() || c == '-');
            _ = write!(out, "{text}{}", if is_whole { ".0" } else { "" });
        }
        Value::Duration(_) => _ = write!(out, "duration('{value}')"),
        Value::Timestamp(_) => _ = write!(out, "timestamp('{value}')"),
        Value::Optional(Some(value)) => {
            out.push_str("optional.of(");
            write(&Ok((**value).clone()), most, out);
            out.push(')');
        }
        Value::List(list) => {
            out.push('[');
            for (at, item) in list.iter().enumerate().take(most) {
                out.push_str(if at > 0 { ", " } else { "" });
                write(&item, most, out);
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push('{');
            for (at, key) in map.keys().into_iter().enumerate().take(most) {
                out.push_str(if at > 0 { ", " } else { "" });
                let value = map.get(&key);
                write(&Ok(key), most, out);
                out.push_str(": ");
                write(&value, most, out);
            }
            out.push('}');
        }
        other => _ = write!(out, "{other}"),
    }
}

fn quoted(text: &str, out: &mut String) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => _ = write!(out, "\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out.push('\'');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_in_cel() {
        let list = Value::list(vec![Value::string("it's"), Value::Null, Value::Double(2.0), Value::Uint(3)]);
        assert_eq!(shown(&Ok(list.clone()), 80), r"['it\'s', null, 2.0, 3u]");
        assert_eq!(shown(&Ok(list), 5), "['it\\…");
        assert_eq!(shown(&Ok(Value::some(Value::Int(1))), 80), "optional.of(1)");
    }
}
