//! What a scalar's text means: go.yaml.in/yaml/v2 v2.4.4 `resolve` into an `interface{}`, the
//! YAML 1.1 that kubectl reads, and how such a value is written to JSON (sigs.k8s.io/yaml
//! `convertToJSONableObject`, encoding/json).
//!
//! Knows texts and tags; must not know tokens, trees or positions.

mod float;
mod integer;
mod timestamp;

use std::borrow::Cow;

use crdls_go::base64;
pub use float::format_g;
pub use timestamp::is_timestamp;

const LONG_PREFIX: &str = "tag:yaml.org,2002:";

/// A scalar as the library hands it to its caller.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar<'t> {
    /// `null`, `~` or nothing.
    Null,
    /// `true`, `yes`, `on` and their like.
    Bool(bool),
    /// An integer that fits 64 bits.
    Int(i64),
    /// A whole number above `i64::MAX`.
    Uint(u64),
    /// A number with a fraction or an exponent, or one that is too large for an integer.
    Float(f64),
    /// Timestamps too: into an `interface{}` they are decoded as the text they were written as.
    Str(Cow<'t, str>),
}

impl Scalar<'_> {
    /// The short tag that the library's sentences call this kind of value by.
    fn short_tag(&self) -> &'static str {
        match self {
            Self::Null => "!!null",
            Self::Bool(_) => "!!bool",
            Self::Int(_) | Self::Uint(_) => "!!int",
            Self::Float(_) => "!!float",
            Self::Str(_) => "!!str",
        }
    }
}

/// An untagged plain scalar. A plain `<<` is the string; that it merges is a matter of its place.
#[inline]
pub fn resolve_plain(text: &str) -> Scalar<'_> {
    let Some(&first) = text.as_bytes().first() else { return Scalar::Null };
    let special = match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => word(text),
        b'0'..=b'9' | b'+' | b'-' => dotted_word(text).or_else(|| number(text)),
        b'.' => dotted_word(text).or_else(|| float::parse_dotted(text).map(Scalar::Float)),
        _ => None,
    };
    special.unwrap_or(Scalar::Str(Cow::Borrowed(text)))
}

/// A scalar with a tag, given as the library expands it (see [`expand_tag`]). The error is the
/// library's sentence without its `yaml: `.
pub fn resolve_tagged<'t>(tag: &str, text: &'t str) -> Result<Scalar<'t>, String> {
    let as_written = Scalar::Str(Cow::Borrowed(text));
    let Some(kind) = tag.strip_prefix(LONG_PREFIX) else {
        return Ok(if tag.is_empty() { resolve_plain(text) } else { as_written });
    };
    match kind {
        "bool" | "int" | "float" | "null" => insist(kind, resolve_plain(text), text),
        "timestamp" if timestamp::is_timestamp(text) => Ok(as_written),
        "timestamp" => Err(mismatch(kind, &resolve_plain(text), text)),
        "binary" => match base64::decode(text) {
            Ok(bytes) => Ok(Scalar::Str(Cow::Owned(go_lossy(&bytes)))),
            Err(_) => Err("!!binary value contains invalid base64 data".to_owned()),
        },
        _ => Ok(as_written),
    }
}

/// The tag a handle stands for where no `%TAG` line says otherwise: `!!int` is
/// `tag:yaml.org,2002:int`.
pub fn expand_tag(written: &str) -> Cow<'_, str> {
    match written.strip_prefix("!!") {
        Some(name) => Cow::Owned(format!("{LONG_PREFIX}{name}")),
        None => Cow::Borrowed(written),
    }
}

/// The JSON key that a scalar map key becomes; `None` where the server's reader has no way to
/// write it (null, and whole numbers above `i64::MAX`).
pub fn key_text<'a>(key: &'a Scalar<'_>) -> Option<Cow<'a, str>> {
    match key {
        Scalar::Null | Scalar::Uint(_) => None,
        Scalar::Bool(true) => Some(Cow::Borrowed("true")),
        Scalar::Bool(false) => Some(Cow::Borrowed("false")),
        Scalar::Int(value) => Some(Cow::Owned(value.to_string())),
        Scalar::Float(value) => Some(Cow::Owned(float::key_text(*value))),
        Scalar::Str(text) => Some(Cow::Borrowed(text)),
    }
}

