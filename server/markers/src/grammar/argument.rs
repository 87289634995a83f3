//! Arguments by their type.
//!
//! Mirrors `Argument.parse` of pkg/markers/parse.go, function by function.

use crdls_go::go_quote;
use crdls_text::TextRange;

use super::guess::{Guess, guess};
use super::scan::{Scanner, Token, has_invalid_separator};
use super::string::{Parser, parse_string};
use super::{ScanError, Text, Value, ValueKind, shifted};

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentType {
    /// `int`
    Int,
    /// `float64`
    Number,
    /// `string`
    String,
    /// `bool`
    Bool,
    /// Any value: what it is, is guessed.
    Any,
    /// `[]string`
    Strings,
    /// `[]any`
    AnyList,
    /// Everything behind the equals sign.
    Raw,
}

impl ArgumentType {
    /// `TypeString`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Number => "float64",
            Self::String => "string",
            Self::Bool => "bool",
            Self::Any => "<any>",
            Self::Strings => "[]string",
            Self::AnyList => "[]<any>",
            Self::Raw => "<raw>",
        }
    }
}

/// What the type of a value may be while it is read: [`ArgumentType`] and what is guessed.
enum Wanted<'g> {
    Type(ArgumentType),
    Guessed(&'g Guess),
}

/// Lists and maps in each other are read this deep.
const MAX_DEPTH: u32 = 64;

/// The scanner of arguments with the file's offset of their first byte.
struct Arguments<'t> {
    scanner: Scanner<'t>,
    base: u32,
    parser: Parser,
    depth: u32,
}

/// An argument with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The name as it is written.
    pub name: String,
    /// Its range in the file.
    pub name_range: TextRange,
    /// Where its value begins: behind the `=`.
    pub value_start: u32,
    /// The value, as far as it could be read.
    pub value: Option<Value>,
}

impl Named {
    /// The same argument where it is moved by a distance, modulo 2³².
    pub(crate) fn shifted(&self, by: u32) -> Self {
        Self {
            name: self.name.clone(),
            name_range: shifted(self.name_range, by),
            value_start: self.value_start.wrapping_add(by),
            value: self.value.as_ref().map(|value| value.shifted(by)),
        }
    }
}

/// What arguments came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// The value of a marker without names.
    pub value: Option<Value>,
    /// The arguments with names, in the order in which they are written.
    pub named: Vec<Named>,
    /// What the parser says, in its order.
    pub errors: Vec<ScanError>,
    /// The last token, at which a missing argument is reported: an error without a message.
    pub last: ScanError,
}

/// What a marker wants behind its name.
#[derive(Clone, Copy, Debug)]
pub enum Wants<'d> {
    /// Nothing.
    Nothing,
    /// One value.
    Value(ArgumentType),
    /// Arguments with names: a function from a name to its type.
    Named(&'d [(&'d str, ArgumentType)]),
}

/// `Definition.Parse` from the arguments on, `missing argument` aside: `text` stands in the file from `base` on.
pub fn parse(text: &str, base: u32, wants: Wants<'_>, parser: Parser) -> Parsed {
    let mut arguments = Arguments { scanner: Scanner::new(text), base, parser, depth: 0 };
    let mut parsed = Parsed::default();
    if !text.is_empty() {
        match wants {
            Wants::Nothing => {}
            Wants::Value(wanted) => parsed.value = arguments.value(&Wanted::Type(wanted), false),
            Wants::Named(known) => arguments.named(known, &mut parsed.named),
        }
    }
    let scanner = &mut arguments.scanner;
    if scanner.scan() != Token::End {
        let extra = scanner.slice(scanner.token_start(), text.len());
        scanner.error_to(format!("extra arguments provided: {}", go_quote(extra)), text.len());
    }
    scanner.error(String::new());
    parsed.last = scanner.errors.pop().unwrap_or_default();
    parsed.errors = arguments.scanner.errors;
    parsed
}

