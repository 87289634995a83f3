//! How kubectl reads a file that begins with a brace: as JSON, as far as it is JSON.
//!
//! Mirrors `YAMLOrJSONDecoder.Decode` of k8s.io/apimachinery (pkg/util/yaml/decoder.go) and the scanner of
//! encoding/json with its messages. Objects follow each other without a separator. What is no JSON is read as YAML if at
//! most one object comes before it; after two it is an error.

use crdls_text::TextRange;

/// How kubectl reads a document by what comes before it in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Read as YAML.
    Yaml,
    /// Read as JSON, without an error.
    Json,
    /// As YAML, after what begins at the offset was read as JSON in vain: a separator before the document, or the
    /// document. Of two errors kubectl reports that of JSON.
    JsonThenYaml(u32),
    /// Read as JSON, although the text at the offset is not JSON.
    BrokenJson(u32),
}

impl Reading {
    /// The same in a longer text, by the length of what is in front of it there.
    pub(crate) fn after(self, length: u32) -> Self {
        match self {
            Self::Yaml | Self::Json => self,
            Self::JsonThenYaml(at) => Self::JsonThenYaml(at + length),
            Self::BrokenJson(at) => Self::BrokenJson(at + length),
        }
    }
}

/// Where a text stops to be JSON, and what kubectl says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The first byte that does not fit; the length of the text where it ends too early.
    pub offset: usize,
    /// The message of encoding/json.
    pub message: String,
}

impl JsonError {
    /// The error as [`Reading::JsonThenYaml`] has it.
    pub fn as_ambiguous(&self) -> String {
        match self.message.as_str() {
            END => END.to_owned(),
            message => format!("json: offset {}: {message}", self.offset + 1),
        }
    }
}

const END: &str = "unexpected EOF";

/// The JSON values at the beginning of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct JsonStream {
    pub(crate) values: Vec<TextRange>,
    /// Where the first value begins that is none.
    pub(crate) stops_at: Option<usize>,
}

/// Whether kubectl reads a text as JSON first (`IsJSONBuffer`).
pub fn begins_with_brace(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The JSON values of a text up to the first that is none; nothing of a text that does not begin with a brace.
pub(crate) fn read(text: &str) -> JsonStream {
    let mut stream = JsonStream::default();
    if !begins_with_brace(text) {
        return stream;
    }
    let mut at = skip_blank(text.as_bytes(), 0);
    while at < text.len() {
        let Ok(end) = Scanner::new(text.as_bytes(), at).value() else {
            stream.stops_at = Some(at);
            break;
        };
        stream.values.push(TextRange::new(at as u32, end as u32));
        at = skip_blank(text.as_bytes(), end);
    }
    stream
}

/// Whether a text is one value of JSON, blanks around it aside.
pub fn is_json(text: &str) -> bool {
    let end = Scanner::new(text.as_bytes(), 0).value();
    end.is_ok_and(|end| skip_blank(text.as_bytes(), end) == text.len())
}

/// The first value of a text that begins with a brace; `None` where that is no JSON.
pub fn first_value(text: &str) -> Option<TextRange> {
    read(text).values.first().copied()
}

/// The error of the first value of a text from an offset on; `None` where that is JSON, or nothing is there.
pub fn error_at(text: &str, offset: u32) -> Option<JsonError> {
    let at = skip_blank(text.as_bytes(), offset as usize);
    (at < text.len()).then(|| Scanner::new(text.as_bytes(), at).value().err())?
}

fn skip_blank(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count()
}

/// A value is nested no deeper than this (encoding/json, maxNestingDepth).
const MAX_DEPTH: usize = 10_000;

struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
    /// The brackets and braces that are open.
    open: Vec<u8>,
}

type Scanned<T> = Result<T, JsonError>;

