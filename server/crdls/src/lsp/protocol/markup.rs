//! Markdown, and plain text for clients that do not render it.

use ls_types::{MarkupContent, MarkupKind};

/// A text for a client that renders Markdown or does not.
pub(crate) fn content(markdown: String, as_markdown: bool) -> MarkupContent {
    if as_markdown {
        return MarkupContent { kind: MarkupKind::Markdown, value: markdown };
    }
    MarkupContent { kind: MarkupKind::PlainText, value: plain(&markdown) }
}

/// Without fences, backticks and stars of emphasis. Within a fence everything stays.
fn plain(markdown: &str) -> String {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            lines.push(line.to_owned());
        } else {
            lines.push(line.replace("**", "").replace('`', ""));
        }
    }
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_keeps_the_words() {
        assert_eq!(plain("**type** `string`\n\n```cel\na ** `b`\n```\n"), "type string\n\na ** `b`");
    }
}
