//! Strings of arguments, with the way back from each character to the source.
//!
//! Mirrors `Unquote` of Go's strconv for literals in double quotes and backquotes.

use crdls_text::TextRange;

/// A string of an argument. Offsets into its value lead to offsets of the file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Text {
    value: String,
    /// The whole literal, its quotes included.
    range: TextRange,
    /// From each `decoded` offset on, characters stand one by one in the file from `source` on.
    segments: Vec<Segment>,
    /// Where in the file the characters end: before the closing quote.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    decoded: u32,
    source: u32,
}

/// How a string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// Bare words.
    None,
    /// `"…"`, with escapes.
    Double,
    /// `` `…` ``, without.
    Back,
}

impl Text {
    /// Bare words, which stand in the file from `start` on.
    pub fn bare(value: &str, start: u32) -> Self {
        let end = start + value.len() as u32;
        Self {
            value: value.to_owned(),
            range: TextRange::new(start, end),
            segments: vec![Segment { decoded: 0, source: start }],
            end,
        }
    }

    /// `strconv.Unquote` of a literal that the file has from `start` on; `None` where Go says `invalid syntax`.
    pub fn unquote(literal: &str, start: u32) -> Option<Self> {
        let quote = literal.chars().next()?;
        let inner = literal.strip_prefix(quote)?.strip_suffix(quote)?;
        let mut text = Self {
            value: String::with_capacity(inner.len()),
            range: TextRange::new(start, start + literal.len() as u32),
            segments: vec![Segment { decoded: 0, source: start + 1 }],
            end: start + 1 + inner.len() as u32,
        };
        match quote {
            // Carriage returns do not belong to a raw string.
            '`' => inner.chars().filter(|c| *c != '\r').for_each(|c| text.value.push(c)),
            '"' => text.unescape(inner, start + 1)?,
            _ => return None,
        }
        Some(text)
    }

    fn unescape(&mut self, inner: &str, start: u32) -> Option<()> {
        let mut rest = inner;
        while let Some(at) = rest.find('\\') {
            let (plain, escape) = rest.split_at_checked(at)?;
            self.value.push_str(plain);
            let (value, len) = escaped(escape)?;
            match value {
                Escaped::Char(c) => self.value.push(c),
                // Bytes of characters that the escapes spell one by one.
                Escaped::Byte(byte) => self.push_byte(byte),
            }
            rest = escape.get(len..)?;
            let source = start + (inner.len() - rest.len()) as u32;
            self.segments.push(Segment { decoded: self.value.len() as u32, source });
        }
        self.value.push_str(rest);
        Some(())
    }

    /// A byte that is no character by itself is shown as what Go prints for one.
    fn push_byte(&mut self, byte: u8) {
        self.value.push(if byte.is_ascii() { byte.into() } else { char::REPLACEMENT_CHARACTER });
    }

    /// The value.
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// The literal in the file, its quotes included.
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// The characters in the file, without quotes.
    pub fn inner(&self) -> TextRange {
        TextRange::new(self.segments.first().map_or(self.range.start, |first| first.source), self.end)
    }

    /// How the string is written in `source`, the text of the file.
    pub fn quotes(&self, source: &str) -> Quotes {
        match self.range.of(source).chars().next() {
            Some('"') if self.inner().start > self.range.start => Quotes::Double,
            Some('`') if self.inner().start > self.range.start => Quotes::Back,
            _ => Quotes::None,
        }
    }

    /// The offset of the file where the character at an offset of the value stands; for an escape, where it begins.
    pub fn source_of(&self, decoded: u32) -> u32 {
        let next = self.segments.partition_point(|segment| segment.decoded <= decoded);
        let Some(segment) = next.checked_sub(1).and_then(|last| self.segments.get(last)) else {
            return self.range.start;
        };
        let end = self.segments.get(next).map_or(self.end, |segment| segment.source);
        (segment.source + (decoded - segment.decoded)).min(end)
    }

