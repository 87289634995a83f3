//! The text of a scalar, with the way back from each of its characters to the source.
//!
//! Mirrors what go.yaml.in/yaml/v2 v2.4.4 makes of scalars (scannerc.go: `yaml_parser_scan_plain_scalar`,
//! `yaml_parser_scan_flow_scalar`, `yaml_parser_scan_block_scalar`).

use std::borrow::Cow;

use crdls_text::{Edit, TextRange, floor_boundary};

use crate::Kind;
use crate::lines::{behind_spaces, break_len, line_end};
use crate::raw::{BROKEN, MULTILINE, Raw};
use crate::tree::Tree;

/// A decoded scalar. Offsets into its text map to offsets into the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'t> {
    text: Cow<'t, str>,
    /// From each `decoded` offset on, characters stand one by one in the source from `source` on, up
    /// to the next segment. Never empty where the way back is wanted.
    segments: Vec<Segment>,
    end: u32,
    /// The whole text that the scalar is part of.
    source: &'t str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    decoded: u32,
    source: u32,
}

/// A scalar of a tree.
#[derive(Clone, Copy)]
struct ScalarSource<'t> {
    tree: &'t Tree,
    text: &'t str,
    index: u32,
    raw: Raw,
}

impl<'t> ScalarSource<'t> {
    fn is_multiline(self) -> bool {
        self.raw.flags & MULTILINE != 0
    }
}

/// The text of a scalar alone, without the way back.
pub(crate) fn text_of<'t>(tree: &'t Tree, text: &'t str, index: u32) -> Cow<'t, str> {
    Decoded::read(ScalarSource { tree, text, index, raw: tree.raw(index) }, false).text
}

impl<'t> Decoded<'t> {
    pub(crate) fn of(tree: &'t Tree, text: &'t str, index: u32) -> Self {
        Self::read(ScalarSource { tree, text, index, raw: tree.raw(index) }, true)
    }

    fn read(scalar: ScalarSource<'t>, mapped: bool) -> Self {
        let range = scalar.raw.range();
        match scalar.raw.kind {
            Kind::Plain if !scalar.is_multiline() => Self::verbatim(scalar.text, range, mapped),
            Kind::Plain => Build::new(scalar, range, mapped).plain(),
            Kind::SingleQuoted | Kind::DoubleQuoted => Build::quoted(scalar, mapped),
            Kind::Literal | Kind::Folded => Build::new(scalar, range, mapped).block(),
            _ => Self::verbatim(scalar.text, TextRange::empty(range.start), mapped),
        }
    }

    /// A range of a text, character by character.
    pub fn of_range(source: &'t str, range: TextRange) -> Self {
        Self::verbatim(source, range, true)
    }

    /// A range of the source as it stands there.
    fn verbatim(source: &'t str, range: TextRange, mapped: bool) -> Self {
        let segments = if mapped { vec![Segment { decoded: 0, source: range.start }] } else { Vec::new() };
        Self { text: Cow::Borrowed(range.of(source)), segments, end: range.end, source }
    }

