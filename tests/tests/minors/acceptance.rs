//! Cases of test suites and examples of the Gateway API by each minor (`acceptance.jsonl`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_ide::{File, FileContext, check};
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_tests::{World, corpus, json as values, update};
use serde_json::{Value, json};

use super::documents::config;
use super::tally::{Answer, Tally};
use crate::cel_expressions::lines;

#[test]
fn suites_and_examples() {
    let Some(corpus) = corpus::dir_or_skip("suites by minor") else { return };
    let Some(root) = corpus::acceptance_or_skip("suites by minor") else { return };
    let mut cases: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
    for mut row in lines(&corpus, "minors/acceptance.jsonl") {
        let minor = row["kubernetes"].take().as_str().unwrap_or_default().to_owned();
        let case = json!([row["file"], row["doc"], row["case"], row["crd"], row["channel"]]);
        cases.entry(case.to_string()).or_default().insert(minor, row);
    }
    let mut good = true;
    for minor in Minor::all() {
        let (config, mut crds) = (config(minor), Crds { root: &root, read: BTreeMap::new() });
        let mut tally = Tally::default();
        for (name, answers) in &cases {
            let newest = answers.get(&Minor::NEWEST.to_string()).expect("a line of the newest");
            let theirs = Answer::recorded(newest, answers.get(&minor.to_string()));
            tally.count(&format!("{minor} {name}"), &theirs, &ours(newest, &mut crds, &config));
        }
        good &= tally.finish(&format!("{minor} suites and examples"));
    }
    assert!(good, "see above");
}

/// The CRDs that judge custom resources, read once: of a file, or of a channel of the Gateway API.
struct Crds<'r> {
    root: &'r Path,
    read: BTreeMap<String, Index>,
}

impl Crds<'_> {
    fn of(&mut self, case: &Value, config: &Config) -> &Index {
        let path = match case["channel"].as_str() {
            Some(channel) => format!("examples/gateway-api/config/crd/{channel}"),
            None => case["crd"].as_str().unwrap_or_default().to_owned(),
        };
        let root = self.root;
        self.read.entry(path).or_insert_with_key(|path| {
            let files = match root.join(path).is_dir() {
                true => corpus::files(root, &[path], &["yaml"]),
                false => vec![root.join(path)],
            };
            let add = |world: World, file: &PathBuf| world.and(&file.to_string_lossy(), corpus::read(file));
            files.iter().fold(World::of(config), add).crds
        })
    }
}

fn ours(case: &Value, crds: &mut Crds<'_>, config: &Config) -> Answer {
    let path = crds.root.join(case["file"].as_str().unwrap_or_default());
    let text = corpus::read(&path);
    let document = case["doc"].as_u64().unwrap_or_default() as usize;
    let found = match case["case"].as_u64() {
        None if case["kind"] == "crd" => update::check(text, config),
        None => judged(&text, crds.of(case, config), config),
        Some(number) => judged(&initial(&text, number as usize), crds.of(case, config), config),
    };
    Answer::of_findings(found).remove(&document).unwrap_or_default()
}

fn judged(text: &str, crds: &Index, config: &Config) -> Vec<crdls_ide::FileFinding> {
    check(&File::new(text.to_owned()), FileContext { crds: Some(crds), ..FileContext::default() }, config)
}

/// The object that a case of a suite creates.
fn initial(suite: &str, number: usize) -> String {
    let suite = values::of_text(suite);
    let text = suite["tests"]["onCreate"][number]["initial"].as_str().unwrap_or_default();
    let mut object = values::of_text(text);
    object["metadata"]["generateName"] = json!("test-");
    object["metadata"]["namespace"] = json!("default");
    object.to_string()
}
