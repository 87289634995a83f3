//! What the text of a scalar means: `resolve` of go.yaml.in/yaml/v3, its decoder and its encoder.
//!
//! kyaml reads YAML with v3 of the library and keeps the text, the tag and the style of a scalar. What the scalar
//! means is decided when the resource is printed, by all three.

use std::sync::Arc;

use crdls_go::{base64, go_quote};
use crdls_values::JsonValue;
use crdls_yaml::{Scalar as Value, resolve};

/// The type of a scalar, as far as it was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// None: the text decides.
    Empty,
    /// `!!null`
    Null,
    /// `!!bool`
    Bool,
    /// `!!int`
    Int,
    /// `!!float`
    Float,
    /// `!!str`
    Str,
    /// `!!timestamp`
    Timestamp,
    /// `!!binary`
    Binary,
    /// Any other tag.
    Other(Arc<str>),
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// A block whose lines are kept.
    Literal,
    /// A block whose lines are folded.
    Folded,
}

/// A scalar as kyaml keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The decoded text.
    pub text: Arc<str>,
    /// The type.
    pub tag: Tag,
    /// How it is written.
    pub style: Style,
    /// Whether the tag is written.
    pub explicit: bool,
}

/// The tags of YAML by their names.
const TAGS: [(&str, Tag); 7] = [
    ("null", Tag::Null),
    ("bool", Tag::Bool),
    ("int", Tag::Int),
    ("float", Tag::Float),
    ("str", Tag::Str),
    ("timestamp", Tag::Timestamp),
    ("binary", Tag::Binary),
];

impl Tag {
    /// The tag that is written `tag`.
    pub fn of(tag: &str) -> Self {
        let name = tag.strip_prefix("tag:yaml.org,2002:").or_else(|| tag.strip_prefix("!!"));
        let known = TAGS.into_iter().find(|(known, _)| name == Some(*known));
        known.map_or_else(|| Self::Other(tag.into()), |(_, tag)| tag)
    }

    fn name(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Other(tag) => tag.to_string(),
            known => {
                TAGS.iter().filter(|(_, tag)| tag == known).map(|(name, _)| format!("!!{name}")).collect()
            }
        }
    }
}

/// What a plain text means (`resolve` with an empty tag). A date is a string as encoding/json writes it.
pub fn resolve_plain(text: &str) -> (Tag, Value<'_>) {
    if let Some(time) = timestamp(text) {
        return (Tag::Timestamp, Value::Str(time.into()));
    }
    match resolve::resolve_plain(text) {
        Value::Null => (Tag::Null, Value::Null),
        // Of the words of YAML 1.1, only these are left.
        Value::Bool(value)
            if matches!(text.len(), 4 | 5) && text.to_ascii_lowercase() == value.to_string() =>
        {
            (Tag::Bool, Value::Bool(value))
        }
        number @ (Value::Int(_) | Value::Uint(_)) => (Tag::Int, number),
        Value::Float(value) => (Tag::Float, Value::Float(value)),
        Value::Bool(_) | Value::Str(_) => (Tag::Str, Value::Str(text.into())),
    }
}

/// A date as encoding/json writes it (`parseTimestamp`, `time.Time.MarshalJSON`).
fn timestamp(text: &str) -> Option<String> {
    if text.as_bytes().get(4) != Some(&b'-') || !resolve::is_timestamp(text) {
        return None;
    }
    let (date, time) = text.split_at_checked(text.find(['T', 't', ' ']).unwrap_or(text.len()))?;
    let time = time.trim_start_matches(['T', 't', ' ']);
    let (clock, zone) = time.split_at_checked(time.find(['Z', '+', '-']).unwrap_or(time.len()))?;
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, ""));
    let fraction = fraction.get(..9).unwrap_or(fraction).trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    let zone = if matches!(zone, "" | "+00:00" | "-00:00") { "Z" } else { zone };
    let padded = |parts: &str, by: &str| {
        let parts: Vec<String> = parts.split(by).map(|part| format!("{part:0>2}")).collect();
        parts.join(by)
    };
    let clock = if clock.is_empty() { "00:00:00".to_owned() } else { padded(clock, ":") };
    Some(format!("{}T{clock}{point}{fraction}{zone}", padded(date, "-")))
}

