//! Descriptions of at most `maxDescLen` bytes (pkg/crd/desc_visitor.go).

use crate::behavior::Behavior;

/// The beginning of a description: up to a sentence, a word, or the limit.
pub(crate) fn truncated(text: &str, limit: usize, behavior: Behavior) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let mut cut = limit;
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let text = text.get(..cut).unwrap_or("");
    if let Some((at, mark)) =
        text.char_indices().rfind(|(_, c)| is_sentence_terminal(*c)).filter(|(at, _)| *at > 0)
    {
        // Go keeps one byte of the mark.
        let mark = if mark.is_ascii() { mark } else { char::REPLACEMENT_CHARACTER };
        return format!("{}{mark}", text.get(..at).unwrap_or(""));
    }
    // Bytes of a character that is cut.
    let text = &format!("{text}{}", "\u{fffd}".repeat(limit - cut));
    if !behavior.cuts_at_words {
        return text.to_owned();
    }
    match text.char_indices().rfind(|(_, c)| c.is_whitespace()).filter(|(at, _)| *at > 0) {
        Some((at, _)) => format!("{}...", text.get(..at).unwrap_or("")),
        None => format!("{text}..."),
    }
}

/// The marks of `unicode.STerm` that descriptions have.
fn is_sentence_terminal(c: char) -> bool {
    matches!(
        c,
        '.' | '!' | '?' | '\u{589}' | '\u{61f}' | '\u{6d4}' | '\u{964}' | '\u{965}' | '\u{203c}' | '\u{203d}'
    ) || matches!(c, '\u{2047}'..='\u{2049}' | '\u{3002}' | '\u{fe52}' | '\u{fe56}' | '\u{fe57}')
        || matches!(c, '\u{ff01}' | '\u{ff0e}' | '\u{ff1f}' | '\u{ff61}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crdls_markers::registry::Version;

    #[test]
    fn sentences_come_before_words() {
        let cut = |text: &str, limit, version| truncated(text, limit, Behavior::of(version));
        let new = Version::NEWEST;
        assert_eq!(cut("One. Two three", 10, new), "One.");
        assert_eq!(cut("One two three", 9, new), "One two...");
        assert_eq!(cut("Onetwothree", 4, new), "Onet...");
        assert_eq!(cut("One two three", 9, Version::new(16, 5)), "One two t");
        assert_eq!(cut("One", 3, new), "One");
        assert_eq!(cut("第一句。第二句很长", 12, new), "第一句\u{fffd}");
        assert_eq!(cut("第一句。第二句很长", 20, new), "第一句\u{fffd}");
        assert_eq!(cut("第一句第二句", 10, new), "第一句\u{fffd}...");
    }
}
