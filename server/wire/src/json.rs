//! JSON that is written piece by piece.

use serde_json::Value;

/// Writes a large answer piece by piece. Serde takes several times as long.
#[derive(Debug)]
pub struct JsonWriter(Vec<u8>);

impl JsonWriter {
    /// For an answer of about so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// A piece that is JSON.
    pub fn push(&mut self, piece: &str) {
        self.0.extend_from_slice(piece.as_bytes());
    }

    /// The bytes that were written so far, in UTF-8.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A piece, and a number after it.
    pub fn number(&mut self, before: &str, number: u32) {
        self.push(before);
        let (mut digits, mut rest) = ([0; 10], number);
        let mut start = digits.len();
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            start -= 1;
            if rest == 0 {
                break;
            }
        }
        self.0.extend_from_slice(digits.get(start..).unwrap_or_default());
    }

    /// A piece, and a text after it.
    pub fn string(&mut self, before: &str, text: &str) {
        self.push(before);
        if text.bytes().any(|byte| matches!(byte, 0..0x20 | b'"' | b'\\')) {
            return self.push(&Value::from(text).to_string());
        }
        self.push("\"");
        self.push(text);
        self.push("\"");
    }

    /// A list.
    pub fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        self.push("[");
        for (number, each) in items.iter().enumerate() {
            if number > 0 {
                self.push(",");
            }
            item(self, each);
        }
        self.push("]");
    }

    /// What was written, in UTF-8.
    pub fn written(self) -> Vec<u8> {
        self.0
    }
}
