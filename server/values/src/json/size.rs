//! How many bytes values have as JSON, as kubectl writes it.
//!
//! Mirrors encoding/json of Go: no blanks, `<`, `>` and `&` escaped.

use super::{Number, Raw};

/// The bytes of `null`.
pub const NULL: usize = "null".len();

/// A mapping or list without what its members are: its brackets and the commas between them.
pub fn around(members: usize) -> usize {
    2 + members.saturating_sub(1)
}

/// A member's name, with its colon.
pub fn name(name: &str) -> usize {
    text(name) + 1
}

/// A scalar; nothing for what is none.
pub fn scalar(raw: &Raw<'_>) -> usize {
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
    let (chunks, rest) = text.as_bytes().as_chunks::<LANES>();
    let longer: usize = chunks.iter().map(by_lanes).sum();
    text.len() + 2 + longer + by_bytes(rest)
}

/// How many bytes longer a byte is in JSON.
const fn longer(byte: u8) -> u8 {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 1,
        ..b' ' | b'<' | b'>' | b'&' => 5,
        _ => 0,
    }
}

/// [`longer`] of each byte.
static LONGER: [u8; 256] = {
    let (mut table, mut byte) = ([0; 256], 0u8);
    let mut rest: &mut [u8] = &mut table;
    while let Some((entry, others)) = rest.split_first_mut() {
        *entry = longer(byte);
        byte = byte.wrapping_add(1);
        rest = others;
    }
    table
};

fn by_bytes(bytes: &[u8]) -> usize {
    let one = |byte: &u8| LONGER.get(usize::from(*byte)).copied().map_or(0, usize::from);
    bytes.iter().map(one).sum()
}

/// So many bytes are counted at once: their sum fits a byte.
const LANES: usize = 32;

/// The same without a look-up, as the machine does it for all lanes at once.
fn by_lanes(chunk: &[u8; LANES]) -> usize {
    let longer = |b: u8| {
        // `<` and `>` differ in one bit.
        let long = (b < b' ') | (b & !2 == b'<') | (b == b'&');
        let named = (b.wrapping_sub(8) <= 5) & (b != 11);
        let short = (b == b'"') | (b == b'\\');
        5 * u8::from(long) + u8::from(short) - 4 * u8::from(named)
    };
    usize::from(chunk.iter().fold(0, |sum: u8, byte| sum.wrapping_add(longer(*byte))))
}

#[cfg(test)]
mod tests {
    use crate::json::Reader;

    #[test]
    fn long_texts_are_as_long_as_their_parts() {
        for from in 0..=255u8 {
            let chunk = std::array::from_fn(|i| from.wrapping_add(i as u8));
            assert_eq!(super::by_lanes(&chunk), super::by_bytes(&chunk));
        }
        assert_eq!(super::by_lanes(&[1; super::LANES]), 5 * super::LANES);
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
            let mut reader = Reader::default();
            reader.read(tree.first_root(text).expect("a root"));
            assert_eq!(reader.size(), expected.len(), "{text}");
        }
    }
}
