//! Whether the API server's code reports what `crdls check` reported at the root of a repository: the same type of
//! error at the same field, on the same document and by the same CRD.
//!
//! Knows the JSON of findings and the answers of the oracle. Must not know what a code means.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crdls_ide::File;
use crdls_manifest::objects::{DocumentObject, objects, text_of};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_yaml::Budget;
use serde_json::{Value, json};

use crate::verdicts::{self, Verdict};
use crate::{corpus, json as values, oracle};

/// What a folder has that is the root of a project, as `crdls` decides it.
const MARKS: [&str; 4] = ["go.mod", "PROJECT", "Chart.yaml", ".git"];

/// An error of crdls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedError {
    pub file: String,
    pub document: usize,
    pub line: u64,
    pub code: String,
    pub message: String,
    /// What leads to the object in the document, where that only contains it.
    inside: Option<String>,
    /// Type, field and detail of the server's error; nothing where a setting made advice an error.
    said: Option<verdicts::Said>,
    /// The server reports it only after others are fixed.
    shadowed: bool,
}

/// What the server's code says of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confirmation {
    /// The same, word for word.
    Confirmed,
    /// It refuses the document for another error, which has to be fixed first.
    AfterOthers,
    /// It does not report it.
    Not,
}

/// The errors among the findings that `crdls check --output-format json` printed in a folder, each with what the
/// server's code says of it.
pub fn confirmed(
    binary: &Path,
    root: &Path,
    findings: &[Value],
) -> std::io::Result<Vec<(ReportedError, Confirmation)>> {
    let errors: Vec<_> = findings.iter().filter(|found| found["severity"] == "error").map(error).collect();
    let documents: BTreeSet<_> = errors.iter().map(ReportedError::place).collect();
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    let crds = Crds::of(root);
    let questions = documents.iter().map(|place| question(root, &crds, *place));
    let verdicts = verdicts_of(binary, questions)?;
    let verdicts: BTreeMap<_, _> = documents.into_iter().zip(verdicts).collect();
    let confirmation = |error: &ReportedError| {
        let verdict = verdicts.get(&error.place());
        verdict.map_or(Confirmation::Not, |verdict| confirmation(error, verdict))
    };
    let found: Vec<_> = errors.iter().map(confirmation).collect();
    Ok(errors.into_iter().zip(found).collect())
}

/// What the server's code says of the first document of each of some texts.
pub fn verdicts_of(binary: &Path, texts: impl Iterator<Item = String>) -> std::io::Result<Vec<Verdict>> {
    let questions: String = texts.map(|text| format!("{}\n", json!({ "text": text }))).collect();
    let args = ["serve", "--no-costs", "--no-values", "--instances"];
    Ok(oracle::answers(binary, &args, &questions)?.iter().map(verdict).collect())
}

/// What the server's code says of an error in one of some documents, by its verdicts on them.
pub fn confirmed_by(error: &ReportedError, verdicts: &[Verdict]) -> Confirmation {
    verdicts.iter().map(|verdict| confirmation(error, verdict)).min().unwrap_or(Confirmation::Not)
}

/// A file, the number of a document, and what leads to an object that it contains.
type Place<'e> = (&'e str, usize, Option<&'e str>);

impl ReportedError {
    fn place(&self) -> Place<'_> {
        (&self.file, self.document, self.inside.as_deref())
    }
}

/// What of a path leads to an object inside of a document: an example of a ClusterServiceVersion, or the resource of an
/// operation of chainsaw.
fn inside(path: &str) -> Option<String> {
    const EXAMPLES: &str = "metadata.annotations[alm-examples][";
    if let Some(rest) = path.strip_prefix(EXAMPLES) {
        return Some(format!("{EXAMPLES}{}", rest.split_inclusive(']').next()?));
    }
    let (operation, _) = path.split_once(".resource").filter(|_| path.starts_with("spec.steps["))?;
    Some(format!("{operation}.resource"))
}

