//! What `unguarded-field` shows is so on the server: over the rules of the corpus, the API server's code accepts
//! each witness but for an evaluation that fails, and with each fix applied that evaluation fails no more
//! (needs the corpus and Go).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_ide::{File, FileContext, FileFinding, Fixer, check};
use crdls_report::{Config, FieldPath, FieldValidation, Note, PathStep, Unit};
use crdls_tests::{corpus, evaluate, oracle};
use crdls_yaml::Node;
use serde_json::{Value, json};

/// A witness by one text of a CRD: as it is, or with a fix.
struct Question {
    title: String,
    /// Whether the evaluation is to fail.
    fails: bool,
    /// How the server says that it fails, and of which rule.
    words: String,
    said: String,
    /// The file that the oracle judges: the text, the witness and the object that it replaces.
    name: String,
    transition: Option<Transition>,
}

/// A rule that takes an old object, which no creation runs.
struct Transition {
    schema: Value,
    rule: Value,
    /// The value that the rule is about, in an object.
    path: FieldPath,
}

#[test]
fn witnesses_fail_on_the_server_and_fixes_help() {
    let Some(root) = corpus::dir_or_skip("witnesses of unguarded fields") else { return };
    let Some(binary) = oracle::binary_or_skip("witnesses validated by the server") else { return };
    let folder = std::env::temp_dir().join(format!("crdls-witnesses-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder is made");
    let (mut questions, mut rules) = (Vec::new(), 0);
    for path in corpus::files(&root, &["crds", "bundles"], &["yaml", "yml", "json"]) {
        let file = File::new(corpus::read(&path));
        rules += file.text().matches("rule:").count();
        ask(&path, &file, &folder, &mut questions);
    }
    let verdicts = oracle::judged(&binary, &folder, ["."]);
    let mut by_name: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for verdict in verdicts.iter().filter(|verdict| verdict["kind"] == "cr") {
        let name = verdict["file"].as_str().and_then(|file| file.rsplit('/').next()).unwrap_or_default();
        by_name.entry(name).or_default().push(verdict);
    }
    let mut wrong = Vec::new();
    let mut counts = [[0; 2]; 2];
    for question in &questions {
        let judged = by_name.get(question.name.as_str()).map_or(&[][..], Vec::as_slice);
        let fault = fault(question, judged, &binary);
        let [all, good] = &mut counts[usize::from(question.fails)];
        *all += 1;
        *good += usize::from(fault.is_none());
        wrong.extend(fault.map(|why| format!("{}: {why}", question.title)));
    }
    let _ = std::fs::remove_dir_all(&folder);
    let [[fixes, helpful], [witnesses, confirmed]] = counts;
    println!(
        "about {rules} rules: {witnesses} findings, {confirmed} witnesses confirmed by the server; {fixes} fixes, {helpful} confirmed"
    );
    wrong.iter().for_each(|line| println!("{line}"));
    assert!(witnesses > 0 && wrong.is_empty(), "{} are wrong", wrong.len());
}

fn config() -> Config {
    Config { field_validation: FieldValidation::Warn, ..Config::default() }
}

fn ask(path: &Path, file: &File, folder: &Path, questions: &mut Vec<Question>) {
    let config = config();
    let findings = check(file, FileContext::default(), &config);
    let fixer = Fixer::new(file, &findings, FileContext::default(), &config);
    for found in findings.iter().filter(|found| found.finding.code.name == "unguarded-field") {
        let title = format!("{} {}", path.display(), found.finding.message);
        let Some(witness) = Witness::of(file, found) else { panic!("{title}: no witness") };
        questions.push(witness.question(title.clone(), file.text(), true, folder, questions.len()));
        for fix in fixer.fixes(&[found]).into_iter().flatten() {
            let (text, _) =
                crdls_ide::applied(file.text(), std::slice::from_ref(&fix)).expect("a fix applies");
            let title = format!("{title} fixed by `{}`", fix.title);
            questions.push(witness.question(title, &text, false, folder, questions.len()));
        }
    }
}

/// What a finding shows.
struct Witness {
    object: String,
    old: Option<String>,
    words: String,
    document: usize,
    rule: FieldPath,
}

impl Witness {
    fn of(file: &File, found: &FileFinding) -> Option<Self> {
        let why = found.finding.notes.iter().find_map(|note| match note {
            Note::Why(text) => Some(text.as_str()),
            Note::Help(_) => None,
        })?;
        let (shown, words) = why.rsplit_once(", which the schema accepts, the rule fails: ")?;
        let (old, new) = match shown.strip_prefix("when `").and_then(|rest| rest.split_once("` becomes `")) {
            Some((old, new)) => (Some(old), new),
            None => (None, shown.strip_prefix("on `")?),
        };
        let rule = found.finding.path.clone();
        let root = root(file, found.document, &rule)?;
        let text = |names: &[&str]| Some(at(root, FieldPath::of_names(names).steps())?.str()?.into_owned());
        let (number, _) = rule.version()?;
        let version = FieldPath::of_names(&["spec", "versions"]).item(number).child("name");
        let (group, kind) = (text(&["spec", "group"])?, text(&["spec", "names", "kind"])?);
        let version = at(root, version.steps())?.str()?.into_owned();
        let whole = |shown: &str| {
            let rest = shown.strip_prefix('{').unwrap_or_default();
            let comma = if rest == "}" { "" } else { ", " };
            let name = kind.to_lowercase();
            format!(
                "{{apiVersion: \"{group}/{version}\", kind: {kind}, metadata: {{name: {name}-sample}}{comma}{rest}\n"
            )
        };
        let object = whole(new.strip_suffix('`')?);
        Some(Self { object, old: old.map(whole), words: words.to_owned(), document: found.document, rule })
    }

    fn question(&self, title: String, crds: &str, fails: bool, folder: &Path, number: usize) -> Question {
        let name = format!("{number:05}.yaml");
        let old = self.old.as_ref().map(|old| format!("---\n{old}")).unwrap_or_default();
        let all = format!("{crds}\n---\n{}{old}", self.object);
        std::fs::write(PathBuf::from(folder).join(&name), all).expect("a witness is written");
        let transition = self.old.is_some().then(|| self.transition(crds).expect("a rule"));
        let said = self.said(crds).expect("a rule");
        Question { title, fails, words: self.words.clone(), said, name, transition }
    }

    /// What the server calls the rule: its message, else the rule.
    fn said(&self, crds: &str) -> Option<String> {
        let file = File::new(crds.to_owned());
        let (_, entry) = self.steps()?.split_last()?;
        let entry = at(root(&file, self.document, &self.rule)?, entry)?;
        let text = |name: &str| Some(entry.get(name)?.value.str()?.trim().to_owned());
        text("message").filter(|message| !message.is_empty()).or_else(|| text("rule"))
    }

    /// What leads to the rule from its CRD.
    fn steps(&self) -> Option<&[PathStep]> {
        self.rule.steps().get(self.rule.object().steps().len()..)
    }

    fn transition(&self, crds: &str) -> Option<Transition> {
        let file = File::new(crds.to_owned());
        let root = root(&file, self.document, &self.rule)?;
        let steps = self.steps()?;
        let schema = steps.get(..steps.len().checked_sub(3)?)?;
        let value = |steps: &[PathStep]| {
            serde_json::from_str(&Unit::Written(at(root, steps)?).value().to_json()).ok()
        };
        Some(Transition { schema: value(schema)?, rule: value(steps)?, path: value_path(schema)? })
    }
}

/// The CRD that a path is in.
fn root<'t>(file: &'t File, document: usize, path: &FieldPath) -> Option<Node<'t>> {
    let document = file.tree().documents().get(document)?;
    at(file.tree().root(file.text(), document)?, path.object().steps())
}

