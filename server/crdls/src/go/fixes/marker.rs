//! Markers as an author writes them.

use crdls_markers::grammar::Quotes;
use crdls_markers::registry::{Argument, Generator, Target, Version, all};
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

/// The markers that give a keyword its value, each with its plus; `None` where none does.
pub(super) fn of_keyword(
    keyword: &str,
    value: &JsonValue,
    of_items: bool,
    version: Version,
) -> Option<Vec<String>> {
    let mut markers = all().iter().filter(|marker| {
        marker.schema == keyword
            && marker.generator == Generator::Crd
            && marker.items == of_items
            && marker.instead.is_empty()
            && !marker.name.starts_with("k8s:")
            && marker.is_read(Target::Field, version)
    });
    let marker = markers.next()?;
    let with = |value: String| format!("+{}={value}", marker.name);
    match value {
        JsonValue::Bool(true) if marker.arguments.is_empty() => Some(vec![format!("+{}", marker.name)]),
        JsonValue::Map(members) if !marker.anonymous => {
            let named = |argument: &&Argument| members.iter().any(|member| *member.name == *argument.name);
            let all = marker.arguments.iter().filter(named).map(|argument| {
                let member = members.iter().find(|member| *member.name == *argument.name)?;
                Some(format!("{}={}", argument.name, self::argument(&member.value.value)?))
            });
            let all = all.collect::<Option<Vec<_>>>()?;
            (all.len() == members.len()).then(|| vec![format!("+{}:{}", marker.name, all.join(","))])
        }
        _ if !marker.anonymous => None,
        JsonValue::List(items) if marker.many => {
            items.iter().map(|item| Some(with(argument(&item.value)?))).collect()
        }
        JsonValue::List(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| argument(&item.value)).collect();
            Some(vec![with(items?.join(";"))])
        }
        value => Some(vec![with(argument(value)?)]),
    }
}

/// A value as an argument; `None` where it is a list or an object.
pub(super) fn argument(value: &JsonValue) -> Option<String> {
    let is_word = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
            && !matches!(text, "true" | "false")
    };
    match value {
        JsonValue::Str(text) if is_word(text) => Some(text.to_string()),
        JsonValue::Str(text) if !text.contains(['`', '\n', '\r']) && text.contains(['\\', '"']) => {
            Some(format!("`{text}`"))
        }
        JsonValue::Str(text) => Some(format!("\"{}\"", inside(text, Quotes::Double)?)),
        JsonValue::Bool(_) | JsonValue::Int(_) | JsonValue::Float(_) => {
            Some(Json { value: value.clone(), range: TextRange::default() }.to_json())
        }
        JsonValue::Null | JsonValue::List(_) | JsonValue::Map(_) => None,
    }
}

/// A text as a part of a string; `None` where it cannot be written there.
pub(super) fn inside(text: &str, quotes: Quotes) -> Option<String> {
    let is_plain = |c: char| c == '\t' || !c.is_control();
    match quotes {
        Quotes::Double => {
            let mut out = String::with_capacity(text.len());
            for c in text.chars() {
                match c {
                    '"' | '\\' => out.extend(['\\', c]),
                    '\n' => out.push_str("\\n"),
                    c if is_plain(c) => out.push(c),
                    _ => return None,
                }
            }
            Some(out)
        }
        Quotes::Back => (!text.contains('`') && text.chars().all(is_plain)).then(|| text.to_owned()),
        Quotes::None => {
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
            text.chars().all(is_word).then(|| text.to_owned())
        }
    }
}
