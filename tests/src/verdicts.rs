//! The recorded verdicts of the API server, and what crdls says of the same documents.
//!
//! Both become multisets of what is said, so that two lists in any order can be held against each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_minors::Minor;
use crdls_report::{Config, ErrorType, FieldValidation, Finding};
use crdls_resource::Index;
use serde_json::{Value, json};

use crate::{World, corpus, oracle, update};

/// The folders of CRDs that have verdicts.
pub const FOLDERS: [&str; 4] = ["crds", "bundles", "kubernetes-cases", "mutated"];

/// A custom resource of the corpus.
#[derive(Clone, Debug)]
pub struct Instance {
    pub file: String,
    /// The document of the file, counted from 0.
    pub document: usize,
    /// The file of the CRD that judges it.
    pub crd: String,
    /// The server has nothing against it, unknown fields included.
    pub accepted: bool,
}

/// The custom resources of the corpus.
pub fn instances(root: &Path) -> Vec<Instance> {
    let text = corpus::read(&root.join("verdicts/instances.jsonl"));
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let instance = |line: Value| {
        let none = |key: &str| line[key].as_array().is_none_or(Vec::is_empty);
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let document = line["doc"].as_u64().unwrap_or_default() as usize;
        let accepted = none("errors") && none("decode");
        Instance { file: text("file"), document, crd: text("crd"), accepted }
    };
    lines.filter(|line| line["kind"] == "cr").map(instance).collect()
}

/// The CRDs of a file of the corpus.
pub fn index_of(root: &Path, crd: &str, config: &Config) -> Index {
    World::of(config).and(crd, corpus::read(&root.join(crd))).crds
}

/// One thing that is said: type, field and detail.
pub type Said = (String, String, String);

/// What is said of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What refuses it, sorted.
    pub errors: Vec<Said>,
    /// Unknown fields and warnings, sorted.
    pub warnings: Vec<Said>,
    /// The place in the manifest of each error's field.
    pub paths: BTreeMap<String, String>,
    /// Nothing behind the decoder was looked at, so that there are no warnings.
    pub undecoded: bool,
    /// Of a verdict of crdls: the document is a part of a CRD, which is not judged.
    pub is_part: bool,
    /// Of a verdict of crdls: the code of the finding that says each.
    pub codes: BTreeMap<Said, &'static str>,
}

impl Verdict {
    /// What is said, with what crdls leaves out on purpose: of a part of a CRD all, and of a CRD without `spec` what is
    /// missing in it besides the group.
    #[must_use]
    pub fn completed(&self, other: &Self) -> Self {
        if self.is_part {
            return other.clone();
        }
        let mut this = self.clone();
        if self.codes.values().any(|code| *code == "missing-spec") {
            let is_absence = |said: &&Said| {
                let (_, field, detail) = said;
                matches!(field.as_str(), "spec.scope" | "spec.versions" | "status.storedVersions")
                    || field.starts_with("spec.names.")
                    || field == "metadata.name" && detail.starts_with("must be spec.names.plural")
            };
            this.errors.extend(other.errors.iter().filter(is_absence).cloned());
            this.errors.sort();
        }
        this
    }

    /// What is said, as far as it can be held against what another says: the words on broken syntax are
    /// the other's, where both mean the same place.
    #[must_use]
    pub fn beside(&self, other: &Self) -> Self {
        let mut this = self.completed(other);
        for said in this.errors.iter_mut().filter(|said| !other.errors.contains(said)) {
            let same = |theirs: &&Said| {
                let broken = theirs.2.contains("Syntax error");
                (&theirs.0, &theirs.1) == (&said.0, &said.1) && broken && place(&theirs.2) == place(&said.2)
            };
            if let Some(theirs) = other.errors.iter().find(same) {
                said.2.clone_from(&theirs.2);
            }
        }
        this.errors.sort();
        this
    }

    /// The code that an entry of `differences.toml` names a difference by: that of our finding of the same type
    /// of error at the same field; where there is none the field, or the type of error where that is empty.
    #[must_use]
    pub fn code<'s>(&self, said: &'s Said) -> &'s str {
        let (kind, field, _) = said;
        let near = || self.codes.iter().find(|((k, f, _), _)| (k, f) == (kind, field)).map(|(_, code)| code);
        match self.codes.get(said).or_else(near) {
            Some(code) => code,
            None if field.is_empty() => kind,
            None => field,
        }
    }

    /// All that is said, first what refuses.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        self.errors.iter().chain(&self.warnings)
    }
}

