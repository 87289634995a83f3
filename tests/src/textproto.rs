//! Protocol buffers as text, as far as the conformance files of the CEL specification use it.
//!
//! Knows the notation, no message types: a message is its fields in order, a scalar is its text. Text that
//! is no message ends the reading with `None`.

/// A message: its fields in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(pub Vec<(String, Value)>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Message(Message),
    /// A word or number as written; a string decoded, byte by byte.
    Scalar(Vec<u8>),
}

impl Message {
    /// Reads a whole file.
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let message = reader.fields()?;
        reader.space();
        (reader.at == reader.bytes.len()).then_some(message)
    }

    /// The messages of a field.
    pub fn all<'m>(&'m self, name: &'m str) -> impl Iterator<Item = &'m Message> {
        self.0.iter().filter(move |(its, _)| its == name).filter_map(|(_, value)| match value {
            Value::Message(message) => Some(message),
            Value::Scalar(_) => None,
        })
    }

    pub fn message(&self, name: &str) -> Option<&Message> {
        self.0.iter().find(|(its, _)| its == name).and_then(|(_, value)| match value {
            Value::Message(message) => Some(message),
            Value::Scalar(_) => None,
        })
    }

    /// A scalar as text; empty where there is none.
    pub fn text(&self, name: &str) -> String {
        let found = self.0.iter().find(|(its, _)| its == name);
        match found {
            Some((_, Value::Scalar(bytes))) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        }
    }

    pub fn is_set(&self, name: &str) -> bool {
        self.text(name) == "true"
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while self.at < self.bytes.len() {
            match self.peek() {
                b'#' => self.skip_while(|byte| byte != b'\n'),
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && wanted(self.peek()) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let found = self.peek() == byte && self.at < self.bytes.len();
        self.at += usize::from(found);
        found
    }

    /// Fields up to a closing brace or the end, neither of which is read.
    fn fields(&mut self) -> Option<Message> {
        let mut fields = Vec::new();
        loop {
            self.space();
            if self.at == self.bytes.len() || matches!(self.peek(), b'}' | b'>') {
                return Some(Message(fields));
            }
            let name = self.name()?;
            let colon = self.eat(b':');
            self.values(&name, colon, &mut fields)?;
            let _ = self.eat(b',') || self.eat(b';');
        }
    }

    /// `name` or `[type.googleapis.com/name]`
    fn name(&mut self) -> Option<String> {
        let start = self.at;
        if self.eat(b'[') {
            self.skip_while(|byte| byte != b']');
            self.at += 1;
        } else {
            self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        }
        let name = self.bytes.get(start..self.at)?;
        (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    }

    fn values(&mut self, name: &str, colon: bool, fields: &mut Vec<(String, Value)>) -> Option<()> {
        if !colon || !self.eat(b'[') {
            fields.push((name.to_owned(), self.value()?));
            return Some(());
        }
        while !self.eat(b']') {
            fields.push((name.to_owned(), self.value()?));
            self.eat(b',');
        }
        Some(())
    }

    fn value(&mut self) -> Option<Value> {
        self.space();
        match self.peek() {
            b'{' | b'<' => {
                self.at += 1;
                let inner = self.fields()?;
                (self.eat(b'}') || self.eat(b'>')).then_some(Value::Message(inner))
            }
            b'"' | b'\'' => self.strings().map(Value::Scalar),
            _ => {
                let start = self.at;
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || b"_+-.".contains(&byte));
                let word = self.bytes.get(start..self.at)?;
                (!word.is_empty()).then(|| Value::Scalar(word.to_vec()))
            }
        }
    }

    /// Strings that stand side by side are one.
    fn strings(&mut self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        while matches!(self.peek(), b'"' | b'\'') {
            let quote = self.peek();
            self.at += 1;
            while self.peek() != quote {
                self.character(&mut out)?;
            }
            self.at += 1;
            self.space();
        }
        Some(out)
    }

    fn character(&mut self, out: &mut Vec<u8>) -> Option<()> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        if byte != b'\\' {
            out.push(byte);
            return Some(());
        }
        let escape = *self.bytes.get(self.at)?;
        self.at += 1;
        match escape {
            b'x' | b'X' => out.push(self.digits(16, 2)? as u8),
            b'u' => out.extend(char::from_u32(self.digits(16, 4)?)?.to_string().bytes()),
            b'U' => out.extend(char::from_u32(self.digits(16, 8)?)?.to_string().bytes()),
            b'0'..=b'7' => {
                self.at -= 1;
                out.push(self.digits(8, 3)? as u8);
            }
            other => {
                let known = b"abfnrtv".iter().position(|name| *name == other);
                out.push(known.map_or(other, |at| b"\x07\x08\x0c\n\r\t\x0b"[at]));
            }
        }
        Some(())
    }

    /// A number of at most so many digits.
    fn digits(&mut self, radix: u32, most: usize) -> Option<u32> {
        let start = self.at;
        while self.at < start + most && char::from(self.peek()).is_digit(radix) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(self.bytes.get(start..self.at)?).ok()?;
        u32::from_str_radix(digits, radix).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_files_have() {
        let text =
            "a: \"x\\\"\\n\" 'y' # more\nb { c: -1.5e3 [t.c/x.Y]: { } }\nb: {} l: [1, 2]\nz: '\\303\\u00e9'";
        let read = Message::read(text).unwrap();
        assert_eq!(read.text("a"), "x\"\ny");
        assert_eq!(read.all("b").count(), 2);
        assert_eq!(read.message("b").map(|b| b.text("c")).as_deref(), Some("-1.5e3"));
        assert_eq!(read.0.iter().filter(|(name, _)| name == "l").count(), 2);
        assert_eq!(read.0.last().unwrap().1, Value::Scalar(vec![0o303, 0xc3, 0xa9]));
        assert_eq!(Message::read("a {"), None);
        assert_eq!(Message::read("a: }"), None);
    }
}