impl<'t> Scanner<'t> {
    fn new(bytes: &'t [u8], at: usize) -> Self {
        Self { bytes, at, open: Vec::new() }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// What does not fit here, with what was expected.
    fn unexpected(&self, context: &str) -> JsonError {
        let message = match self.peek() {
            Some(byte) => format!("invalid character {} {context}", quoted(byte)),
            None => END.to_owned(),
        };
        JsonError { offset: self.at, message }
    }

    /// The end of the value that begins here.
    fn value(mut self) -> Scanned<usize> {
        loop {
            self.begin()?;
            if !self.end()? {
                return Ok(self.at);
            }
        }
    }

    /// Reads up to the end of a scalar or of an empty collection; into collections that have something.
    fn begin(&mut self) -> Scanned<()> {
        loop {
            self.at = skip_blank(self.bytes, self.at);
            match self.peek() {
                Some(open @ (b'{' | b'[')) => {
                    self.open.push(open);
                    if self.open.len() > MAX_DEPTH {
                        return Err(JsonError { offset: self.at, message: "exceeded max depth".to_owned() });
                    }
                    self.at = skip_blank(self.bytes, self.at + 1);
                    if self.peek() == Some(closer(open)) {
                        self.open.pop();
                        self.at += 1;
                        return Ok(());
                    }
                    if open == b'{' {
                        self.key()?;
                    }
                }
                Some(b'"') => return self.string(),
                Some(b'-' | b'0'..=b'9') => return self.number(),
                Some(b't') => return self.literal("true"),
                Some(b'f') => return self.literal("false"),
                Some(b'n') => return self.literal("null"),
                _ => return Err(self.unexpected("looking for beginning of value")),
            }
        }
    }

    /// Reads what follows a value up to the next one; false where the whole ends.
    fn end(&mut self) -> Scanned<bool> {
        while let Some(open) = self.open.last().copied() {
            self.at = skip_blank(self.bytes, self.at);
            match self.peek() {
                Some(b',') => {
                    self.at = skip_blank(self.bytes, self.at + 1);
                    if open == b'{' {
                        self.key()?;
                    }
                    return Ok(true);
                }
                Some(byte) if byte == closer(open) => {
                    self.open.pop();
                    self.at += 1;
                }
                _ if open == b'{' => return Err(self.unexpected("after object key:value pair")),
                _ => return Err(self.unexpected("after array element")),
            }
        }
        Ok(false)
    }

    fn key(&mut self) -> Scanned<()> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        self.string()?;
        self.at = skip_blank(self.bytes, self.at);
        if self.peek() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Scanned<()> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(0x20..) => self.at += 1,
                _ => return Err(self.unexpected("in string literal")),
            }
        }
    }

    fn escape(&mut self) -> Scanned<()> {
        self.at += 1;
        match self.peek() {
            Some(b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.unexpected("in \\u hexadecimal character escape"));
                    }
                    self.at += 1;
                }
            }
            _ => return Err(self.unexpected("in string escape code")),
        }
        Ok(())
    }

    fn literal(&mut self, word: &str) -> Scanned<()> {
        for expected in word.chars() {
            if self.peek().map(char::from) != Some(expected) {
                return Err(self.unexpected(&format!("in literal {word} (expecting '{expected}')")));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Scanned<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits("in numeric literal")?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits("in exponent of numeric literal")?;
        }
        Ok(())
    }

    /// One digit or more.
    fn digits(&mut self, context: &str) -> Scanned<()> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.unexpected(context));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }
}

fn closer(open: u8) -> u8 {
    if open == b'{' { b'}' } else { b']' }
}

/// A byte as encoding/json quotes it.
fn quoted(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        b'\\' => r"'\\'".to_owned(),
        b'\n' => r"'\n'".to_owned(),
        b'\r' => r"'\r'".to_owned(),
        b'\t' => r"'\t'".to_owned(),
        0..=0x1f | 0x7f => format!("'\\x{byte:02x}'"),
        0x80..=0xa0 | 0xad => format!("'\\u{byte:04x}'"),
        _ => format!("'{}'", char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages are those of Go.
    #[test]
    fn errors_are_gos() {
        for (text, message) in [
            ("{a: b}", "json: offset 2: invalid character 'a' looking for beginning of object key string"),
            ("{\"a\": foo}", "json: offset 8: invalid character 'o' in literal false (expecting 'a')"),
            (
                "{\"a\": 1,}",
                "json: offset 9: invalid character '}' looking for beginning of object key string",
            ),
            ("{\"a\" 1}", "json: offset 6: invalid character '1' after object key"),
            ("{\"a\": 1 2}", "json: offset 9: invalid character '2' after object key:value pair"),
            ("[1 2]", "json: offset 4: invalid character '2' after array element"),
            ("---", "json: offset 2: invalid character '-' in numeric literal"),
            ("{\"a\n", "json: offset 4: invalid character '\\n' in string literal"),
            ("\"\\x\"", "json: offset 3: invalid character 'x' in string escape code"),
            ("1.e", "json: offset 3: invalid character 'e' after decimal point in numeric literal"),
            ("'", "json: offset 1: invalid character '\\'' looking for beginning of value"),
            ("{\"a\": [", "unexpected EOF"),
        ] {
            let error = error_at(text, 0).map(|error| error.as_ambiguous());
            assert_eq!(error.as_deref(), Some(message), "{text}");
        }
        for text in ["{}", " [1, -0.5e+3, \"\\ud83d\\/\", {\"a\": [true, null]}]", "", "0 1"] {
            assert_eq!(error_at(text, 0), None, "{text}");
        }
    }

    #[test]
    fn values_follow_each_other() {
        let found = |text| {
            let stream = read(text);
            (stream.values.len(), stream.stops_at)
        };
        assert_eq!(found("a: 1"), (0, None));
        assert_eq!(found(" {}\n{\"a\": 1} "), (2, None));
        assert_eq!(found("{}\n{a: 1}"), (1, Some(3)));
        assert_eq!(found("{a: 1}"), (0, Some(0)));
        assert_eq!(found("{}{}\n---\n{}"), (2, Some(5)));
    }
}
