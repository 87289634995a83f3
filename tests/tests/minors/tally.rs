//! Counts of what was held against the server's answers.

use std::collections::BTreeMap;

use crdls_ide::FileFinding;
use crdls_report::ErrorType;
use crdls_tests::require::number;
use crdls_tests::verdicts::{self, Verdict};
use serde_json::Value;

/// What is said of a document, with the whole sentences of what refuses it.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    /// Sorted; empty where the document cannot be decoded.
    pub(super) sentences: Vec<String>,
}

const SYNTAX: &str = "Syntax error";

/// Sentences of the recording are cut behind so many bytes.
const CUT: usize = 2000;

impl Answer {
    /// What the server says: a recorded line, with what another line of a minor has in place of it.
    pub(super) fn recorded(line: &Value, minor: Option<&Value>) -> Self {
        let mut line = line.clone();
        if let Some(minor) = minor {
            if let Some(full) = minor["full"].as_array() {
                line["full"] = full.clone().into();
            }
            for key in ["errors", "warnings", "decode"] {
                if !minor[key].is_null() {
                    line[key] = minor[key].clone();
                }
            }
        }
        let mut verdict = verdicts::of_line(&line).verdict;
        among_equals(&mut verdict);
        let full = line["full"].as_array().map(|full| full.iter().collect::<Vec<_>>());
        let own = || line["errors"].as_array().into_iter().flatten().map(|error| &error["full"]).collect();
        let full = full.unwrap_or_else(own);
        let mut sentences: Vec<_> = full.iter().filter_map(|text| text.as_str()).map(cut).collect();
        sentences.sort();
        Self { verdict, sentences }
    }

    /// What crdls says, by the number of the document.
    pub(super) fn of_findings(findings: Vec<FileFinding>) -> BTreeMap<usize, Self> {
        let mut sentences: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for found in &findings {
            let server = found.finding.server.as_ref().filter(|server| {
                let spoken = !matches!(server.kind, ErrorType::Decoding | ErrorType::NoMatch);
                server.kind.refuses() && !server.shadowed && spoken
            });
            let said = server.map(|server| cut(server.sentence()));
            sentences.entry(found.document).or_default().extend(said);
        }
        let mut answers: BTreeMap<usize, Self> = BTreeMap::new();
        for (document, verdict) in verdicts::of_findings(findings) {
            let answer = answers.entry(document).or_default();
            answer.verdict = verdict;
            among_equals(&mut answer.verdict);
        }
        for (document, mut said) in sentences {
            said.sort();
            answers.entry(document).or_default().sentences = said;
        }
        answers
    }
}

/// Of rules that make a total too high the server names four; among equals it is chance which.
const CONTRIBUTED: &str = "contributed to estimated rule cost total";

fn among_equals(verdict: &mut Verdict) {
    for error in verdict.errors.iter_mut().filter(|error| error.2.starts_with(CONTRIBUTED)) {
        error.1.clear();
    }
    verdict.errors.sort();
}

/// The beginning of a sentence; the words of the parser on a syntax error are its own.
pub(super) fn cut(text: impl AsRef<str>) -> String {
    let text = text.as_ref();
    let text = text.find(CONTRIBUTED).map_or(text, |start| text.get(start..).unwrap_or(text));
    let text = text
        .split_once(SYNTAX)
        .map_or(text, |(before, _)| text.get(..before.len() + SYNTAX.len()).unwrap_or(text));
    let mut end = text.len().min(CUT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text).to_owned()
}

/// Whether a sentence is the other one without the value.
fn is_without_value(theirs: &str, ours: &str) -> bool {
    ours.split_once(": Invalid value: ").is_some_and(|(field, detail)| {
        let value = theirs.strip_prefix(field).and_then(|rest| rest.strip_prefix(": Invalid value: "));
        let is_whole = |value: &str| {
            let starts = [
                "[]apiextensions.",
                "apiextensions.JSONSchema",
                "[{\"Name\"",
                "{\"ID\"",
                "{\"Schema\"",
                "[]:",
                "null:",
            ];
            starts.iter().any(|start| value.starts_with(start))
        };
        value.is_some_and(|value| is_whole(value) && (value.ends_with(detail) || theirs.len() >= CUT))
    })
}

/// Whether two sentences on broken syntax mean the same place; the words of the parser are its own.
fn is_same_place(theirs: &str, ours: &str) -> bool {
    let place =
        |text: &str| text.rsplit_once(": ").map_or_else(|| text.to_owned(), |(place, _)| place.to_owned());
    theirs.ends_with(SYNTAX) && ours.starts_with(&place(theirs.trim_end_matches(SYNTAX)))
}

/// How many answers agree.
#[derive(Debug, Default)]
pub(super) struct Tally {
    documents: usize,
    /// Accepted by one side alone.
    verdicts: Vec<String>,
    /// Other errors or warnings.
    findings: Vec<String>,
    sentences: usize,
    /// Those that we say without the value, which is a whole list of versions or a schema.
    without_value: usize,
    /// Other words.
    words: Vec<String>,
    /// The documents that have them.
    reworded: usize,
}

impl Tally {
    pub(super) fn count(&mut self, name: &str, theirs: &Answer, ours: &Answer) {
        self.documents += 1;
        let verdict = ours.verdict.beside(&theirs.verdict);
        if theirs.verdict.errors.is_empty() != verdict.errors.is_empty() {
            self.verdicts.push(name.to_owned());
        }
        let different = verdicts::difference(&theirs.verdict, &verdict, |_| true);
        if !different.is_empty() {
            self.findings.push(format!("{name}\n    {}", different.join("\n    ")));
        }
        self.sentences += theirs.sentences.len();
        let mut missing = verdicts::only(&theirs.sentences, &ours.sentences);
        let mut added = verdicts::only(&ours.sentences, &theirs.sentences);
        missing.retain(|theirs| {
            let same =
                added.iter().position(|ours| is_without_value(theirs, ours) || is_same_place(theirs, ours));
            if let Some(at) = same {
                self.without_value += usize::from(is_without_value(theirs, added.swap_remove(at)));
            }
            same.is_none()
        });
        if missing.len() + added.len() > 0 {
            self.reworded += missing.len().max(added.len());
            let lines = missing.iter().map(|text| format!("    server {text}"));
            let lines: Vec<_> = lines.chain(added.iter().map(|text| format!("      ours {text}"))).collect();
            self.words.push(format!("{name}\n{}", lines.join("\n")));
        }
    }

    /// Prints the counts, and what differs where something does. Whether all is well: no finding differs, and not one
    /// sentence of 200.
    pub(super) fn finish(self, what: &str) -> bool {
        println!(
            "{what}: {} documents; accepted or rejected otherwise {}, other findings {}, sentences {} of {} equal, {} of them but for the value",
            self.documents,
            self.verdicts.len(),
            self.findings.len(),
            self.sentences - self.reworded.min(self.sentences),
            self.sentences,
            self.without_value
        );
        let most = number("CRDLS_SHOW").unwrap_or(40);
        for line in self.findings.iter().chain(&self.words).take(most) {
            println!("  {line}");
        }
        let equal = self.verdicts.is_empty() && self.findings.is_empty();
        self.documents > 0 && equal && self.reworded * 200 <= self.sentences
    }
}
