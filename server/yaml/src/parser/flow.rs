//! Flow collections: `[…]` and `{…}`, JSON among them.
//!
//! They end where their bracket does, on any line, as in the library. Where one is never closed,
//! though, it must not swallow the blocks below it: a line that looks like a block's entry makes the
//! attempt suspect; if it fails, before or later, it is given up and done again up to that line.

use crdls_text::TextRange;

use super::Parser;
use super::key::is_odd_key;
use super::scalar::Quoted;
use crate::raw::{BROKEN, MULTILINE, Raw};
use crate::{Kind, SyntaxErrorKind, Tree};

impl Parser<'_, '_> {
    /// A flow collection in a block whose indentation is `p`.
    pub(super) fn flow(&mut self, p: i32) {
        let mark = self.mark();
        let start = self.pos;
        (self.suspect, self.floor) = (None, p);
        (self.flow_errors, self.flow_reach) = (self.out.errors.len(), start);
        self.flow_collection();
        let suspect = self.suspect.take();
        if self.out.errors.len() == self.flow_errors {
            return;
        }
        self.tie(start, self.line_end(self.pos.max(self.flow_reach)));
        if let Some(end) = suspect {
            self.back_to(mark);
            self.bounded(end, Self::flow_collection);
        }
    }

    /// Whether the collection is read again anyway, up to the suspect line.
    fn is_given_up(&self) -> bool {
        self.suspect.is_some() && self.out.errors.len() > self.flow_errors
    }

    /// One collection and all in it.
    pub(super) fn flow_collection(&mut self) {
        if self.depth >= Tree::MAX_DEPTH {
            return self.flow_too_deep();
        }
        self.depth += 1;
        self.flow_level += 1;
        let start = self.pos;
        let map = self.at(0) == b'{';
        let node = self.open(if map { Kind::FlowMap } else { Kind::FlowSeq }, start);
        self.pos += 1;
        let closed = self.flow_entries(if map { b'}' } else { b']' });
        if !closed {
            let range = TextRange::new(start as u32, start as u32 + 1);
            self.error(range, SyntaxErrorKind::UnclosedBracket);
        }
        let end = if closed { self.pos } else { self.written_to().max(start + 1) };
        self.close(node, end);
        if let Some(raw) = self.out.nodes.get_mut(node) {
            raw.flags |= if closed { 0 } else { BROKEN };
        }
        self.flow_level -= 1;
        self.depth -= 1;
    }

    /// Everything up to the closing bracket. False where the text ends before it.
    fn flow_entries(&mut self, close: u8) -> bool {
        let mut comma = true;
        loop {
            if self.is_given_up() || !self.flow_space() {
                return false;
            }
            match self.at(0) {
                b if b == close => {
                    self.pos += 1;
                    return true;
                }
                b']' | b'}' => self.flow_junk(SyntaxErrorKind::UnclosedBracket),
                b',' => {
                    if comma {
                        self.flow_junk(SyntaxErrorKind::BadStart);
                    } else {
                        self.pos += 1;
                        comma = true;
                    }
                }
                _ => {
                    if !comma {
                        self.error(self.character(), SyntaxErrorKind::MissingComma);
                    }
                    comma = false;
                    if close == b'}' { self.flow_pair() } else { self.flow_item() }
                }
            }
        }
    }

    fn flow_pair(&mut self) {
        let pair = self.open(Kind::Pair, self.pos);
        if self.at(0) == b'?' {
            self.rare();
            self.pos += 1;
            self.flow_space();
        }
        let key = self.out.nodes.len();
        self.flow_slot();
        self.odd_flow_key(key);
        self.flow_value(self.pos);
        self.close(pair, self.written_to());
    }

    /// A key that is a collection, null or not written: JSON cannot hold it. A merge key is rare too.
    fn odd_flow_key(&mut self, key: usize) {
        let raw = self.out.nodes.get(key).copied();
        let odd = |raw: Raw| {
            let text = self.slice(raw.start as usize, raw.end as usize);
            !raw.kind.is_scalar() || (raw.kind == Kind::Plain && is_odd_key(text))
        };
        if raw.is_none_or(odd) {
            self.rare();
        }
    }

