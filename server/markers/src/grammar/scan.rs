//! Tokens of a marker's arguments.
//!
//! Mirrors `Scanner` of Go's text/scanner in the mode that `parserScanner` of controller-tools sets
//! (pkg/markers/parse.go): identifiers, numbers, strings and raw strings. A single quote begins nothing, and comments
//! are characters like others.

use super::ScanError;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Ident,
    Int,
    Float,
    Quoted,
    Raw,
    Char(char),
    End,
}

/// `text/scanner.Scanner`. Offsets are bytes of the scanned text.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    text: &'t str,
    /// The character that `Peek` shows.
    at: usize,
    /// `Position.Offset`: where the newest token begins.
    start: usize,
    /// Where the text of the newest token ends; `None` after `Next`, which leaves no token.
    end: Option<usize>,
    /// Whether `Position` has a line: not before the first token, and not after `Next`.
    has_line: bool,
    /// Whether digits begin numbers: `parseString` switches it off.
    numbers: bool,
    pub(crate) errors: Vec<ScanError>,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0, start: 0, end: None, has_line: false, numbers: true, errors: Vec::new() }
    }

    /// A scanner of what is left, as `guessType` makes one to look ahead.
    pub(crate) fn ahead(&self) -> Self {
        Self::new(self.rest())
    }

    /// What is not scanned yet.
    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// `Pos().Offset`.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// `Position.Offset`.
    pub(crate) fn token_start(&self) -> usize {
        self.start
    }

    /// `TokenText`.
    pub(crate) fn token_text(&self) -> &'t str {
        self.end.and_then(|end| self.text.get(self.start..end)).unwrap_or_default()
    }

    /// The part of the text from one offset to another.
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Switches numbers on or off, and says how they were.
    pub(crate) fn set_numbers(&mut self, numbers: bool) -> bool {
        std::mem::replace(&mut self.numbers, numbers)
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        self.at += self.peek().map_or(0, char::len_utf8);
        self.peek()
    }

    /// `peekNoSpace`: takes blanks, and with them the newest token's text.
    pub(crate) fn peek_no_space(&mut self) -> Option<char> {
        while self.peek().is_some_and(is_space) {
            self.end = None;
            self.has_line = false;
            self.next();
        }
        self.peek()
    }

    /// Notes an error at the newest token, as `Scanner.Error` of the parser does.
    pub(crate) fn error(&mut self, message: String) {
        let end = self.end.filter(|end| *end > self.start).unwrap_or(self.at);
        self.error_to(message, end);
    }

    /// An error at the newest token, about what begins there and ends at `end`.
    pub(crate) fn error_to(&mut self, message: String, end: usize) {
        let column = self.text.get(..self.start).unwrap_or_default().chars().count() + 1;
        let column = (self.has_line && !self.text.is_empty()).then_some(column as u32);
        self.errors.push(ScanError {
            message,
            offset: self.start as u32,
            end: end.max(self.start) as u32,
            column,
        });
    }

    /// `Scan`.
    pub(crate) fn scan(&mut self) -> Token {
        while self.peek().is_some_and(is_space) {
            self.next();
        }
        self.start = self.at;
        self.has_line = true;
        let token = match self.peek() {
            None => Token::End,
            Some(c) if is_ident(c, 0) => {
                let mut c = self.next();
                while c.is_some_and(|c| is_ident(c, 1)) {
                    c = self.next();
                }
                Token::Ident
            }
            Some(c) if c.is_ascii_digit() && self.numbers => self.number(false),
            Some('"') => {
                self.string();
                self.next();
                Token::Quoted
            }
            Some('`') => {
                self.raw_string();
                self.next();
                Token::Raw
            }
            Some('.') => match self.next() {
                Some(c) if c.is_ascii_digit() && self.numbers => self.number(true),
                _ => Token::Char('.'),
            },
            Some(c) => {
                self.next();
                Token::Char(c)
            }
        };
        self.end = Some(self.at);
        token
    }

    fn string(&mut self) {
        let mut c = self.next();
        loop {
            match c {
                Some('"') => return,
                None | Some('\n') => return self.error("literal not terminated".to_owned()),
                Some('\\') => c = self.escape(),
                Some(_) => c = self.next(),
            }
        }
    }

    fn raw_string(&mut self) {
        let mut c = self.next();
        while c != Some('`') {
            if c.is_none() {
                return self.error("literal not terminated".to_owned());
            }
            c = self.next();
        }
    }

    fn escape(&mut self) -> Option<char> {
        match self.next() {
            Some('a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\\' | '"') => self.next(),
            Some('0'..='7') => self.digits_of_escape(8, 3),
            Some('x') => self.escape_behind_letter(2),
            Some('u') => self.escape_behind_letter(4),
            Some('U') => self.escape_behind_letter(8),
            c => {
                self.error("invalid char escape".to_owned());
                c
            }
        }
    }

    fn escape_behind_letter(&mut self, count: u32) -> Option<char> {
        self.next();
        self.digits_of_escape(16, count)
    }

    fn digits_of_escape(&mut self, base: u32, count: u32) -> Option<char> {
        for _ in 0..count {
            if !self.peek().is_some_and(|c| c.is_digit(base)) {
                self.error("invalid char escape".to_owned());
                break;
            }
            self.next();
        }
        self.peek()
    }

    /// `scanNumber`, from the first digit, which stands behind a dot if `after_dot`.
    fn number(&mut self, after_dot: bool) -> Token {
        let mut number = Number { seen_dot: after_dot, ..Number::default() };
        if !after_dot {
            if self.peek() == Some('0') {
                (number.base, number.prefix) = match self.next().map(|c| c.to_ascii_lowercase()) {
                    Some('x') => (16, Some('x')),
                    Some('o') => (8, Some('o')),
                    Some('b') => (2, Some('b')),
                    _ => (8, Some('0')),
                };
                if number.prefix == Some('0') {
                    number.digits = true;
                } else {
                    self.next();
                }
            }
            self.digits(&mut number);
            if self.peek() == Some('.') {
                self.next();
                number.seen_dot = true;
            }
        }
        let mut token = if number.seen_dot { Token::Float } else { Token::Int };
        if number.seen_dot {
            if matches!(number.prefix, Some('o' | 'b')) {
                self.error(format!("invalid radix point in {}", number.name()));
            }
            self.digits(&mut number);
        }
        if !number.digits {
            self.error(format!("{} has no digits", number.name()));
        }
        match self.peek().map(|c| (c, c.to_ascii_lowercase())) {
            Some((c, e @ ('e' | 'p'))) => {
                token = Token::Float;
                self.exponent(&mut number, c, e);
            }
            _ if number.prefix == Some('x') && token == Token::Float => {
                self.error("hexadecimal mantissa requires a 'p' exponent".to_owned());
            }
            _ => {}
        }
        if let (Token::Int, Some(digit)) = (token, number.invalid) {
            self.error(format!("invalid digit '{digit}' in {}", number.name()));
        }
        if number.separators && has_invalid_separator(self.slice(self.start, self.at)) {
            self.error("'_' must separate successive digits".to_owned());
        }
        token
    }

    fn exponent(&mut self, number: &mut Number, written: char, letter: char) {
        if letter == 'e' && !matches!(number.prefix, None | Some('0')) {
            self.error(format!("'{written}' exponent requires decimal mantissa"));
        }
        if letter == 'p' && number.prefix != Some('x') {
            self.error(format!("'{written}' exponent requires hexadecimal mantissa"));
        }
        if matches!(self.next(), Some('+' | '-')) {
            self.next();
        }
        let mut exponent = Number::default();
        self.digits(&mut exponent);
        number.separators |= exponent.separators;
        if !exponent.digits {
            self.error("exponent has no digits".to_owned());
        }
    }

    fn digits(&mut self, number: &mut Number) {
        while let Some(c) = self.peek() {
            match c {
                '_' => number.separators = true,
                c if number.base <= 10 && c.is_ascii_digit() => {
                    number.digits = true;
                    if !c.is_digit(number.base) && number.invalid.is_none() {
                        number.invalid = Some(c);
                    }
                }
                c if number.base > 10 && c.is_ascii_hexdigit() => number.digits = true,
                _ => return,
            }
            self.next();
        }
    }
}

