//! The headlines of findings: all that concise output, GitHub, SARIF and the problem list of an editor show.
//!
//! A headline stands alone if it names the field and the cause: in backticks the field of the finding's path, or for a
//! finding without a path the text at its range, and then more than that something is not valid.

use std::collections::BTreeMap;
use std::path::Path;

use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_report::{Config, Finding};
use serde_json::Value;

use crate::{corpus, fixture, go_fixture, update, verdicts};

/// A headline with what it must name.
#[derive(Clone, Debug)]
pub struct Headline {
    pub code: &'static str,
    pub message: String,
    /// `FILE:LINE`
    pub place: String,
    /// The path of the finding as it is printed; empty where it has none.
    pub path: String,
    /// How a headline may call the field: the last field or key of the path, what a schema describes, the keyword.
    fields: Vec<String>,
    /// The first line of the text at the range.
    text: String,
}

/// Distinct headlines by code and pattern, each with the number of findings that have it and one of them.
pub type Distinct<'h> = BTreeMap<(&'static str, String), (usize, &'h Headline)>;

/// The distinct ones of headlines.
pub fn distinct(headlines: &[Headline]) -> Distinct<'_> {
    let mut found = Distinct::new();
    for headline in headlines {
        found.entry((headline.code, headline.pattern())).or_insert((0, headline)).0 += 1;
    }
    found
}

/// The headlines of fixtures, and of the corpus and the faults where they are; `test` is what is skipped without them.
pub fn of_everything(test: &str) -> Vec<Headline> {
    let mut found = of_fixtures();
    found.extend(corpus::dir_or_skip(test).iter().flat_map(|root| of_corpus(root)));
    found.extend(corpus::faults_or_skip(test).iter().flat_map(|root| of_faults(root)));
    found
}

/// The headlines of all fixtures of codes, in YAML and in Go.
fn of_fixtures() -> Vec<Headline> {
    let root = corpus::repository();
    let mut found = Vec::new();
    for path in corpus::files(&root, &["tests/rules"], &["yaml", "go"]) {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let written = corpus::read(&path);
        if name.ends_with(".go") {
            let text = go_fixture::stripped(&written);
            let findings = go_fixture::check(&text);
            found.extend(findings.iter().map(|one| Headline::of(&one.finding, &name, &text)));
        } else {
            let text = fixture::stripped(&written);
            let findings = update::check(text.clone(), &fixture::options(&written));
            found.extend(findings.iter().map(|one| Headline::of(&one.finding, &name, &text)));
        }
    }
    found
}

/// The headlines of the manifests of faults, each file for itself.
fn of_faults(root: &Path) -> Vec<Headline> {
    let mut found = Vec::new();
    for path in corpus::files(root, &["reports", "repositories"], &["yaml", "yml"]) {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let text = corpus::read(&path);
        let findings = update::check(text.clone(), &Config::default());
        found.extend(findings.iter().map(|one| Headline::of(&one.finding, &name, &text)));
    }
    found
}

/// The headlines of all findings in `mutated`, `crds` and `instances`; a custom resource is validated by the CRD that
/// its recorded verdict names.
fn of_corpus(root: &Path) -> Vec<Headline> {
    let config = Config::default();
    let mut found = Vec::new();
    for path in corpus::files(root, &["mutated", "crds"], &["yaml", "yml"]) {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let text = corpus::read(&path);
        let findings = update::check(text.clone(), &config);
        found.extend(findings.iter().map(|one| Headline::of(&one.finding, &name, &text)));
    }
    found.extend(of_instances(root, &config));
    found
}

fn of_instances(root: &Path, config: &Config) -> Vec<Headline> {
    let recorded = corpus::read(&root.join("verdicts/instances.jsonl"));
    let mut found = Vec::new();
    for line in recorded.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let field = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
        let (crd, name) = (field("crd"), field("file"));
        let document = line.get("doc").and_then(Value::as_u64).unwrap_or_default() as usize;
        let index = verdicts::index_of(root, crd, config);
        let file = File::new(corpus::read(&root.join(name)));
        let context = FileContext { crds: Some(&index), file: name, ..FileContext::default() };
        let findings = check(&file, context, config);
        let here = |one: &&FileFinding| one.document == document;
        found.extend(findings.iter().filter(here).map(|one| Headline::of(&one.finding, name, file.text())));
    }
    found
}

