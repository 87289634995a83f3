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
    let escaped =
        count(text, |b| (b < b' ') | (b == b'"') | (b == b'\\') | (b == b'<') | (b == b'>') | (b == b'&'));
    if escaped == 0 {
        return text.len() + 2;
    }
    // `\n` is one byte longer than what it stands for, `\u0001` five.
    let short = |b: u8| matches!(b, b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12);
    text.len() + 2 + 5 * escaped - 4 * count(text, short)
}

/// So many bytes at a time are counted in a byte, as the machine does best.
const LANES: usize = 128;

fn count(text: &str, which: impl Fn(u8) -> bool) -> usize {
    let inside = |chunk: &[u8]| chunk.iter().fold(0_u8, |n, byte| n + u8::from(which(*byte)));
    text.as_bytes().chunks(LANES).map(|chunk| usize::from(inside(chunk))).sum()
}

#[cfg(test)]
mod tests {
    use crate::json::Reader;

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
