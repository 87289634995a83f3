//! The page on a code, Markdown, for a terminal.
//!
//! Must not know what a page explains.

use std::fmt::Write as _;

const BOLD: &str = "\u{1b}[1m";
const CYAN: &str = "\u{1b}[36m";
const RESET: &str = "\u{1b}[0m";

/// The page with headings set off and examples indented; with color where it is wanted.
pub fn code_page(markdown: &str, color: bool) -> String {
    let mut shown = String::new();
    let mut example = false;
    for line in markdown.trim().lines() {
        if line.trim_start().starts_with("```") {
            example = !example;
        } else if example {
            let _ = writeln!(shown, "{}", styled(&format!("    {line}"), CYAN, color).trim_end());
        } else if let Some(heading) = heading(line) {
            let _ = writeln!(shown, "{}", styled(heading, BOLD, color));
        } else {
            let _ = writeln!(shown, "{}", prose(line, color));
        }
    }
    shown
}

/// The text of a heading, in bold where color is wanted.
pub(super) fn styled_heading(text: &str, color: bool) -> String {
    styled(text, BOLD, color)
}

fn styled(text: &str, style: &str, color: bool) -> String {
    if color && !text.trim().is_empty() { format!("{style}{text}{RESET}") } else { text.to_owned() }
}

fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('#').map(|rest| rest.trim_start_matches('#').trim())
}

/// A paragraph, wrapped: what stands between backticks is colored, or keeps them.
pub(super) fn prose(line: &str, color: bool) -> String {
    let wrapped = wrapped(line);
    if !color {
        return wrapped;
    }
    let parts = wrapped.split('`').enumerate();
    parts.map(|(n, part)| if n % 2 == 1 { styled(part, CYAN, true) } else { part.to_owned() }).collect()
}

/// Lines of at most 88 characters; those of a list item are indented below its text.
fn wrapped(line: &str) -> String {
    const WIDTH: usize = 88;
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut shown, mut column) = (String::new(), 0);
    for word in line.split(' ') {
        let width = word.chars().count();
        if column > indent.len() && column + 1 + width > WIDTH {
            let _ = write!(shown, "\n{indent}");
            column = indent.len();
        } else if column > 0 {
            shown.push(' ');
            column += 1;
        }
        shown += word;
        column += width;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# missing-type\n\nA `type`.\n\n## Rejected\n\n```yaml\na:\n  b: 1\n```\n\nEnd.\n";

    #[test]
    fn plain() {
        let shown = "missing-type\n\nA `type`.\n\nRejected\n\n    a:\n      b: 1\n\nEnd.\n";
        assert_eq!(code_page(PAGE, false), shown);
    }

    #[test]
    fn long_lines_are_wrapped_behind_the_sign_of_an_item() {
        let shown = code_page(&format!("- {}", "word ".repeat(30)), false);
        assert!(shown.lines().all(|line| line.chars().count() <= 88), "{shown}");
        assert!(shown.contains("\n  word"), "{shown}");
        assert_eq!(shown.matches("word").count(), 30);
    }

    #[test]
    fn colored() {
        let shown = code_page(PAGE, true);
        assert!(
            shown.starts_with("\u{1b}[1mmissing-type\u{1b}[0m\n\nA \u{1b}[36mtype\u{1b}[0m.\n"),
            "{shown:?}"
        );
        assert!(shown.contains("\u{1b}[36m      b: 1\u{1b}[0m\n"), "{shown:?}");
    }
}