impl Headline {
    fn of(finding: &Finding, file: &str, text: &str) -> Self {
        let line = text.get(..finding.range.start as usize).unwrap_or(text).matches('\n').count() + 1;
        Self {
            code: finding.code.name,
            message: finding.message.clone(),
            place: format!("{file}:{line}"),
            path: finding.path.to_string(),
            fields: names_of_field(&finding.path.tail(), &finding.path.subject()),
            text: finding.range.of(text).lines().next().unwrap_or_default().to_owned(),
        }
    }

    /// Whether it names the field and the cause.
    pub fn stands_alone(&self) -> bool {
        self.names_the_field() && self.names_the_cause()
    }

    /// Whether it begins with a noun and names the field; without a path the text at the range, or what is wrong in it.
    pub fn names_the_field(&self) -> bool {
        let first = self.message.split(' ').next().unwrap_or_default();
        let is_named = match self.path.is_empty() {
            // What the text is about is its subject.
            true => spans(&self.message).next().is_some() || matches!(first, "the" | "a"),
            false => spans(&self.message).any(|span| self.is_field(span) || self.is_known_by_text(span)),
        } || WHOLE.iter().any(|whole| self.message.contains(whole));
        !matches!(first, "this" | "it") && is_named
    }

    /// Whether the headline has a cause, beyond that something is not valid, and no figure in its place.
    pub fn names_the_cause(&self) -> bool {
        let outside: Vec<_> = self.message.split('`').step_by(2).collect();
        let text = outside.join(" ");
        let words: Vec<_> = text.split_whitespace().collect();
        let ends_vaguely =
            || VAGUE.iter().any(|end| words.join(" ").trim_end_matches([':', ' ']).ends_with(end));
        let has_figure = self
            .message
            .split(|c: char| !c.is_ascii_digit() && c != ',')
            .any(|number| number.matches(',').count() > 3);
        words.len() > 1 && !ends_vaguely() && !has_figure
    }

    /// Whether the text at the range says where it is (the name of an object, a part of a rule, a keyword of the root schema),
    /// or a field next to it or the item around it is named in full.
    fn is_known_by_text(&self, span: &str) -> bool {
        let (parent, tail) = self.path.rsplit_once('.').unwrap_or(("", &self.path));
        let tail = tail.split('[').next().unwrap_or_default();
        let is_next =
            parent.contains('.') && span.strip_prefix(parent).is_some_and(|rest| rest.starts_with('.'));
        let is_around = span.ends_with(']') && self.path.starts_with(span);
        // Of a subresource the resource is enough.
        let is_resource = self.text.split('/').next() == Some(span);
        is_next || is_around || KNOWN_BY_TEXT.contains(&tail) && (is_resource || self.is_text(span))
    }

    fn is_field(&self, span: &str) -> bool {
        self.fields.iter().any(|name| has_word(span, name))
    }

    /// The text, with or without its quotes; a long one may be cut.
    fn is_text(&self, span: &str) -> bool {
        let inner = self.text.trim_matches(['"', '\'']);
        let cut = span.strip_suffix('…').is_some_and(|start| !start.is_empty() && inner.starts_with(start));
        cut || has_word(span, &self.text) || has_word(span, inner)
    }

    /// The headline with names, values and numbers left out: the same for all findings of a sort.
    pub fn pattern(&self) -> String {
        let mut out = String::new();
        for (number, part) in self.message.split('`').enumerate() {
            match number % 2 {
                0 => out += &without_values(part),
                _ if self.is_field(part) => out += "`FIELD`",
                _ if self.is_text(part) => out += "`VALUE`",
                _ => out += "`…`",
            }
        }
        while out.contains("`…`, `…`") {
            out = out.replace("`…`, `…`", "`…`");
        }
        out
    }
}

