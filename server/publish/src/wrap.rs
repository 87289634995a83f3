//! Text in lines.
//!
//! Mirrors `WrapString` of github.com/mitchellh/go-wordwrap, by which kubectl wraps descriptions.

/// A run of characters that is not yet written, with its length in characters.
#[derive(Default)]
struct Pending {
    text: String,
    len: usize,
}

impl Pending {
    fn push(&mut self, c: char) {
        self.text.push(c);
        self.len += 1;
    }

    /// Writes it, and returns how long it was.
    fn write(&mut self, out: &mut String) -> usize {
        out.push_str(&self.text);
        std::mem::take(self).len
    }
}

/// A text in lines of at most `limit` characters, where no word is longer.
pub(crate) fn wrapped(text: &str, limit: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut word, mut space) = (Pending::default(), Pending::default());
    let mut current = 0;
    for c in text.chars() {
        if c == '\n' {
            if !word.text.is_empty() || current + space.len <= limit {
                space.write(&mut out);
                word.write(&mut out);
            }
            (word, space) = Default::default();
            out.push(c);
            current = 0;
        } else if c.is_whitespace() && c != '\u{a0}' {
            if space.text.is_empty() || !word.text.is_empty() {
                current += space.write(&mut out);
                current += word.write(&mut out);
            }
            space.push(c);
        } else {
            word.push(c);
            if current + word.len + space.len > limit && word.len < limit {
                out.push('\n');
                current = 0;
                space = Pending::default();
            }
        }
    }
    if !word.text.is_empty() || current + space.len <= limit {
        space.write(&mut out);
        word.write(&mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_as_go_does() {
        let table = [
            ("foo bar baz", 4, "foo\nbar\nbaz"),
            ("foo", 4, "foo"),
            ("foobarbaz", 4, "foobarbaz"),
            ("foo bars baz", 4, "foo\nbars\nbaz"),
            ("foo\nb   ar   bam", 3, "foo\nb\nar\nbam"),
            ("foo\u{a0}bar baz", 4, "foo\u{a0}bar\nbaz"),
        ];
        for (text, limit, expected) in table {
            assert_eq!(wrapped(text, limit), expected, "{text:?}");
        }
    }
}
