//! Text that kubectl cannot read as YAML.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crdls_text::{Flaw, TextRange};
use crdls_yaml::json_stream::{Reading, error_at};
use crdls_yaml::misread::{MisreadCause, Misreading};
use crdls_yaml::{Document, SyntaxError, SyntaxErrorKind, strict};

use super::Source;
use super::server_error::decoding;
use crdls_crd::misread;
use crdls_report::{Config, Finding, Fix, code, in_backticks};

code!(NOT_YAML, "not-yaml", Error, server, "kubectl cannot read the document as YAML");

/// Most places that are shown in one document.
const MAX_SHOWN: usize = 3;

/// What keeps kubectl from reading a document: nothing where it can. The first finding has the
/// library's message; the others are the next errors. `misread` becomes the texts that need quotes.
pub(super) fn find(
    source: Source<'_>,
    document: &Document,
    config: &Config,
    misread: &mut Vec<Misreading>,
) -> Vec<Finding> {
    match source.flaw {
        Some(Flaw::NotUtf8(at)) if document.range.touches(at) => return vec![not_utf8(at)],
        Some(Flaw::CutUtf16) => return vec![cut_utf16(source.text, document)],
        _ => {}
    }
    if let Reading::BrokenJson(at) = document.reading {
        return broken_json(source.text, at).into_iter().collect();
    }
    if let Some(range) = document.bad_separator {
        let after = range.of(source.text).trim_start_matches("---").trim();
        let detail = format!("invalid Yaml document separator: {after}");
        let detail = as_json(source.text, document).unwrap_or(detail);
        let after = in_backticks(after);
        return vec![
            decoding(&NOT_YAML, range, format!("only a comment can follow `---`, got {after}"), detail)
                .help("write the text on the next line"),
        ];
    }
    if document.reading == Reading::Json || !document.rare {
        return Vec::new();
    }
    let Err(refusal) = strict::check(&as_read(source.text, document)) else { return Vec::new() };
    let errors = without_what_tabs_make(source.tree.errors_in(document).copied().collect(), source.text);
    *misread = misread::broken(source.text, document.range, config.kubernetes);
    misread.retain(|found| !is_mapping(found, source.text));
    let mut places = places(&errors, misread, source.text);
    if places.is_empty() {
        let at = document.read_from + refusal.offset;
        let line = line_at(source.text, at);
        let message = format!("kubectl cannot read {} as YAML", in_backticks(line.of(source.text)));
        places.push((line, SyntaxMessage::new(message, UNCLEAR)));
    }
    let first = as_json(source.text, document).unwrap_or(refusal.message);
    let mut findings: Vec<Finding> = Vec::new();
    for (range, SyntaxMessage { message, help, fix }) in places {
        let detail = if findings.is_empty() { first.clone() } else { message.clone() };
        let mut finding = decoding(&NOT_YAML, range, message, detail).help(help);
        if let Some(server) = &mut finding.server {
            server.shadowed = !findings.is_empty();
        }
        finding.fixes.extend(fix);
        findings.push(finding);
    }
    findings
}

/// What is reported of a template that is not rendered before it is applied: one finding at its first delimiter, with the
/// library's message on the text as it is.
pub(super) fn not_rendered(delimiter: TextRange, text: &str, syntax: Vec<Finding>) -> Vec<Finding> {
    let Some(first) = syntax.into_iter().next() else { return Vec::new() };
    let message =
        format!("{} is not YAML, and Helm does not render the `crds` folder", shown(delimiter.of(text)));
    let help = "write plain YAML, or move the file to the `templates` folder of a chart";
    let mut finding = Finding { range: delimiter, message, notes: Vec::new(), fixes: Vec::new(), ..first }
        .why("Helm installs the files of `crds` as they are, before it renders the chart")
        .help(help);
    finding.related.clear();
    vec![finding]
}

/// The places of errors, the first of them, and of all misread texts, in the order of the text. What YAML misreads breaks
/// what is around it on its line, and has the errors in it as effects.
fn places(errors: &[SyntaxError], misread: &[Misreading], text: &str) -> Vec<(TextRange, SyntaxMessage)> {
    let line = |at: u32| line_at(text, at).start;
    let lines: BTreeSet<_> = misread.iter().map(|found| line(found.entry.start)).collect();
    let follows = |error: &&SyntaxError| {
        let start = error.range.start;
        let before = misread.partition_point(|found| found.entry.start <= start);
        let last = before.checked_sub(1).and_then(|at| misread.get(at));
        lines.contains(&line(start)) || last.is_some_and(|found| found.entry.touches(start))
    };
    let others = errors.iter().filter(|error| !follows(error)).take(MAX_SHOWN);
    let mut places: Vec<_> = others.map(|error| (error.range, said(error, text))).collect();
    places.extend(misread.iter().map(|found| (found.at, misread_text(found, text))));
    places.sort_by_key(|(range, _)| range.start);
    places
}