/// What `scanNumber` keeps in variables.
struct Number {
    base: u32,
    prefix: Option<char>,
    digits: bool,
    separators: bool,
    invalid: Option<char>,
    seen_dot: bool,
}

impl Default for Number {
    fn default() -> Self {
        Self { base: 10, prefix: None, digits: false, separators: false, invalid: None, seen_dot: false }
    }
}

impl Number {
    /// `litname`.
    fn name(&self) -> &'static str {
        match self.prefix {
            Some('x') => "hexadecimal literal",
            Some('o' | '0') => "octal literal",
            Some('b') => "binary literal",
            _ => "decimal literal",
        }
    }
}

/// `invalidSep`.
pub(super) fn has_invalid_separator(number: &str) -> bool {
    let lower = number.to_ascii_lowercase();
    let prefixed = ["0x", "0o", "0b"].iter().any(|prefix| lower.starts_with(prefix));
    let hex = lower.starts_with("0x");
    // A prefix counts as a digit.
    let (mut before, from) = if prefixed { ('0', 2) } else { ('.', 0) };
    for c in lower.chars().skip(from) {
        let class = match c {
            '_' => '_',
            c if c.is_ascii_digit() || hex && c.is_ascii_hexdigit() => '0',
            _ => '.',
        };
        if class == '_' && before != '0' || class == '.' && before == '_' {
            return true;
        }
        before = class;
    }
    before == '_'
}

/// `GoWhitespace`.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

fn is_ident(c: char, position: usize) -> bool {
    c == '_' || c.is_alphabetic() || c.is_numeric() && position > 0
}
