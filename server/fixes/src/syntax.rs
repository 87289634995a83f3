//! Text that is not YAML: what a slip of the keyboard left out, or put in.
//!
//! A fix is tried before it is offered, so here are the places where the missing character can go; those that do not
//! give YAML fall away.

use crdls_report::Fix;
use crdls_text::{Edit, TextRange};
use crdls_yaml::SyntaxErrorKind;

use super::edit::{self, lines};
use super::request::{FixRequest, fix, list, safe};
use crate::File;

/// How many columns an entry may be off its siblings.
const MOST_COLUMNS: u32 = 2;

/// The fixes for the fault that the finding is about.
pub(super) fn fault(request: &FixRequest<'_>) -> Vec<Fix> {
    let range = request.finding.range;
    let errors = request.file.tree().errors().iter();
    let kinds = errors.filter(|error| error.range == range).map(|error| error.kind);
    kinds.flat_map(|kind| of_kind(request, kind)).collect()
}

fn of_kind(request: &FixRequest<'_>, kind: SyntaxErrorKind) -> Vec<Fix> {
    let range = request.finding.range;
    let text = request.file.text();
    match kind {
        SyntaxErrorKind::TabIndent => tabs(request.file, request.number),
        SyntaxErrorKind::BadIndent => indentation(text, range),
        SyntaxErrorKind::ValueTwice | SyntaxErrorKind::TrailingText => {
            [indentation(text, range), quoted(text, range)].concat()
        }
        SyntaxErrorKind::MissingColon => colon(text, range),
        SyntaxErrorKind::MissingDash => dash(text, range),
        SyntaxErrorKind::UnclosedQuote => quote(text, range),
        SyntaxErrorKind::UnclosedBracket => bracket(text, range),
        SyntaxErrorKind::MissingComma => comma(text, range),
        SyntaxErrorKind::NestedOnOneLine | SyntaxErrorKind::BadStart => quoted(text, range),
        SyntaxErrorKind::BadBlockHeader | SyntaxErrorKind::TooDeep => Vec::new(),
    }
}

/// The earlier of two entries with the same key goes: kubectl keeps the last.
pub(super) fn duplicate_key(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(range) = request.finding.related.first().map(|kept| kept.range) else { return Vec::new() };
    let name = request.finding.range.of(request.file.text());
    let remove = |range: TextRange, title: String| {
        let (map, index) = request.entry_of(range)?;
        fix(title, vec![edit::remove(map, &request.children.parts(map), index)?])
    };
    list([
        remove(request.finding.range, format!("remove the first `{name}`, which kubectl ignores")),
        remove(range, format!("remove the last `{name}`, whose value kubectl takes")),
    ])
}

fn insert(title: impl Into<String>, at: u32, new_text: impl Into<String>) -> Option<Fix> {
    fix(title, vec![Edit { range: TextRange::empty(at), new_text: new_text.into() }])
}

/// Spaces for the tabs of all indentation, as wide as one is in most editors, and as in the others.
pub(super) fn tabs(file: &File, number: usize) -> Vec<Fix> {
    let text = file.text();
    let Some(document) = file.tree().documents().get(number) else { return Vec::new() };
    if !document.range.of(text).contains('\t') {
        return Vec::new();
    }
    let with = |width: usize| {
        let mut edits = Vec::new();
        let mut at = document.range.start;
        for line in document.range.of(text).split_inclusive('\n') {
            let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
            let indent = line.get(..blank).unwrap_or_default();
            if indent.contains('\t') {
                let range = TextRange::new(at, at + blank as u32);
                edits.push(Edit { range, new_text: indent.replace('\t', &" ".repeat(width)) });
            }
            at += line.len() as u32;
        }
        fix(format!("replace each tab of the indentation with {width} spaces"), edits)
    };
    list([with(2), with(4), with(8)])
}

/// The line, or the one above it, with what is below it, at the column of its siblings.
fn indentation(text: &str, range: TextRange) -> Vec<Fix> {
    let line = lines::start(text, range.start);
    let above = lines::before(text, line).trim_end();
    let above = lines::start(text, above.len() as u32);
    let starts = [Some(line), (above < line).then_some(above)];
    let dashes = starts.into_iter().flatten().filter_map(|start| spaced_dash(text, start));
    let shifted = starts
        .into_iter()
        .flatten()
        .flat_map(|start| (1..=MOST_COLUMNS).flat_map(move |by| shifted(text, start, by)));
    dashes.chain(shifted).collect()
}