    /// The text with a line without content, which decoding folds or drops: there the next key is typed. `blanks`: where in
    /// the source the line's own blanks are, from the indentation of the text on.
    pub fn with_blank_line(mut self, blanks: TextRange) -> Self {
        let before = self.text.get(..self.offset_of(blanks.start) as usize).unwrap_or_default();
        let before = before.trim_end_matches(['\n', ' ']).to_owned();
        let (at, after) = (before.len() as u32, self.text.get(before.len()..).unwrap_or_default());
        let line_break = if before.is_empty() { "" } else { "\n" };
        let line = at + line_break.len() as u32;
        let end = line + blanks.len();
        let text = format!("{before}{line_break}{}{after}", " ".repeat(blanks.len() as usize));
        let break_at = self.source_range(TextRange::new(0, at)).end.min(blanks.start.saturating_sub(1));
        let behind = self.segments.iter().filter(|s| s.decoded >= at && s.source > blanks.end);
        let behind: Vec<_> = behind.map(|s| Segment { decoded: s.decoded + end - at, ..*s }).collect();
        self.segments.retain(|s| s.decoded < at);
        if line > at {
            self.segments.push(Segment { decoded: at, source: break_at });
        }
        self.segments.push(Segment { decoded: line, source: blanks.start });
        if behind.first().is_none_or(|s| s.decoded > end) {
            self.segments.push(Segment { decoded: end, source: blanks.end });
        }
        self.segments.extend(behind);
        Self { text: Cow::Owned(text), end: self.end.max(blanks.end), ..self }
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a decoded offset stands in the source, always between two characters: an offset inside of a
    /// character counts as its start.
    pub fn source(&self, offset: u32) -> u32 {
        floor_boundary(self.source, self.source_of(floor_boundary(&self.text, offset)))
    }

    /// Maps an offset like [`Self::source`], but perhaps to the inside of a character of the source.
    fn source_of(&self, offset: u32) -> u32 {
        let next = self.segments.partition_point(|s| s.decoded <= offset);
        let Some(segment) = self.segments.get(next.saturating_sub(1)) else { return self.end };
        let limit = self.segments.get(next).map_or(self.end, |s| s.source);
        (segment.source + (offset - segment.decoded.min(offset))).min(limit)
    }

    /// Where a decoded range stands in the source: whole characters of it. Its end lies after its last
    /// character, not before the next one.
    pub fn source_range(&self, range: TextRange) -> TextRange {
        let start = self.source(range.start);
        let range = TextRange::around(&self.text, range.start, range.end);
        let last = self.text.get(..range.end as usize).and_then(|t| t.chars().next_back());
        let Some(last) = last.filter(|_| !range.is_empty()).map(|c| c.len_utf8() as u32) else {
            return TextRange::empty(start);
        };
        let last_at = range.end - last;
        let next = self.segments.partition_point(|s| s.decoded <= last_at);
        let one_by_one = self.source_of(last_at) + last;
        // An escape is longer in the source than the character it stands for.
        let end = match self.segments.get(next) {
            Some(s) if s.decoded == range.end && !self.breaks_line(last_at) => s.source,
            _ => one_by_one,
        };
        TextRange::around(self.source, start, end.min(self.end))
    }

    /// The edit of the source for one of the decoded text, as a style writes it; `None` where it is about more than one
    /// line, or the style cannot hold it.
    pub fn source_edit(&self, style: Kind, edit: &Edit) -> Option<Edit> {
        let new_text = style.piece(&edit.new_text).filter(|_| edit.is_in_line(&self.text))?;
        Some(Edit { range: self.source_range(edit.range), new_text })
    }

    fn breaks_line(&self, offset: u32) -> bool {
        matches!(self.text.as_bytes().get(offset as usize), Some(b'\n' | b' '))
    }

    /// The decoded offset of a place in the source, the nearest where it is in none of its characters.
    pub fn offset_of(&self, source: u32) -> u32 {
        let next = self.segments.partition_point(|s| s.source <= source);
        let Some(segment) = next.checked_sub(1).and_then(|i| self.segments.get(i)) else { return 0 };
        let limit = self.segments.get(next).map_or(self.text.len() as u32, |s| s.decoded);
        floor_boundary(&self.text, (segment.decoded + (source - segment.source)).min(limit))
    }
}

/// Builds a decoded text piece by piece.
struct Build<'t> {
    source: &'t str,
    bytes: &'t [u8],
    at: usize,
    end: usize,
    scalar: ScalarSource<'t>,
    out: String,
    segments: Vec<Segment>,
    /// Whether the way back is wanted.
    mapped: bool,
    /// Whether there are line breaks other than `\n` and `\r\n`.
    exotic: bool,
}

/// A line break in the source and how the library reads it: `\r\n`, `\r` and NEL become `\n`; LS and
/// PS stay.
fn line_break(bytes: &[u8], at: usize) -> Option<(usize, &'static str)> {
    match break_len(bytes, at) {
        0 => None,
        3 if bytes.get(at + 2) == Some(&0xA8) => Some((3, "\u{2028}")),
        3 => Some((3, "\u{2029}")),
        len => Some((len, "\n")),
    }
}

impl<'t> Build<'t> {
    fn new(scalar: ScalarSource<'t>, range: TextRange, mapped: bool) -> Self {
        let source = scalar.text;
        Self {
            source,
            bytes: source.as_bytes(),
            at: range.start as usize,
            end: (range.end as usize).min(source.len()),
            scalar,
            out: String::with_capacity(range.len() as usize),
            segments: Vec::new(),
            mapped,
            exotic: scalar.tree.document_of(scalar.index).is_none_or(|document| document.exotic),
        }
    }