impl Arguments<'_> {
    fn at(&self, offset: usize) -> u32 {
        self.base + offset as u32
    }

    /// The range of the newest token and of what comes from `start` on before it.
    fn range_from(&self, start: usize) -> TextRange {
        let end = self.scanner.token_start() + self.scanner.token_text().len();
        TextRange::new(self.at(start), self.at(end))
    }

    /// `expect`.
    fn expect(&mut self, wanted: Token, description: &str) -> bool {
        if self.scanner.scan() == wanted {
            return true;
        }
        let got = go_quote(self.scanner.token_text());
        self.scanner.error(format!("expected {description}, got {got}"));
        false
    }

    fn named(&mut self, known: &[(&str, ArgumentType)], named: &mut Vec<Named>) {
        while self.expect(Token::Ident, "argument name") {
            let name = self.scanner.token_text().to_owned();
            let name_range = self.range_from(self.scanner.token_start());
            if !self.expect(Token::Char('='), "equals") {
                named.push(Named { name, name_range, value_start: name_range.end, value: None });
                return;
            }
            let value_start = self.at(self.scanner.offset());
            let Some((_, wanted)) = known.iter().find(|(known, _)| *known == name) else {
                self.scanner.error(format!("unknown argument {}", go_quote(&name)));
                named.push(Named { name, name_range, value_start, value: None });
                return;
            };
            let value = self.value(&Wanted::Type(*wanted), false);
            named.push(Named { name, name_range, value_start, value });
            if !self.scanner.errors.is_empty() || self.scanner.peek().is_none() {
                return;
            }
            if !self.expect(Token::Char(','), "comma") {
                return;
            }
        }
    }

    /// `parse`.
    fn value(&mut self, wanted: &Wanted<'_>, in_slice: bool) -> Option<Value> {
        match wanted {
            Wanted::Type(ArgumentType::Int) | Wanted::Guessed(Guess::Int) => self.int(),
            Wanted::Type(ArgumentType::Number) | Wanted::Guessed(Guess::Number) => self.number(),
            Wanted::Type(ArgumentType::String) | Wanted::Guessed(Guess::String) => {
                let text = parse_string(&mut self.scanner, false, self.parser, self.base)?;
                Some(Value { range: text.range(), kind: ValueKind::String(text) })
            }
            Wanted::Type(ArgumentType::Bool) | Wanted::Guessed(Guess::Bool) => self.bool(),
            Wanted::Type(ArgumentType::Any) => {
                let guessed = guess(&mut self.scanner, !in_slice, self.parser);
                self.value(&Wanted::Guessed(&guessed), false)
            }
            Wanted::Type(ArgumentType::Strings) => {
                self.nested(|all| all.slice(&Wanted::Type(ArgumentType::String)))
            }
            Wanted::Type(ArgumentType::AnyList) => {
                self.nested(|all| all.slice(&Wanted::Type(ArgumentType::Any)))
            }
            Wanted::Guessed(Guess::Slice(item)) => match **item {
                // `makeSliceType` knows no type for it.
                Guess::Invalid => self.cannot_parse(),
                _ => self.nested(|all| all.slice(&Wanted::Guessed(item))),
            },
            Wanted::Guessed(Guess::Map) => self.nested(Self::map),
            Wanted::Guessed(Guess::Invalid) => self.cannot_parse(),
            Wanted::Type(ArgumentType::Raw) => Some(self.raw()),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Value>) -> Option<Value> {
        if self.depth >= MAX_DEPTH {
            return self.cannot_parse();
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn cannot_parse(&mut self) -> Option<Value> {
        self.scanner.error("cannot parse invalid type".to_owned());
        None
    }

    fn raw(&mut self) -> Value {
        let text = Text::bare(self.scanner.rest(), self.at(self.scanner.offset()));
        while self.scanner.scan() != Token::End {}
        Value { range: text.range(), kind: ValueKind::Raw(text) }
    }

    /// Where a minus begins, if there is one.
    fn minus(&mut self) -> Option<usize> {
        let start = self.scanner.offset();
        (self.scanner.peek() == Some('-')).then(|| {
            self.scanner.scan();
            start
        })
    }

    /// The token with the minus before it, and where they are.
    fn signed(&self, sign: Option<usize>) -> (TextRange, String) {
        let range = self.range_from(sign.unwrap_or_else(|| self.scanner.token_start()));
        let written = self.scanner.token_text();
        (range, if sign.is_some() { format!("-{written}") } else { written.to_owned() })
    }

    fn int(&mut self) -> Option<Value> {
        let sign = self.minus();
        if !self.expect(Token::Int, "integer") {
            return None;
        }
        let (range, text) = self.signed(sign);
        match atoi(&text) {
            Ok(value) => Some(Value { range, kind: ValueKind::Int(value) }),
            Err(words) => {
                self.scanner.error(format!("unable to parse integer: {words}"));
                None
            }
        }
    }

    fn number(&mut self) -> Option<Value> {
        let sign = self.minus();
        let token = self.scanner.scan();
        if !matches!(token, Token::Float | Token::Int) {
            let got = go_quote(self.scanner.token_text());
            self.scanner.error(format!("expected integer or float, got {got}"));
            return None;
        }
        let (range, text) = self.signed(sign);
        match parse_float(&text) {
            Ok(value) => Some(Value { range, kind: ValueKind::Number(value) }),
            Err(words) => {
                self.scanner.error(format!("unable to parse number: {words}"));
                None
            }
        }
    }

    fn bool(&mut self) -> Option<Value> {
        if !self.expect(Token::Ident, "true or false") {
            return None;
        }
        let range = self.range_from(self.scanner.token_start());
        let value = match self.scanner.token_text() {
            "true" => true,
            "false" => false,
            other => {
                let got = go_quote(other);
                self.scanner.error(format!("expected true or false, got {got}"));
                return None;
            }
        };
        Some(Value { range, kind: ValueKind::Bool(value) })
    }

    /// `parseSlice`, in braces or with semicolons.
    fn slice(&mut self, item: &Wanted<'_>) -> Option<Value> {
        let mut items = Vec::new();
        let braced = self.scanner.peek_no_space() == Some('{');
        let start = self.scanner.offset();
        if braced {
            self.scanner.scan();
            while !matches!(self.scanner.peek_no_space(), None | Some('}')) {
                items.extend(self.value(item, true));
                if self.scanner.peek_no_space() == Some('}') {
                    break;
                }
                if !self.expect(Token::Char(','), "comma") {
                    return None;
                }
            }
            if !self.expect(Token::Char('}'), "close curly brace") {
                return None;
            }
        } else {
            while !matches!(self.scanner.peek_no_space(), None | Some(',' | '}')) {
                items.extend(self.value(item, true));
                let next = self.scanner.peek_no_space();
                if matches!(next, None | Some(',' | '}')) {
                    break;
                }
                self.scanner.scan();
                if next != Some(';') {
                    let got = go_quote(self.scanner.token_text());
                    self.scanner.error(format!("expected comma, got {got}"));
                    return None;
                }
            }
        }
        let end = self.scanner.offset();
        Some(Value { range: TextRange::new(self.at(start), self.at(end)), kind: ValueKind::List(items) })
    }

    /// `parseMap`.
    fn map(&mut self) -> Option<Value> {
        let mut entries = Vec::new();
        if !self.expect(Token::Char('{'), "open curly brace") {
            return None;
        }
        let start = self.scanner.token_start();
        while !matches!(self.scanner.peek_no_space(), None | Some('}')) {
            let key = parse_string(&mut self.scanner, true, self.parser, self.base);
            if !self.expect(Token::Char(':'), "colon") {
                return None;
            }
            let value = self.value(&Wanted::Type(ArgumentType::Any), false);
            entries.extend(key.zip(value));
            if self.scanner.peek_no_space() == Some('}') {
                break;
            }
            if !self.expect(Token::Char(','), "comma") {
                return None;
            }
        }
        if !self.expect(Token::Char('}'), "close curly brace") {
            return None;
        }
        Some(Value { range: self.range_from(start), kind: ValueKind::Map(entries) })
    }
}

/// `strconv.Atoi`, or its error.
pub fn atoi(text: &str) -> Result<i64, String> {
    let error = |words: &str| format!("strconv.Atoi: parsing {}: {words}", go_quote(text));
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error("invalid syntax"));
    }
    text.parse().map_err(|_| error("value out of range"))
}

