//! Markdown, and plain text for clients that do not render it.

use crdls_ide::File;
use crdls_text::TextRange;
use ls_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::features::ClientFeatures;

/// A hover in a file.
pub(crate) fn hover(found: crdls_ide::Hover, file: &File, features: &ClientFeatures) -> Hover {
    let contents = HoverContents::Markup(content(found.markdown, features.hover_markdown));
    Hover { contents, range: Some(features.encoding.range(file, found.range)) }
}

/// A hover with a text below it; where there is none, the text alone, about a range.
pub(crate) fn with_text(own: Option<crdls_ide::Hover>, range: TextRange, text: &str) -> crdls_ide::Hover {
    match own {
        Some(own) => crdls_ide::Hover { markdown: format!("{}\n\n---\n\n{text}", own.markdown), ..own },
        None => crdls_ide::Hover { range, markdown: text.to_owned() },
    }
}

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
