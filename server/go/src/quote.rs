//! Texts as Go quotes them.

use std::fmt::Write as _;

/// `strconv.Quote`, as `%q` prints a text.
pub fn go_quote(text: &str) -> String {
    go_quote_bytes(text.as_bytes())
}

/// `strconv.Quote` of bytes that need not be UTF-8.
pub fn go_quote_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        // Most texts are runs of what is written as it is.
        while let Some(at) = rest.find(|c| !matches!(c, ' '..='~') || matches!(c, '"' | '\\')) {
            let (plain, from) = rest.split_at(at);
            out.push_str(plain);
            let mut chars = from.chars();
            chars.next().into_iter().for_each(|c| push_quoted(&mut out, c));
            rest = chars.as_str();
        }
        out.push_str(rest);
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out.push('"');
    out
}

fn push_quoted(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{7}' => out.push_str("\\a"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{b}' => out.push_str("\\v"),
        c if is_go_printed(c) => out.push(c),
        '\0'..='\u{1f}' | '\u{7f}' => {
            let _ = write!(out, "\\x{:02x}", c as u32);
        }
        c if (c as u32) < 0x10000 => {
            let _ = write!(out, "\\u{:04x}", c as u32);
        }
        c => {
            let _ = write!(out, "\\U{:08x}", c as u32);
        }
    }
}

/// About `strconv.IsPrint`: what Rust prints as it is, but for letters that join the one before, which Go
/// prints too, and blanks other than the space, which Go escapes.
pub fn is_go_printed(c: char) -> bool {
    if c == ' ' || c == '\'' {
        return true;
    }
    if c.is_whitespace() || c.is_control() {
        return false;
    }
    let escaped = c.escape_debug();
    escaped.len() == 1 || format!("a{c}").escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted() {
        let table =
            [("a\"b\\", r#""a\"b\\""#), ("\n\u{1}\u{7f}", r#""\n\x01\x7f""#), ("é\u{a0}", "\"é\\u00a0\"")];
        for (text, expected) in table {
            assert_eq!(go_quote(text), expected);
        }
        assert_eq!(go_quote_bytes(b"a\xff\xc3"), r#""a\xff\xc3""#);
    }
}
