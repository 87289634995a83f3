//! Several minors in one run say what each says alone (needs the corpus).

use std::collections::BTreeMap;
use std::path::Path;

use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_minors::{Minor, Minors};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_tests::instructions::{self, countable_or_skip};
use crdls_tests::{corpus, update, verdicts};

use serde_json::{Value, json};

use super::documents::config;
use crate::cel_expressions::lines;

/// A finding of the server's, whatever its words.
type Said = (usize, &'static str, u32, u32, String, bool);

/// What holds on a minor, sorted.
fn said(findings: &[FileFinding], minor: Minor) -> Vec<Said> {
    let holds = |found: &&FileFinding| {
        let finding = &found.finding;
        finding.server.is_some() && finding.kubernetes.is_none_or(|minors| minors.contains(minor))
    };
    let one = |found: &FileFinding| {
        let finding = &found.finding;
        let (range, refuses) =
            (finding.range, finding.server.as_ref().is_some_and(|said| said.kind.refuses()));
        (found.document, finding.code.name, range.start, range.end, finding.path.to_string(), refuses)
    };
    let mut said: Vec<_> = findings.iter().filter(holds).map(one).collect();
    said.sort();
    said
}

/// A CRD for each rule that was made to find what differs, and the CRDs that were.
fn made_crds(root: &Path) -> Vec<String> {
    let rules = lines(root, "minors/rules.jsonl");
    let schema = rules.first().map(|first| first["schema"].clone()).unwrap_or_default();
    let rows = rules.into_iter().skip(1).chain(lines(root, "minors/schemas.jsonl"));
    let crd = |row: Value| {
        let mut own = if row["schema"].is_object() { row["schema"].clone() } else { schema.clone() };
        own["x-kubernetes-validations"] = json!([{"rule": row["rule"]}]);
        let spec =
            if row["root"] == true { own } else { json!({"type": "object", "properties": {"spec": own}}) };
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "ovens.example.com"},
            "spec": {
                "group": "example.com", "scope": "Cluster", "names": {"kind": "Oven", "plural": "ovens"},
                "versions": [
                    {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": spec}},
                ],
            },
        })
        .to_string()
    };
    let made = lines(root, "minors/crds.jsonl").into_iter().map(|row| row["crd"].to_string());
    rows.map(crd).chain(made).collect()
}

fn together() -> Config {
    Config { minors: Minors::all(), ..config(Minor::NEWEST) }
}

#[test]
fn as_each_alone() {
    let Some(root) = corpus::dir_or_skip("several minors at once") else { return };
    let (mut files, mut different, mut wrong) = (0, 0, Vec::new());
    let mut compare = |name: &str, check: &dyn Fn(&Config) -> Vec<FileFinding>| {
        let all = check(&together());
        files += 1;
        different += usize::from(all.iter().any(|found| found.finding.kubernetes.is_some()));
        for minor in Minor::all() {
            let (ours, alone) = (said(&all, minor), said(&check(&config(minor)), minor));
            if ours != alone {
                wrong.push(format!("{minor} {name}\n    together {ours:?}\n    alone    {alone:?}"));
            }
        }
    };
    for path in corpus::files(&root, &verdicts::FOLDERS, &["yaml", "yml", "json"]) {
        let text = corpus::read(&path);
        compare(&path.to_string_lossy(), &|config| update::check(text.clone(), config));
    }
    let mut crds: BTreeMap<String, Index> = BTreeMap::new();
    for instance in verdicts::instances(&root) {
        let index = crds
            .entry(instance.crd.clone())
            .or_insert_with(|| verdicts::index_of(&root, &instance.crd, &together()));
        let text = corpus::read(&root.join(&instance.file));
        compare(&instance.file, &|config| {
            let context = FileContext { crds: Some(index), file: &instance.file, ..FileContext::default() };
            check(&File::new(text.clone()), context, config)
        });
    }
    for (i, crd) in made_crds(&root).into_iter().enumerate() {
        compare(&format!("made {i}: {crd}"), &|config| update::check(crd.clone(), config));
    }
    println!(
        "{files} files, {different} with findings that hold on some minors only, {} differ",
        wrong.len()
    );
    assert!(
        different > 0 && wrong.is_empty(),
        "{}",
        wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// The minors that [`crds_by_minors`] takes.
const MINORS: &str = "CRDLS_TEST_MINORS";

#[test]
#[ignore = "run by seven_minors_take_less_than_twice_one, which counts its instructions"]
fn crds_by_minors() {
    let Some(root) = corpus::dir_or_skip("several minors at once") else { return };
    let minors = std::env::var(MINORS).ok().and_then(|minors| Minors::parse(&minors));
    let config = Config::default().of_minors(minors.unwrap_or_else(Minors::all));
    for path in corpus::files(&root, &["crds"], &["yaml", "yml", "json"]).into_iter().step_by(4) {
        update::check(corpus::read(&path), &config);
    }
}

#[test]
fn seven_minors_take_less_than_twice_one() {
    let Some(_) = corpus::dir_or_skip("the instructions of several minors") else { return };
    let Some(()) = countable_or_skip("the instructions of several minors") else { return };
    let count = |minors| instructions::of_ignored_test("minors::together::crds_by_minors", MINORS, minors);
    let [one, seven] = ["1.37", "all"].map(count);
    println!(
        "a quarter of the CRDs: {} million instructions by one minor, {} by seven",
        one / 1_000_000,
        seven / 1_000_000
    );
    assert!(seven < 2 * one, "{one} {seven}");
}
