//! Escapes inside double quotes.

use super::super::Checked;
use super::Scanner;

/// What the character after the backslash stands for.
enum Escape {
    Text(&'static str),
    /// A code point of so many hexadecimal digits.
    Code(usize),
    Unknown,
}

fn escape(letter: u8) -> Escape {
    Escape::Text(match letter {
        b'0' => "\0",
        b'a' => "\u{7}",
        b'b' => "\u{8}",
        b't' | b'\t' => "\t",
        b'n' => "\n",
        b'v' => "\u{b}",
        b'f' => "\u{c}",
        b'r' => "\r",
        b'e' => "\u{1b}",
        b' ' => " ",
        b'"' => "\"",
        b'\'' => "'",
        b'\\' => "\\",
        b'N' => "\u{85}",
        b'_' => "\u{a0}",
        b'L' => "\u{2028}",
        b'P' => "\u{2029}",
        b'x' => return Escape::Code(2),
        b'u' => return Escape::Code(4),
        b'U' => return Escape::Code(8),
        _ => return Escape::Unknown,
    })
}

impl Scanner<'_> {
    pub(super) fn scan_escape(&mut self) -> Checked {
        let at = self.reader.pos();
        match escape(self.reader.byte(at + 1)) {
            Escape::Unknown => return Err(self.refuse("found unknown escape character")),
            Escape::Text(text) => {
                self.skip_two();
                self.fold.push(text);
            }
            Escape::Code(length) => {
                self.skip_two();
                self.scan_code(length)?;
            }
        }
        self.reader.need(2)
    }

    fn scan_code(&mut self, length: usize) -> Checked {
        self.reader.need(length)?;
        let at = self.reader.pos();
        let digits = self.reader.slice(at, at + length);
        if digits.len() < length || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.refuse("did not find expected hexdecimal number"));
        }
        let Some(character) = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) else {
            return Err(self.refuse("found invalid Unicode character escape code"));
        };
        self.fold.push(character.encode_utf8(&mut [0; 4]));
        for _ in 0..length {
            self.reader.skip();
        }
        Ok(())
    }

    fn skip_two(&mut self) {
        self.reader.skip();
        self.reader.skip();
    }
}