/// A number as Go's encoding/json writes it; it has no way to write infinities and NaN.
pub fn json_number(value: f64) -> Option<String> {
    value.is_finite().then(|| float::format_json(value))
}

/// A number as the library writes it (`floatv`, without infinities).
pub fn yaml_number(value: f64) -> String {
    format_g(value)
}

/// Whether a plain scalar is read as this very string, so that the library writes it without quotes.
pub fn is_plain_string(text: &str) -> bool {
    let is_timestamp = || text.starts_with(|c: char| c.is_ascii_digit()) && timestamp::is_timestamp(text);
    !text.is_empty() && matches!(resolve_plain(text), Scalar::Str(_)) && !is_timestamp()
}

/// `isBase60Float`: a number of YAML 1.1 such as `1:30`.
pub fn is_base_60(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.contains(':') {
        return false;
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let mut parts = whole.split(':');
    let first = parts.next().unwrap_or("");
    let is_sixty = |part: &str| {
        let bytes = part.as_bytes();
        match bytes {
            [one] => one.is_ascii_digit(),
            [ten, one] => (b'0'..=b'5').contains(ten) && one.is_ascii_digit(),
            _ => false,
        }
    };
    is_digits(first) && is_digits(fraction) && parts.all(is_sixty)
}

/// Bytes as encoding/json writes a string of them: one U+FFFD for each byte that is not UTF-8.
pub(crate) fn go_lossy(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

fn insist<'t>(kind: &str, found: Scalar<'t>, text: &str) -> Result<Scalar<'t>, String> {
    match (kind, found) {
        ("float", Scalar::Int(value)) => Ok(Scalar::Float(value as f64)),
        (_, found) if found.short_tag().strip_prefix("!!") == Some(kind) => Ok(found),
        (_, found) => Err(mismatch(kind, &found, text)),
    }
}

fn mismatch(kind: &str, found: &Scalar<'_>, text: &str) -> String {
    format!("cannot decode {} `{text}` as a !!{kind}", found.short_tag())
}

/// The library's `resolveMap`, but for the words that begin with a sign or a dot.
fn word(text: &str) -> Option<Scalar<'static>> {
    if text.len() > "false".len() {
        return None;
    }
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Some(Scalar::Bool(true))
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Some(Scalar::Bool(false))
        }
        "~" | "null" | "Null" | "NULL" => Some(Scalar::Null),
        _ => None,
    }
}

fn dotted_word(text: &str) -> Option<Scalar<'static>> {
    if text.len() > "+.inf".len() {
        return None;
    }
    match text {
        ".nan" | ".NaN" | ".NAN" => Some(Scalar::Float(f64::NAN)),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(Scalar::Float(f64::INFINITY)),
        "-.inf" | "-.Inf" | "-.INF" => Some(Scalar::Float(f64::NEG_INFINITY)),
        _ => None,
    }
}

