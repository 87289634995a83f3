//! How long it takes to judge updates of custom resources: `cargo xtask bench updates`.
//!
//! The counterpart of the oracle's `time-updates`: the lines of `oracle updates` are read beforehand, what is compiled
//! for a version is kept, one thread; each run is a line of JSON. A judgement begins with the two texts.

use std::collections::BTreeMap;
use std::time::Instant;

use crdls_resource::update::{Subresource, Update, Updated};
use crdls_resource::{Index, Judge, written};
use crdls_schema::Config;
use crdls_schema::report::Report;
use crdls_tests::custom_resource_updates::config;
use crdls_yaml::Tree;
use serde_json::Value;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RUNS: usize = 5;

/// The texts of an update.
struct Texts {
    crd: String,
    old: String,
    new: String,
    by_status: bool,
}

fn main() {
    let path = std::env::args().nth(1).expect("a file of lines");
    let text = std::fs::read_to_string(path).expect("the file is read");
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
    for _ in 0..RUNS {
        let start = Instant::now();
        let findings: usize = updates
            .iter()
            .filter_map(|texts| judges.judged(texts))
            .map(|updated| updated.findings.len())
            .sum();
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        println!(
            "{{\"milliseconds\":{milliseconds:.3},\"updates\":{},\"findings\":{findings}}}",
            updates.len()
        );
    }
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
        let old = old.root(&texts.old, old.documents().first()?)?;
        let new = new.root(&texts.new, new.documents().first()?)?;
        let index = self.crds.get(&texts.crd)?;
        let by = index.served_version(new, "").or_else(|| index.served_version(old, ""))?;
        let key = (texts.crd.clone(), by.version.name().to_owned());
        let config = self.config;
        let judge = self.known.entry(key).or_insert_with(|| Judge::new(by.indexed.crd(), by.version, config));
        let subresource = texts.by_status.then_some(Subresource::Status);
        Some(judge.update(new, Update { old: &written(old), subresource }, Report::default()))
    }
}