/// The object that a path leads to in a document, as JSON.
fn contained(text: &str, path: &str) -> Option<String> {
    let file = File::new(text.to_owned());
    let root = file.tree().first_root(file.text())?;
    let mut value = values::of(root, &mut Budget::default());
    for step in path.split(['.', '[', ']']).filter(|step| !step.is_empty()) {
        let list = value.as_str().and_then(|text| serde_json::from_str(text).ok());
        value = list.unwrap_or(value);
        value = match step.parse::<usize>() {
            Ok(index) => value.get_mut(index)?.take(),
            Err(_) => value.get_mut(step)?.take(),
        };
    }
    Some(value.to_string())
}

fn error(found: &Value) -> ReportedError {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let server = &found["server"];
    let said = || (text(&server["type"]), text(&server["field"]), text(&server["detail"]));
    ReportedError {
        file: text(&found["file"]),
        document: found["document"].as_u64().unwrap_or_default() as usize,
        line: found["range"]["start"]["line"].as_u64().unwrap_or_default(),
        code: text(&found["code"]),
        message: text(&found["message"]),
        inside: inside(&text(&found["path"])),
        said: server.is_object().then(said),
        shadowed: server["shadowed"] == true,
    }
}

fn confirmation(error: &ReportedError, verdict: &Verdict) -> Confirmation {
    let ours = Verdict { errors: error.said.iter().cloned().collect(), ..Verdict::default() };
    let ours = ours.beside(verdict).errors;
    // Of equally expensive rules the server names four, by chance.
    let is_same = |ours: &verdicts::Said, theirs: &verdicts::Said| {
        theirs == ours || error.code == "cel-total-cost" && (&theirs.0, &theirs.2) == (&ours.0, &ours.2)
    };
    let is_said = ours.first().is_some_and(|ours| verdict.said().any(|theirs| is_same(ours, theirs)));
    match is_said {
        true => Confirmation::Confirmed,
        false if error.shadowed && !verdict.errors.is_empty() => Confirmation::AfterOthers,
        false => Confirmation::Not,
    }
}

/// What the oracle is asked about a document: its text, and after it the CRDs that judge its objects.
fn question(root: &Path, crds: &Crds, (file, document, inside): Place<'_>) -> String {
    let text = corpus::read(&root.join(file));
    let mut asked = document_text(&text, document).unwrap_or_default();
    if let Some(object) = inside.and_then(|path| contained(&asked, path)) {
        asked = object;
    }
    let judging = crds.judging(&asked, file);
    for (source, number) in judging.iter().filter(|(source, number)| (&**source, *number) != (file, document))
    {
        let crd = document_text(&corpus::read(&root.join(source)), *number).unwrap_or_default();
        asked = format!("{}\n---\n{crd}", asked.trim_end());
    }
    asked
}

/// The text of a document, from the line after the one that separates it from the document before.
fn document_text(text: &str, document: usize) -> Option<String> {
    let file = File::new(text.to_owned());
    let range = file.tree().documents().get(document)?.range;
    Some(range.of(text).to_owned())
}

/// What an answer says of the first document that has anything in it, or nothing.
fn verdict(answer: &Value) -> Verdict {
    let lines = answer["verdicts"].as_array().map_or(&[][..], Vec::as_slice);
    let first = lines.iter().filter_map(|line| line["doc"].as_u64()).min().unwrap_or_default();
    let mut all = Verdict::default();
    for line in lines.iter().filter(|line| line["doc"] == first) {
        let mut one = verdicts::of_line(line).verdict;
        verdicts::unreadable(line, &mut one);
        all.errors.append(&mut one.errors);
        all.warnings.append(&mut one.warnings);
    }
    all
}

/// The CRDs of a repository, by the same index as that of `crdls`.
struct Crds(Index);

