//! What in a text means something to YAML: scanned as go.yaml.in/yaml/v2 scans a value (scannerc.go:
//! `yaml_parser_fetch_next_token`, `yaml_parser_scan_plain_scalar`, `yaml_parser_scan_flow_scalar`).

use std::ops::Range;

use super::extent::block_header;
use super::{Language, LanguageKind};

/// Why YAML does not read a text as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisreadCause {
    /// The text begins with `!`.
    Tag,
    /// The text begins with `&` or `*`, and no name of an anchor follows.
    Anchor,
    /// The text begins with `[`.
    List,
    /// The text begins with `{`.
    Mapping,
    /// The text begins with `|` or `>`.
    BlockScalar,
    /// The text begins with `- `.
    Item,
    /// The text begins with a character that begins no value.
    Start,
    /// The text contains ` #`.
    Comment,
    /// The text contains `: `.
    Colon,
    /// The text is in a flow mapping and contains a bracket or a comma.
    Flow,
    /// The text contains the quote that it begins with.
    Quote,
    /// The text contains an escape that double quotes do not have.
    UnknownEscape,
    /// The text contains an escape that means another character in YAML.
    OtherEscape,
    /// The text contains two backslashes, which YAML reads as one.
    Backslashes,
    /// The text contains a comment up to the end of a line, and YAML joins all lines.
    FoldedComment,
}