/// What is in the first multiset and not in the second.
pub fn only<'a, T: PartialEq + 'a>(
    first: impl IntoIterator<Item = &'a T>,
    second: impl IntoIterator<Item = &'a T>,
) -> Vec<&'a T> {
    let mut rest: Vec<_> = second.into_iter().collect();
    let mut only: Vec<_> = first.into_iter().collect();
    only.retain(|one| match rest.iter().position(|other| other == one) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    });
    only
}

/// What only one of the two says, as a line, and its [`Verdict::code`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub code: String,
    pub line: String,
}

/// What only one of the two says of what `counts`; an error that the other says as a warning counts on both
/// sides.
pub fn differences(theirs: &Verdict, ours: &Verdict, counts: impl Fn(&Said) -> bool) -> Vec<Difference> {
    let mut found = Vec::new();
    for (side, a, b) in [(SERVER, theirs, ours), (OURS, ours, theirs)] {
        let only = only(&a.errors, &b.errors).into_iter().chain(only(&a.warnings, &b.warnings));
        let difference = |said| Difference { code: ours.code(said).to_owned(), line: line(side, said) };
        found.extend(only.filter(|said| counts(said)).map(difference));
    }
    found
}

/// The lines of [`differences`].
pub fn difference(theirs: &Verdict, ours: &Verdict, counts: impl Fn(&Said) -> bool) -> Vec<String> {
    differences(theirs, ours, counts).into_iter().map(|difference| difference.line).collect()
}

/// Who says something, in a [`line`].
pub const SERVER: &str = "server";
pub const OURS: &str = "  ours";

/// What one side says, in a line.
pub fn line(side: &str, (kind, field, detail): &Said) -> String {
    format!("{side} {kind} {field}: {detail}")
}

/// The place that the first error of an expression names: `compilation failed: ERROR: <input>:1:6`.
fn place(detail: &str) -> Vec<&str> {
    detail.splitn(6, ':').take(5).collect()
}

/// A recorded verdict.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub file: String,
    pub document: usize,
    pub verdict: Verdict,
    /// Nothing is recorded: the server panics, or does not serve the version.
    pub silent: bool,
    /// Fields of which only one sentence is recorded: where the value is long, sentences were cut before
    /// it was seen that they differ.
    pub cut: BTreeSet<String>,
}

/// The verdicts on a folder; `version` is empty for the newest.
pub fn recorded(root: &Path, version: &str, folder: &str) -> Vec<Recorded> {
    let text = corpus::read(&root.join("verdicts").join(version).join(format!("{folder}.jsonl")));
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .map(|line: Value| of_line(&line))
        .collect()
}

/// What the oracle says of texts, one after the other, each a single document; `None` where it says nothing.
pub fn asked(binary: &Path, texts: &[String]) -> std::io::Result<Vec<Option<Recorded>>> {
    let answers = answers(binary, texts)?;
    Ok(answers.iter().map(|answer| list(answer, "verdicts").first().map(of_line)).collect())
}

/// The same as the oracle prints it.
pub fn answers(binary: &Path, texts: &[String]) -> std::io::Result<Vec<Value>> {
    let questions: String = texts.iter().map(|text| format!("{}\n", json!({ "text": text }))).collect();
    oracle::answers(binary, &SERVE, &questions)
}

/// How the oracle is started for verdicts alone.
pub const SERVE: [&str; 3] = ["serve", "--no-costs", "--no-values"];

/// A verdict as the oracle prints it.
pub fn of_line(line: &Value) -> Recorded {
    let mut verdict = Verdict::default();
    let mut cut = BTreeSet::new();
    for error in list(line, "errors") {
        verdict.errors.push((text(error, "type"), text(error, "field"), text(error, "detail")));
        if let Some(path) = list(error, "fields").first().and_then(Value::as_str) {
            verdict.paths.insert(text(error, "field"), path.to_owned());
        }
        if text(error, "full").len() >= 2000 {
            cut.insert(text(error, "field"));
        }
    }
    for words in list(line, "decode").iter().filter_map(Value::as_str) {
        decoding(words, &mut verdict);
    }
    for words in list(line, "warnings").iter().filter_map(Value::as_str) {
        verdict.warnings.push(("Warning".to_owned(), String::new(), words.to_owned()));
    }
    verdict.errors.sort();
    verdict.warnings.sort();
    Recorded {
        file: text(line, "file"),
        document: line.get("doc").and_then(Value::as_u64).unwrap_or_default() as usize,
        verdict,
        silent: !matches!(text(line, "kind").as_str(), "crd" | "cr" | "update"),
        cut,
    }
}

