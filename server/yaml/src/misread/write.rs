//! The text that was meant, and how it is written so that YAML reads it.

use crdls_text::TextRange;

use super::extent::Extent;
use super::{Language, LanguageKind, MisreadCause};
use crate::single_quoted;

/// What has to be written where for a text to be read as meant.
pub(super) fn as_meant(
    extent: &Extent<'_>,
    value: TextRange,
    cause: MisreadCause,
    text: &str,
    is_broken: bool,
    language: Language<'_>,
) -> Option<(TextRange, String)> {
    let written = value.of(text);
    if cause == MisreadCause::FoldedComment && written.starts_with('>') {
        let lines = lines_of(written.split_once('\n')?.1);
        let header = TextRange::new(value.start, value.start + 1);
        return (language.accepts)(&lines).then(|| (header, "|".to_owned()));
    }
    if language.kind == LanguageKind::Prose && !is_of_prose(cause, is_broken) {
        return None;
    }
    let meant =
        meanings(written, cause, language.kind).into_iter().find(|meant| (language.accepts)(meant))?;
    Some((value, as_scalar(extent, &meant)?))
}

/// Code as a scalar that YAML reads as it is written.
pub(super) fn as_written(extent: &Extent<'_>, written: &str) -> Option<String> {
    as_scalar(extent, &lines_of(written))
}

/// Whether sentences are misread for it: what can be meant as YAML is.
fn is_of_prose(cause: MisreadCause, is_broken: bool) -> bool {
    use MisreadCause as Cause;
    match cause {
        Cause::Tag | Cause::Start | Cause::Colon | Cause::Quote | Cause::UnknownEscape => true,
        Cause::List | Cause::Mapping => is_broken,
        _ => false,
    }
}

/// What a text may mean, the likeliest first.
fn meanings(written: &str, cause: MisreadCause, kind: LanguageKind) -> Vec<String> {
    let lines = |text: &str| match kind {
        LanguageKind::Code => lines_of(text),
        _ => text.lines().map(str::trim).collect::<Vec<_>>().join(" "),
    };
    let quote = written.chars().next().filter(|c| matches!(c, '\'' | '"'));
    let Some(quote) = quote else {
        let mut all = vec![lines(written)];
        if kind == LanguageKind::Code && cause == MisreadCause::Comment {
            all.push(lines(&with_own_comments(written)));
        }
        // A path in braces, as kubectl takes it.
        let inner = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        all.extend(inner.filter(|_| cause == MisreadCause::Mapping).map(|inner| inner.trim().to_owned()));
        all.extend(without_start(written, cause).filter(|_| kind == LanguageKind::Code).map(lines));
        return all;
    };
    let mut all = Vec::new();
    let inner = written.get(1..written.len().saturating_sub(1)).filter(|_| written.ends_with(quote));
    // What begins and ends with a quote is in quotes; only an expression may begin with a string.
    if cause == MisreadCause::Quote && (kind == LanguageKind::Code || inner.is_none()) {
        all.push(lines(written));
    }
    if let Some(inner) = inner {
        let escaped = if quote == '\'' { "''" } else { "\\\"" };
        let plain = inner.replace(escaped, &quote.to_string());
        all.extend([lines(inner), lines(&plain)]);
        if quote == '"' && kind == LanguageKind::Code {
            all.extend([lines(&with_backslashes(inner)), lines(&with_backslashes(&plain))]);
        }
    }
    all
}

/// A text without what begins neither a value of YAML nor an expression: a character, backquotes around it, or the
/// indicators of a block scalar on whose line it stands.
fn without_start(written: &str, cause: MisreadCause) -> Option<&str> {
    match cause {
        MisreadCause::BlockScalar => {
            let rest = written.get(1..)?;
            Some(rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')).trim_start())
        }
        MisreadCause::Start | MisreadCause::Anchor => {
            let rest = written.get(1..)?;
            let rest = rest.strip_suffix('`').filter(|_| written.starts_with('`')).unwrap_or(rest);
            Some(rest.trim())
        }
        _ => None,
    }
}

/// The lines without the indentation that those after the first have in common.
fn lines_of(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let below = || text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let common = below().map(indent).min().unwrap_or(0);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim();
    let others = lines.map(|line| line.get(common..).unwrap_or_default().trim_end());
    std::iter::once(first).chain(others).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Comments of YAML as those of the language.
fn with_own_comments(text: &str) -> String {
    let line = |line: &str| match line.find(" #") {
        Some(at) => {
            let (before, comment) = line.split_at_checked(at).unwrap_or((line, ""));
            format!("{before} // {}", comment.trim_start_matches([' ', '#']).trim_end())
        }
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A backslash for each that begins no escape of an expression's string.
fn with_backslashes(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '\\' {
            let Some(code) = chars.next() else { break };
            if !"abfnrtv\\?\"'`xXuU01234567".contains(code) {
                out.push('\\');
            }
            out.push(code);
        }
    }
    out
}

/// A text as a scalar that YAML reads as it is: in the quotes that it does not contain, on lines of its own where it
/// contains both.
fn as_scalar(extent: &Extent<'_>, meant: &str) -> Option<String> {
    let one_line = !meant.contains('\n');
    let in_single = || single_quoted(meant);
    if meant.contains(|c: char| c.is_control() && c != '\n') {
        return None;
    }
    if one_line && !meant.contains('\'') {
        return Some(in_single());
    }
    if one_line && !meant.contains(['"', '\\']) {
        return Some(format!("\"{meant}\""));
    }
    if extent.in_flow {
        return one_line.then(in_single);
    }
    let (newline, pad) = (extent.newline(), " ".repeat(extent.column + 2));
    let lines = meant.lines().map(|line| match line.is_empty() {
        true => newline.to_owned(),
        false => format!("{newline}{pad}{line}"),
    });
    Some(format!("|-{}", lines.collect::<String>()))
}