    /// The range of the file for a range of the value.
    pub fn source_range(&self, decoded: TextRange) -> TextRange {
        let start = self.source_of(decoded.start);
        let end = if decoded.is_empty() { start } else { self.source_behind(decoded.end) };
        TextRange::new(start, end)
    }

    /// Where in the file the character that ends at an offset of the value ends.
    fn source_behind(&self, decoded: u32) -> u32 {
        self.source_of(decoded)
    }

    /// The offset of the value for an offset of the file; inside of an escape, where the escaped character begins.
    pub fn value_of(&self, source: u32) -> Option<u32> {
        if source > self.end || source < self.inner().start {
            return None;
        }
        let next = self.segments.partition_point(|segment| segment.source <= source);
        let segment = self.segments.get(next.checked_sub(1)?)?;
        let end = self.segments.get(next).map(|segment| segment.decoded);
        let at = segment.decoded + (source - segment.source);
        // An escape of several characters of the file is one of the value.
        let last = end.map_or(self.value.len() as u32, |end| {
            let before = self.value.get(..end as usize).and_then(|text| text.chars().next_back());
            end - before.map_or(0, char::len_utf8) as u32
        });
        Some(at.min(last))
    }
}

enum Escaped {
    Char(char),
    Byte(u8),
}

/// `UnquoteChar` on a backslash: the character, and how many bytes spell it.
fn escaped(text: &str) -> Option<(Escaped, usize)> {
    let letter = text.chars().nth(1)?;
    let simple = |c| Some((Escaped::Char(c), 2));
    let number = |from: usize, count: usize, base: u32| {
        let digits = text.get(from..from + count)?;
        if digits.contains(['+', '-']) {
            return None;
        }
        Some((u32::from_str_radix(digits, base).ok()?, from + count))
    };
    match letter {
        'a' => simple('\u{7}'),
        'b' => simple('\u{8}'),
        'f' => simple('\u{c}'),
        'n' => simple('\n'),
        'r' => simple('\r'),
        't' => simple('\t'),
        'v' => simple('\u{b}'),
        '\\' | '"' => simple(letter),
        '0'..='7' => number(1, 3, 8).and_then(|(value, len)| Some((Escaped::Byte(value.try_into().ok()?), len))),
        'x' => number(2, 2, 16).and_then(|(value, len)| Some((Escaped::Byte(value.try_into().ok()?), len))),
        'u' => number(2, 4, 16).and_then(|(value, len)| Some((Escaped::Char(char::from_u32(value)?), len))),
        'U' => number(2, 8, 16).and_then(|(value, len)| Some((Escaped::Char(char::from_u32(value)?), len))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_leads_to_the_source() {
        let literal = r#""a\"b\u00e9c""#;
        let text = Text::unquote(literal, 10).expect("a literal");
        assert_eq!(text.as_str(), "a\"béc");
        let sources: Vec<_> =
            text.as_str().char_indices().map(|(at, _)| text.source_of(at as u32)).collect();
        assert_eq!(sources, [11, 12, 14, 15, 21]);
        assert_eq!(text.source_of(text.as_str().len() as u32), 22);
        assert_eq!(text.source_range(TextRange::new(1, 2)), TextRange::new(12, 14));
        assert_eq!(text.inner(), TextRange::new(11, 22));
        // And back, from the middle of an escape too.
        assert_eq!([11, 12, 13, 14, 15, 18, 21, 22].map(|at| text.value_of(at)), [0, 1, 1, 2, 3, 3, 5, 6].map(Some));
        assert_eq!([10, 23].map(|at| text.value_of(at)), [None, None]);
    }

    #[test]
    fn raw_strings_have_no_escapes() {
        let text = Text::unquote(r"`a\n`", 0).expect("a literal");
        assert_eq!((text.as_str(), text.source_of(2)), (r"a\n", 3));
        assert_eq!(Text::unquote(r#""\q""#, 0), None);
        assert_eq!(Text::unquote(r#""\x41\101\'""#, 0), None);
        assert_eq!(Text::unquote(r#""\x41\101""#, 0).map(|text| text.value), Some("AA".to_owned()));
    }
}
