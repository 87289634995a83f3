//! JSON values as YAML that kubectl reads as the same values.
//!
//! Must not know what the values are.

use std::fmt::Write as _;

use crdls_yaml::{Scalar, resolve};

use super::{Json, JsonValue};

/// A value as a YAML document, keys sorted.
pub fn yaml(value: &Json) -> String {
    let mut out = String::new();
    block(value, 0, &mut out);
    out
}

/// A value after `key:` or `-`, or at the root, with what ends its line.
fn block(value: &Json, indent: usize, out: &mut String) {
    match &value.value {
        JsonValue::Map(members) if !members.is_empty() => {
            for (i, member) in members.iter().enumerate() {
                start(i, indent, out);
                out.push_str(&text(&member.name));
                out.push(':');
                below(&member.value, indent, out);
            }
        }
        JsonValue::List(items) if !items.is_empty() => {
            for (i, item) in items.iter().enumerate() {
                start(i, indent, out);
                out.push('-');
                match &item.value {
                    JsonValue::Map(members) if !members.is_empty() => {
                        out.push(' ');
                        block(item, indent + 2, out);
                    }
                    _ => below(item, indent, out),
                }
            }
        }
        _ => scalar(value, indent, out),
    }
}

/// The first entry of a block stands where the block does.
fn start(number: usize, indent: usize, out: &mut String) {
    if number > 0 || out.ends_with('\n') {
        out.extend(std::iter::repeat_n(' ', indent));
    }
}

fn below(value: &Json, indent: usize, out: &mut String) {
    match &value.value {
        JsonValue::Map(members) if !members.is_empty() => {
            out.push('\n');
            block(value, indent + 2, out);
        }
        JsonValue::List(items) if !items.is_empty() => {
            out.push('\n');
            let inside_list = out.trim_end().ends_with('-');
            block(value, if inside_list { indent + 2 } else { indent }, out);
        }
        _ => {
            out.push(' ');
            scalar(value, indent, out);
        }
    }
}

fn scalar(value: &Json, indent: usize, out: &mut String) {
    match &value.value {
        JsonValue::Str(text) if is_literal(text) => literal(text, indent + 2, out),
        JsonValue::Str(plain) => {
            out.push_str(&text(plain));
            out.push('\n');
        }
        _ => {
            let done = writeln!(out, "{}", value.to_json());
            debug_assert!(done.is_ok(), "writing to a string does not fail");
        }
    }
}

/// Whether a text is written as a block: of several lines, and without what a block cannot hold.
fn is_literal(text: &str) -> bool {
    let plain = |c: char| {
        c == '\n'
            || c == '\t'
            || (!c.is_control() && c != '\u{feff}' && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}'))
    };
    text.trim_end_matches('\n').contains('\n')
        && text.chars().all(plain)
        && !text.starts_with([' ', '\t', '\n'])
        && text.lines().all(|line| !line.ends_with([' ', '\t']))
}

fn literal(text: &str, indent: usize, out: &mut String) {
    let ends = text.len() - text.trim_end_matches('\n').len();
    out.push_str(match ends {
        0 => "|-\n",
        1 => "|\n",
        _ => "|+\n",
    });
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// A text as a plain scalar, or in quotes where it would be something else.
fn text(text: &str) -> String {
    let first = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '.' | '^' | '$' | '(' | '+');
    let inside = |c: char| c.is_ascii_graphic() || c == ' ';
    let safe = text.starts_with(first)
        && text.chars().all(inside)
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with([' ', ':'])
        && matches!(resolve::resolve_plain(text), Scalar::Str(_));
    if safe { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    Json::unplaced(JsonValue::Str(text.into())).to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let source = r##"{"a": [], "b": {}, "c": [1, [2, 3], {"d": {"e": null}, "f": "g"}], "h": "1", "i": "no",
            "j": "a: b", "k": "x\ny\n", "l": "x\ny", "m": "- x", "n": "", "o": " x", "p": "ü", "q": "x\n\n y\n\n\n",
            "1": true, "r s": 1.5, "t": [[]], "u": "#", "v": "a #b", "w": "a\tb", "x": "trailing \nline"}"##;
        let read = |text: &str| {
            let tree = crdls_yaml::Tree::parse(text);
            let root = tree.first_root(text).unwrap();
            super::super::Reader::default().read(root)
        };
        let value = read(source);
        let text = yaml(&value);
        assert_eq!(read(&text), value, "{text}");
    }
}
