//! The scanner: text to tokens, as go/scanner's `Scanner.Scan` makes them, with the semicolons that it inserts.
//!
//! A quote or comment that is not closed takes the rest of the file, as in Go. While a file is being typed
//! (`Mode::Tolerant`) it ends where a line shows that its end is missing.

use memchr::{memchr, memmem};

use crate::token::{Kind, Token, ends_line, word};

/// How to read what Go does not accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As go/parser does; reading stops at the first error.
    Exact,
    /// A broken line costs its own declaration: text that is not closed ends early.
    Tolerant,
}

/// The scanner with its state between two tokens.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    bytes: &'t [u8],
    mode: Mode,
    at: usize,
    line: u32,
    line_start: usize,
    /// Whether a semicolon is inserted at the next end of a line.
    ends_line: bool,
    /// Where a comment of several lines has its first line end, if that one inserts a semicolon.
    inserted: Option<(usize, u32)>,
    /// Whether a literal or comment was not closed, or a character begins no token.
    pub failed: bool,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, mode: Mode) -> Self {
        let bytes = text.as_bytes();
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { bytes, mode, at, line: 1, line_start: 0, ends_line: false, inserted: None, failed: false }
    }

    /// Moves to the end of the text.
    pub(crate) fn stop(&mut self) {
        self.at = self.bytes.len();
        self.ends_line = false;
        self.inserted = None;
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn rest(&self, at: usize) -> &'t [u8] {
        self.bytes.get(at..).unwrap_or(&[])
    }

    /// The next token.
    pub(crate) fn scan(&mut self) -> Token {
        if let Some((at, line)) = self.inserted.take() {
            let line_start = self.line_start as u32;
            return Token { kind: Kind::LineEnd, start: at as u32, end: at as u32, line, line_start };
        }
        self.skip_blanks();
        let (start, line, line_start) = (self.at, self.line, self.line_start as u32);
        let token = |kind, end: usize| Token { kind, start: start as u32, end: end as u32, line, line_start };
        let Some(&first) = self.bytes.get(start) else {
            let kind = if std::mem::take(&mut self.ends_line) { Kind::LineEnd } else { Kind::Eof };
            return token(kind, start);
        };
        if first == b'\n' {
            self.ends_line = false;
            self.pass_line_end();
            return token(Kind::LineEnd, start);
        }
        if first == b'/' && matches!(self.byte(start + 1), b'/' | b'*') {
            let end = self.comment(start);
            return token(Kind::Comment, end);
        }
        let (kind, end, ends_line) = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(start),
            b'0'..=b'9' => self.number(start),
            b'.' if self.byte(start + 1).is_ascii_digit() => self.number(start),
            b'"' => (Kind::String, self.quoted(start, b'"'), true),
            b'\'' => (Kind::Char, self.quoted(start, b'\''), true),
            b'`' => (Kind::String, self.raw_string(start), true),
            0x80.. => self.word(start),
            _ => self.operator(start, first),
        };
        self.at = end;
        self.ends_line = ends_line;
        token(kind, end)
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'\n') if !self.ends_line => self.pass_line_end(),
                _ => return,
            }
        }
    }

    /// The last line of a file has no line after it, even if it ends (go/token, `File.AddLine`).
    fn pass_line_end(&mut self) {
        self.at += 1;
        if self.at < self.bytes.len() {
            self.line += 1;
            self.line_start = self.at;
        }
    }

    fn pass_lines(&mut self, start: usize, end: usize) {
        let passed = self.bytes.get(start..end).unwrap_or(&[]);
        for at in
            memchr::memchr_iter(b'\n', passed).map(|at| start + at + 1).filter(|at| *at < self.bytes.len())
        {
            self.line += 1;
            self.line_start = at;
        }
    }

    fn word(&self, start: usize) -> (Kind, usize, bool) {
        let rest = self.rest(start);
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        let len = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        let text = rest.get(..len).unwrap_or(&[]);
        let kind = if (4..=11).contains(&len) || len < 4 && len > 1 { word(text) } else { Kind::Ident };
        let ends = kind == Kind::Ident || kind == Kind::Keyword && ends_line(text);
        (kind, start + len, ends)
    }

    /// A number. What it may contain is not checked: a wrong digit is an error of the type checker's kind.
    fn number(&self, start: usize) -> (Kind, usize, bool) {
        let mut at = start;
        let mut kind = Kind::Int;
        let hex = self.byte(start) == b'0' && matches!(self.byte(start + 1), b'x' | b'X');
        loop {
            match self.byte(at) {
                b'.' => kind = Kind::Float,
                b'e' | b'E' if !hex => {
                    kind = Kind::Float;
                    at += usize::from(matches!(self.byte(at + 1), b'+' | b'-'));
                }
                b'p' | b'P' if hex => {
                    kind = Kind::Float;
                    at += usize::from(matches!(self.byte(at + 1), b'+' | b'-'));
                }
                b'i' => kind = Kind::Float,
                b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' | b'x' | b'X' | b'o' | b'O' | b'_' => {}
                _ => return (kind, at, true),
            }
            at += 1;
        }
    }

    /// A literal in double or single quotes ends with its line.
    fn quoted(&mut self, start: usize, quote: u8) -> usize {
        let mut at = start + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'\\') if self.byte(at + 1) != b'\n' => at += 2,
                Some(b) if *b == quote => return at + 1,
                None | Some(b'\n') => {
                    self.failed = true;
                    let end = at.min(self.bytes.len());
                    return if self.byte(end.saturating_sub(1)) == b'\r' { end - 1 } else { end };
                }
                Some(_) => at += 1,
            }
        }
    }

    fn raw_string(&mut self, start: usize) -> usize {
        let body = self.rest(start + 1);
        let close = memchr(b'`', body);
        let end = match close {
            Some(len) if self.mode == Mode::Exact || !self.is_open_tag(start, len) => start + len + 2,
            _ => {
                self.failed = true;
                match self.mode {
                    Mode::Exact => self.bytes.len(),
                    Mode::Tolerant => start + 1 + memchr(b'\n', body).unwrap_or(body.len()),
                }
            }
        };
        self.pass_lines(start, end);
        end
    }

    /// Whether a backquote opens a tag that is being typed, so that the next one, `len` bytes on, opens the tag of
    /// another line: a type is in front of it, and the line has `key:"`, the beginning of a key or nothing after it.
    fn is_open_tag(&self, start: usize, len: usize) -> bool {
        let body = self.rest(start + 1);
        let Some(line) = memchr(b'\n', body).filter(|line| *line < len) else { return false };
        let line = body.get(..line).unwrap_or(&[]);
        let before = self.bytes.get(..start).unwrap_or(&[]).iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
        let is_type = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b']' | b'}' | b')');
        let is_key = |b: &u8| b.is_ascii_alphanumeric() || b.is_ascii_whitespace() || *b == b':';
        before.is_some_and(is_type) && (memmem::find(line, b":\"").is_some() || line.iter().all(is_key))
    }

    /// A comment, which keeps whether a semicolon is inserted at the end of its line.
    fn comment(&mut self, start: usize) -> usize {
        let body = self.rest(start + 2);
        if self.byte(start + 1) == b'/' {
            let end = start + 2 + memchr(b'\n', body).unwrap_or(body.len());
            self.at = end;
            return if self.byte(end - 1) == b'\r' && end > start + 2 { end - 1 } else { end };
        }
        let line = self.line;
        let end = match memmem::find(body, b"*/") {
            Some(len) if self.mode == Mode::Exact || !opens_again(body, len) => start + len + 4,
            _ => {
                self.failed = true;
                match self.mode {
                    Mode::Exact => self.bytes.len(),
                    Mode::Tolerant => start + 2 + memchr(b'\n', body).unwrap_or(body.len()),
                }
            }
        };
        self.at = end;
        self.pass_lines(start, end);
        if self.ends_line
            && let Some(first) = memchr(b'\n', self.bytes.get(start..end).unwrap_or(&[]))
        {
            self.ends_line = false;
            self.inserted = Some((start + first, line));
        }
        end
    }

    fn operator(&mut self, start: usize, first: u8) -> (Kind, usize, bool) {
        let second = self.byte(start + 1);
        let third = self.byte(start + 2);
        let one = |kind, ends| (kind, start + 1, ends);
        match first {
            b'(' => one(Kind::ParenOpen, false),
            b')' => one(Kind::ParenClose, true),
            b'[' => one(Kind::BracketOpen, false),
            b']' => one(Kind::BracketClose, true),
            b'{' => one(Kind::BraceOpen, false),
            b'}' => one(Kind::BraceClose, true),
            b',' => one(Kind::Comma, false),
            b';' => one(Kind::Semicolon, false),
            b'~' => one(Kind::Tilde, false),
            b'.' if second == b'.' && third == b'.' => (Kind::Ellipsis, start + 3, false),
            b'.' => one(Kind::Dot, false),
            b'+' | b'-' if second == first => (Kind::Operator, start + 2, true),
            b'<' if second == b'-' => (Kind::Arrow, start + 2, false),
            b'*' if second != b'=' => one(Kind::Star, false),
            b'=' if second != b'=' => one(Kind::Assign, false),
            b'|' if second != b'=' && second != b'|' => one(Kind::Pipe, false),
            b'-' if second != b'=' => one(Kind::Minus, false),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'<' | b'>' | b'=' | b'!' | b'&' | b'|' | b':' => {
                (Kind::Operator, start + operator_len(first, second, third), false)
            }
            _ => {
                self.failed = true;
                one(Kind::Illegal, self.ends_line)
            }
        }
    }
}

/// The length of an operator that is none of the single ones: `&^=`, `<<=`, `:=`, `&&`, `!=`.
fn operator_len(first: u8, second: u8, third: u8) -> usize {
    let doubled = second == first && matches!(first, b'<' | b'>') || first == b'&' && second == b'^';
    match (doubled, second, third) {
        (true, _, b'=') => 3,
        (true, _, _) | (_, b'=', _) => 2,
        _ if second == first && matches!(first, b'&' | b'|') => 2,
        _ => 1,
    }
}

/// Whether a comment of `len` bytes has another one begin in it at the start of a line, so that its own end is
/// missing.
fn opens_again(body: &[u8], len: usize) -> bool {
    let body = body.get(..len).unwrap_or(&[]);
    let mut from = 0;
    while let Some(at) = body.get(from..).and_then(|rest| memmem::find(rest, b"/*")) {
        let before = body.get(..from + at).unwrap_or(&[]);
        let indent = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
        if before.len() > indent && before.get(before.len() - indent - 1) == Some(&b'\n') {
            return true;
        }
        from += at + 2;
    }
    false
}