/// Roots have no name in backticks.
const WHOLE: [&str; 3] = ["root schema", "the root of a schema", "the document has"];

/// Ends of paths whose text is the name of what is wrong.
const KNOWN_BY_TEXT: [&str; 10] = [
    "apiVersion",
    "apiVersions",
    "items",
    "kind",
    "messageExpression",
    "name",
    "openAPIV3Schema",
    "resources",
    "rule",
    "true",
];

/// Ends of headlines that leave open what is wrong.
const VAGUE: [&str; 12] = [
    "is invalid",
    "is not valid",
    "is wrong",
    "an invalid value",
    "is not a valid name",
    "is not a valid label key",
    "is not a valid annotation key",
    "is not a valid finalizer",
    "is not a valid namespace",
    "is not a regular expression",
    "cannot be applied",
    "exceeds the budget",
];

/// Names that a headline may give a field: the end of its path, and what the schema at it describes.
fn names_of_field(tail: &str, subject: &str) -> Vec<String> {
    let mut names = vec![tail.to_owned()];
    for span in spans(subject) {
        names.push(span.to_owned());
        names.extend(span.rsplit_once('.').map(|(_, last)| last.to_owned()));
    }
    // An item may be called by its list.
    names.extend(tail.split_once('[').map(|(list, _)| list.to_owned()));
    let lists: Vec<_> = names.iter().filter_map(|name| name.strip_suffix("[]").map(str::to_owned)).collect();
    names.extend(lists);
    names.retain(|name| !name.is_empty());
    names
}

/// The parts of a text in backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a word stands in a text, and no letter, digit or dash next to it.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back().filter(|_| word.starts_with(is_part));
            let after = text[at + word.len()..].chars().next().filter(|_| word.ends_with(is_part));
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
}

/// Numbers become `N`, texts in quotes `"…"`, lists of them one.
fn without_values(text: &str) -> String {
    let quoted =
        |(number, part): (usize, &str)| if number % 2 == 0 { part.to_owned() } else { "…".to_owned() };
    let mut out = text.split('"').enumerate().map(quoted).collect::<Vec<_>>().join("\"");
    while out.contains("\"…\", \"…\"") {
        out = out.replace("\"…\", \"…\"", "\"…\"");
    }
    let digit = |c: char| c.is_ascii_digit();
    let mut numbers = String::new();
    for part in out.split_inclusive(|c: char| !digit(c) && !matches!(c, '.' | ',')) {
        let kept = part.trim_start_matches(|c: char| digit(c) || matches!(c, '.' | ','));
        let has_number = part.starts_with(digit);
        numbers += if has_number { "N" } else { "" };
        numbers += if has_number { kept } else { part };
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headline(message: &str) -> Headline {
        let (path, text) = ("spec.names[0]".to_owned(), "\"a b\"".to_owned());
        let fields = names_of_field("names[0]", "`spec.names[0]`");
        Headline { code: "a", message: message.to_owned(), place: String::new(), path, fields, text }
    }

    #[test]
    fn the_field_and_the_cause_are_named() {
        for message in ["`spec.names[0]` is too long", "`names` has the item `a b` twice"] {
            assert!(headline(message).stands_alone(), "{message}");
        }
        for message in
            ["this `names[0]` is too long", "`a b` is too long", "names[0] is too long", "`name` is long"]
        {
            assert!(!headline(message).names_the_field(), "{message}");
        }
        for message in ["`names` is not valid", "`names`", "`names` costs 1,844,674,407,376,853 units"] {
            assert!(!headline(message).names_the_cause(), "{message}");
        }
    }

    #[test]
    fn a_pattern_has_no_values() {
        let pattern = |message| headline(message).pattern();
        assert_eq!(pattern("`x`, `y` or `a b`: 1,000 of 2.5 MB"), "`…` or `VALUE`: N of N MB");
        assert_eq!(pattern("`names[0]` is not one of \"a\", \"b\""), "`FIELD` is not one of \"…\"");
    }
}
