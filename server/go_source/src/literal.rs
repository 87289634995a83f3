//! The values of string literals, with the way back from each byte to the source.

use crdls_text::{TextRange, floor_boundary};

/// A string literal without its quotes, escapes decoded. Offsets into its value map to offsets into the source.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unquoted {
    value: String,
    /// From each offset into the value on, bytes are one by one in the source, up to the next step.
    steps: Vec<Step>,
    /// The end of the content in the source.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    value: u32,
    source: u32,
}

impl Unquoted {
    /// The value.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Where an offset into the value is in the source. The offset after the last byte is the end of the content.
    pub fn source(&self, offset: u32) -> u32 {
        let offset = floor_boundary(&self.value, offset);
        let next = self.steps.partition_point(|step| step.value <= offset);
        let Some(step) = next.checked_sub(1).and_then(|at| self.steps.get(at)) else { return self.end };
        let limit = self.steps.get(next).map_or(self.end, |step| step.source);
        (step.source + (offset - step.value)).min(limit)
    }

    /// Where a range of the value is in the source: escapes are in it whole.
    pub fn source_range(&self, range: TextRange) -> TextRange {
        TextRange::new(self.source(range.start), self.source(range.end))
    }

    /// The offset into the value of a place in the source: the start of the character or escape there.
    pub fn offset_of(&self, source: u32) -> u32 {
        let next = self.steps.partition_point(|step| step.source <= source);
        let Some(step) = next.checked_sub(1).and_then(|at| self.steps.get(at)) else { return 0 };
        let following = self.steps.get(next);
        let limit = following.map_or(self.value.len() as u32, |step| step.value);
        let offset = step.value + (source - step.source);
        if offset < limit {
            return floor_boundary(&self.value, offset);
        }
        let inside = following.is_some_and(|following| source < following.source);
        if inside { floor_boundary(&self.value, limit.saturating_sub(1)).max(step.value) } else { limit }
    }

    /// The same value where its literal is moved by a distance, modulo 2³².
    #[must_use]
    pub fn shifted(mut self, by: u32) -> Self {
        self.steps.iter_mut().for_each(|step| step.source = step.source.wrapping_add(by));
        self.end = self.end.wrapping_add(by);
        self
    }

    /// The part of a value in `range`, which has its own quotes, unquoted.
    pub fn nested(&self, range: TextRange) -> Option<Unquoted> {
        let inner = unquote(range.of(&self.value), range.start)?;
        // Most have no escapes.
        if let ([own], [theirs]) = (self.steps.as_slice(), inner.steps.as_slice()) {
            let source = own.source + theirs.source;
            let end = self.source(inner.end);
            if (own.value, theirs.value) == (0, 0) && end == source + inner.value.len() as u32 {
                return Some(Unquoted { value: inner.value, steps: vec![Step { value: 0, source }], end });
            }
        }
        let mut steps: Vec<Step> = Vec::new();
        for (at, _) in inner.value.char_indices() {
            push(&mut steps, at as u32, self.source(inner.source(at as u32)));
        }
        let end = self.source(inner.end);
        push(&mut steps, inner.value.len() as u32, end);
        Some(Unquoted { value: inner.value, steps, end })
    }
}

/// Adds a step, unless the last one leads there too.
fn push(steps: &mut Vec<Step>, value: u32, source: u32) {
    let leads = |last: &Step| source.checked_sub(last.source) == Some(value - last.value);
    if !steps.last().is_some_and(leads) {
        steps.push(Step { value, source });
    }
}

/// The value of a Go literal in double quotes, backquotes or single quotes that begins at `start` of the source; none
/// where `strconv.Unquote` reports an error. Bytes that are not UTF-8 become U+FFFD.
pub fn unquote(literal: &str, start: u32) -> Option<Unquoted> {
    let quote = *literal.as_bytes().first()?;
    let body = literal.get(1..literal.len().checked_sub(1)?)?;
    if !matches!(quote, b'"' | b'`' | b'\'') || literal.len() < 2 || literal.as_bytes().last() != Some(&quote)
    {
        return None;
    }
    let mut reader =
        Reader { body, start: start + 1, bytes: Vec::with_capacity(body.len()), steps: Vec::new() };
    if quote == b'`' {
        reader.raw()?;
    } else {
        reader.escaped(quote)?;
    }
    let unquoted = reader.finish();
    (quote != b'\'' || unquoted.value.chars().count() == 1).then_some(unquoted)
}

struct Reader<'t> {
    body: &'t str,
    start: u32,
    bytes: Vec<u8>,
    steps: Vec<Step>,
}

