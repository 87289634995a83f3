//! Text that kubectl cannot read as YAML.

use std::borrow::Cow;

use crdls_text::TextRange;
use crdls_yaml::{Document, SyntaxError, SyntaxErrorKind, strict};

use super::{Source, decoding};
use crate::Finding;
use crate::rule;

rule!(NOT_YAML, "not-yaml", Error, server, "kubectl cannot read the document as YAML");

/// Most places that are shown in one document.
const MAX_SHOWN: usize = 3;

/// What keeps kubectl from reading a document: nothing where it can. The first finding has the
/// library's words; the others are places that it would stumble over next.
pub(super) fn find(source: Source<'_>, document: &Document) -> Vec<Finding> {
    if let Some(at) = source.invalid.filter(|at| document.range.touches(*at)) {
        return vec![not_utf8(at)];
    }
    if !document.rare {
        return Vec::new();
    }
    let Err(refusal) = strict::check(&as_read(source.text, document)) else { return Vec::new() };
    let mut places: Vec<(TextRange, String)> =
        source.tree.errors_in(document).map(|error| (error.range, message(error, source.text))).collect();
    if places.is_empty() {
        let at = document.read_from + refusal.offset;
        places.push((line_at(source.text, at), "kubectl cannot read this as YAML".to_owned()));
    }
    let mut findings: Vec<Finding> = Vec::new();
    for (range, text) in places.into_iter().take(MAX_SHOWN) {
        let detail = if findings.is_empty() { refusal.message.clone() } else { text.clone() };
        let mut finding = decoding(&NOT_YAML, range, text, detail);
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

fn message(error: &SyntaxError, text: &str) -> String {
    let written = error.range.of(text);
    let short = written.len() <= 40 && !written.trim().is_empty() && !written.contains('\n');
    match error.kind {
        SyntaxErrorKind::MissingColon if short => format!("`{}` has no `:` behind it", written.trim()),
        kind => kind.message().to_owned(),
    }
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
