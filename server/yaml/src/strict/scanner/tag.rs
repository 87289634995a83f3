//! Anchors, aliases and tags (`yaml_parser_scan_anchor`, `yaml_parser_scan_tag`).

use super::super::Checked;
use super::super::token::{Kind, Token};
use super::{Scanner, token};

impl<'t> Scanner<'t> {
    pub(super) fn scan_anchor(&mut self, kind: Kind) -> Checked<Token<'t>> {
        let start = self.reader.mark();
        self.reader.skip();
        self.reader.need(1)?;
        let name = self.take_name()?;
        let at = self.reader.pos();
        let ends = matches!(self.reader.peek(), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !(ends || self.reader.is_blank_break_or_end(at)) {
            return Err(self.refuse("did not find expected alphabetic or numeric character"));
        }
        Ok(Token { text: name, ..token(kind, start) })
    }

    pub(super) fn scan_tag(&mut self) -> Checked<Token<'t>> {
        let start = self.reader.mark();
        self.reader.need(2)?;
        let (handle, suffix) = if self.reader.byte(start.at + 1) == b'<' {
            ("", self.scan_verbatim_tag()?)
        } else {
            self.scan_shorthand_tag()?
        };
        self.reader.need(1)?;
        if !self.reader.is_blank_break_or_end(self.reader.pos()) {
            return Err(self.refuse("did not find expected whitespace or line break"));
        }
        Ok(Token { text: handle, note: self.notes.add(suffix), ..token(Kind::Tag, start) })
    }

    fn scan_verbatim_tag(&mut self) -> Checked<String> {
        self.reader.skip();
        self.reader.skip();
        let uri = self.scan_tag_uri("")?;
        if self.reader.peek() != b'>' {
            return Err(self.refuse("did not find the expected '>'"));
        }
        self.reader.skip();
        Ok(uri)
    }

    /// `!handle!suffix`, `!suffix` or `!` alone.
    fn scan_shorthand_tag(&mut self) -> Checked<(&'t str, String)> {
        let head = self.scan_tag_handle(false)?;
        if head.len() > 1 && head.ends_with('!') {
            return Ok((head, self.scan_tag_uri("")?));
        }
        let suffix = self.scan_tag_uri(head)?;
        Ok(if suffix.is_empty() { ("", head.to_owned()) } else { ("!", suffix) })
    }

    pub(super) fn scan_tag_handle(&mut self, directive: bool) -> Checked<&'t str> {
        self.reader.need(1)?;
        let start = self.reader.pos();
        if self.reader.peek() != b'!' {
            return Err(self.refuse("did not find expected '!'"));
        }
        self.reader.skip();
        self.reader.need(1)?;
        let name = self.take_name()?;
        if self.reader.peek() == b'!' {
            self.reader.skip();
        } else if directive && !name.is_empty() {
            return Err(self.refuse("did not find expected '!'"));
        }
        Ok(self.reader.slice(start, self.reader.pos()))
    }

    /// The characters of a URI after `head`, which counts without its `!`.
    pub(super) fn scan_tag_uri(&mut self, head: &str) -> Checked<String> {
        let mut uri = head.get(1..).unwrap_or_default().as_bytes().to_vec();
        self.reader.need(1)?;
        let start = self.reader.pos();
        while is_uri(self.reader.peek()) {
            if self.reader.peek() == b'%' {
                self.scan_uri_escapes(&mut uri)?;
            } else {
                uri.push(self.reader.peek());
                self.reader.skip();
            }
            self.reader.need(1)?;
        }
        if head.is_empty() && self.reader.pos() == start {
            return Err(self.refuse("did not find expected tag URI"));
        }
        // Bytes that are no UTF-8 make no tag that means anything.
        Ok(String::from_utf8_lossy(&uri).into_owned())
    }

    /// One character, each of its bytes as `%` and two digits.
    fn scan_uri_escapes(&mut self, uri: &mut Vec<u8>) -> Checked {
        let mut left = None;
        while left != Some(0) {
            self.reader.need(3)?;
            let at = self.reader.pos();
            let digits = self.reader.slice(at + 1, at + 3);
            let octet = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
            let (b'%', Some(octet)) = (self.reader.peek(), octet) else {
                return Err(self.refuse("did not find URI escaped octet"));
            };
            left = Some(match (left, octet) {
                (None, 0..=0x7F) => 0,
                (None, 0xC0..=0xDF) => 1,
                (None, 0xE0..=0xEF) => 2,
                (None, 0xF0..=0xF7) => 3,
                (None, _) => return Err(self.refuse("found an incorrect leading UTF-8 octet")),
                (Some(left), 0x80..=0xBF) => left - 1,
                (Some(_), _) => return Err(self.refuse("found an incorrect trailing UTF-8 octet")),
            });
            uri.push(octet);
            for _ in 0..3 {
                self.reader.skip();
            }
        }
        Ok(())
    }

    /// Letters, digits, `_` and `-`.
    pub(super) fn take_name(&mut self) -> Checked<&'t str> {
        let start = self.reader.pos();
        let end = self.reader.skip_while(start, is_name);
        self.reader.advance(end, 1)?;
        Ok(self.reader.slice(start, end))
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_uri(byte: u8) -> bool {
    is_name(byte) || b";/?:@&=+$,.!~*'()[]%".contains(&byte)
}