/// A space after a dash that has none, at the start of a line.
fn spaced_dash(text: &str, start: u32) -> Option<Fix> {
    let line = lines::behind(text, start);
    let rest = line.trim_start_matches(' ');
    let at = start + (line.len() - rest.len()) as u32;
    let is_bare =
        rest.starts_with('-') && rest.get(1..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    safe(is_bare.then(|| insert("write a space after `-`", at + 1, " ")).flatten())
}

/// A line alone, and with all below it that is indented deeper, by some columns to the right and to the left.
fn shifted(text: &str, start: u32, by: u32) -> Vec<Fix> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut below = lines::behind(text, start).split_inclusive('\n');
    let first = below.next().unwrap_or_default();
    let own = indent(first);
    let block = below.take_while(|line| line.trim().is_empty() || indent(line) > own);
    let mut at = start;
    let (mut right, mut left) = (Vec::new(), Vec::new());
    for line in std::iter::once(first).chain(block) {
        if !line.trim().is_empty() {
            right.push(Edit { range: TextRange::empty(at), new_text: " ".repeat(by as usize) });
            left.push(Edit { range: TextRange::new(at, at + by), new_text: String::new() });
        }
        at += line.len() as u32;
    }
    let shown = if by == 1 { "1 column".to_owned() } else { format!("{by} columns") };
    let name = first.trim().chars().take(40).collect::<String>();
    let alone = |edits: &[Edit]| (edits.len() > 1).then(|| edits.iter().take(1).cloned().collect());
    let (right_alone, left_alone) = (alone(&right), alone(&left));
    let more = |what: &str, edits| fix(format!("indent {what} by {shown} more"), edits);
    let less = |what: &str, edits| {
        fix(format!("indent {what} by {shown} less"), edits).filter(|_| own >= by as usize)
    };
    let line = format!("`{name}`");
    let block = if right_alone.is_some() { format!("{line} and what is below it") } else { line.clone() };
    list([
        right_alone.and_then(|edits| more(&line, edits)),
        left_alone.and_then(|edits| less(&line, edits)),
        more(&block, right),
        less(&block, left),
    ])
}

/// `key` and `key value` get their colon, `key:value` and `-item` their space.
fn colon(text: &str, range: TextRange) -> Vec<Fix> {
    let written = range.of(text);
    let at = |offset: usize| range.start + offset as u32;
    let after_colon = written.find(':').map(|colon| at(colon + 1));
    let after_key = written.find(' ').map(at);
    list([
        safe(after_colon.and_then(|at| insert("write a space after `:`", at, " "))),
        safe(written.starts_with('-').then(|| insert("write a space after `-`", at(1), " ")).flatten()),
        after_key.and_then(|at| insert("write `:` after the key", at, ":")),
        insert("write `:` after the key", range.end, ":"),
    ])
}

fn dash(text: &str, range: TextRange) -> Vec<Fix> {
    let is_dash = range.of(text).starts_with('-');
    let shifted = indentation(text, range);
    let written = match is_dash {
        true => safe(insert("write a space after `-`", range.start + 1, " ")),
        false => insert("write `- ` before it", range.start, "- "),
    };
    written.into_iter().chain(shifted).collect()
}

/// The same quote at the end of the text, or before a comment or a bracket that ends it.
fn quote(text: &str, range: TextRange) -> Vec<Fix> {
    let Some(quote) = range.of(text).chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        // The quote is on a line above, and only one of the two closes it.
        return ['"', '\'']
            .into_iter()
            .filter_map(|quote| insert(format!("close the quote: write `{quote}`"), range.end, quote))
            .collect();
    };
    let written = range.of(text);
    let ends = [" #", ", ", "]", "}", ":"].into_iter().filter_map(|end| written.find(end));
    let ends = ends.map(|end| range.start + written.get(..end).unwrap_or_default().trim_end().len() as u32);
    let close = |at| insert(format!("close the quote: write `{quote}`"), at, quote);
    let open = TextRange::new(range.start, range.start + 1);
    let without = fix(format!("remove the `{quote}`"), vec![Edit { range: open, new_text: String::new() }]);
    ends.chain([range.end]).filter_map(close).chain(without).collect()
}

/// The closing bracket at the end of the line or before its comment; a closing one that nothing opens goes.
fn bracket(text: &str, range: TextRange) -> Vec<Fix> {
    let close = match range.of(text) {
        "[" => "]",
        "{" => "}",
        stray => {
            let title = format!("remove `{stray}`");
            return fix(title, vec![Edit { range, new_text: String::new() }]).into_iter().collect();
        }
    };
    let end = lines::end(text, range.start);
    let line = TextRange::new(range.start, end).of(text);
    let last = |text: &str| range.start + text.trim_end().trim_end_matches(',').len() as u32;
    let ends = [line.find(" #").and_then(|at| line.get(..at)), Some(line)];
    ends.into_iter()
        .flatten()
        .filter_map(|text| insert(format!("write `{close}`"), last(text), close))
        .collect()
}

fn comma(text: &str, range: TextRange) -> Vec<Fix> {
    let before = lines::before(text, range.start).trim_end().len() as u32;
    insert("write `,` between the two values", before, ",").into_iter().collect()
}

/// A text in quotes, as it contains what YAML reads as more than text.
fn quoted(text: &str, range: TextRange) -> Vec<Fix> {
    let start = range.start + (range.of(text).len() - range.of(text).trim_start().len()) as u32;
    let range = TextRange::new(start, lines::end(text, start));
    let written = range.of(text);
    let written = written.split(" #").next().unwrap_or(written).trim_end();
    let range = TextRange::new(range.start, range.start + written.len() as u32);
    let new_text = crdls_yaml::single_quoted(written);
    fix("put the text into quotes", vec![Edit { range, new_text }]).into_iter().collect()
}
