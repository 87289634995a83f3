//! What crdls says of the fixtures, of the examples and of the pages' examples is what the API server says.
//!
//! `tests/oracle/recorded.jsonl` holds the server's verdicts, so that Rust is enough to compare. Where Go is
//! present the oracle is asked again: the record has to be what it says now. `UPDATE=1` writes the record
//! anew from the oracle's answers, never from ours. Where crdls says something else,
//! `tests/oracle/differences.toml` has to say why.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crdls_check::codes;
use crdls_minors::Minor;
use crdls_tests::differences::{Differences, Part};
use crdls_tests::verdicts::{self, Difference, Verdict};
use crdls_tests::{corpus, fixture, oracle, page, update};
use serde_json::Value;

#[test]
fn findings_are_as_recorded() {
    let (recorded, mut known) = (by_document(&record()), Differences::of(Part::Texts));
    let mut wrong = Vec::new();
    for (name, text) in texts() {
        let Some(theirs) = recorded.get(name) else {
            wrong.push(format!("{name}: no verdict is recorded (UPDATE=1 with Go)"));
            continue;
        };
        for (document, found) in differing(theirs, &verdicts::ours(text.clone(), Minor::NEWEST)) {
            let lines = known.unexcused(name, found);
            if !lines.is_empty() {
                wrong.push(format!("{name}#{document}\n    {}", lines.join("\n    ")));
            }
        }
    }
    println!("{} texts", texts().len());
    wrong.extend(known.stale());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Fixtures that name an older minor, by the code of that minor.
#[test]
fn findings_of_older_minors_are_as_recorded() {
    let mut wrong = Vec::new();
    for (minor, texts) in older_texts() {
        let lines = record_of(minor, &texts);
        if lines.is_empty() {
            println!("{minor}: nothing is recorded (`cargo dev oracle {minor}`, UPDATE=1)");
            continue;
        }
        let recorded = by_document(&lines);
        for (name, text) in &texts {
            let Some(theirs) = recorded.get(name) else {
                wrong.push(format!(
                    "{name}: no verdict of {minor} is recorded (`cargo dev oracle {minor}`, UPDATE=1)"
                ));
                continue;
            };
            let found = differing(theirs, &verdicts::ours(text.clone(), minor)).into_iter();
            let found = found.flat_map(|(_, found)| found).map(|difference| difference.line);
            wrong.extend(found.map(|line| format!("{name} by {minor}\n    {line}")));
        }
        println!("{minor}: {} texts", texts.len());
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_record_is_current() {
    let Some(binary) = oracle::binary_or_skip("whether recorded verdicts are current") else { return };
    assert_current(&record(), &ask(&binary, texts()));
    for (minor, texts) in older_texts() {
        if let Some(binary) = oracle::built(minor) {
            assert_current(&record_of(minor, &texts), &ask(&binary, &texts));
        }
    }
}

fn assert_current(recorded: &[String], now: &[String]) {
    let stale: Vec<_> = now.iter().filter(|line| !recorded.contains(line)).cloned().collect();
    let gone: Vec<_> = recorded.iter().filter(|line| !now.contains(line)).cloned().collect();
    assert!(
        recorded == now,
        "the record is stale (UPDATE=1 writes it); the server now says\n{}\nand no longer\n{}",
        stale.join("\n"),
        gone.join("\n")
    );
}

/// The texts to be judged, by their names: fixtures without their markers, examples of pages, examples.
fn texts() -> &'static BTreeMap<String, String> {
    static TEXTS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let root = corpus::repository();
        let files = |folder| corpus::files(&root, &[folder], &["yaml"]);
        let name =
            |path: &Path| path.strip_prefix(&root).unwrap_or(path).display().to_string().replace('\\', "/");
        let fixtures = files("tests/rules")
            .into_iter()
            .map(|path| (name(&path), fixture::stripped(&corpus::read(&path))));
        let examples = files("examples").into_iter().map(|path| (name(&path), corpus::read(&path)));
        let crds = examples.filter(|(_, text)| text.contains("CustomResourceDefinition"));
        let is_manifest = |text: &str| {
            !updates_resource(text) && !is_suite(text) && !is_review(text) && !is_kustomization(text)
        };
        fixtures.chain(crds).chain(pages()).filter(|(_, text)| is_manifest(text)).collect()
    })
}

/// The fixtures that name an older minor.
fn older_texts() -> BTreeMap<Minor, BTreeMap<String, String>> {
    let mut found: BTreeMap<Minor, BTreeMap<String, String>> = BTreeMap::new();
    for (name, text) in texts().iter().filter(|(name, _)| name.starts_with("tests/rules/")) {
        let minor = fixture::minor(&corpus::read(&corpus::repository().join(name)));
        if minor != Minor::NEWEST {
            found.entry(minor).or_default().insert(name.clone(), text.clone());
        }
    }
    found
}

/// Whether a custom resource is replaced: of these the oracle is asked elsewhere (`custom_resource_updates`).
fn updates_resource(text: &str) -> bool {
    update::halves(text).is_some_and(|(old, _)| !old.contains("kind: CustomResourceDefinition"))
}