impl Scalar {
    /// A scalar whose text decides its type (`NewScalarRNode`).
    pub fn untyped(text: &str) -> Self {
        Self { text: text.into(), tag: Tag::Empty, style: Style::Plain, explicit: false }
    }

    /// A scalar with a type.
    pub fn tagged(text: &str, tag: Tag) -> Self {
        Self { text: text.into(), tag, style: Style::Plain, explicit: false }
    }

    /// Whether it is a string or has no type (`IsYNodeString`).
    pub fn is_string(&self) -> bool {
        matches!(self.tag, Tag::Str | Tag::Empty)
    }

    /// Puts a string in quotes that YAML 1.1 reads as something else (`IsValueNonString`).
    pub(crate) fn quote_v1_1(&mut self) {
        if self.style == Style::Plain
            && self.is_string()
            && !self.text.is_empty()
            && !self.text.contains('\n')
            && !matches!(resolve::resolve_plain(&self.text), Value::Str(_))
        {
            self.style = Style::Double;
        }
    }

    /// Takes over the style of the value that it replaces.
    pub(crate) fn take_style(&mut self, old: &Self) {
        self.style = if old.tag == Tag::Null { Style::Plain } else { old.style };
    }

    /// What the printed scalar is read as (`encoder.node`, then `decoder.scalar`).
    pub fn decode(&self) -> Result<Value<'_>, String> {
        self.typed().map(|(_, value)| value)
    }

    /// The same with its type.
    pub(crate) fn typed(&self) -> Result<(Tag, Value<'_>), String> {
        let quoted = self.style != Style::Plain || self.text.contains('\n');
        let string = |text| Ok((Tag::Str, Value::Str(text)));
        let text = || match self.style {
            // The emitter does not say how far such a block is indented.
            Style::Literal | Style::Folded if self.text.starts_with('\t') => {
                Err("yaml: found a tab character where an indentation space is expected".to_owned())
            }
            Style::Folded => string(folded(&self.text).map_or((&*self.text).into(), Into::into)),
            _ => string((&*self.text).into()),
        };
        if self.tag == Tag::Str || (self.tag == Tag::Empty && quoted) {
            return text();
        }
        let (tag, plain) = resolve_plain(&self.text);
        if !self.explicit && (self.tag == Tag::Empty || self.tag == tag) {
            // The tag is not printed.
            return if quoted { text() } else { Ok((tag, plain)) };
        }
        match (&self.tag, plain) {
            (Tag::Binary, _) => {
                match base64::decode(&self.text).map(|bytes| String::from_utf8(bytes.into_vec())) {
                    Ok(Ok(decoded)) => string(decoded.into()),
                    _ => Err("yaml: !!binary value contains invalid base64 data".to_owned()),
                }
            }
            (Tag::Other(_), _) => text(),
            (Tag::Float, Value::Int(value)) => Ok((Tag::Float, Value::Float(value as f64))),
            (wanted, plain) if *wanted == tag => Ok((tag, plain)),
            (wanted, _) => {
                Err(format!("yaml: cannot decode {} `{}` as a {}", tag.name(), self.text, wanted.name()))
            }
        }
    }

    /// The value of JSON that it is written as (`RNode.MarshalJSON`).
    pub(crate) fn json(&self) -> Result<JsonValue, String> {
        let value = self.decode()?;
        JsonValue::of_scalar(&value).ok_or_else(|| match value {
            Value::Float(value) => format!("json: unsupported value: {}", resolve::format_g(value)),
            _ => String::new(),
        })
    }

    /// A scalar of JSON as the library writes it (`RNode.UnmarshalJSON`): each number is a float64.
    pub(crate) fn of(value: &JsonValue) -> Self {
        let number = |value| {
            let text = resolve::format_g(value);
            Self::tagged(&text, resolve_plain(&text).0)
        };
        match value {
            JsonValue::Bool(value) => Self::tagged(if *value { "true" } else { "false" }, Tag::Bool),
            JsonValue::Int(value) => number(*value as f64),
            JsonValue::Float(value) => number(*value),
            JsonValue::Str(text) => Self::string(text),
            JsonValue::Null | JsonValue::List(_) | JsonValue::Map(_) => Self::tagged("null", Tag::Null),
        }
    }

    /// A string as the library writes it (`encoder.stringv`).
    pub fn string(text: &str) -> Self {
        let style = if text.contains('\n') {
            Style::Literal
        } else if resolve::is_plain_string(text) && !resolve::is_base_60(text) {
            Style::Plain
        } else {
            Style::Double
        };
        Self { text: text.into(), tag: Tag::Str, style, explicit: false }
    }

    /// The scalar as YAML, near enough to match an expression against it (`RNode.String`).
    pub fn printed(&self) -> String {
        let text = match self.style {
            Style::Double => go_quote(&self.text),
            Style::Single => crdls_yaml::single_quoted(&self.text),
            _ => self.text.to_string(),
        };
        if self.explicit { format!("{} {text}", self.tag.name()) } else { text }
    }
}

