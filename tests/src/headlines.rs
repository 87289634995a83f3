//! The headlines of findings: all that concise output, GitHub, SARIF and the problem list of an editor show.
//!
//! A headline stands alone where it names, in backticks, the last step of the finding's path or the text at its
//! range.

use std::path::Path;

use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_schema::{Config, Finding};
use serde_json::Value;

use crate::{corpus, update, verdicts};

/// A headline with what it must name.
#[derive(Clone, Debug)]
pub struct Headline {
    pub code: &'static str,
    pub message: String,
    /// `FILE:LINE`
    pub place: String,
    /// The path of the finding as it is printed; empty where it has none.
    pub path: String,
    /// The last field or key of the path with the indices after it.
    tail: String,
    /// The first line of the text at the range.
    text: String,
}

/// The headlines of all findings in `mutated`, `crds` and `instances`; a custom resource is validated by the CRD that
/// its recorded verdict names.
pub fn of_corpus(root: &Path) -> Vec<Headline> {
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
            tail: finding.path.tail(),
            text: finding.range.of(text).lines().next().unwrap_or_default().to_owned(),
        }
    }

    /// Whether it begins with a noun, and names the last step of the path or the text at the range.
    pub fn stands_alone(&self) -> bool {
        let first = self.message.split(' ').next().unwrap_or_default();
        !matches!(first, "this" | "it") && spans(&self.message).any(|span| self.names(span))
    }

    fn names(&self, span: &str) -> bool {
        self.is_field(span) || self.is_text(span)
    }

    fn is_field(&self, span: &str) -> bool {
        has_word(span, &self.tail)
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
        let (path, tail, text) = ("spec.names[0]".to_owned(), "names[0]".to_owned(), "\"a b\"".to_owned());
        Headline { code: "a", message: message.to_owned(), place: String::new(), path, tail, text }
    }

    #[test]
    fn the_field_or_the_text_is_named() {
        for message in ["`spec.names[0]` is wrong", "`a b` is wrong", "no `\"a b\"`", "`a …` is long"] {
            assert!(headline(message).stands_alone(), "{message}");
        }
        for message in ["this `a b` is wrong", "it", "names[0] is wrong", "`a bc`", "`names`", "`…`"] {
            assert!(!headline(message).stands_alone(), "{message}");
        }
    }

    #[test]
    fn a_pattern_has_no_values() {
        let pattern = |message| headline(message).pattern();
        assert_eq!(pattern("`x`, `y` or `a b`: 1,000 of 2.5 MB"), "`…` or `VALUE`: N of N MB");
        assert_eq!(pattern("`names[0]` is not one of \"a\", \"b\""), "`FIELD` is not one of \"…\"");
    }
}