impl Reader<'_> {
    fn step(&mut self, at: usize) {
        push(&mut self.steps, self.bytes.len() as u32, self.start + at as u32);
    }

    /// Go drops carriage returns from raw strings.
    fn raw(&mut self) -> Option<()> {
        for (at, byte) in self.body.bytes().enumerate() {
            match byte {
                b'`' => return None,
                b'\r' => {}
                byte => {
                    self.step(at);
                    self.bytes.push(byte);
                }
            }
        }
        Some(())
    }

    fn escaped(&mut self, quote: u8) -> Option<()> {
        let mut at = 0;
        while let Some(byte) = self.body.as_bytes().get(at) {
            self.step(at);
            match byte {
                b'\n' => return None,
                byte if *byte == quote => return None,
                b'\\' => at += self.escape(at, quote)?,
                byte => {
                    self.bytes.push(*byte);
                    at += 1;
                }
            }
        }
        Some(())
    }

    /// Decodes the escape at an offset into the body. Returns its length.
    fn escape(&mut self, at: usize, quote: u8) -> Option<usize> {
        let letter = *self.body.as_bytes().get(at + 1)?;
        let simple = match letter {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' => b'\\',
            letter if letter == quote => quote,
            _ => 0,
        };
        if simple != 0 {
            self.bytes.push(simple);
            return Some(2);
        }
        let (digits, skip, radix) = match letter {
            b'x' => (2, 2, 16),
            b'u' => (4, 2, 16),
            b'U' => (8, 2, 16),
            b'0'..=b'7' => (3, 1, 8),
            _ => return None,
        };
        let digits_text = self.body.get(at + skip..at + skip + digits)?;
        if !digits_text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits_text, radix).ok()?;
        if matches!(letter, b'u' | b'U') {
            let mut buffer = [0; 4];
            self.bytes.extend_from_slice(char::from_u32(number)?.encode_utf8(&mut buffer).as_bytes());
        } else {
            self.bytes.push(u8::try_from(number).ok()?);
        }
        Some(skip + digits)
    }

    fn finish(mut self) -> Unquoted {
        self.step(self.body.len());
        let end = self.start + self.body.len() as u32;
        let Self { bytes, steps, .. } = self;
        match String::from_utf8(bytes) {
            Ok(value) => Unquoted { value, steps, end },
            Err(err) => replaced(err.as_bytes(), steps, end),
        }
    }
}

/// Bytes that are not all UTF-8, with the steps moved to what replaces them.
fn replaced(bytes: &[u8], steps: Vec<Step>, end: u32) -> Unquoted {
    let source = Unquoted { value: "x".repeat(bytes.len()), steps, end };
    let mut value = String::with_capacity(bytes.len());
    let mut steps = Vec::new();
    let mut at = 0u32;
    for chunk in bytes.utf8_chunks() {
        for (offset, c) in chunk.valid().char_indices() {
            push(&mut steps, value.len() as u32, source.source(at + offset as u32));
            value.push(c);
        }
        at += chunk.valid().len() as u32;
        if !chunk.invalid().is_empty() {
            push(&mut steps, value.len() as u32, source.source(at));
            value.push(char::REPLACEMENT_CHARACTER);
            at += chunk.invalid().len() as u32;
        }
    }
    push(&mut steps, value.len() as u32, end);
    Unquoted { value, steps, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_strconvs() {
        let value = |literal: &str| unquote(literal, 0).map(|unquoted| unquoted.value);
        assert_eq!(value(r#""a\tb\"\\""#).as_deref(), Some("a\tb\"\\"));
        assert_eq!(value("`a\\t\r\nb`").as_deref(), Some("a\\t\nb"));
        assert_eq!(value(r#""\xe4\xbd\xa0\u00e9\101""#).as_deref(), Some("你éA"));
        assert_eq!(value(r#""a\xffb""#).as_deref(), Some("a\u{fffd}b"));
        for wrong in [
            "",
            "\"",
            "\"a",
            "a",
            r#""\'""#,
            r#""\400""#,
            r#""\ud800""#,
            "\"a\nb\"",
            "`a`b`",
            r#""\x+1""#,
            "'ab'",
        ] {
            assert_eq!(value(wrong), None, "{wrong}");
        }
        assert_eq!(value(r"'\''").as_deref(), Some("'"));
    }

    #[test]
    fn each_byte_knows_its_source() {
        let unquoted = unquote(r#""a\u00e9b\n""#, 10).unwrap();
        let places: Vec<_> = [0, 1, 2, 3, 4, 5].map(|at| unquoted.source(at)).into();
        assert_eq!(places, [11, 12, 12, 18, 19, 21]);
        assert_eq!(unquoted.source_range(TextRange::new(1, 3)), TextRange::new(12, 18));
        assert_eq!([11, 12, 15, 18, 19, 20, 21].map(|at| unquoted.offset_of(at)), [0, 1, 1, 3, 4, 4, 5]);
    }

    #[test]
    fn nested_literals_lead_to_the_outer_source() {
        let outer = unquote(r#""json:\"a\\tb\"""#, 0).unwrap();
        assert_eq!(outer.value(), r#"json:"a\tb""#);
        let inner = outer.nested(TextRange::new(5, 11)).unwrap();
        assert_eq!(inner.value(), "a\tb");
        assert_eq!([0, 1, 2, 3].map(|at| inner.source(at)), [8, 9, 12, 13]);
    }
}
