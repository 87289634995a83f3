//! What an editor makes of a proposal: snippets filled in, lines indented.

/// A snippet with each placeholder left at its default text.
pub fn filled(snippet: &str) -> String {
    let mut out = String::new();
    let mut chars = snippet.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '$' => {
                let braced = chars.next_if_eq(&'{').is_some();
                while chars.next_if(char::is_ascii_digit).is_some() {}
                if braced {
                    let choice = chars.next_if(|c| matches!(c, ':' | '|')) == Some('|');
                    let mut first = true;
                    while let Some(c) = chars.next() {
                        match c {
                            '\\' => out.extend(chars.next().filter(|_| first)),
                            '}' => break,
                            ',' | '|' if choice => first = false,
                            c if first => out.push(c),
                            _ => {}
                        }
                    }
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// A text whose lines but the first stand below the line that an offset is in.
pub fn indented(inserted: &str, text: &str, offset: usize) -> String {
    let line = text[..offset].rsplit('\n').next().unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    inserted.replace('\n', &format!("\n{indent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_at_their_default() {
        assert_eq!(filled("a: ${1:b}\\$$2 ${3|x\\,y,z|}${4}"), "a: b$ x,y");
        assert_eq!(indented("a:\n  b", "x\n    ", 6), "a:\n      b");
    }
}
