//! Plain, quoted and block scalars: where they end. Their values are made when asked for.

use crdls_text::TextRange;

use super::Parser;
use crate::raw::{BROKEN, MULTILINE};
use crate::tree::OpenQuote;
use crate::{Kind, SyntaxErrorKind};

/// What ended the plain text of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Line,
    Comment,
    /// `: ` follows.
    Colon,
}

/// Where a quoted scalar is written, which says where it may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    /// On its line.
    OnLine,
    /// On a later line too, in a block whose indentation is this.
    InBlock(i32),
    /// On a later line too, in a flow collection.
    InFlow,
}

impl Quoted {
    /// Whether a scalar of several lines can end before this character. In a block nothing but a comment may follow.
    fn can_end_before(self, after: u8) -> bool {
        match self {
            Self::OnLine => false,
            Self::InBlock(_) => matches!(after, 0 | b'\n' | b'\r' | b'#'),
            Self::InFlow => matches!(after, 0 | b'\n' | b'\r' | b'#' | b',' | b']' | b'}' | b':'),
        }
    }
}

/// What a look for a closing quote found.
pub(super) enum Closing {
    /// `odd`: there are escapes in the text that the library may refuse.
    At { close: usize, odd: bool },
    /// None, in the text up to there.
    None { looked_to: usize },
}

impl Parser<'_, '_> {
    /// A plain scalar in a block whose indentation is `p`: lines indented deeper go on with it.
    /// A colon on its first line belongs to it, with an error, as the line is no key.
    pub(super) fn plain(&mut self, p: i32) {
        let start = self.pos;
        if !self.starts_plain() {
            self.error(TextRange::new(start as u32, start as u32 + 1), SyntaxErrorKind::BadStart);
        }
        self.plain_infinity();
        let (mut end, mut stop) = self.plain_line(start);
        if stop == Stop::Colon {
            (end, stop) = self.nested_on_one_line(start);
        }
        self.pos = end;
        let mut flags = 0;
        while stop == Stop::Line {
            let Some(at) = self.continuation(end, p) else { break };
            let (next, why) = self.plain_line(at);
            if why == Stop::Colon {
                break; // a key: the block below was meant
            }
            (end, stop) = (next, why);
            self.pos = end;
            flags = MULTILINE;
        }
        self.leaf(Kind::Plain, TextRange::new(start as u32, end as u32), flags);
    }

    /// `.inf` and `.nan`, which JSON cannot hold, are rare.
    pub(super) fn plain_infinity(&mut self) {
        let sign = usize::from(matches!(self.at(0), b'+' | b'-'));
        if self.at(sign) == b'.' && matches!(self.at(sign + 1), b'i' | b'I' | b'n' | b'N') {
            self.rare();
        }
    }

    /// `key: other: value` and `key: - item`: all of the line is the value.
    fn nested_on_one_line(&mut self, start: usize) -> (usize, Stop) {
        let mut end = self.trimmed_line_end();
        let mut stop = Stop::Line;
        if let Some(comment) = find_comment(self.slice(start, end)) {
            end = start + comment;
            stop = Stop::Comment;
        }
        self.error(TextRange::new(start as u32, end as u32), SyntaxErrorKind::NestedOnOneLine);
        (end, stop)
    }

