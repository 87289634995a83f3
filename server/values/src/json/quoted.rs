//! Texts as manifests quote them, in YAML and JSON alike.

use std::fmt::Write;

use crdls_go::is_go_printed;

/// A text in double quotes, as YAML and JSON both read them. What cannot be seen is escaped: some of it YAML
/// takes for line breaks, some it refuses.
pub fn double_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            // The two have no escape in common for what is wider, and both take it as it is.
            '\0'..='\u{ffff}' if !is_go_printed(c) => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::{JsonValue, Reader};
    use super::*;

    #[test]
    fn what_is_quoted_is_read_again() {
        for text in [
            "",
            "a\"b\\c",
            "\n\t\r\u{1}\u{7f}",
            "\u{85}\u{2028}\u{feff}\u{ffff}",
            "é\u{a0}\u{1f600}\u{e0001}",
        ] {
            let written = double_quoted(text);
            let tree = crdls_yaml::Tree::parse(&written);
            let root = tree.first_root(&written);
            let value = Reader::default().read(root.expect("a root")).value;
            assert_eq!(value, JsonValue::Str(text.into()), "{written}");
            assert_eq!(crdls_yaml::strict::check(&written), Ok(()), "{written}");
        }
        assert_eq!(double_quoted("é \u{2028}"), "\"é \\u2028\"");
    }
}
