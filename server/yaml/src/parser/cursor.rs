//! The parser's place in the text, and where it writes.

use std::cell::Cell;

use crdls_text::TextRange;

use crate::lines::{behind_spaces, break_len, line_end};
use crate::raw::{RARE, Raw};
use crate::tree::Tree;
use crate::{Kind, SyntaxError, SyntaxErrorKind};

#[derive(Debug)]
pub(crate) struct Parser<'t, 'o> {
    pub(super) text: &'t str,
    /// Up to the end of the document, or to the limit of a bounded attempt.
    bytes: &'t [u8],
    pub(super) out: &'o mut Tree,
    pub(super) pos: usize,
    /// Start of the line that `pos` is on.
    pub(super) line: usize,
    pub(super) depth: u32,
    pub(super) flow_level: u32,
    /// Indentation of the block that a flow collection lies in.
    pub(super) floor: i32,
    /// The end of the line in front of one that looks like a block's, in a flow collection; see `flow`.
    pub(super) suspect: Option<usize>,
    /// How many errors there were before the flow collection that is read, and how far it was looked at.
    pub(super) flow_errors: usize,
    pub(super) flow_reach: usize,
    /// Whether the text has line breaks other than `\n` and `\r\n`.
    exotic: bool,
    /// Whether it has characters that the library refuses.
    pub(super) odd: bool,
    /// `pos` is at the first character of content of a line that nobody has taken yet.
    pub(super) fresh: bool,
    /// Something rare was met: the next node written is marked [`RARE`].
    pub(super) pending_rare: bool,
    /// Where the text ends that is in a node.
    wrote: usize,
    /// A stretch without line break, where it ends, and the end of the text when that was found.
    line_found: Cell<(usize, usize, usize)>,
    /// Where a key's colon was looked for, what was found, and the end of the text then.
    pub(super) colon_found: Cell<(usize, Option<usize>, usize)>,
    /// Where `...` ended the document.
    pub(super) lost: Option<usize>,
    /// How many bounded attempts this is in.
    bounds: u32,
    /// What was read depends on an entry before the first one that was read.
    pub(super) unknown_before: bool,
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    fresh: bool,
    pending_rare: bool,
    wrote: usize,
    pos: usize,
    line: usize,
    nodes: usize,
    comments: usize,
    errors: usize,
}

impl<'t, 'o> Parser<'t, 'o> {
    /// Reads all of `range`.
    pub(crate) fn new(text: &'t str, range: TextRange, out: &'o mut Tree) -> Self {
        let survey = Survey::of(range.of(text).as_bytes());
        Self { exotic: survey.exotic, odd: survey.rare, ..Self::within(text, range, out) }
    }

    /// Reads from the start of `range`, in a text whose only line breaks are `\n` and `\r\n`.
    pub(super) fn within(text: &'t str, range: TextRange, out: &'o mut Tree) -> Self {
        let (start, end) = (range.start as usize, range.end as usize);
        let bytes = text.as_bytes();
        let bytes = bytes.get(..end).unwrap_or(bytes);
        Self {
            text,
            bytes,
            out,
            pos: start,
            line: start,
            depth: 0,
            flow_level: 0,
            floor: -1,
            suspect: None,
            flow_errors: 0,
            flow_reach: start,
            exotic: false,
            odd: false,
            fresh: false,
            pending_rare: false,
            wrote: start,
            line_found: Cell::new((1, 0, 0)),
            colon_found: Cell::new((usize::MAX, None, 0)),
            lost: None,
            bounds: 0,
            unknown_before: false,
        }
    }

    pub(crate) fn is_exotic(&self) -> bool {
        self.exotic
    }