    /// `: value` behind a key, or nothing.
    fn flow_value(&mut self, key_end: usize) {
        if !self.flow_space() || self.at(0) != b':' {
            return self.empty(key_end);
        }
        if memchr::memchr(b'\n', self.slice(key_end, self.pos)).is_some() {
            self.rare();
        }
        self.pos += 1;
        let after = self.pos;
        if !self.flow_space() || matches!(self.at(0), b',' | b'}' | b']') {
            return self.empty(after);
        }
        self.flow_slot();
    }

    /// An item of a flow sequence; `[a: b]` is a mapping of one pair.
    fn flow_item(&mut self) {
        let item = self.open(Kind::Item, self.pos);
        let explicit = self.at(0) == b'?';
        if explicit {
            self.rare();
            self.pos += 1;
            self.flow_space();
        }
        let slot = self.out.nodes.len();
        let start = self.pos;
        self.flow_slot();
        let end = self.pos;
        let on_line = self.flow_space() && self.at(0) == b':';
        if on_line || explicit {
            if memchr::memchr(b'\n', self.slice(start, self.pos)).is_some() {
                self.rare();
            }
            self.odd_flow_key(slot);
            self.wrap_in_pair(slot, start);
            self.flow_value(end);
            self.close(slot + 1, self.written_to());
            self.close(slot, self.written_to());
        }
        self.close(item, self.written_to());
    }

    /// Puts a mapping and a pair in front of the slot just written.
    fn wrap_in_pair(&mut self, slot: usize, start: usize) {
        let written = self.out.nodes.split_off(slot);
        self.open(Kind::FlowMap, start);
        self.open(Kind::Pair, start);
        self.out.nodes.extend(written);
    }

    fn flow_slot(&mut self) {
        self.properties();
        self.flow_space();
        match self.at(0) {
            b'[' | b'{' => self.flow_collection(),
            b'"' | b'\'' => self.quoted(Quoted::InFlow),
            b'*' => self.alias(),
            b',' | b']' | b'}' | b':' => self.empty(self.pos),
            // A NUL in the text is no end: nobody else would step over it.
            0 if self.pos >= self.end() => self.empty(self.pos),
            _ => self.flow_plain(),
        }
    }

    fn flow_plain(&mut self) {
        let start = self.pos;
        if matches!(self.at(0), b'|' | b'>' | b'@' | b'`' | b'%' | b'#') || self.at_dash() {
            self.error(TextRange::new(start as u32, start as u32 + 1), SyntaxErrorKind::BadStart);
            self.pos += 1;
        }
        self.plain_infinity();
        let mut end = self.flow_plain_line(start);
        let mut flags = 0;
        while let Some(at) = self.flow_continuation(end) {
            let next = self.flow_plain_line(at);
            if next == at {
                break;
            }
            end = next;
            flags = MULTILINE;
        }
        if end == start {
            return self.flow_junk_slot();
        }
        self.pos = end;
        self.leaf(Kind::Plain, TextRange::new(start as u32, end as u32), flags);
    }

    /// Where plain text in a flow collection ends on its line.
    fn flow_plain_line(&self, from: usize) -> usize {
        let mut end = from;
        let mut at = from;
        while at < self.end() {
            match self.byte(at) {
                b',' | b'?' | b'[' | b']' | b'{' | b'}' => break,
                b':' if self.blank_or_end(at + 1) => break,
                b'#' if at > end => break,
                b' ' | b'\t' => {}
                _ if self.break_len(at) > 0 => break,
                _ => end = at + 1,
            }
            at += 1;
        }
        end
    }

