//! Where a string or bytes literal ends: `'…'`, `"…"`, three quotes, `r` and `b` before them.

use crate::syntax::SyntaxError;

use super::range;

/// A string or bytes literal, closed or not.
pub(super) struct Scanned {
    /// The byte offset after it.
    pub end: usize,
    /// Whether it is a bytes literal.
    pub bytes: bool,
    pub error: Option<SyntaxError>,
}

/// The literal at `pos`, if its prefix and opening quote stand there. One that does not end goes to
/// the end of its line (with three quotes, of the text), so that what follows is still read.
pub(super) fn scan(bytes: &[u8], pos: usize) -> Option<Scanned> {
    let is_bytes = matches!(bytes.get(pos), Some(b'b' | b'B'));
    let after_b = pos + usize::from(is_bytes);
    let raw = matches!(bytes.get(after_b), Some(b'r' | b'R'));
    let open = after_b + usize::from(raw);
    let quote = *bytes.get(open).filter(|b| matches!(b, b'"' | b'\''))?;
    let triple = bytes.get(open..open + 3).is_some_and(|three| three.iter().all(|b| *b == quote));
    let width = if triple { 3 } else { 1 };
    let literal = Literal { bytes, start: open + width, quote, width, raw };
    let (end, fault) = literal.end();
    // The server reads an unclosed prefix as a name, and two of three quotes as an empty string.
    let at = open + width - 1;
    let error = fault.map(|fault| match fault {
        Fault::Open => SyntaxError::unclosed_string(range(pos, end), at as u32, quote, width),
        Fault::Escape(from, to) => SyntaxError::bad_escape(range(from, to), at as u32),
    });
    Some(Scanned { end, bytes: is_bytes, error })
}

enum Fault {
    Open,
    Escape(usize, usize),
}

struct Literal<'b> {
    bytes: &'b [u8],
    start: usize,
    quote: u8,
    width: usize,
    raw: bool,
}

impl Literal<'_> {
    /// The end of the literal and the first thing wrong in it.
    fn end(&self) -> (usize, Option<Fault>) {
        let mut pos = self.start;
        let mut fault = None;
        while let Some(&b) = self.bytes.get(pos) {
            if self.closes_at(pos) {
                return (pos + self.width, fault);
            }
            if self.width == 1 && matches!(b, b'\n' | b'\r') {
                break;
            }
            let len = if b == b'\\' && !self.raw { self.escape(pos, &mut fault) } else { 1 };
            pos += len;
        }
        (pos, fault.or(Some(Fault::Open)))
    }

    fn closes_at(&self, pos: usize) -> bool {
        self.bytes.get(pos..pos + self.width).is_some_and(|quotes| quotes.iter().all(|b| *b == self.quote))
    }

    /// Length of the escape at `pos`; one that the grammar does not know is noted, once.
    fn escape(&self, pos: usize, fault: &mut Option<Fault>) -> usize {
        if let Some(len) = escape_len(self.bytes, pos) {
            return len;
        }
        let end = bad_escape_end(self.bytes, pos);
        fault.get_or_insert(Fault::Escape(pos, end));
        end - pos
    }
}

/// Length of a well-formed escape (CEL.g4 ESC_SEQ) at `pos`.
pub(super) fn escape_len(bytes: &[u8], pos: usize) -> Option<usize> {
    let digits = |skip: usize, n: usize, is: fn(&u8) -> bool| {
        let found = bytes.get(pos + skip..pos + skip + n)?;
        found.iter().all(is).then_some(skip + n)
    };
    match bytes.get(pos + 1)? {
        b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`' => Some(2),
        b'x' | b'X' => digits(2, 2, u8::is_ascii_hexdigit),
        b'u' => digits(2, 4, u8::is_ascii_hexdigit),
        b'U' => digits(2, 8, u8::is_ascii_hexdigit),
        b'0'..=b'3' => digits(2, 2, |b| matches!(b, b'0'..=b'7')),
        _ => None,
    }
}

/// The end of a wrong escape: the backslash and the one character behind it, unless that ends the line.
fn bad_escape_end(bytes: &[u8], pos: usize) -> usize {
    match bytes.get(pos + 1) {
        None | Some(b'\n' | b'\r') => pos + 1,
        Some(_) => {
            let rest = bytes.iter().skip(pos + 2).take_while(|b| (**b as i8) < -64).count();
            pos + 2 + rest
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lexer::lex;
    use crate::syntax::TokenKind;

    fn only(text: &str) -> (TokenKind, &str) {
        let lexed = lex(text);
        assert_eq!(lexed.errors, [], "{text}");
        let token = lexed.tokens.first().copied().unwrap();
        (token.kind, token.range.of(text))
    }

    #[test]
    fn every_kind_of_quoting() {
        for text in [
            "''",
            "'a'",
            "\"it's\"",
            "r'\\d'",
            "R\"\\\"",
            "'''a\n'b''c'''",
            "r\"\"\"\\\"\"\"",
            "'\\''",
            "''''''",
        ] {
            assert_eq!(only(text), (TokenKind::String, text));
        }
        for text in ["b'a'", "B\"\\377\"", "br'\\'", "bR'''x'''"] {
            assert_eq!(only(text), (TokenKind::Bytes, text));
        }
    }

    #[test]
    fn broken_literals_stay_literals() {
        let cases: &[(&str, &str, u32)] = &[
            ("'ab\nc", "'ab", 0),
            ("'''a'", "'''a'", 2),
            ("r'a", "r'a", 1),
            ("'\\d' + 1", "\\d", 0),
            ("'\\xq'", "\\x", 0),
            ("'\\é'", "\\é", 0),
            ("'\\", "\\", 0),
        ];
        for (text, range, at) in cases {
            let lexed = lex(text);
            let error = lexed.errors.first().unwrap();
            assert_eq!((error.range.of(text), error.at), (*range, Some(*at)), "{text}");
            assert_eq!(lexed.tokens.first().unwrap().kind, TokenKind::String);
        }
    }
}