    /// Where the document or the limit of a bounded attempt ends.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.bytes.len()
    }

    /// Reads as if the text ended at `end`.
    pub(super) fn bounded<T>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let end = self.limit(end);
        self.bounds += 1;
        let found = read(self);
        self.bounds -= 1;
        self.limit(end);
        found
    }

    /// Whether this is a bounded attempt.
    pub(super) const fn is_bounded(&self) -> bool {
        self.bounds > 0
    }

    /// Makes the text end at `end`. Returns where it ended before.
    pub(super) fn limit(&mut self, end: usize) -> usize {
        let before = self.end();
        self.bytes = self.text.as_bytes().get(..end).unwrap_or(self.bytes);
        before
    }

    /// The byte at `pos + n`; 0 past the end.
    #[inline]
    pub(super) fn at(&self, n: usize) -> u8 {
        self.byte(self.pos + n)
    }

    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        self.bytes.get(from..to).unwrap_or_default()
    }

    /// Column of `pos`, in bytes: what stands before content on its line is ASCII.
    #[inline]
    pub(super) fn col(&self) -> i32 {
        (self.pos - self.line) as i32
    }

    /// Whether a blank, a line break or the end stands at `at`.
    #[inline]
    pub(super) fn blank_or_end(&self, at: usize) -> bool {
        at >= self.end()
            || matches!(self.byte(at), b' ' | b'\t' | b'\n' | b'\r')
            || (self.exotic && self.break_len(at) > 0)
    }

    /// Length of the line break at `at`: 0 where there is none.
    pub(super) fn break_len(&self, at: usize) -> usize {
        match self.byte(at) {
            b'\n' => 1,
            b'\r' if self.byte(at + 1) == b'\n' => 2,
            _ if self.exotic => break_len(self.bytes, at),
            _ => 0,
        }
    }

    /// Where the line break of the line of `at` starts, or the end. The last answer is kept: on a line
    /// of megabytes each scalar asks.
    #[inline]
    pub(super) fn line_end(&self, at: usize) -> usize {
        let (from, to, end) = self.line_found.get();
        if from <= at && at <= to && end == self.end() {
            return to;
        }
        let found = line_end(self.bytes, at, self.exotic);
        self.line_found.set((at, found, self.end()));
        found
    }

    /// The line of `at` ends at the break at `end`, or, where lines end in `\r\n`, before it.
    #[inline]
    pub(super) fn line_ends(&self, at: usize, end: usize) {
        let end = if end > at && self.byte(end - 1) == b'\r' { end - 1 } else { end };
        self.line_found.set((at, end, self.end()));
    }

    /// The line behind the line break at `at`: its start, and where its leading spaces end.
    #[inline]
    pub(super) fn line_behind_break(&self, at: usize) -> Option<(usize, usize)> {
        let line = at + self.break_len(at);
        (line > at).then(|| (line, self.behind_spaces(line)))
    }

    /// Where the spaces at `at` end.
    #[inline]
    pub(super) fn behind_spaces(&self, at: usize) -> usize {
        behind_spaces(self.bytes, at)
    }

    /// Goes over spaces and tabs.
    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.at(0), b' ' | b'\t') {
            self.pos += 1;
        }
    }

    /// From somewhere on a line with nothing but blanks and a comment left: goes to the first
    /// character of content on a later line (or this one), over empty lines and comments.
    /// False at the end.
    pub(super) fn next_content(&mut self) -> bool {
        if self.fresh {
            return true;
        }
        loop {
            self.skip_blanks();
            if self.pos >= self.end() {
                return false;
            }
            let len = self.break_len(self.pos);
            if len > 0 {
                self.pos += len;
                self.line = self.pos;
                // The common case: spaces, then content.
                self.pos = self.behind_spaces(self.pos);
                match self.at(0) {
                    b'\t' => self.tab_indent(),
                    b'.' if self.is_document_end(self.pos) => return self.end_here(),
                    _ => {}
                }
            } else if self.at(0) == b'#' {
                self.comment();
            } else {
                self.fresh = true;
                return true;
            }
        }
    }

    /// Goes to the content of a later line, with nothing but empty lines in between. Does nothing
    /// where that is a comment, or a mark that ends the document.
    #[inline]
    pub(super) fn go_to_content(&mut self, line: usize, text: usize) {
        if !matches!(self.byte(text), 0 | b'#' | b'\t' | b'.') {
            (self.line, self.pos, self.fresh) = (line, text, true);
        }
    }

    /// Whether `...` stands alone at the start of the line.
    pub(super) fn is_document_end(&self, at: usize) -> bool {
        at == self.line && self.slice(at, at + 3) == b"..." && self.blank_or_end(at + 3)
    }

    fn end_here(&mut self) -> bool {
        self.lost = Some(self.pos);
        self.limit(self.pos);
        self.rare();
        false
    }

    /// Blanks behind a tab that starts a line: harmless on an empty line, an error before content.
    fn tab_indent(&mut self) {
        let tab = self.pos;
        self.rare();
        self.skip_blanks();
        if self.pos < self.end() && self.break_len(self.pos) == 0 && self.at(0) != b'#' {
            self.error(TextRange::new(tab as u32, self.pos as u32), SyntaxErrorKind::TabIndent);
        }
    }

    pub(super) fn comment(&mut self) {
        let end = self.line_end(self.pos);
        self.out.comments.push(TextRange::new(self.pos as u32, end as u32));
        self.pos = end;
    }

    /// At the end of a value: goes over blanks and a comment to the end of the line. What else
    /// stands there becomes junk.
    pub(super) fn finish_line(&mut self) {
        if self.fresh {
            return;
        }
        let before = self.pos;
        self.skip_blanks();
        if self.pos >= self.end() || self.break_len(self.pos) > 0 {
            return;
        }
        if self.at(0) == b'#' && self.pos > before {
            return self.comment();
        }
        self.junk_line(SyntaxErrorKind::TrailingText);
    }

    /// The rest of the line becomes junk.
    pub(super) fn junk_line(&mut self, kind: SyntaxErrorKind) {
        let range = TextRange::new(self.pos as u32, self.trimmed_line_end() as u32);
        self.error(range, kind);
        self.leaf(Kind::Junk, range, 0);
        self.pos = self.line_end(self.pos);
    }

    /// The end of the line's text, trailing blanks left out.
    pub(super) fn trimmed_line_end(&self) -> usize {
        let mut end = self.line_end(self.pos);
        while end > self.pos && matches!(self.byte(end - 1), b' ' | b'\t') {
            end -= 1;
        }
        end
    }

    // --- writing ---

    pub(super) fn error(&mut self, range: TextRange, kind: SyntaxErrorKind) {
        self.out.errors.push(SyntaxError { range, kind });
    }

    /// The text from `start` to `end` was read together, as something in it is broken.
    pub(super) fn tie(&mut self, start: usize, end: usize) {
        self.out.ties.push(TextRange::new(start as u32, end as u32));
    }

    #[inline]
    pub(super) fn leaf(&mut self, kind: Kind, range: TextRange, flags: u8) {
        let flags = if std::mem::take(&mut self.pending_rare) { flags | RARE } else { flags };
        self.wrote = self.wrote.max(range.end as usize);
        self.out.nodes.push(Raw { kind, flags, indent: 0, start: range.start, end: range.end, size: 1 });
    }

    /// Something rare stands here: the Go library has to be asked.
    pub(super) fn rare(&mut self) {
        self.pending_rare = true;
    }

    pub(super) fn empty(&mut self, at: usize) {
        self.leaf(Kind::Empty, TextRange::empty(at as u32), 0);
    }

    /// Opens a node whose children follow.
    #[inline]
    pub(super) fn open(&mut self, kind: Kind, at: usize) -> usize {
        let index = self.out.nodes.len();
        self.leaf(kind, TextRange::empty(at as u32), 0);
        index
    }

    /// Opens an entry of a block whose entries are at column `n`.
    #[inline]
    pub(super) fn open_entry(&mut self, kind: Kind, n: i32) -> usize {
        let index = self.open(kind, self.pos);
        if let Some(raw) = self.out.nodes.last_mut() {
            raw.indent = n.clamp(0, i32::from(u16::MAX)) as u16;
        }
        index
    }

    /// Closes a node: it ends where its last child does, or at `end` where that is later.
    #[inline]
    pub(super) fn close(&mut self, index: usize, end: usize) {
        let size = (self.out.nodes.len() - index) as u32;
        self.wrote = self.wrote.max(end);
        if let Some(raw) = self.out.nodes.get_mut(index) {
            raw.size = size;
            raw.end = end as u32;
        }
    }

    /// Where what is written ends.
    #[inline]
    pub(super) fn written_to(&self) -> usize {
        self.wrote
    }

    // --- going back ---

    pub(super) fn mark(&self) -> Mark {
        Mark {
            fresh: self.fresh,
            pending_rare: self.pending_rare,
            wrote: self.wrote,
            pos: self.pos,
            line: self.line,
            nodes: self.out.nodes.len(),
            comments: self.out.comments.len(),
            errors: self.out.errors.len(),
        }
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        self.fresh = mark.fresh;
        self.pending_rare = mark.pending_rare;
        self.wrote = mark.wrote;
        self.pos = mark.pos;
        self.line = mark.line;
        self.out.nodes.truncate(mark.nodes);
        self.out.comments.truncate(mark.comments);
        self.out.errors.truncate(mark.errors);
    }
}