/// What kubectl says before there is an object: of text that it cannot read, of a version that is gone.
pub fn unreadable(line: &Value, verdict: &mut Verdict) {
    let words = match line["kind"].as_str() {
        Some("unknown") => {
            let words = line["decode"][0].as_str().unwrap_or_default();
            words.strip_prefix("error: ").unwrap_or(words).to_owned()
        }
        Some("crd apiextensions.k8s.io/v1beta1") => {
            r#"no matches for kind "CustomResourceDefinition" in version "apiextensions.k8s.io/v1beta1""#
                .to_owned()
        }
        _ => return,
    };
    verdict.errors = vec![("Decoding".to_owned(), String::new(), words)];
}

fn decoding(words: &str, verdict: &mut Verdict) {
    let said = |kind: &str, words: &str| (kind.to_owned(), String::new(), words.to_owned());
    match words.strip_prefix("error: ").or_else(|| words.strip_prefix("yaml: ")) {
        Some(words) => {
            verdict.errors.push(said("Decoding", words));
            verdict.undecoded = true;
        }
        None if words.starts_with("unknown field") => verdict.warnings.push(said("StrictDecoding", words)),
        None => verdict.errors.push(said("NoMatch", words)),
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// What crdls says of a file's documents under field validation `Warn`, by their number.
pub fn ours(text: String, kubernetes: Minor) -> BTreeMap<usize, Verdict> {
    of_findings(update::check(text, &warned(kubernetes)))
}

/// The same, where the documents replace those of another text.
pub fn ours_of_update(old: &str, new: String, kubernetes: Minor) -> BTreeMap<usize, Verdict> {
    let config = warned(kubernetes);
    of_findings(check(
        &File::new(new),
        FileContext { old: Some(&update::read(old, &config)), ..FileContext::default() },
        &config,
    ))
}

/// The server was given templates too.
fn warned(kubernetes: Minor) -> Config {
    Config { kubernetes, field_validation: FieldValidation::Warn, check_templates: true, ..Config::default() }
}

/// What findings say, by the number of their document.
pub fn of_findings(findings: Vec<FileFinding>) -> BTreeMap<usize, Verdict> {
    let mut verdicts: BTreeMap<usize, Verdict> = BTreeMap::new();
    for found in findings {
        let verdict = verdicts.entry(found.document).or_default();
        let path = found.finding.path.to_string();
        let code = found.finding.code.name;
        verdict.is_part |= code == "incomplete-crd";
        let Some((said, refuses)) = said(Arc::unwrap_or_clone(found.finding)) else { continue };
        verdict.codes.insert(said.clone(), code);
        verdict.undecoded |= said.0 == "Decoding" || said.0 == "NoMatch";
        if refuses {
            verdict.paths.insert(said.1.clone(), path);
            verdict.errors.push(said);
        } else {
            verdict.warnings.push(said);
        }
    }
    for verdict in verdicts.values_mut() {
        if verdict.undecoded {
            verdict.warnings.clear();
        }
        verdict.errors.sort();
        verdict.warnings.sort();
    }
    verdicts
}

/// What a finding says for the server, if anything now, and whether that refuses the document. The
/// recording has the warnings of refused documents too.
fn said(finding: Finding) -> Option<(Said, bool)> {
    let server = finding.server?;
    let warns = matches!(server.kind, ErrorType::Warning | ErrorType::StrictDecoding);
    let said = (server.kind.name().to_owned(), server.field, server.detail);
    (!server.shadowed || server.kind == ErrorType::Warning).then_some((said, !warns))
}

#[cfg(test)]
mod tests {
    use super::only;

    #[test]
    fn only_counts_how_often() {
        assert_eq!(only(&["a", "b", "a", "a"], &["a", "c", "a"]), [&"b", &"a"]);
        assert!(only::<&str>(&[], &["a"]).is_empty());
    }
}
