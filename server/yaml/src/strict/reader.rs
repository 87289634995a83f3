//! The text as the library's reader hands it out, character by character: readerc.go and the
//! character classes of yamlprivateh.go (go.yaml.in/yaml/v2 v2.4.4).
//!
//! Knows positions, lines, columns and line breaks; must not know what the characters mean.
//! Past the end every character is NUL, as in the library's buffer.

use memchr::memchr2;

use super::characters::Characters;
use super::window::Window;
use super::{Checked, Refusal};

/// What ends a scan; a byte may be in several classes.
pub(super) mod class {
    pub(crate) const BLANK: u8 = 1;
    /// A line break, or the first byte of one that takes several, or NUL.
    pub(crate) const BREAK: u8 = 2;
    pub(crate) const COLON: u8 = 4;
    /// What ends a plain scalar inside brackets.
    pub(crate) const FLOW: u8 = 8;
    pub(crate) const SINGLE: u8 = 16;
    pub(crate) const DOUBLE: u8 = 32;

    /// The classes of a byte.
    #[inline]
    pub(crate) fn of(byte: u8) -> u8 {
        TABLE.get(usize::from(byte)).copied().unwrap_or(0)
    }

    static TABLE: [u8; 256] = {
        let mut table = [0; 256];
        let mut rest: &mut [u8] = &mut table;
        let mut byte = 0u8;
        while let Some((first, others)) = rest.split_first_mut() {
            *first = classify(byte);
            byte = byte.wrapping_add(1);
            rest = others;
        }
        table
    };

    const fn classify(byte: u8) -> u8 {
        match byte {
            b' ' | b'\t' => BLANK,
            b'\n' | b'\r' | 0 | 0xC2 | 0xE2 => BREAK,
            b':' => COLON,
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => FLOW,
            b'\'' => SINGLE,
            b'"' | b'\\' => DOUBLE,
            _ => 0,
        }
    }
}

/// A place in the text; `index` and `column` count characters.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mark {
    pub at: usize,
    pub line: usize,
    pub column: usize,
    pub index: usize,
}

/// No character takes more bytes, and the scanner never asks for more than eight at once.
const WIDEST_LOOK: usize = 4 * 8;