/// What a look over all bytes says.
pub(crate) struct Survey {
    exotic: bool,
    /// Characters that the library's reader refuses, or takes for line breaks.
    pub(crate) rare: bool,
}

impl Survey {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        const CHUNK: usize = 512;
        let (mut odd, mut exotic, mut has_cr) = (false, false, false);
        for (number, chunk) in bytes.chunks(CHUNK).enumerate() {
            // Passes without branches that the compiler turns into vector code.
            let printable = |b: u8| (b == b'\n') | (b.wrapping_sub(b' ') <= b'~' - b' ');
            if chunk.iter().fold(true, |all, b| all & printable(*b)) {
                continue;
            }
            let (mut control, mut high, mut cr) = (0u8, 0u8, 0u8);
            for &b in chunk {
                control |=
                    u8::from((b < 0x20) & (b != b'\n') & (b != b'\r') & (b != b'\t')) | u8::from(b == 0x7F);
                high |= b & 0x80;
                cr |= u8::from(b == b'\r');
            }
            odd |= control != 0;
            has_cr |= cr != 0;
            if high == 0 {
                continue;
            }
            let start = number * CHUNK;
            for at in start..start + chunk.len() {
                match bytes.get(at..).unwrap_or_default() {
                    // U+0085, U+2028 and U+2029
                    [0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..] => exotic = true,
                    // C1 controls, the BOM and non-characters, which the library's reader refuses or skips.
                    [0xC2, ..0xA0, ..] | [0xEF, 0xBB | 0xBF, ..] => odd = true,
                    _ => {}
                }
            }
        }
        exotic |= has_cr && memchr::memchr_iter(b'\r', bytes).any(|i| bytes.get(i + 1) != Some(&b'\n'));
        Self { exotic, rare: odd || exotic }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_characters_are_seen_wherever_they_stand() {
        let seen = |before: usize, text: &str| {
            let Survey { exotic, rare } = Survey::of(format!("{}{text}b", "a".repeat(before)).as_bytes());
            (exotic, rare)
        };
        for before in 500..520 {
            for text in ["\u{85}", "\u{2028}", "\u{2029}", "\r"] {
                assert_eq!(seen(before, text), (true, true), "{text:?} at {before}");
            }
            for text in ["\u{9f}", "\u{feff}", "\u{ffff}", "\u{1}", "\u{7f}"] {
                assert_eq!(seen(before, text), (false, true), "{text:?} at {before}");
            }
            for text in ["", "\u{a0}", "é", "\u{2027}", "\u{ff01}", "\r\n", "\t"] {
                assert_eq!(seen(before, text), (false, false), "{text:?} at {before}");
            }
        }
    }
}
