//! The updates of custom resources in the corpus, judged by a version's compiled validators, which both sides make
//! beforehand: from two texts to errors, without HTTP and storage; one thread.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crdls_report::{Config, Report, Unit};
use crdls_resource::update::{Subresource, Update, Updated};
use crdls_resource::{Index, Judge};
use crdls_tests::custom_resource_updates::config;
use crdls_yaml::Tree;
use serde_json::{Value, json};

use super::{medians, written};
use crate::bench::{median, runs};
use crate::build;
use crate::engine::corpus;

const RUNS: usize = 5;

/// The texts of an update.
struct Texts {
    crd: String,
    old: String,
    new: String,
    by_status: bool,
}

pub(super) fn run(root: &Path) -> Result<(), String> {
    let text = update_lines(&corpus()?)?;
    let oracle = build::oracle(root)?;
    let config = config();
    let (mut crds, mut updates) = (BTreeMap::new(), Vec::new());
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let name = line["crd"].as_str().unwrap_or_default().to_owned();
        if let Some(text) = line["text"].as_str() {
            let mut index = Index::default();
            index.read(&name, 0, text, &Tree::parse(text), &config);
            crds.insert(name, index);
        } else if line["subresource"] != "scale" {
            let [old, new] = ["old", "new"].map(|key| line[key].to_string());
            updates.push(Texts { crd: name, old, new, by_status: line["subresource"] == "status" });
        }
    }
    let mut judges = Judges { crds: &crds, config: &config, known: BTreeMap::new() };
    // The others the server's handler does not validate.
    updates.retain(|texts| judges.judged(texts).is_some_and(|updated| matches!(updated.code(), 200 | 422)));
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let judged = updates.iter().filter_map(|texts| judges.judged(texts));
        let findings: usize = judged.map(|updated| updated.findings.len()).sum();
        times.push(start.elapsed());
        std::hint::black_box(findings);
    }
    let lines = written(root, "updates.json", &text)?;
    let theirs =
        runs(Command::new(oracle).args(["time-updates", "--repeat", &RUNS.to_string()]).arg(&lines))?;
    let [theirs_took, alone, theirs] = medians(&theirs, ["milliseconds", "validation", "updates"]);
    let (took, ours) = (median(&times).as_secs_f64() * 1e3, updates.len());
    println!("updates validated per second, one thread, median of {RUNS}");
    println!("  crdls                            {:>9.0}, {ours} updates", ours as f64 / took * 1e3);
    println!("  the Go program                   {:>9.0}, {theirs} updates", theirs / theirs_took * 1e3);
    println!("  the Go program, its strategy only{:>9.0}", theirs / alone * 1e3);
    println!("  ratio                            {:>9.1}, {:.1}", theirs_took / took, alone / took);
    Ok(())
}

/// Judges of the versions that were asked for.
struct Judges<'i> {
    crds: &'i BTreeMap<String, Index>,
    config: &'i Config,
    known: BTreeMap<(String, String), Judge<'i>>,
}

impl Judges<'_> {
    fn judged(&mut self, texts: &Texts) -> Option<Updated> {
        let [old, new] = [&texts.old, &texts.new].map(|text| Tree::parse(text));
        let old = old.first_root(&texts.old)?;
        let new = new.first_root(&texts.new)?;
        let index = self.crds.get(&texts.crd)?;
        let by = index.served_version(new, "").or_else(|| index.served_version(old, ""))?;
        let key = (texts.crd.clone(), by.version.name().to_owned());
        let config = self.config;
        let judge = self.known.entry(key).or_insert_with(|| Judge::new(by.indexed.crd(), by.version, config));
        let subresource = texts.by_status.then_some(Subresource::Status);
        Some(judge.update(
            new.into(),
            Update { old: &Unit::from(old).value(), subresource },
            Report::default(),
        ))
    }
}

/// The recorded updates that the server comes to validate, as `oracle updates` takes them, each CRD before those of its
/// objects. Those of the scale subresource are left out.
fn update_lines(corpus: &Path) -> Result<String, String> {
    let mut lines = String::new();
    let mut known = BTreeSet::new();
    for file in ["random", "kubernetes"] {
        let path = corpus.join(format!("updates/{file}.jsonl"));
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
            let crd = line["crd"].as_str().unwrap_or_default();
            if known.insert(crd.to_owned()) && line["text"].is_null() {
                let text = std::fs::read_to_string(corpus.join(crd)).map_err(|e| format!("{crd}: {e}"))?;
                lines += &format!("{}\n", json!({"crd": crd, "text": text}));
            }
            let code = line["verdict"]["code"].as_u64();
            if code.is_some_and(|code| code != 200 && code != 422) || line["subresource"] == "scale" {
                continue;
            }
            let kept = ["crd", "text", "old", "new", "subresource"];
            let kept = kept.iter().filter(|key| !line[**key].is_null());
            let kept: serde_json::Map<_, _> =
                kept.map(|key| ((*key).to_owned(), line[*key].clone())).collect();
            lines += &format!("{}\n", Value::Object(kept));
        }
    }
    Ok(lines)
}