/// Whether a text is a test suite, which the server never sees.
fn is_suite(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("crdName:"))
}

/// Whether a text has a kustomization with its files, which the server never sees: kustomize is asked elsewhere.
fn is_kustomization(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("# file: ") && line.contains("kustomization"))
}

/// Whether a text has a ConversionReview, which nobody creates: of these the oracle is asked elsewhere (`conversion`).
fn is_review(text: &str) -> bool {
    text.lines().any(|line| line == "kind: ConversionReview")
}

fn pages() -> impl Iterator<Item = (String, String)> {
    let sections = |rule| page::sections(rule).map(|section| (section, page::example(rule, section)));
    // The server never sees Go.
    codes::ALL.iter().filter(|rule| !page::is_go(rule)).flat_map(move |rule| {
        sections(rule).into_iter().filter_map(|(section, text)| {
            Some((format!("server/crd/rules/{}.md#{section}", rule.name), text?))
        })
    })
}

/// The verdicts of the newest minor that are recorded, a line each.
fn record() -> Vec<String> {
    static RECORD: OnceLock<Vec<String>> = OnceLock::new();
    RECORD.get_or_init(|| recorded("tests/oracle/recorded.jsonl", oracle::binary, texts())).clone()
}

/// Those of an older one.
fn record_of(minor: Minor, texts: &BTreeMap<String, String>) -> Vec<String> {
    recorded(&format!("tests/oracle/recorded-{minor}.jsonl"), || oracle::built(minor), texts)
}

/// The lines of a file; written anew where that is asked for and the oracle is there.
fn recorded(
    path: &str,
    oracle: impl FnOnce() -> Option<PathBuf>,
    texts: &BTreeMap<String, String>,
) -> Vec<String> {
    let path = corpus::repository().join(path);
    if let Some(binary) = std::env::var_os("UPDATE").and_then(|_| oracle()) {
        let lines = ask(&binary, texts);
        std::fs::write(&path, lines.join("\n") + "\n").expect("the record is written");
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// What the server says of texts.
fn ask(oracle: &Path, texts: &BTreeMap<String, String>) -> Vec<String> {
    let folder = Folder::new();
    for (name, text) in texts {
        folder.write(name, text);
    }
    let is_update = |(_, text): &(&String, &String)| update::halves(text).is_some();
    let (updates, others): (Vec<_>, Vec<_>) = texts.iter().partition(is_update);
    let mut verdicts = folder.judge(oracle, others.into_iter().map(|(name, _)| name.as_str()));
    for (name, text) in updates {
        let (old, _) = update::halves(text).expect("an update");
        folder.write("old.yaml", old);
        let found = folder.judge(oracle, ["--old", "old.yaml", name.as_str()]);
        // The first document is the old one.
        verdicts.extend(found.into_iter().filter(|verdict| verdict["doc"] != 0));
    }
    verdicts.iter().map(brief).collect()
}

/// A verdict in one line, without what is not compared.
fn brief(verdict: &Value) -> String {
    const KEYS: [&str; 7] = ["file", "doc", "item", "kind", "decode", "errors", "warnings"];
    let mut verdict = verdict.clone();
    for error in verdict["errors"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        error.retain(|key, _| matches!(key.as_str(), "type" | "field" | "fields" | "detail"));
    }
    let said = KEYS.iter().filter_map(|key| Some(format!("{key:?}: {}", verdict.get(key)?)));
    format!("{{{}}}", said.collect::<Vec<_>>().join(", "))
}

/// A folder that goes away again.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("crdls-oracle-{}-{number}", std::process::id())))
    }

    /// The oracle's verdicts on files in it.
    fn judge<'a>(&self, binary: &Path, args: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
        oracle::judged(binary, &self.0, args)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        std::fs::write(path, text).expect("a text is written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The verdicts of each text by document; those on the items of a list are one.
fn by_document(lines: &[String]) -> BTreeMap<String, BTreeMap<usize, Verdict>> {
    let mut found: BTreeMap<String, BTreeMap<usize, Verdict>> = BTreeMap::new();
    for line in lines {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let mut one = verdicts::of_line(&line);
        verdicts::unreadable(&line, &mut one.verdict);
        let all = found.entry(one.file).or_default().entry(one.document).or_default();
        all.errors.append(&mut one.verdict.errors);
        all.warnings.append(&mut one.verdict.warnings);
        all.paths.append(&mut one.verdict.paths);
        all.errors.sort();
        all.warnings.sort();
    }
    found
}

/// What only one of the two says of each document.
fn differing(
    theirs: &BTreeMap<usize, Verdict>,
    ours: &BTreeMap<usize, Verdict>,
) -> Vec<(usize, Vec<Difference>)> {
    let numbers: BTreeSet<_> = theirs.keys().chain(ours.keys()).copied().collect();
    let nothing = Verdict::default();
    let compared = |number| {
        let [a, b] = [theirs, ours].map(|verdicts| verdicts.get(&number).unwrap_or(&nothing));
        (number, verdicts::differences(a, &b.completed(a), |_| true))
    };
    numbers.into_iter().map(compared).collect()
}
