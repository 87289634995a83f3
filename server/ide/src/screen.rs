//! The beginning of a text that is longer than a screen.
//!
//! Must not know what the text is about.

use std::borrow::Cow;

/// The most rows of a hover.
pub(crate) const SCREEN: usize = 30;
/// The most rows of a description in a hover, so that the facts after it are seen.
pub(crate) const DESCRIPTION: usize = 10;
/// About as wide as editors draw a hover, in characters.
const WIDTH: usize = 80;

/// The first rows of Markdown, with `…` where something is left out: cut between lines, or between the words of a long
/// one, and with its code block closed.
pub(crate) fn first_rows(markdown: &str, rows: usize) -> Cow<'_, str> {
    let mut left = rows;
    let mut fence: Option<&str> = None;
    let mut end = 0;
    for line in markdown.split_inclusive('\n') {
        let width = line.trim_end().chars().count();
        let needed = width.div_ceil(WIDTH);
        if needed > left {
            let kept = markdown.get(..end).unwrap_or_default();
            return Cow::Owned(cut(kept, words(line, left * WIDTH), fence));
        }
        left -= needed;
        end += line.len();
        let ticks = line.get(..line.len() - line.trim_start_matches('`').len()).unwrap_or_default();
        fence = match fence {
            None if ticks.len() >= 3 => Some(ticks),
            Some(open) if ticks == open => None,
            open => open,
        };
    }
    Cow::Borrowed(markdown)
}

/// What of a line fits into so many characters, up to the end of a word.
fn words(line: &str, most: usize) -> &str {
    let fits = line.char_indices().nth(most).map_or(line, |(end, _)| line.get(..end).unwrap_or_default());
    fits.rsplit_once(' ').map_or("", |(words, _)| words)
}

fn cut(kept: &str, more: &str, fence: Option<&str>) -> String {
    match fence {
        Some(fence) => format!("{}\n{fence}\n\n…", kept.trim_end()),
        None if more.is_empty() => format!("{}\n\n…", kept.trim_end()),
        None => format!("{kept}{more} …"),
    }
}

/// A text as code in Markdown, whatever backticks are in it.
pub(crate) fn code(text: &str) -> String {
    match longest_run(text) {
        0 => format!("`{text}`"),
        run => {
            let ticks = "`".repeat(run + 1);
            format!("{ticks} {text} {ticks}")
        }
    }
}

/// The longest run of backticks.
pub(crate) fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A message on one line, without its full stop.
pub(crate) fn one_line(message: &str) -> String {
    message.trim_end_matches('.').lines().collect::<Vec<_>>().join(" ")
}

/// The first line of an expression as code, marked where there are more.
pub(crate) fn first_line(expression: &str) -> String {
    let first = expression.lines().next().unwrap_or_default().trim_end();
    let more = if first.len() < expression.trim_end().len() { " …" } else { "" };
    format!("{}{more}", code(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays() {
        assert_eq!(first_rows("a\n\nb", 2), "a\n\nb");
    }

    #[test]
    fn a_long_line_is_cut_between_words() {
        let text = "word ".repeat(100);
        let cut = first_rows(&text, 2);
        assert!(cut.ends_with("word …") && cut.chars().count() <= 2 * WIDTH + " …".chars().count(), "{cut}");
    }

    #[test]
    fn a_code_block_is_closed() {
        assert_eq!(first_rows("```cel\na\nb\nc\n```\n", 3), "```cel\na\nb\n```\n\n…");
        assert_eq!(first_rows("- a\n- b\n- c", 2), "- a\n- b\n\n…");
    }
}
