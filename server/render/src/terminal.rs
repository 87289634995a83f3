//! Texts as a terminal can show them: shortened, on one line, without control characters.
//!
//! Must not know what a text is about.

use std::borrow::Cow;

/// The beginning of a long sentence: the server quotes values that can be megabytes.
pub fn shortened(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 2000;
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or(text))),
        None => Cow::Borrowed(text),
    }
}

/// A text on one line, without the characters that control a terminal.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text = shortened(text);
    // Most texts have nothing but printed characters of ASCII.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) || !text.contains(steers) {
        return text;
    }
    let shown = |c: char| match c {
        '\n' | '\t' | '\r' => ' ',
        c if steers(c) => '\u{fffd}',
        c => c,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_taken_out() {
        assert_eq!(one_line("a\n\u{1b}[31mb\u{202e}"), "a \u{fffd}[31mb\u{fffd}");
        assert!(matches!(one_line("plain é"), Cow::Borrowed("plain é")));
    }

    #[test]
    fn a_long_sentence_is_cut_between_characters() {
        let cut = shortened(&"é".repeat(3000)).into_owned();
        assert_eq!(cut.chars().count(), 2001);
        assert!(cut.ends_with("é…"));
    }
}
