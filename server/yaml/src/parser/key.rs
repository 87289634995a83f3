//! Whether a line starts with a key, and reading it.

use crdls_text::TextRange;

use super::Parser;
use super::scalar::{Quoted, find_comment};
use crate::raw::BROKEN;
use crate::{Kind, SyntaxErrorKind};

/// The library looks for the `:` at most this far behind the start of a key.
const MAX_KEY: usize = 1024;

impl Parser<'_, '_> {
    /// Whether `- ` stands here.
    #[inline]
    pub(super) fn at_dash(&self) -> bool {
        self.at(0) == b'-' && self.blank_or_end(self.pos + 1)
    }

    /// Whether an entry of a block mapping starts here.
    pub(super) fn at_key(&mut self) -> bool {
        match self.at(0) {
            b'?' | b':' if self.blank_or_end(self.pos + 1) => true,
            b'"' | b'\'' | b'&' | b'!' | b'*' | b'[' | b'{' => {
                let mark = self.mark();
                let found = self.key();
                self.back_to(mark);
                found
            }
            _ => self.plain_key_colon().is_some(),
        }
    }

    /// Reads an implicit key and its colon, as a slot. False, with nothing read, where there is none.
    pub(super) fn key(&mut self) -> bool {
        match self.at(0) {
            b'"' | b'\'' | b'&' | b'!' | b'*' | b'[' | b'{' => self.odd_key(),
            _ => self.plain_key(),
        }
    }

    fn plain_key(&mut self) -> bool {
        let Some(colon) = self.plain_key_colon() else { return false };
        let mut end = colon;
        while end > self.pos && matches!(self.byte(end - 1), b' ' | b'\t') {
            end -= 1;
        }
        if colon - self.pos > MAX_KEY {
            self.rare();
        }
        if is_odd_key(self.slice(self.pos, end)) {
            self.rare();
        }
        self.leaf(Kind::Plain, TextRange::new(self.pos as u32, end as u32), 0);
        self.pos = colon + 1;
        true
    }

    /// The offset of the colon that makes the line's plain text a key.
    /// The last answer is kept: a block asks what it is, and then its first entry for the key.
    fn plain_key_colon(&self) -> Option<usize> {
        let (from, found, end) = self.colon_found.get();
        if from == self.pos && end == self.end() {
            return found;
        }
        let found = if self.starts_plain() { self.find_colon() } else { None };
        self.colon_found.set((self.pos, found, self.end()));
        found
    }

    fn find_colon(&self) -> Option<usize> {
        let mut at = self.pos;
        loop {
            let mut rest = self.slice(at, self.end()).iter();
            at += if self.is_exotic() {
                rest.position(|b| matches!(b, b':' | b'#' | b'\n' | b'\r' | 0xC2 | 0xE2))?
            } else {
                rest.position(|b| matches!(b, b':' | b'#' | b'\n'))?
            };
            match self.byte(at) {
                b':' if self.blank_or_end(at + 1) => return Some(at),
                b'#' if matches!(self.byte(at - 1), b' ' | b'\t') => return None,
                b':' | b'#' => {}
                _ if self.break_len(at) > 0 => return None,
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether a plain scalar can start here, in a block.
    #[inline]
    pub(super) fn starts_plain(&self) -> bool {
        match self.at(0) {
            b'-' | b'?' | b':' => !self.blank_or_end(self.pos + 1),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
            | b'%' | b'@' | b'`' => false,
            _ => self.pos < self.end(),
        }
    }

    /// A key with properties, in quotes, an alias, or a collection: it ends on its line.
    fn odd_key(&mut self) -> bool {
        let mark = self.mark();
        let start = self.pos;
        if !self.bounded(self.line_end(self.pos), Self::odd_key_on_line) {
            self.back_to(mark);
            return false;
        }
        if self.pos - start > MAX_KEY {
            self.rare();
        }
        true
    }

    fn odd_key_on_line(&mut self) -> bool {
        self.properties();
        let nodes = self.out.nodes.len();
        let errors = self.out.errors.len();
        match self.at(0) {
            b'"' | b'\'' => self.quoted(Quoted::OnLine),
            b'*' => self.alias(),
            b'[' | b'{' => {
                self.rare();
                self.flow_collection();
            }
            b':' => self.empty(self.pos),
            _ => return self.plain_key(),
        }
        let clean = self.out.errors.len() == errors;
        let broken = self.out.nodes.get(nodes).is_none_or(|raw| raw.flags & BROKEN != 0);
        self.skip_blanks();
        let colon = self.at(0) == b':' && self.blank_or_end(self.pos + 1);
        self.pos += 1;
        clean && !broken && colon
    }

    /// Whether a text in quotes is all there is on this line.
    pub(super) fn at_quoted_line(&mut self) -> bool {
        if !matches!(self.at(0), b'"' | b'\'') {
            return false;
        }
        let mark = self.mark();
        let errors = self.out.errors.len();
        let alone = self.bounded(self.line_end(self.pos), |parser| {
            parser.quoted(Quoted::OnLine);
            parser.skip_blanks();
            parser.pos >= parser.end() && parser.out.errors.len() == errors
        });
        self.back_to(mark);
        alone
    }

    /// `&anchor` and `!tag`, any number, and the blanks behind them.
    pub(super) fn properties(&mut self) {
        while let b'&' | b'!' = self.at(0) {
            let kind = if self.at(0) == b'&' { Kind::Anchor } else { Kind::Tag };
            self.rare();
            self.word(kind);
            self.skip_blanks();
        }
    }

    pub(super) fn alias(&mut self) {
        self.rare();
        self.word(Kind::Alias);
    }

    /// An indicator and the name behind it.
    fn word(&mut self, kind: Kind) {
        let start = self.pos;
        self.pos += 1;
        let verbatim = self.at(0) == b'<';
        while !self.blank_or_end(self.pos) && (verbatim || !self.ends_word(kind)) {
            self.pos += 1;
        }
        self.leaf(kind, TextRange::new(start as u32, self.pos as u32), 0);
    }

    /// Names of anchors are letters, digits, `-` and `_`; tags hold what may stand in a URI.
    fn ends_word(&self, kind: Kind) -> bool {
        let b = self.at(0);
        let in_uri = kind == Kind::Tag && b";/?:@&=+$,.!~*'()[]%".contains(&b);
        !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || in_uri)
    }

    /// A line in a mapping that has no colon: a key that is being typed.
    pub(super) fn key_without_colon(&mut self) {
        let start = self.pos;
        match self.at(0) {
            b'"' | b'\'' => self.quoted(Quoted::OnLine),
            _ => {
                let mut end = self.trimmed_line_end();
                if let Some(comment) = find_comment(self.slice(start, end)) {
                    end = start + comment;
                }
                self.pos = end;
                self.leaf(Kind::Plain, TextRange::new(start as u32, end as u32), BROKEN);
            }
        }
        let range = TextRange::new(start as u32, self.pos as u32);
        let kind =
            if self.starts_badly(start) { SyntaxErrorKind::BadStart } else { SyntaxErrorKind::MissingColon };
        self.error(range, kind);
    }

    fn starts_badly(&self, at: usize) -> bool {
        matches!(self.byte(at), b'@' | b'`' | b'%' | b',' | b']' | b'}' | b'|' | b'>')
    }
}

/// A plain key that merges, or that is null, which JSON cannot hold.
pub(super) fn is_odd_key(text: &[u8]) -> bool {
    matches!(text, b"<<" | b"~" | b"null" | b"Null" | b"NULL" | b"")
}
