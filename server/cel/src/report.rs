//! Errors as the server prints them: place, message, the line, a caret (cel-go,
//! common/error.go).

use crate::checker::CheckError;
use crate::syntax::SyntaxError;

/// The server prints a line only up to this many characters.
const LONGEST_LINE: usize = 16_384;

/// All errors of a text in one string, sorted by their places.
pub fn syntax_errors(text: &str, errors: &[SyntaxError]) -> String {
    print(text, errors.iter().map(|error| (error.at, error.message.as_str())).collect())
}

/// The counterpart of [`syntax_errors`] for type errors.
pub fn check_errors(text: &str, errors: &[CheckError]) -> String {
    print(text, errors.iter().map(|error| (Some(error.at), error.message.as_str())).collect())
}

/// How many errors of one expression the server keeps: the first that it comes upon.
const MOST: usize = 100;

fn print(text: &str, mut errors: Vec<(Option<u32>, &str)>) -> String {
    let more = errors.len().saturating_sub(MOST);
    errors.truncate(MOST);
    errors.sort_by_key(|(at, _)| *at);
    let mut lines: Vec<_> = errors.iter().map(|(at, message)| one(text, *at, message)).collect();
    if more > 0 {
        lines.push(format!("{more} more errors were truncated"));
    }
    lines.join("\n")
}

fn one(text: &str, at: Option<u32>, message: &str) -> String {
    let Some(at) = at else { return format!("ERROR: <input>:-1:0: {message}") };
    let before = text.get(..at as usize).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = before.matches('\n').count() + 1;
    let column = text.get(line_start..at as usize).unwrap_or("").chars().count();
    // An empty expression has its error before its first column.
    let shown_column = if text.is_empty() { 0 } else { column + 1 };
    let mut out = format!("ERROR: <input>:{number}:{shown_column}: {message}");
    let line = text.get(line_start..).unwrap_or("").split('\n').next().unwrap_or("");
    let length = line.chars().count();
    if !text.is_empty() && length <= LONGEST_LINE {
        out.push_str(&format!("\n | {}\n | ", line.replace('\t', " ")));
        let wide = |c: char| !c.is_ascii();
        let dots = line.chars().take(column).map(|c| if wide(c) { '\u{ff0e}' } else { '.' });
        out.extend(dots);
        out.push(if line.chars().nth(column).is_some_and(wide) { '\u{ff3e}' } else { '^' });
    }
    out
}