/// What YAML misreads first, and where.
pub(super) fn of(
    written: &str,
    in_flow: bool,
    language: Language<'_>,
) -> Option<(MisreadCause, Range<usize>)> {
    use MisreadCause as Cause;
    let first = written.chars().next()?;
    let one = |cause| Some((cause, 0..first.len_utf8()));
    let is_blank_next =
        || written.get(1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
    match first {
        '\'' | '"' => quoted(written, first, in_flow, language),
        '|' | '>' if !in_flow && let Some(header) = block_header(written) => {
            (first == '>').then(|| folded_comment(written, header, language))?
        }
        '!' if is_tag_of_yaml(written) => None,
        '!' => Some((Cause::Tag, 0..written.find(char::is_whitespace).unwrap_or(written.len()))),
        '&' | '*' if !is_anchor(written) => one(Cause::Anchor),
        // Anchors and aliases are YAML's, and templates are not text yet.
        '&' | '*' => None,
        '[' if !is_empty_collection(written, "[]") => one(Cause::List),
        '{' if !is_empty_collection(written, "{}") && !written.starts_with("{{") => one(Cause::Mapping),
        '[' | '{' => None,
        '|' | '>' => one(Cause::BlockScalar),
        '-' if is_blank_next() => one(Cause::Item),
        '?' | ':' if is_blank_next() => one(Cause::Start),
        '%' | '@' | '`' | ',' | ']' | '}' => one(Cause::Start),
        '#' => None,
        _ => plain(written, in_flow, language),
    }
}

/// Whether a text begins with a tag of YAML's own types.
fn is_tag_of_yaml(written: &str) -> bool {
    const TYPES: [&str; 10] = [
        "!!binary",
        "!!bool",
        "!!float",
        "!!int",
        "!!map",
        "!!null",
        "!!seq",
        "!!set",
        "!!str",
        "!!timestamp",
    ];
    let tag = written.split(char::is_whitespace).next().unwrap_or_default();
    TYPES.contains(&tag)
}

/// Whether a text is empty brackets or braces, and perhaps a comment.
fn is_empty_collection(written: &str, empty: &str) -> bool {
    let rest = written.strip_prefix(empty);
    rest.is_some_and(|rest| rest.trim().is_empty() || rest.trim_start().starts_with('#'))
}

/// Whether a name and a blank follow an indicator.
fn is_anchor(written: &str) -> bool {
    let rest = written.get(1..).unwrap_or_default();
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    behind.len() < rest.len() && (behind.is_empty() || behind.starts_with(char::is_whitespace))
}

fn plain(written: &str, in_flow: bool, language: Language<'_>) -> Option<(MisreadCause, Range<usize>)> {
    let bytes = written.as_bytes();
    let is_blank = |at: Option<usize>| {
        at.is_none_or(|at| bytes.get(at).is_none_or(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')))
    };
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'#' if is_blank(at.checked_sub(1)) => {
                let comment = at..at + written.get(at..)?.lines().next()?.len();
                return is_cut(written, at, language).then_some((MisreadCause::Comment, comment));
            }
            b':' if is_blank(Some(at + 1)) => return Some((MisreadCause::Colon, at..at + 1)),
            b',' | b'[' | b']' | b'{' | b'}' | b'?' if in_flow => {
                return Some((MisreadCause::Flow, at..at + 1));
            }
            _ => {}
        }
    }
    folded_comment(written, 0, language)
}

/// Whether a text means more than what is left of it before `#`: that is no text of its language, or goes on below, or
/// is a pattern that loses its end.
fn is_cut(written: &str, at: usize, language: Language<'_>) -> bool {
    let before = written.get(..at).unwrap_or_default().trim_end();
    let goes_on = written.get(at..).is_some_and(|rest| rest.contains('\n'));
    let loses_end = language.kind == LanguageKind::Pattern
        && before.starts_with('^')
        && !before.ends_with('$')
        && written.ends_with('$');
    goes_on || loses_end || !(language.accepts)(before)
}

fn quoted(
    written: &str,
    quote: char,
    in_flow: bool,
    language: Language<'_>,
) -> Option<(MisreadCause, Range<usize>)> {
    let (mut other, mut backslashes) = (None, None);
    let mut chars = written.char_indices().skip(1).peekable();
    let close = loop {
        let (at, c) = chars.next()?;
        if c == '\\' && quote == '"' {
            let (_, code) = chars.next()?;
            let escape = at..at + 1 + code.len_utf8();
            match code {
                'b' | '_' | 'P' if language.kind == LanguageKind::Pattern => {
                    other = other.or(Some((MisreadCause::OtherEscape, escape)));
                }
                '\\' => backslashes = backslashes.or(Some((MisreadCause::Backslashes, escape))),
                code if is_escape(code) => {}
                _ => return Some((MisreadCause::UnknownEscape, escape)),
            }
        } else if c == quote {
            match chars.peek() {
                Some((_, next)) if quote == '\'' && *next == quote => drop(chars.next()),
                _ => break at,
            }
        }
    };
    let rest = written.get(close + 1..).unwrap_or_default();
    let behind = rest.trim_start();
    let ends = behind.is_empty()
        || (behind.starts_with('#') && behind.len() < rest.len())
        || (in_flow && behind.starts_with([',', '}', ']']));
    match ends {
        true => other
            .or_else(|| folded_comment(&with_quotes(written, quote), 1, language))
            .or_else(|| backslashes.filter(|_| is_halved(written.get(1..close), language))),
        false => Some((MisreadCause::Quote, close..close + 1)),
    }
}

/// A quoted text with the quotes in it as YAML reads them: each in the place of its escape.
fn with_quotes(written: &str, quote: char) -> String {
    let (escape, read) = if quote == '"' { ("\\\"", " \"") } else { ("''", " '") };
    format!("{quote}{}", written.get(1..).unwrap_or_default().replace(escape, read))
}

/// Whether an expression in double quotes is none once YAML has read its escapes.
fn is_halved(inner: Option<&str>, language: Language<'_>) -> bool {
    let read = inner.map(|inner| inner.replace("\\\"", "\"").replace("\\\\", "\\"));
    language.kind == LanguageKind::Code && read.is_some_and(|read| !(language.accepts)(&read))
}

/// Whether double quotes have an escape.
fn is_escape(code: char) -> bool {
    "0abt\tnvfre \"'\\/N_LPxuU\n\r".contains(code)
}

/// A comment of the language that YAML's folding of lines makes longer than its line.
fn folded_comment(
    written: &str,
    from: usize,
    language: Language<'_>,
) -> Option<(MisreadCause, Range<usize>)> {
    let last = written.rfind('\n').filter(|_| language.kind == LanguageKind::Code)?;
    let (mut at, mut quote) = (from, None);
    for line in written.get(from..last)?.split('\n') {
        if let Some(comment) = comment(line, &mut quote) {
            return Some((MisreadCause::FoldedComment, at + comment..at + line.trim_end().len()));
        }
        at += line.len() + 1;
    }
    None
}

/// Where a line has a comment that is not in a string. `quote`: that of the string in which the line begins, and then in
/// which it ends.
pub(super) fn comment(line: &str, quote: &mut Option<char>) -> Option<usize> {
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (*quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), c) if open == c => *quote = None,
            (None, '\'' | '"') => *quote = Some(c),
            (None, '/') if chars.peek().is_some_and(|(_, next)| *next == '/') => return Some(at),
            _ => {}
        }
    }
    None
}