    fn done(mut self) -> Decoded<'t> {
        if self.mapped && self.segments.is_empty() {
            self.segments.push(Segment { decoded: 0, source: self.at as u32 });
        }
        let end = self.scalar.raw.end;
        Decoded { text: Cow::Owned(self.out), segments: self.segments, end, source: self.source }
    }

    /// What is appended next stands at `source`.
    fn segment(&mut self, source: usize) {
        if self.mapped {
            self.segments.push(Segment { decoded: self.out.len() as u32, source: source as u32 });
        }
    }

    fn copy(&mut self, from: usize, to: usize) {
        if from < to {
            self.segment(from);
            self.out.push_str(self.source.get(from..to).unwrap_or_default());
        }
    }

    fn push(&mut self, text: &str, source: usize) {
        self.segment(source);
        self.out.push_str(text);
    }

    fn blank(&self, at: usize) -> bool {
        at < self.end && matches!(self.bytes.get(at), Some(b' ' | b'\t'))
    }

    fn line_break(&self, at: usize) -> Option<(usize, &'static str)> {
        if at < self.end { line_break(self.bytes, at) } else { None }
    }

    /// Blanks and line breaks between two words: kept where they hold no break, else folded.
    /// `forced`: a backslash ended the line, so that its break is dropped.
    fn gap(&mut self, forced: bool) {
        let start = self.at;
        if self.bytes.get(start) == Some(&b'\n') && !forced {
            // The common case: one line break and the indentation of the next line.
            let text = behind_spaces(self.bytes, start + 1);
            if text < self.end && !matches!(self.bytes.get(text), Some(..0x20 | 0xC2 | 0xE2)) {
                self.at = text;
                return self.push(" ", start);
            }
        }
        let mut first: Option<&str> = forced.then_some("");
        let mut more = String::new();
        while let Some((len, text)) =
            self.blank(self.at).then_some((1, "")).or_else(|| self.line_break(self.at))
        {
            if !text.is_empty() {
                match first {
                    None => first = Some(text),
                    Some(_) => more.push_str(text),
                }
            }
            self.at += len;
        }
        match first {
            None => self.copy(start, self.at),
            Some("\n") if more.is_empty() => self.push(" ", start),
            Some("\n") => self.push(&more, start),
            Some(first) => {
                let text = format!("{first}{more}");
                if !text.is_empty() {
                    self.push(&text, start);
                }
            }
        }
    }

    fn plain(mut self) -> Decoded<'t> {
        while self.at < self.end {
            let start = self.at;
            self.at = self.line_end();
            let mut text_end = self.at;
            while text_end > start && self.blank(text_end - 1) {
                text_end -= 1;
            }
            self.copy(start, text_end);
            self.at = text_end;
            self.gap(false);
        }
        self.done()
    }

    /// The next line break, or the end.
    fn line_end(&self) -> usize {
        line_end(self.bytes.get(..self.end).unwrap_or(self.bytes), self.at, self.exotic)
    }

    fn quoted(scalar: ScalarSource<'t>, mapped: bool) -> Decoded<'t> {
        let range = scalar.raw.range();
        let close = u32::from(scalar.raw.flags & BROKEN == 0);
        let inner = TextRange::new(range.start + 1, range.end.saturating_sub(close));
        let text = inner.of(scalar.text);
        let escapes: &[char] = if scalar.raw.kind == Kind::DoubleQuoted { &['\\'] } else { &['\''] };
        if !scalar.is_multiline() && !text.contains(escapes) {
            return Decoded::verbatim(scalar.text, inner, mapped);
        }
        let mut build = Build::new(scalar, inner, mapped);
        while build.at < build.end {
            build.quoted_line();
            if build.at < build.end {
                build.gap(false);
            }
        }
        build.done()
    }

    /// Everything up to the next line break, escapes undone, and without the blanks in front of it.
    fn quoted_line(&mut self) {
        let escape = if self.scalar.raw.kind == Kind::DoubleQuoted { b'\\' } else { b'\'' };
        let line_end = self.line_end();
        let mut start = self.at;
        while let Some(n) = self.bytes.get(start..line_end).and_then(|rest| memchr::memchr(escape, rest)) {
            self.at = start + n;
            self.copy(start, self.at);
            if escape == b'\'' {
                self.push("'", self.at);
                self.at += 2;
            } else if self.escape() {
                return;
            }
            start = self.at;
        }
        self.at = line_end.max(start);
        while self.at < self.end && self.at > start && self.blank(self.at - 1) {
            self.at -= 1;
        }
        self.copy(start, self.at);
    }

    /// Undoes one escape. True where it was a line break.
    fn escape(&mut self) -> bool {
        let at = self.at;
        if let Some((len, _)) = self.line_break(at + 1) {
            self.at += 1 + len;
            self.gap(true);
            return true;
        }
        let code = self.bytes.get(at + 1).copied().unwrap_or(0);
        self.at += 2;
        let simple = match code {
            b'0' => "\0",
            b'a' => "\x07",
            b'b' => "\x08",
            b't' | b'\t' => "\t",
            b'n' => "\n",
            b'v' => "\x0B",
            b'f' => "\x0C",
            b'r' => "\r",
            b'e' => "\x1B",
            b' ' => " ",
            b'"' => "\"",
            b'\'' => "'",
            b'\\' => "\\",
            b'/' => "/", // JSON
            b'N' => "\u{85}",
            b'_' => "\u{A0}",
            b'L' => "\u{2028}",
            b'P' => "\u{2029}",
            b'x' => return self.hex(at, 2),
            b'u' => return self.hex(at, 4),
            b'U' => return self.hex(at, 8),
            _ => {
                self.at = at + 1; // not an escape: as it stands
                self.push("\\", at);
                return false;
            }
        };
        self.push(simple, at);
        false
    }

    fn hex(&mut self, at: usize, digits: usize) -> bool {
        let mut code = self.hex_at(self.at, digits);
        self.at = (self.at + digits).min(self.end);
        // JSON writes what lies beyond U+FFFF as two escapes.
        if let Some(high @ 0xD800..0xDC00) = code
            && self.source.get(self.at..self.at + 2) == Some("\\u")
            && let Some(low @ 0xDC00..0xE000) = self.hex_at(self.at + 2, 4)
        {
            code = Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
            self.at += 6;
        }
        let character = code.and_then(char::from_u32).unwrap_or('\u{FFFD}');
        self.push(character.encode_utf8(&mut [0; 4]), at);
        while !self.source.is_char_boundary(self.at) {
            self.at += 1;
        }
        false
    }

    fn hex_at(&self, at: usize, digits: usize) -> Option<u32> {
        u32::from_str_radix(self.source.get(at..at + digits)?, 16).ok()
    }

    fn block(mut self) -> Decoded<'t> {
        let literal = self.scalar.raw.kind == Kind::Literal;
        let indent = usize::from(self.scalar.raw.indent);
        let (strip, keep) = self.block_header();
        let mut state = Folding::default();
        while self.block_line(indent, literal, &mut state) {}
        let (leading, trailing) = (state.leading, state.trailing);
        if !strip {
            self.segment(state.break_at);
            self.out.push_str(leading);
        }
        if keep {
            self.segment(state.break_at + leading.len());
            self.out.push_str(&trailing);
        }
        self.done()
    }

    /// Goes over the header line. Whether line breaks at the end are stripped, or all kept.
    fn block_header(&mut self) -> (bool, bool) {
        let (mut strip, mut keep) = (false, false);
        // The header's line break may lie behind the node's end, where it has no content.
        while let Some(b) =
            self.bytes.get(self.at).copied().filter(|_| line_break(self.bytes, self.at).is_none())
        {
            match b {
                b'#' | b' ' | b'\t' => break,
                b'-' => strip = true,
                b'+' => keep = true,
                _ => {}
            }
            self.at += 1;
        }
        while self.at < self.bytes.len() && line_break(self.bytes, self.at).is_none() {
            self.at += 1;
        }
        self.at += line_break(self.bytes, self.at).map_or(0, |(len, _)| len);
        (strip, keep)
    }

    /// Appends one line of content with the breaks before it. False behind the last one.
    fn block_line(&mut self, indent: usize, literal: bool, state: &mut Folding) -> bool {
        loop {
            let line = self.at;
            self.at = behind_spaces(self.bytes, line).min(line + indent).min(self.end.max(line));
            let Some((len, text)) = self.line_break(self.at) else {
                if self.at > line && self.at == self.bytes.len() {
                    state.trailing.push('\n'); // kubectl ends the last line
                }
                break;
            };
            state.trailing.push_str(text);
            self.at += len;
        }
        if self.at >= self.end {
            return false;
        }
        let more_indented = self.blank(self.at);
        let folds = !literal && !state.more_indented && !more_indented && state.leading == "\n";
        if folds {
            if state.trailing.is_empty() {
                self.push(" ", state.break_at);
            }
        } else if !state.leading.is_empty() {
            self.push(state.leading, state.break_at);
        }
        if !state.trailing.is_empty() {
            let trailing = std::mem::take(&mut state.trailing);
            self.push(&trailing, state.break_at + state.leading.len());
        }
        state.more_indented = more_indented;
        let start = self.at;
        self.at = self.line_end();
        self.copy(start, self.at);
        state.break_at = self.at;
        // kubectl ends the last line of a file where the user did not.
        let (len, text) = line_break(self.bytes, self.at).unwrap_or((0, "\n"));
        self.at += len;
        state.leading = text;
        true
    }
}

/// Line breaks read and not yet written, while a block scalar is decoded.
#[derive(Default)]
struct Folding {
    /// The break that ends the last line of content.
    leading: &'static str,
    /// The breaks of the empty lines behind it.
    trailing: String,
    more_indented: bool,
    break_at: usize,
}