    /// Where the plain text that starts at `at` ends on its line, blanks at its end left out.
    fn plain_line(&self, at: usize) -> (usize, Stop) {
        let bytes = self.slice(0, self.end());
        let mut from = at;
        let (end, stop) = loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let Some(n) = self.find_plain_end(rest) else { break (self.end(), Stop::Line) };
            let i = from + n;
            match self.byte(i) {
                b':' if self.blank_or_end(i + 1) => break (i, Stop::Colon),
                b'#' if i > at && matches!(self.byte(i - 1), b' ' | b'\t') => break (i, Stop::Comment),
                _ if self.break_len(i) > 0 => {
                    self.line_ends(at, i);
                    break (i, Stop::Line);
                }
                _ => from = i + 1,
            }
        };
        let mut end = end;
        while end > at && matches!(self.byte(end - 1), b' ' | b'\t' | b'\r') {
            end -= 1;
        }
        (end, stop)
    }

    #[inline]
    fn find_plain_end(&self, rest: &[u8]) -> Option<usize> {
        if self.is_exotic() {
            return rest.iter().position(|b| matches!(b, b':' | b'#' | b'\n' | b'\r' | 0xC2 | 0xE2));
        }
        memchr::memchr3(b':', b'#', b'\n', rest)
    }

    /// The next line with text behind `end`, if it goes on with a scalar in a block indented by `p`:
    /// the offset of its text. Goes there where it does not.
    fn continuation(&mut self, end: usize, p: i32) -> Option<usize> {
        let mut at = end;
        let mut tabs = false;
        loop {
            at = self.line_end(at);
            let line;
            (line, at) = self.line_behind_break(at)?;
            if at >= self.end() {
                return None;
            }
            let spaces = (at - line) as i32;
            if self.byte(at) == b'\t' {
                self.rare();
                tabs = true;
                while matches!(self.byte(at), b' ' | b'\t') {
                    at += 1;
                }
            }
            if at < self.end() && self.break_len(at) > 0 {
                continue;
            }
            if spaces <= p {
                if !tabs {
                    self.go_to_content(line, at);
                }
                return None;
            }
            let ends = self.byte(at) == b'#' || (spaces == 0 && self.slice(at, at + 3) == b"...");
            return (!ends && at < self.end()).then_some(at);
        }
    }

    /// `|` or `>`, with the lines below that are indented deeper than `p`.
    pub(super) fn block_scalar(&mut self, p: i32) {
        let start = self.pos;
        let kind = if self.at(0) == b'|' { Kind::Literal } else { Kind::Folded };
        self.pos += 1;
        let (keep, explicit) = self.block_header();
        let header_end = self.pos;
        self.skip_blanks();
        if self.at(0) == b'#' {
            self.comment();
        } else if self.pos < self.end() && self.break_len(self.pos) == 0 {
            let range = TextRange::new(self.pos as u32, self.trimmed_line_end() as u32);
            self.error(range, SyntaxErrorKind::BadBlockHeader);
            self.pos = self.line_end(self.pos);
        }
        let indent = if explicit > 0 { p.max(0) + explicit } else { self.block_indent(p) };
        let node = self.open(kind, start);
        let end = self.block_lines(header_end, indent, keep);
        self.close(node, end);
        if let Some(raw) = self.out.nodes.get_mut(node) {
            raw.indent = indent.clamp(0, i32::from(u16::MAX)) as u16;
            raw.flags |= MULTILINE;
        }
    }

    /// Chomping and indentation indicators in either order: whether line breaks at the end are kept,
    /// and the indentation, 0 where it is not given.
    fn block_header(&mut self) -> (bool, i32) {
        let (mut keep, mut explicit, mut chomped) = (false, 0, false);
        for _ in 0..2 {
            match self.at(0) {
                b @ (b'+' | b'-') if !chomped => {
                    chomped = true;
                    keep = b == b'+';
                }
                b @ b'1'..=b'9' if explicit == 0 => explicit = i32::from(b - b'0'),
                _ => break,
            }
            self.pos += 1;
        }
        (keep, explicit)
    }

    /// The indentation of content, from the first line that is not empty and the empty ones before it.
    fn block_indent(&mut self, p: i32) -> i32 {
        let mut widest = 0;
        let mut at = self.pos;
        while let Some((line, text)) = self.line_behind_break(at) {
            at = text;
            widest = widest.max((at - line) as i32);
            if self.byte(at) == b'\t' {
                self.rare();
                break;
            }
            if at >= self.end() || self.break_len(at) == 0 {
                break;
            }
        }
        widest.max(p + 1).max(1)
    }

    /// Goes over the lines of a block scalar. Returns where it ends: behind its last line of content,
    /// or behind the empty lines that follow where they are kept.
    fn block_lines(&mut self, header_end: usize, indent: i32, keep: bool) -> usize {
        let (mut content_end, mut resume) = (header_end, self.pos);
        let mut at = self.pos;
        let mut below = None;
        loop {
            let len = self.break_len(at);
            if len == 0 {
                break;
            }
            let line = at + len;
            let text = self.behind_spaces(line).min(line + indent as usize);
            if text >= self.end() || self.break_len(text) > 0 {
                at = text;
                if keep {
                    resume = text;
                }
                continue; // an empty line, or the end
            }
            if text - line < indent as usize {
                if self.byte(text) == b'\t' {
                    self.rare();
                }
                below = Some((line, text));
                break;
            }
            at = self.line_end(text);
            (content_end, resume) = (at, at);
        }
        self.pos = resume;
        let end = if keep { resume + self.break_len(resume) } else { content_end };
        if let Some((line, text)) = below {
            self.go_to_content(line, text);
        }
        end
    }

    /// A quoted scalar. Where its closing quote is on a later line, what follows that says whether it really is
    /// the closing one; if not, the scalar is broken and ends with its line.
    pub(super) fn quoted(&mut self, within: Quoted) {
        let start = self.pos;
        let kind = if self.at(0) == b'"' { Kind::DoubleQuoted } else { Kind::SingleQuoted };
        match self.closing(start, within) {
            Closing::At { close, odd } => {
                let multiline = close > self.line_end(start);
                if odd {
                    self.rare();
                }
                if let (true, Quoted::InBlock(p)) = (multiline, within) {
                    self.outdented_text(start, close, p);
                }
                self.pos = close + 1;
                let flags = if multiline { MULTILINE } else { 0 };
                self.leaf(kind, TextRange::new(start as u32, self.pos as u32), flags);
            }
            Closing::None { looked_to } => {
                if within == Quoted::OnLine || self.is_bounded() {
                    self.tie(start, self.line_end(start));
                } else {
                    let in_flow = within == Quoted::InFlow;
                    self.out.open_quotes.push(OpenQuote { at: start as u32, to: looked_to as u32, in_flow });
                }
                self.open_quote(kind, start, within);
            }
        }
    }

    /// Where the quote at `start` is closed.
    pub(super) fn closing(&self, start: usize, within: Quoted) -> Closing {
        let line_end = self.line_end(start);
        let limit = if within == Quoted::OnLine { line_end } else { self.end() };
        let found = match self.byte(start) {
            b'"' => self.closing_double(start + 1, limit),
            _ => self.closing_single(start + 1, limit).map(|close| (close, false)),
        };
        let Some((close, odd)) = found else { return Closing::None { looked_to: limit } };
        let after = self.behind_blanks(close + 1);
        if close <= line_end || within.can_end_before(self.first_behind(after)) {
            Closing::At { close, odd }
        } else {
            Closing::None { looked_to: (after + 1).min(limit) }
        }
    }

    /// A quoted scalar that is broken: it ends with its line, or below it where the lines there can be nothing but its
    /// text. The error is where the closing quote would be: on the last of its lines.
    fn open_quote(&mut self, kind: Kind, start: usize, within: Quoted) {
        let mut end = self.trimmed_line_end();
        if end > start + 1 && self.flow_level > 0 && self.byte(end - 1) == b',' {
            end -= 1;
        }
        let mut range = TextRange::new(start as u32, end as u32);
        self.pos = end;
        self.leaf(kind, range, BROKEN);
        if let Quoted::InBlock(p) = within
            && self.text_follows(p)
        {
            self.junk_below(start, p);
            range = self.out.nodes.last().map_or(range, |raw| TextRange::new(raw.start, raw.end));
        }
        self.error(range, SyntaxErrorKind::UnclosedQuote);
    }

    fn behind_blanks(&self, at: usize) -> usize {
        let blanks = self.slice(at, self.end()).iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        at + blanks
    }

    /// The character at `at`; a `#` that starts no comment counts as text.
    fn first_behind(&self, at: usize) -> u8 {
        let text = self.byte(at) == b'#' && !matches!(self.byte(at.saturating_sub(1)), b' ' | b'\t');
        if text { b'x' } else { self.byte(at) }
    }

    /// Lines of a quoted scalar that are indented less than the block are allowed by the library, and rare.
    fn outdented_text(&mut self, start: usize, close: usize, p: i32) {
        let mut at = self.line_end(start);
        while at < close {
            let line = at + self.break_len(at).max(1);
            at = self.behind_spaces(line);
            if self.break_len(at) == 0 && ((at - line) as i32) <= p {
                self.rare();
                self.tie(start, close);
            }
            at = self.line_end(at);
        }
    }

    fn closing_single(&self, from: usize, limit: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at += memchr::memchr(b'\'', self.slice(at, limit))?;
            if self.byte(at + 1) != b'\'' {
                return Some(at);
            }
            at += 2;
        }
    }

    /// The closing quote, and whether there are escapes before it that the library may refuse.
    fn closing_double(&self, from: usize, limit: usize) -> Option<(usize, bool)> {
        let mut at = from;
        let mut odd = false;
        loop {
            at += memchr::memchr2(b'"', b'\\', self.slice(at, limit))?;
            if self.byte(at) == b'"' {
                return Some((at, odd));
            }
            odd |= !self.is_known_escape(at + 1);
            at += 2;
        }
    }

    fn is_known_escape(&self, at: usize) -> bool {
        match self.byte(at) {
            b'0' | b'a' | b'b' | b't' | b'\t' | b'n' | b'v' | b'f' | b'r' | b'e' | b' ' | b'"' | b'\''
            | b'\\' | b'N' | b'_' | b'L' | b'P' | b'\n' => true,
            b'\r' => self.break_len(at) > 0,
            _ => false, // `\/` is refused; `\x`, `\u` and `\U` may have too few digits
        }
    }
}

/// Where the text goes over into a comment: the offset of the blanks before `#`.
pub(super) fn find_comment(text: &[u8]) -> Option<usize> {
    let at =
        memchr::memchr_iter(b'#', text).find(|&i| i > 0 && matches!(text.get(i - 1), Some(b' ' | b'\t')))?;
    let before = text.get(..at)?;
    Some(before.iter().rposition(|b| !matches!(b, b' ' | b'\t')).map_or(0, |i| i + 1))
}