fn at<'t>(root: Node<'t>, steps: &[PathStep]) -> Option<Node<'t>> {
    steps.iter().try_fold(root, |node, step| match step {
        PathStep::Index(index) => node.items().nth(*index),
        PathStep::Name(name) | PathStep::Key(name) => Some(node.get(name)?.value),
    })
}

/// Where the values of a schema are in the witness.
fn value_path(schema: &[PathStep]) -> Option<FieldPath> {
    let at = schema.iter().position(|step| step.member() == Some("openAPIV3Schema"))?;
    let mut steps = schema.iter().skip(at + 1);
    let mut path = FieldPath::default();
    while let Some(step) = steps.next() {
        path = match step.member()? {
            "properties" => path.child(steps.next()?.member()?),
            "items" => path.item(0),
            _ => path.child("key"),
        };
    }
    Some(path)
}

/// What is not as it has to be.
fn fault(question: &Question, judged: &[&Value], binary: &Path) -> Option<String> {
    let errors = |verdict: &Value| -> Vec<String> {
        let errors = verdict["errors"].as_array().cloned().unwrap_or_default();
        let unread = verdict["decode"].as_array().cloned().unwrap_or_default();
        let detail = errors.iter().map(|error| error["detail"].as_str().unwrap_or_default().to_owned());
        detail.chain(unread.iter().map(Value::to_string)).collect()
    };
    let is_evaluation = |detail: &String| detail.contains(" rule: ") && !detail.starts_with("failed rule");
    let [new, rest @ ..] = judged else { return Some("no verdict".to_owned()) };
    let said = errors(new);
    let refused: Vec<_> =
        judged.iter().flat_map(|verdict| errors(verdict)).filter(|e| !is_evaluation(e)).collect();
    let fails = match (&question.transition, rest) {
        // What the schema refuses is not evaluated.
        (Some(_), [_]) if !refused.is_empty() => false,
        (Some(transition), [old]) => {
            let value = |verdict: &Value| inside(&verdict["object"], transition.path.steps());
            let asked = json!({"schema": transition.schema, "rule": transition.rule, "self": value(new), "oldSelf": value(old)});
            let answer = evaluate::ask(binary, &[asked]).into_iter().next().unwrap_or_default();
            if answer["compileError"].is_string() {
                return Some(answer.to_string());
            }
            answer["error"].as_str().is_some_and(|error| error.contains(&question.words))
        }
        (Some(_), _) => return Some("no verdict on the old object".to_owned()),
        (None, _) => {
            let of_rule = format!("rule: {}", question.said);
            let is_it = |error: &String| error.contains(&question.words) && error.ends_with(&of_rule);
            said.iter().any(|error| is_evaluation(error) && is_it(error))
        }
    };
    match (question.fails, fails) {
        (true, true) if refused.is_empty() => None,
        (false, false) => None,
        _ => Some(format!("{said:?} {refused:?}")),
    }
}

fn inside(value: &Value, steps: &[PathStep]) -> Value {
    let found = steps.iter().try_fold(value, |value, step| match step {
        PathStep::Index(index) => value.get(index),
        PathStep::Name(name) | PathStep::Key(name) => value.get(&**name),
    });
    found.cloned().unwrap_or_default()
}
