//! The texts of Rust source that people read: string literals and doc comments, each with its line.
//!
//! Knows enough of Rust to tell them from code; must not know what is wrong with a text.

/// A text of a source, and the line where it begins, from 1.
pub type Text = (usize, String);

/// The string literals of a source. What is in braces is left out, as `format!` replaces it; a byte string counts as
/// well.
pub fn strings(source: &str) -> Vec<Text> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let token = token(rest);
        let text = rest.get(..token.len).unwrap_or(rest);
        if let Some((open, close)) = token.quoted {
            let inside = text.get(open..text.len().saturating_sub(close)).unwrap_or_default();
            let line = source.get(..at).unwrap_or_default().matches('\n').count() + 1;
            found.push((line, if open == 1 { unescaped(inside) } else { inside.to_owned() }));
        }
        at += token.len;
    }
    found.into_iter().map(|(line, text)| (line, without_placeholders(&text))).collect()
}

/// The doc comments of a source, a text for each line.
pub fn doc_comments(source: &str) -> Vec<Text> {
    let lines = source.lines().enumerate();
    lines.filter_map(|(at, line)| Some((at + 1, line.trim_start().strip_prefix("///")?.to_owned()))).collect()
}

struct Token {
    /// In bytes.
    len: usize,
    /// How many bytes open and close the literal, where it is one of a string.
    quoted: Option<(usize, usize)>,
}

/// The comment, literal or character at the start of a source.
fn token(rest: &str) -> Token {
    let plain = |len: usize| Token { len, quoted: None };
    if rest.starts_with("//") {
        return plain(rest.find('\n').unwrap_or(rest.len()));
    }
    if let Some(inside) = rest.strip_prefix('"') {
        return Token { len: 1 + end_of_string(inside), quoted: Some((1, 1)) };
    }
    let hashes = rest.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(open) = hashes.map(|hashes| hashes + 2).filter(|open| rest.get(open - 1..*open) == Some("\""))
    {
        let close = format!("\"{}", "#".repeat(open - 2));
        let inside = rest.get(open..).unwrap_or_default();
        let len = inside.find(&close).map_or(rest.len(), |end| open + end + close.len());
        return Token { len, quoted: Some((open, close.len())) };
    }
    // A character in quotes; a lifetime has no second one.
    let quote = rest.strip_prefix('\'').and_then(|inside| {
        let escape = inside.starts_with('\\');
        let skip = if escape { 2 } else { inside.chars().next()?.len_utf8() };
        let end = inside.get(skip..)?.find('\'')?;
        (escape && end < 10 || end == 0).then_some(1 + skip + end + 1)
    });
    // A whole name, so that the `r` at its end opens no literal.
    let name = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    plain(quote.unwrap_or(name.max(rest.chars().next().map_or(1, char::len_utf8))))
}

/// The bytes up to and with the closing quote.
fn end_of_string(inside: &str) -> usize {
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    inside.len()
}

/// Escapes of line breaks and quotes are resolved; others stay, as no word is made of them.
fn unescaped(text: &str) -> String {
    let mut lines = text.split("\\\n");
    let mut joined = lines.next().unwrap_or_default().to_owned();
    joined.extend(lines.map(str::trim_start));
    joined.replace("\\n", "\n").replace("\\\"", "\"")
}

fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("{}");
        out.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_told_from_code() {
        let source = "let a = 'x'; // \"no\"\nf::<'a>(\"one {two} \\\"three\\\" \\\n   four\", r#\"fi\"ve\"#, '\"', bar\"six\");";
        let found = strings(source);
        let texts: Vec<_> = found.iter().map(|(line, text)| (*line, text.as_str())).collect();
        assert_eq!(texts, [(2, "one {} \"three\" four"), (3, "fi\"ve"), (3, "six")]);
    }

    #[test]
    fn comments_are_of_the_documentation() {
        assert_eq!(doc_comments("/// a\n// b\n    /// c"), [(1, " a".to_owned()), (3, " c".to_owned())]);
    }
}
