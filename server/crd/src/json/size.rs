//! How many bytes values have as JSON, as kubectl writes it.
//!
//! Mirrors encoding/json of Go 1.26: no blanks, `<`, `>` and `&` escaped.

use super::{Number, Raw};

pub(super) const NULL: usize = "null".len();

/// A mapping or list without what its members are: its brackets and the commas between them.
pub(super) fn around(members: usize) -> usize {
    2 + members.saturating_sub(1)
}

/// A member's name, with its colon.
pub(super) fn name(name: &str) -> usize {
    text(name) + 1
}

/// A scalar; nothing for what is none.
pub(super) fn scalar(raw: &Raw<'_>) -> usize {
    match raw {
        Raw::Map | Raw::List => 0,
        Raw::Null => NULL,
        Raw::Bool(true) => "true".len(),
        Raw::Bool(false) => "false".len(),
        Raw::Number(Number::Int(value)) => digits(*value),
        Raw::Number(number) => number.text().len(),
        Raw::Str(string) => text(string),
    }
}

fn digits(value: i64) -> usize {
    value.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1 + usize::from(value < 0)
}

/// A text in quotes, with escapes.
fn text(text: &str) -> usize {
    text.len() + 2 + if text.len() < LANES { by_bytes(text) } else { by_lanes(text) }
}

/// How many bytes longer a byte is in JSON.
const fn longer(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 1,
        ..b' ' | b'<' | b'>' | b'&' => 5,
        _ => 0,
    }
}

fn by_bytes(text: &str) -> usize {
    text.bytes().map(longer).sum()
}

/// So many bytes at a time are counted in a byte, as the machine does best.
const LANES: usize = 128;

/// Most texts have nothing to escape: all of a chunk are looked at before any is counted.
fn by_lanes(text: &str) -> usize {
    // `"` and `&` differ in one bit, as `<` and `>` do.
    let is_escaped = |b: u8| (b < b' ') | (b & !4 == b'"') | (b & !2 == b'<') | (b == b'\\');
    let chunks = text.as_bytes().chunks(LANES);
    let escaped = chunks.filter(|chunk| chunk.iter().fold(false, |any, b| any | is_escaped(*b)));
    escaped.flatten().map(|byte| longer(*byte)).sum()
}

#[cfg(test)]
mod tests {
    use crate::json::Reader;

    #[test]
    fn long_texts_are_as_long_as_their_parts() {
        let all: String = (0..=255).map(char::from).collect();
        for from in 0..all.chars().count() {
            let part: String = all.chars().skip(from).collect();
            assert_eq!(super::by_lanes(&part), super::by_bytes(&part));
        }
        assert_eq!(super::text(&"a\n\"<\u{1}".repeat(100)), 2 + 100 * (1 + 2 + 2 + 6 + 6));
    }

    #[test]
    fn as_go_writes_it() {
        let table = [
            ("a: 1", r#"{"a":1}"#),
            ("{}", "{}"),
            ("[]", "[]"),
            ("a: [x, '', ~, n, 1.0, -120, 1.5]", r#"{"a":["x","",null,false,1,-120,1.5]}"#),
            ("a: |\n  b\n  \"c\"<\nd:\n", r#"{"a":"b\n\"c\"\u003c\n","d":null}"#),
            ("a: &a {b: c}\nd: *a\ne:\n  <<: *a\n", r#"{"a":{"b":"c"},"d":{"b":"c"},"e":{"b":"c"}}"#),
        ];
        for (text, expected) in table {
            let tree = crdls_yaml::Tree::parse(text);
            let document = tree.documents().first().expect("a document");
            let mut reader = Reader::default();
            reader.read(tree.root(text, document).expect("a root"));
            assert_eq!(reader.size(), expected.len(), "{text}");
        }
    }
}
