//! Text that kubectl cannot read as YAML.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crdls_text::{Flaw, TextRange};
use crdls_yaml::{Document, SyntaxError, SyntaxErrorKind, strict};

use super::Source;
use super::server_error::decoding;
use crdls_schema::Finding;
use crdls_schema::code;

code!(NOT_YAML, "not-yaml", Error, server, "kubectl cannot read the document as YAML");

/// Most places that are shown in one document.
const MAX_SHOWN: usize = 3;

/// What keeps kubectl from reading a document: nothing where it can. The first finding has the
/// library's words; the others are places that it would stumble over next.
pub(super) fn find(source: Source<'_>, document: &Document) -> Vec<Finding> {
    match source.flaw {
        Some(Flaw::NotUtf8(at)) if document.range.touches(at) => return vec![not_utf8(at)],
        Some(Flaw::CutUtf16) => return vec![cut_utf16(source.text, document)],
        _ => {}
    }
    if let Some(range) = document.bad_separator {
        let behind = range.of(source.text).trim_start_matches("---").trim().to_owned();
        let detail = format!("invalid Yaml document separator: {behind}");
        return vec![
            decoding(&NOT_YAML, range, "only a comment can follow `---`".to_owned(), detail)
                .help("write the text on the next line"),
        ];
    }
    if !document.rare {
        return Vec::new();
    }
    let Err(refusal) = strict::check(&as_read(source.text, document)) else { return Vec::new() };
    let errors = without_what_tabs_make(source.tree.errors_in(document).copied().collect(), source.text);
    let mut places: Vec<_> =
        errors.iter().map(|error| (error.range, said(error, source.text))).take(MAX_SHOWN).collect();
    if places.is_empty() {
        let at = document.read_from + refusal.offset;
        places.push((
            line_at(source.text, at),
            SyntaxMessage::new("kubectl cannot read this as YAML", UNCLEAR),
        ));
    }
    let mut findings: Vec<Finding> = Vec::new();
    for (range, SyntaxMessage { message, help }) in places {
        let detail = if findings.is_empty() { refusal.message.clone() } else { message.clone() };
        let mut finding = decoding(&NOT_YAML, range, message, detail).help(help);
        if let Some(server) = &mut finding.server {
            server.shadowed = !findings.is_empty();
        }
        findings.push(finding);
    }
    findings
}

/// The document's text as kubectl hands it to the library: its last line is ended.
fn as_read<'t>(text: &'t str, document: &Document) -> Cow<'t, str> {
    let text = TextRange::new(document.read_from, document.range.end).of(text);
    if text.is_empty() || text.ends_with('\n') {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("{text}\n"))
    }
}

/// What is wrong at a place, and what to do.
struct SyntaxMessage {
    message: String,
    help: String,
}

impl SyntaxMessage {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

const LIST_ON_LINE: &str = "a list cannot start on the line of its key";
const ON_NEXT_LINE: &str = "begin it on the next line";
const UNCLEAR: &str = "mend what the library says of this line, or of the one before it";

fn said(error: &SyntaxError, text: &str) -> SyntaxMessage {
    let written = error.range.of(text).trim();
    let short = written.len() <= 40 && !written.is_empty() && !written.contains('\n');
    let message = match error.kind {
        SyntaxErrorKind::MissingColon if short => format!("`{written}` has no `:` behind it"),
        SyntaxErrorKind::NestedOnOneLine => return nested(written, error.range, text),
        SyntaxErrorKind::BadStart if written == "-" => return SyntaxMessage::new(LIST_ON_LINE, ON_NEXT_LINE),
        SyntaxErrorKind::BadStart if short => format!("a value cannot start with `{written}`"),
        kind => kind.message().to_owned(),
    };
    SyntaxMessage::new(message, error.kind.help())
}

/// A value that goes on as a list or mapping would: mostly a text with a colon in it.
fn nested(written: &str, range: TextRange, text: &str) -> SyntaxMessage {
    if written.starts_with('-') {
        let line = TextRange::new(line_at(text, range.start).start, range.start).of(text);
        return match line.trim().is_empty() {
            true => SyntaxMessage::new(
                "an item of a list cannot stand among keys",
                "indent it below the key whose list it is",
            ),
            false => SyntaxMessage::new(LIST_ON_LINE, ON_NEXT_LINE),
        };
    }
    let Some((key, _)) = written.split_once(": ").filter(|(key, _)| !key.is_empty()) else {
        let kind = SyntaxErrorKind::NestedOnOneLine;
        return SyntaxMessage::new(kind.message(), kind.help());
    };
    let quoted = format!("'{}'", written.replace('\'', "''"));
    match key.contains(' ') {
        true => SyntaxMessage::new("a text with a `: ` in it needs quotes", format!("write `{quoted}`")),
        false => SyntaxMessage::new(
            format!("`{key}:` cannot start a mapping on the line of another key; a text needs quotes"),
            format!("begin the mapping on the next line; if it is a text, write `{quoted}`"),
        ),
    }
}

/// A tab makes its line be indented like no other, and so do the tabs below it: one finding says it.
fn without_what_tabs_make(errors: Vec<SyntaxError>, text: &str) -> Vec<SyntaxError> {
    let is_tab = |error: &SyntaxError| error.kind == SyntaxErrorKind::TabIndent;
    let Some(first) = errors.iter().copied().find(is_tab) else { return errors };
    let line = |error: &SyntaxError| line_at(text, error.range.start).start;
    let lines: BTreeSet<_> = errors.iter().filter(|error| is_tab(error)).map(line).collect();
    errors.iter().copied().filter(|error| *error == first || !lines.contains(&line(error))).collect()
}

/// The text of the line that an offset is on.
fn line_at(text: &str, at: u32) -> TextRange {
    let at = (at as usize).min(text.len());
    let start =
        text.as_bytes().get(..at).unwrap_or_default().iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let rest = text.get(start..).unwrap_or_default();
    let len = rest.lines().next().unwrap_or_default().len();
    let blank = rest.get(..len).map_or(0, |line| line.len() - line.trim_start().len());
    TextRange::new((start + blank) as u32, (start + len) as u32)
}

fn not_utf8(at: u32) -> Finding {
    let range = TextRange::new(at, at + 3);
    decoding(&NOT_YAML, range, "this is not UTF-8".to_owned(), "yaml: invalid leading UTF-8 octet".to_owned())
        .help("save the file as UTF-8")
}

fn cut_utf16(text: &str, document: &Document) -> Finding {
    let (range, server) = (line_at(text, document.range.start), "yaml: incomplete UTF-16 character");
    decoding(&NOT_YAML, range, "this file is UTF-16".to_owned(), server.to_owned())
        .why("kubectl ends the last line by a single byte, which is half a character here")
        .help("save the file as UTF-8")
}