    /// Whether the text goes on with the scalar on a later line: where. A line that holds a key of
    /// its own does not.
    fn flow_continuation(&mut self, end: usize) -> Option<usize> {
        let mark = self.mark();
        self.pos = end;
        self.skip_blanks();
        let broken = self.pos < self.end() && self.break_len(self.pos) > 0;
        let more = broken
            && self.flow_gap()
            && !matches!(self.at(0), b'#' | b',' | b']' | b'}' | b'[' | b'{' | b':' | b'?');
        let at = self.pos;
        let takes = more && !self.flow_line_is_pair(at);
        let suspect = self.suspect;
        self.back_to(mark);
        self.suspect = suspect;
        takes.then_some(at)
    }

    /// Whether the line at `at` starts with a key, as the next pair does when a comma is missing.
    fn flow_line_is_pair(&self, at: usize) -> bool {
        let line = self.slice(at, self.line_end(at));
        match line.first() {
            Some(&quote @ (b'"' | b'\'')) => {
                let close = line.iter().skip(1).position(|b| *b == quote).map(|i| i + 2);
                close
                    .and_then(|i| line.get(i..))
                    .is_some_and(|rest| rest.trim_ascii_start().first() == Some(&b':'))
            }
            _ => {
                let end = self.flow_plain_line(at);
                self.byte(end) == b':'
            }
        }
    }

    /// Blanks, line breaks and comments. False at the end.
    fn flow_space(&mut self) -> bool {
        loop {
            if !self.flow_gap() {
                return false;
            }
            if self.at(0) != b'#' {
                return true;
            }
            self.comment();
        }
    }

    /// Blanks and line breaks. False at the end, which a line can be that looks like a block's.
    fn flow_gap(&mut self) -> bool {
        loop {
            self.skip_blanks();
            if self.pos >= self.end() {
                return false;
            }
            let len = self.break_len(self.pos);
            if len == 0 {
                return true;
            }
            let before = self.pos;
            self.pos += len;
            self.line = self.pos;
            self.skip_blanks();
            self.flow_reach = self.flow_reach.max(self.pos);
            if self.is_document_end(self.pos) {
                self.rare();
                self.suspect.get_or_insert(before);
            }
            if self.suspect.is_none() && self.looks_like_block() {
                if self.col() <= self.floor {
                    self.rare();
                }
                self.suspect = Some(before);
            }
        }
    }

    /// A dash, or a plain word with a colon behind it.
    fn looks_like_block(&self) -> bool {
        if self.at_dash() {
            return true;
        }
        let mut at = self.pos;
        while matches!(self.byte(at), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b'$')
        {
            at += 1;
        }
        at > self.pos && self.byte(at) == b':' && self.blank_or_end(at + 1)
    }

    fn flow_junk(&mut self, kind: SyntaxErrorKind) {
        let range = TextRange::new(self.pos as u32, self.pos as u32 + 1);
        self.error(range, kind);
        self.leaf(Kind::Junk, range, BROKEN);
        self.pos += 1;
    }

    /// A character that starts nothing, where a node is wanted.
    fn flow_junk_slot(&mut self) {
        self.empty(self.pos);
        let range = self.character();
        self.error(range, SyntaxErrorKind::BadStart);
        self.leaf(Kind::Junk, range, BROKEN);
        self.pos = range.end as usize;
    }

    /// The character that stands here.
    fn character(&self) -> TextRange {
        let len = self.text.get(self.pos..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
        TextRange::new(self.pos as u32, (self.pos + len) as u32)
    }

    /// Skips a collection nested too deep: to the bracket that closes it, or to the end.
    fn flow_too_deep(&mut self) {
        let start = self.pos;
        let mut open = 0u32;
        while self.pos < self.end() && self.suspect.is_none() {
            match self.at(0) {
                b'[' | b'{' => open += 1,
                b']' | b'}' => open = open.saturating_sub(1),
                _ => {}
            }
            self.pos += 1;
            if open == 0 {
                break;
            }
        }
        self.empty(start);
        let range = TextRange::new(start as u32, self.pos as u32);
        self.error(range, SyntaxErrorKind::TooDeep);
        self.leaf(Kind::Junk, range, BROKEN);
    }
}