/// kubectl's error where it reads a document as JSON first.
fn as_json(text: &str, document: &Document) -> Option<String> {
    match document.reading {
        Reading::JsonThenYaml(at) => error_at(text, at).map(|error| error.as_ambiguous()),
        _ => None,
    }
}

/// After two objects of JSON kubectl reads nothing else.
fn broken_json(text: &str, at: u32) -> Option<Finding> {
    let error = error_at(text, at)?;
    let at = (error.offset as u32).min(text.len() as u32);
    let range = line_at(text, at);
    let message = format!("{} is not JSON, as the objects before it are", in_backticks(range.of(text)));
    let finding = decoding(&NOT_YAML, range, message, error.message);
    Some(
        finding
            .why("after two objects in JSON without `---` between them, kubectl reads no YAML in the file")
            .help("write it as JSON too, or separate all documents with `---`"),
    )
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

/// Whether a key has a mapping on the lines below it: then it is the name of a property, and not that of a text.
fn is_mapping(found: &Misreading, text: &str) -> bool {
    let before = TextRange::new(found.entry.start, found.value.start).of(text);
    found.cause == MisreadCause::Colon && before.contains('\n')
}

fn misread_text(found: &Misreading, text: &str) -> SyntaxMessage {
    let key = in_backticks(found.entry.of(text).split(':').next().unwrap_or_default());
    let message = SyntaxMessage::new(misread::headline(&key, found, text), misread::help(found, text));
    SyntaxMessage { fix: Some(misread::fix(found)), ..message }
}

/// What is wrong at a place, and what to do.
struct SyntaxMessage {
    message: String,
    help: String,
    fix: Option<Fix>,
}

impl SyntaxMessage {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into(), fix: None }
    }
}

const ON_NEXT_LINE: &str = "begin the list on the next line";
const UNCLEAR: &str =
    "fix the error shown in the `server:` line; the cause is on this line or the line before";

fn said(error: &SyntaxError, text: &str) -> SyntaxMessage {
    let written = error.range.of(text).trim();
    match error.kind {
        SyntaxErrorKind::NestedOnOneLine => nested(written, error.range, text),
        SyntaxErrorKind::BadStart if written == "-" => list_on_line(written),
        kind => SyntaxMessage::new(kind.message(&shown(written)), kind.help()),
    }
}

/// The first line of a text, in backticks.
fn shown(written: &str) -> String {
    written.lines().next().map_or_else(|| "the line".to_owned(), in_backticks)
}

fn list_on_line(written: &str) -> SyntaxMessage {
    let message = format!("{} cannot start a list on the line of its key", shown(written));
    SyntaxMessage::new(message, ON_NEXT_LINE)
}

/// A value that continues as a list or mapping does: mostly a text with a colon in it.
fn nested(written: &str, range: TextRange, text: &str) -> SyntaxMessage {
    if written.starts_with('-') {
        let line = TextRange::new(line_at(text, range.start).start, range.start).of(text);
        return match line.trim().is_empty() {
            true => SyntaxMessage::new(
                format!("{} is an item of a list between the keys of a mapping", shown(written)),
                "indent it below the key of its list",
            ),
            false => list_on_line(written),
        };
    }
    let Some((key, _)) = written.split_once(": ").filter(|(key, _)| !key.is_empty()) else {
        let kind = SyntaxErrorKind::NestedOnOneLine;
        return SyntaxMessage::new(kind.message(&shown(written)), kind.help());
    };
    let quoted = crdls_yaml::single_quoted(written);
    match key.contains(' ') {
        true => SyntaxMessage::new(
            format!("{} needs quotes, as it contains `: `", shown(written)),
            format!("write `{quoted}`"),
        ),
        false => SyntaxMessage::new(
            format!("`{key}:` cannot start a mapping on the line of another key"),
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

/// The line that an offset is on, without its end.
pub(crate) fn whole_line(text: &str, at: u32) -> TextRange {
    let before = text.as_bytes().get(..(at as usize).min(text.len())).unwrap_or_default();
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    TextRange::new(start as u32, (start + line.len()) as u32)
}

/// The same without its indentation.
fn line_at(text: &str, at: u32) -> TextRange {
    let line = whole_line(text, at);
    let written = line.of(text);
    TextRange::new(line.start + (written.len() - written.trim_start().len()) as u32, line.end)
}

fn not_utf8(at: u32) -> Finding {
    let range = TextRange::new(at, at + 3);
    decoding(
        &NOT_YAML,
        range,
        "the file is not UTF-8".to_owned(),
        "yaml: invalid leading UTF-8 octet".to_owned(),
    )
    .help("save the file as UTF-8")
}

fn cut_utf16(text: &str, document: &Document) -> Finding {
    let (range, server) = (line_at(text, document.range.start), "yaml: incomplete UTF-16 character");
    decoding(
        &NOT_YAML,
        range,
        "the file is UTF-16, and kubectl cannot read its last line".to_owned(),
        server.to_owned(),
    )
    .why("kubectl adds a line break of one byte, which is half a character in UTF-16")
    .help("save the file as UTF-8")
}