/// `strconv.ParseFloat` with 64 bits, or its error.
pub fn parse_float(text: &str) -> Result<f64, String> {
    let error = |words: &str| format!("strconv.ParseFloat: parsing {}: {words}", go_quote(text));
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    let special =
        matches!(lower.as_str(), "inf" | "infinity") || lower == "nan" && unsigned.len() == text.len();
    let starts = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !special && (!starts || lower.contains("inf") || lower.contains("nan")) {
        return Err(error("invalid syntax"));
    }
    if text.contains('_') && has_invalid_separator(unsigned) {
        return Err(error("invalid syntax"));
    }
    let plain = text.replace('_', "");
    if let Some(hex) = lower.strip_prefix("0x") {
        let value = hex_float(&hex.replace('_', "")).ok_or_else(|| error("invalid syntax"))?;
        return Ok(if text.starts_with('-') { -value } else { value });
    }
    match plain.parse::<f64>() {
        Ok(value) if value.is_infinite() && !special => Err(error("value out of range")),
        Ok(value) => Ok(value),
        Err(_) => Err(error("invalid syntax")),
    }
}

/// `1.8p-2`: the mantissa in base 16, the exponent of 2 in base 10.
fn hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() || exponent.len() > 5 {
        return None;
    }
    let mut value = 0.0;
    for c in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    let exponent: i32 = exponent.parse().ok()?;
    Some(value * 2f64.powi(exponent.saturating_sub(4 * fraction.len() as i32)))
}
