//! Characters that a word processor or a web page has in place of those that YAML and CEL know.
//!
//! Says on the server's findings that a non-breaking space or a curly quote is their cause.

use crdls_report::{Finding, Fix, Note, in_backticks};
use crdls_text::{Edit, TextRange};
use crdls_yaml::Document;

use crate::syntax::whole_line;

/// Spaces that separate nothing in YAML.
const SPACES: [char; 6] = ['\u{a0}', '\u{2002}', '\u{2003}', '\u{2007}', '\u{2009}', '\u{202f}'];

/// Quotes that quote nothing, each with the straight one.
const QUOTES: [(char, char); 7] = [
    ('\u{201c}', '"'),
    ('\u{201d}', '"'),
    ('\u{201e}', '"'),
    ('\u{201f}', '"'),
    ('\u{2018}', '\''),
    ('\u{2019}', '\''),
    ('\u{201a}', '\''),
];

/// Codes of findings on a text that is not what it looks like.
const CODES: [&str; 10] = [
    "cel-syntax",
    "cel-undeclared-reference",
    "invalid-pattern",
    "missing-field",
    "missing-type",
    "not-yaml",
    "unknown-field",
    "unsupported-type",
    "unsupported-value",
    "wrong-type",
];

/// Names such a character in the findings on lines that have one.
pub(crate) fn explain(findings: &mut [Finding], text: &str, document: &Document) {
    let may_be_caused =
        |finding: &&mut Finding| finding.server.is_some() && CODES.contains(&finding.code.name);
    let mut findings = findings.iter_mut().filter(may_be_caused).peekable();
    let written = document.range.of(text);
    if findings.peek().is_some() && has_any(written) {
        findings.for_each(|finding| explain_one(finding, text, document.range));
    }
}

fn explain_one(finding: &mut Finding, text: &str, document: TextRange) {
    let line = whole_line(text, finding.range.start);
    let written = line.of(text);
    // The lines next to a line may be those that seem to be wrong.
    let next = whole_line(text, (line.end + 1).min(document.end));
    let near = [line, whole_line(text, line.start.saturating_sub(1).max(document.start)), next];
    let structural = near.into_iter().find(|line| is_structural(line.of(text)));
    if let Some(line) = structural {
        let content = in_backticks(line.of(text).trim());
        finding.message = format!("{content} has a non-breaking space, which YAML takes for a letter");
        finding.notes = vec![Note::Help("replace non-breaking spaces with spaces".to_owned())];
        finding.fixes = vec![spaces(text, document)];
    } else if finding.code.name != "missing-field"
        && finding.range.of(text).contains(|c| straight(c).is_some())
        || finding.code.name == "cel-syntax" && written.contains(|c| straight(c).is_some())
    {
        let language = if finding.code.name.starts_with("cel-") { "CEL" } else { "YAML" };
        let content = in_backticks(written.trim());
        finding.message = format!("{content} has curly quotes, which quote nothing in {language}");
        finding.notes = vec![Note::Help("write straight quotes".to_owned())];
        finding.fixes = quotes(text, line);
    }
}

/// Whether a text has such a character: looks for their first bytes, which few texts have.
fn has_any(text: &str) -> bool {
    let starts = memchr::memchr2_iter(0xc2, 0xe2, text.as_bytes());
    let mut at_starts = starts.filter_map(|at| text.get(at..)?.chars().next());
    at_starts.any(|c| is_space(c) || straight(c).is_some())
}

fn is_space(c: char) -> bool {
    SPACES.contains(&c)
}

fn straight(c: char) -> Option<char> {
    QUOTES.iter().find(|(curly, _)| *curly == c).map(|(_, straight)| *straight)
}

/// Whether a line has such a space where YAML needs another: in its indentation, or after a dash or a colon.
fn is_structural(line: &str) -> bool {
    structural(line).next().is_some()
}

/// The offsets in a line of such spaces.
fn structural(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut separates = true;
    line.char_indices().filter(move |(_, c)| {
        let found = separates && is_space(*c);
        separates = matches!(c, '-' | ':') || separates && (*c == ' ' || found);
        found
    })
}

/// Writes spaces for all those of a document that separate nothing.
fn spaces(text: &str, document: TextRange) -> Fix {
    let mut edits = Vec::new();
    let mut start = document.start;
    for line in document.of(text).split_inclusive('\n') {
        edits.extend(structural(line).map(|(at, c)| {
            let at = start + at as u32;
            let range = TextRange::new(at, at + c.len_utf8() as u32);
            Edit { range, new_text: " ".to_owned() }
        }));
        start += line.len() as u32;
    }
    Fix { title: "replace non-breaking spaces with spaces".to_owned(), safe: true, edits }
}

/// Writes straight quotes on a line: those that were meant, or, where the text is in such quotes, the other ones.
fn quotes(text: &str, line: TextRange) -> Vec<Fix> {
    let with = |title: &str, other: Option<char>| {
        let curly = line.of(text).char_indices().filter_map(|(at, c)| Some((at, c, straight(c)?)));
        let edits = curly.map(|(at, c, straight)| {
            let at = line.start + at as u32;
            let range = TextRange::new(at, at + c.len_utf8() as u32);
            Edit { range, new_text: other.unwrap_or(straight).to_string() }
        });
        Fix { title: title.to_owned(), safe: false, edits: edits.collect() }
    };
    vec![
        with("replace curly quotes with straight ones", None),
        with("replace curly quotes with `'`", Some('\'')),
        with("replace curly quotes with `\"`", Some('"')),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_exist() {
        assert!(CODES.iter().all(|code| crate::codes::by_code(code).is_some()));
    }

    #[test]
    fn spaces_are_structural_where_yaml_separates() {
        let count = |line: &str| structural(line).count();
        assert_eq!(count("\u{a0}\u{a0}type: string"), 2);
        assert_eq!(count("-\u{a0}name:\u{a0}v1"), 2);
        assert_eq!(count("description: a\u{a0}b"), 0);
    }
}