/// What begins with a digit or a sign. Timestamps need no look here: none is a number.
fn number(text: &str) -> Option<Scalar<'static>> {
    let plain = if memchr::memchr(b'_', text.as_bytes()).is_some() {
        Cow::Owned(text.replace('_', ""))
    } else {
        Cow::Borrowed(text)
    };
    integer::parse(&plain)
        .or_else(|| float::parse_yaml_style(&plain).map(Scalar::Float))
        .or_else(|| integer::parse_signed_binary(&plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Scalar<'_> {
        Scalar::Str(Cow::Borrowed(text))
    }

    #[test]
    fn plain_words_and_numbers() {
        use Scalar::{Bool, Float, Int, Null, Uint};
        let table = [
            ("", Null),
            ("~", Null),
            ("Null", Null),
            ("nULL", text("nULL")),
            ("on", Bool(true)),
            ("N", Bool(false)),
            ("offf", text("offf")),
            ("12", Int(12)),
            ("+12", Int(12)),
            ("-0", Int(0)),
            ("1_000", Int(1000)),
            ("_1", text("_1")),
            ("017", Int(15)),
            ("0o17", Int(15)),
            ("0x1F", Int(31)),
            ("-0b101", Int(-5)),
            ("0b+1", Int(1)),
            ("08", Float(8.0)),
            ("0o8", text("0o8")),
            ("9223372036854775808", Uint(1 << 63)),
            ("-9223372036854775808", Int(i64::MIN)),
            ("18446744073709551616", Float(18_446_744_073_709_551_616.0)),
            ("1.", Float(1.0)),
            ("-.5e1", Float(-5.0)),
            (".1_0", Float(0.1)),
            ("._1", text("._1")),
            ("1e400", text("1e400")),
            ("1:30", text("1:30")),
            ("0x1p4", text("0x1p4")),
            ("-.INF", Float(f64::NEG_INFINITY)),
            (".Inf", Float(f64::INFINITY)),
            ("inf", text("inf")),
            ("2020-02-30", text("2020-02-30")),
            ("<<", text("<<")),
            ("-", text("-")),
        ];
        for (written, expected) in table {
            assert_eq!(resolve_plain(written), expected, "{written:?}");
        }
        assert!(matches!(resolve_plain(".nan"), Float(value) if value.is_nan()));
    }

    #[test]
    fn tags_decide_or_refuse() {
        let table = [
            ("!!str", "1", Ok(text("1"))),
            ("!!int", "1", Ok(Scalar::Int(1))),
            ("!!float", "1", Ok(Scalar::Float(1.0))),
            (
                "!!float",
                "18446744073709551615",
                Err("cannot decode !!int `18446744073709551615` as a !!float"),
            ),
            ("!!int", "x", Err("cannot decode !!str `x` as a !!int")),
            ("!!bool", "", Err("cannot decode !!null `` as a !!bool")),
            ("!!null", "", Ok(Scalar::Null)),
            ("!!timestamp", "2020-2-9", Ok(text("2020-2-9"))),
            ("!!timestamp", "2020", Err("cannot decode !!int `2020` as a !!timestamp")),
            ("!!binary", "aGk=", Ok(text("hi"))),
            ("!!binary", "/w==", Ok(text("\u{fffd}"))),
            ("!!binary", "a", Err("!!binary value contains invalid base64 data")),
            ("!mine", "1", Ok(text("1"))),
            ("!", "1", Ok(text("1"))),
            ("!!merge", "<<", Ok(text("<<"))),
        ];
        for (tag, written, expected) in table {
            let found = resolve_tagged(&expand_tag(tag), written);
            assert_eq!(found, expected.map_err(str::to_owned), "{tag} {written:?}");
        }
    }

    #[test]
    fn keys_and_numbers_in_json() {
        let keys = [
            ("no", Some("false")),
            ("0x10", Some("16")),
            ("1.0", Some("1")),
            ("0.1", Some("0.1")),
            ("16777217.0", Some("1.6777216e+07")),
            ("1e39", Some(".inf")),
            (".nan", Some(".nan")),
            ("-.inf", Some("-.inf")),
            ("~", None),
            ("9223372036854775808", None),
        ];
        for (written, expected) in keys {
            assert_eq!(key_text(&resolve_plain(written)).as_deref(), expected, "{written}");
        }
        let numbers = [
            (1.0, "1"),
            (-0.0, "-0"),
            (0.000_001, "0.000001"),
            (1e-7, "1e-7"),
            (1e21, "1e+21"),
            (1.25e-12, "1.25e-12"),
            (123_456_789.5, "123456789.5"),
        ];
        for (value, expected) in numbers {
            assert_eq!(json_number(value).as_deref(), Some(expected));
        }
        assert_eq!(json_number(f64::NAN), None);
    }
}