#[derive(Debug)]
pub(super) struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    line: usize,
    line_start: usize,
    characters: Characters,
    unicode_breaks: bool,
    /// Up to here the library has the text in its buffer; out of reach where that cannot matter.
    fence: usize,
    window: Option<Window>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let (characters, traits) = Characters::survey(bytes, start);
        let window = traits.needs_window().then(|| Window::new(start, traits.forbidden));
        Self {
            text,
            bytes,
            pos: start,
            line: 0,
            line_start: start,
            characters,
            unicode_breaks: traits.unicode_breaks,
            fence: if window.is_some() { 0 } else { usize::MAX },
            window,
        }
    }

    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn index(&mut self) -> usize {
        self.characters.index(self.bytes, self.pos)
    }

    pub(super) fn column(&mut self) -> usize {
        if self.characters.are_bytes() {
            self.pos - self.line_start
        } else {
            self.index() - self.characters.at_line_start()
        }
    }

    pub(super) fn mark(&mut self) -> Mark {
        Mark { at: self.pos, line: self.line, column: self.column(), index: self.index() }
    }

    pub(super) fn at_line_start(&self) -> bool {
        self.pos == self.line_start && !self.characters.ran_past_the_end()
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.byte(self.pos)
    }

    /// The library asks for `count` characters in its buffer, and may find one it forbids.
    #[inline]
    pub(super) fn need(&mut self, count: usize) -> Checked {
        if self.pos.saturating_add(WIDEST_LOOK) <= self.fence { Ok(()) } else { self.fill(count) }
    }

    /// Over characters that are no line break, the library asking for `count` after each.
    #[inline]
    pub(super) fn advance(&mut self, to: usize, count: usize) -> Checked {
        if to.saturating_add(WIDEST_LOOK) <= self.fence {
            self.pos = to;
            return Ok(());
        }
        while self.pos < to {
            self.skip();
            self.fill(count)?;
        }
        Ok(())
    }

    /// Over one character, whatever it is.
    pub(super) fn skip(&mut self) {
        match self.byte(self.pos) {
            _ if self.pos >= self.bytes.len() => {
                self.characters.run_past_the_end();
                self.window.iter_mut().for_each(Window::skip_past_the_end);
            }
            byte => self.pos += width(byte),
        }
    }

    /// Over the line break of `length` bytes that stands here.
    pub(super) fn next_line(&mut self, length: usize) {
        self.pos += length;
        self.line += 1;
        self.start_line();
    }

    /// The end of the text counts as the end of its last line.
    pub(super) fn end_last_line(&mut self) {
        if self.column() != 0 {
            self.line += 1;
            self.start_line();
        }
    }

    fn start_line(&mut self) {
        self.line_start = self.pos;
        self.characters.start_line(self.bytes, self.pos);
    }

    #[inline]
    pub(super) fn is_end(&self, at: usize) -> bool {
        at >= self.bytes.len()
    }

    /// How many bytes the line break at `at` takes; 0 where there is none.
    #[inline]
    pub(super) fn break_length(&self, at: usize) -> usize {
        match self.byte(at) {
            b'\n' => 1,
            b'\r' if self.byte(at + 1) == b'\n' => 2,
            b'\r' => 1,
            0xC2 if self.byte(at + 1) == 0x85 => 2,
            0xE2 if self.byte(at + 1) == 0x80 && matches!(self.byte(at + 2), 0xA8 | 0xA9) => 3,
            _ => 0,
        }
    }

    /// The text that the line break of `length` bytes at `at` stands for in a scalar.
    pub(super) fn break_text(&self, at: usize, length: usize) -> &'t str {
        if length == 3 { self.slice(at, at + 3) } else { "\n" }
    }

    pub(super) fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t')
    }

    pub(super) fn is_blank_break_or_end(&self, at: usize) -> bool {
        self.is_blank(at) || self.is_break_or_end(at)
    }

    pub(super) fn is_break_or_end(&self, at: usize) -> bool {
        self.is_end(at) || self.break_length(at) > 0
    }

    /// Where the line that `from` is in ends, before its break.
    pub(super) fn line_end(&self, from: usize) -> usize {
        if !self.unicode_breaks {
            let rest = self.bytes.get(from..).unwrap_or_default();
            return from + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        }
        let mut at = from;
        loop {
            at = self.skip_until(at, class::BREAK);
            if self.is_break_or_end(at) {
                return at;
            }
            at += 1;
        }
    }

    /// The first byte of one of the classes.
    #[inline]
    pub(super) fn skip_until(&self, from: usize, classes: u8) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        from + rest.iter().position(|&byte| class::of(byte) & classes != 0).unwrap_or(rest.len())
    }

    pub(super) fn skip_while(&self, from: usize, wanted: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        from + rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len())
    }

    /// `---` or `...` where a document may begin or end, here at the start of a line.
    pub(super) fn at_document_marker(&self, marker: u8) -> bool {
        self.peek() == marker
            && self.byte(self.pos + 1) == marker
            && self.byte(self.pos + 2) == marker
            && self.at_line_start()
            && self.is_blank_break_or_end(self.pos + 3)
    }

    /// `is_bom` of the library looks at the start of its buffer, not at the current character.
    pub(super) fn buffer_begins_with_bom(&self) -> bool {
        self.window
            .as_ref()
            .and_then(|window| self.bytes.get(window.base()..))
            .is_some_and(|buffer| buffer.starts_with("\u{feff}".as_bytes()))
    }

    #[cold]
    fn fill(&mut self, count: usize) -> Checked {
        let Some(window) = &mut self.window else { return Ok(()) };
        let filled = window.fill(self.text, self.pos, count);
        self.fence = window.loaded();
        filled.map_err(|at| Refusal::boxed(at, "yaml: control characters are not allowed".to_owned()))
    }
}

fn width(first: u8) -> usize {
    match first {
        0..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    }
}