impl Crds {
    fn of(root: &Path) -> Self {
        let (mut index, mut projects) = (Index::default(), BTreeSet::new());
        let mut open = vec![(root.to_owned(), ".".to_owned())];
        while let Some((folder, name)) = open.pop() {
            if MARKS.iter().any(|mark| folder.join(mark).exists()) {
                projects.insert(name.clone());
            }
            for path in entries(&folder) {
                let Some(last) = path.file_name().and_then(|last| last.to_str()) else { continue };
                let name = format!("{name}/{last}");
                match path.is_dir() {
                    true if is_skipped(&path) => {}
                    true => open.push((path, name)),
                    false => read(&mut index, &path, &name),
                }
            }
        }
        index.set_layout("", projects);
        Self(index)
    }

    /// The file and document of each CRD that judges an object of a document.
    fn judging(&self, document: &str, file: &str) -> BTreeSet<(String, usize)> {
        let text = File::new(document.to_owned());
        let tree = text.tree();
        let roots = tree.documents().iter().filter_map(|document| tree.root(text.text(), document));
        let of_object = |object: DocumentObject<'_>| {
            let api_version = text_of(object.node, "apiVersion")?;
            let (group, _) = api_version.split_once('/')?;
            // Of an object without a kind, kubectl asks for the group alone.
            let kind = text_of(object.node, "kind");
            let kind = kind.or_else(|| self.0.kinds_of(group).next().map(str::to_owned));
            let known = self.0.first_of_kind(group, &kind?, file)?;
            Some((known.source.to_string(), known.number()))
        };
        roots.flat_map(objects).filter_map(of_object).collect()
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(|path| !path.is_symlink()).collect();
    paths.sort();
    paths
}

/// Whether `crdls` leaves a folder out.
fn is_skipped(folder: &Path) -> bool {
    folder.ends_with(".git")
        || folder.ends_with("node_modules")
        || folder.ends_with("vendor") && folder.join("modules.txt").is_file()
}

fn read(index: &mut Index, path: &Path, name: &str) {
    let is_manifest =
        path.extension().is_some_and(|ending| ["yaml", "yml", "json"].iter().any(|e| ending == *e));
    // What a test expects of a CRD is none.
    let is_assertion = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains("-assert"));
    if !is_manifest || is_assertion {
        return;
    }
    let text = corpus::read(path);
    if text.contains("CustomResourceDefinition") {
        let file = File::new(text);
        index.read(name, 0, file.text(), file.tree(), &Config::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_inside_of_a_document_is_asked_about() {
        let path = "metadata.annotations[alm-examples][1].spec.size";
        let text =
            "metadata:\n  annotations:\n    alm-examples: |-\n      [{\"kind\": \"A\"}, {\"kind\": \"B\"}]\n";
        assert_eq!(contained(text, &inside(path).expect("an example")).as_deref(), Some(r#"{"kind":"B"}"#));
        let path = "spec.steps[0].try[0].apply.resource.spec.size";
        let text = "spec:\n  steps:\n  - try:\n    - apply: {resource: {kind: A}}\n";
        assert_eq!(contained(text, &inside(path).expect("a resource")).as_deref(), Some(r#"{"kind":"A"}"#));
        assert_eq!(inside("spec.resource.size"), None);
    }

    #[test]
    fn an_error_is_confirmed_word_for_word() {
        let finding = |detail: &str, shadowed: bool| {
            error(&json!({"severity": "error", "file": "./a.yaml", "document": 1, "code": "missing-field",
                "server": {"type": "FieldValueRequired", "field": "spec", "detail": detail, "shadowed": shadowed}}))
        };
        let said = ("FieldValueRequired".to_owned(), "spec".to_owned(), "a".to_owned());
        let verdict = Verdict { errors: vec![said], ..Verdict::default() };
        assert_eq!(confirmation(&finding("a", false), &verdict), Confirmation::Confirmed);
        assert_eq!(confirmation(&finding("b", false), &verdict), Confirmation::Not);
        assert_eq!(confirmation(&finding("b", true), &verdict), Confirmation::AfterOthers);
        assert_eq!(confirmation(&finding("a", true), &Verdict::default()), Confirmation::Not);
    }
}
