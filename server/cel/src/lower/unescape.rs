//! The value of a string or bytes literal (cel-go, parser/unescape.go), and where each of its
//! characters is in the source.

use crate::Edition;

/// A string literal with its escapes decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodedString {
    /// The text between the quotes, escapes decoded; up to the first invalid one where there is an error.
    pub value: String,
    /// Where the distance between value and source changes: byte offset in the value, in the literal.
    jumps: Vec<(u32, u32)>,
    /// cel-go's message for the first invalid escape.
    pub error: Option<&'static str>,
}

impl DecodedString {
    /// The byte offset in the literal's text of a byte offset in its value.
    pub fn source_offset(&self, offset: u32) -> u32 {
        let after = self.jumps.partition_point(|(value, _)| *value <= offset);
        let jump = after.checked_sub(1).and_then(|at| self.jumps.get(at));
        jump.map_or(offset, |(value, source)| source + (offset - value))
    }
}

/// Decodes a string literal with its prefix and quotes; an invalid one up to its first error.
pub fn decode_string(literal: &str, edition: Edition) -> DecodedString {
    let mut out = DecodedString::default();
    let error = decode(literal, Literal::String(edition), |piece| {
        out.jumps.push((out.value.len() as u32, piece.source));
        match piece.value {
            Unit::Text(text) => out.value.push_str(text),
            Unit::Char(c) => out.value.push(c),
            Unit::Byte(b) => out.value.push(char::from(b)),
        }
    });
    out.error = error;
    out
}

/// Reads a bytes literal.
pub(super) fn decode_bytes(literal: &str) -> Result<Box<[u8]>, &'static str> {
    let mut out = Vec::new();
    let error = decode(literal, Literal::Bytes, |piece| match piece.value {
        Unit::Text(text) => out.extend_from_slice(text.as_bytes()),
        Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        Unit::Byte(b) => out.push(b),
    });
    error.map_or(Ok(out.into()), Err)
}

/// What kind of literal is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Literal {
    String(Edition),
    Bytes,
}

struct Piece<'t> {
    value: Unit<'t>,
    /// Byte offset in the literal.
    source: u32,
}

enum Unit<'t> {
    Text(&'t str),
    Char(char),
    Byte(u8),
}

/// Calls `emit` with the pieces of the literal between its quotes.
fn decode<'t>(literal: &'t str, kind: Literal, mut emit: impl FnMut(Piece<'t>)) -> Option<&'static str> {
    let (body, start, raw) = body(literal);
    let mut pos = 0;
    while let Some(rest) = body.get(pos..).filter(|rest| !rest.is_empty()) {
        let source = (start + pos) as u32;
        let (value, len) = match rest.as_bytes().first() {
            Some(b'\\') if !raw => match escape(rest, kind) {
                Ok(unit) => unit,
                Err(message) => return Some(message),
            },
            Some(b'\r') => (Unit::Text("\n"), if rest.starts_with("\r\n") { 2 } else { 1 }),
            _ => {
                let stop = if raw { &['\r'][..] } else { &['\\', '\r'] };
                let len = rest.find(stop).unwrap_or(rest.len());
                (Unit::Text(rest.get(..len).unwrap_or("")), len)
            }
        };
        emit(Piece { value, source });
        pos += len;
    }
    None
}

/// The text between the quotes, the byte offset where it starts, and whether the literal is raw.
fn body(literal: &str) -> (&str, usize, bool) {
    let prefix = literal.find(['"', '\'']).unwrap_or(0);
    let raw = literal.get(..prefix).is_some_and(|prefix| prefix.contains(['r', 'R']));
    let quoted = literal.get(prefix..).unwrap_or("");
    let (quote, triple) = match quoted.get(..1) {
        Some("\"") => ("\"", "\"\"\""),
        _ => ("'", "'''"),
    };
    let open = if quoted.starts_with(triple) { triple } else { quote };
    let inner = quoted.strip_prefix(open).unwrap_or(quoted);
    (inner.strip_suffix(open).unwrap_or(inner), prefix + open.len(), raw)
}

const BAD: &str = "unable to unescape string";
const BAD_CODE_POINT: &str = "invalid unicode code point";

/// Escapes of one letter, with the characters that they mean.
const SIMPLE: &[(u8, char)] = &[
    (b'a', '\x07'),
    (b'b', '\x08'),
    (b'f', '\x0c'),
    (b'n', '\n'),
    (b'r', '\r'),
    (b't', '\t'),
    (b'v', '\x0b'),
    (b'\\', '\\'),
    (b'\'', '\''),
    (b'"', '"'),
    (b'`', '`'),
    (b'?', '?'),
];

/// The escape at the start of `rest` and its length.
fn escape<'t>(rest: &str, kind: Literal) -> Result<(Unit<'t>, usize), &'static str> {
    let Some(c) = rest.as_bytes().get(1).copied() else {
        return Err("unable to unescape string, found '\\' as last character");
    };
    if let Some((_, value)) = SIMPLE.iter().find(|(letter, _)| *letter == c) {
        return Ok((Unit::Char(*value), 2));
    }
    let bytes = kind == Literal::Bytes;
    let (skip, digits, radix) = match c {
        b'x' | b'X' => (2, 2, 16),
        b'u' if !bytes => (2, 4, 16),
        b'U' if !bytes => (2, 8, 16),
        b'0'..=b'3' => (1, 3, 8),
        _ => return Err(BAD),
    };
    let number = rest.get(skip..skip + digits).and_then(|text| u32::from_str_radix(text, radix).ok());
    let number = number.ok_or(BAD)?;
    let unit = match u8::try_from(number) {
        Ok(byte) if bytes => Unit::Byte(byte),
        _ => Unit::Char(code_point(number, kind)?),
    };
    Ok((unit, skip + digits))
}

/// The character of a number; before [`Edition::V0_23`] Go's replacement of half a surrogate pair.
fn code_point(number: u32, kind: Literal) -> Result<char, &'static str> {
    match (char::from_u32(number), kind) {
        (Some(c), _) => Ok(c),
        (None, Literal::String(edition)) if edition < Edition::V0_23 => match number {
            0xd800..=0xdfff => Ok(char::REPLACEMENT_CHARACTER),
            _ => Err(BAD),
        },
        (None, _) => Err(BAD_CODE_POINT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_offsets() {
        let cases = [
            ("'a\\nb'", "a\nb"),
            ("r'a\\n'", "a\\n"),
            ("'''it's\r\n'''", "it's\n"),
            ("\"\\u00e9\\x41\\101\\U0001F600\"", "éAA😀"),
            ("''", ""),
        ];
        for (literal, value) in cases {
            assert_eq!(decode_string(literal, Edition::default()).value, value, "{literal}");
        }
        let decoded = decode_string("r'''ab'''", Edition::default());
        assert_eq!(decoded.source_offset(1), 5);
        let decoded = decode_string("'a\\u00e9b'", Edition::default());
        assert_eq!((decoded.source_offset(0), decoded.source_offset(1), decoded.source_offset(3)), (1, 2, 8));
    }

    #[test]
    fn bytes_are_bytes() {
        assert_eq!(decode_bytes("b'\\xff\\377é'").as_deref(), Ok(&[255, 255, 0xc3, 0xa9][..]));
        assert_eq!(decode_bytes("b'\\u0041'"), Err(BAD));
        assert_eq!(decode_string("'\\ud800'", Edition::default()).error, Some(BAD_CODE_POINT));
    }
}