/// A folded block after it was printed and read again, where that changes the text: the library decides at the start of
/// the text whether it doubles a line break (`yaml_emitter_write_folded_scalar`).
fn folded(text: &str) -> Option<String> {
    let special = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{feff}';
    if !text.contains('\n') || text.ends_with(' ') || text.contains(" \n") || text.contains(special) {
        return None;
    }
    let doubles =
        !text.trim_start_matches('\n').starts_with([' ', '\t']) && !text.trim_end_matches('\n').is_empty();
    let hint = if text.starts_with([' ', '\n']) { "2" } else { "" };
    let chomp = match text.len() - text.trim_end_matches('\n').len() {
        0 => "-",
        1 => "",
        _ => "+",
    };
    let mut printed = format!(">{hint}{chomp}\n");
    let (mut breaks, mut leading_blank) = (true, true);
    for c in text.chars() {
        if c == '\n' {
            if !breaks && !leading_blank && doubles {
                printed.push('\n');
            }
            printed.push('\n');
            breaks = true;
            continue;
        }
        if breaks {
            printed.push_str("  ");
            leading_blank = matches!(c, ' ' | '\t');
        }
        printed.push(c);
        breaks = false;
    }
    let tree = crdls_yaml::Tree::parse(&printed);
    let root = tree.first_root(&printed)?;
    root.str().map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_yaml_1_1_are_strings() {
        for text in ["y", "on", "yes", "off", "N"] {
            assert_eq!(resolve_plain(text), (Tag::Str, Value::Str(text.into())));
        }
        assert_eq!(resolve_plain("True").1, Value::Bool(true));
        assert_eq!(resolve_plain("0o17").1, Value::Int(15));
        let date = |text| (Tag::Timestamp, Value::Str(text));
        assert_eq!(resolve_plain("2020-1-2"), date("2020-01-02T00:00:00Z".into()));
        assert_eq!(resolve_plain("2020-01-02 3:04:05.120"), date("2020-01-02T03:04:05.12Z".into()));
    }

    #[test]
    fn a_number_that_takes_over_quotes_is_a_string() {
        let scalar = Scalar { style: Style::Double, ..Scalar::tagged("7", Tag::Int) };
        assert_eq!(scalar.decode(), Ok(Value::Str("7".into())));
        assert_eq!(Scalar::tagged("7", Tag::Str).decode(), Ok(Value::Str("7".into())));
        assert!(Scalar::tagged("x", Tag::Int).decode().is_err());
    }

    #[test]
    fn folded_blocks_that_change_when_they_are_printed() {
        assert_eq!(folded("a\nb\n").as_deref(), Some("a\nb\n"));
        assert_eq!(folded("{\n  a\n}\n").as_deref(), Some("{\n\n  a\n}\n"));
        assert_eq!(folded("a\n\nb").as_deref(), Some("a\n\nb"));
        assert_eq!(folded("a"), None);
    }

    #[test]
    fn numbers_through_json() {
        let text = |text: &str| Scalar::of(&Scalar::untyped(text).json().unwrap()).text.to_string();
        assert_eq!(text("1000000"), "1e+06");
        assert_eq!(text("1_000"), "1000");
        assert_eq!(text("12345678901234567890"), "1.2345678901234567e+19");
        assert_eq!(Scalar::string("5").style, Style::Double);
        assert_eq!(Scalar::string("1:20").style, Style::Double);
        assert_eq!(Scalar::string("a").style, Style::Plain);
    }
}
