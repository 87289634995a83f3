//! The documents of the corpus by each minor (`verdicts.jsonl` over the verdicts of the newest).

use std::collections::BTreeMap;
use std::path::Path;

use crdls_ide::{File, FileContext, check};
use crdls_minors::Minor;
use crdls_report::{Config, FieldValidation};
use crdls_resource::Index;
use crdls_tests::verdicts::{self, FOLDERS};
use crdls_tests::{corpus, update};
use serde_json::Value;

use super::tally::{Answer, Tally};
use crate::cel_expressions::lines;
use crate::costs;

/// The lines of a file of a minor, by file and document.
type ByDocument = BTreeMap<(String, u64), Value>;

fn key(line: &Value) -> (String, u64) {
    (line["file"].as_str().unwrap_or_default().to_owned(), line["doc"].as_u64().unwrap_or_default())
}

fn of_minor(root: &Path, minor: Minor) -> ByDocument {
    let rows = lines(root, "minors/verdicts.jsonl").into_iter();
    let version = minor.to_string();
    rows.filter(|row| row["kubernetes"] == version.as_str()).map(|row| (key(&row), row)).collect()
}

pub(super) fn config(minor: Minor) -> Config {
    Config {
        kubernetes: minor,
        field_validation: FieldValidation::Warn,
        check_templates: true,
        ..Config::default()
    }
}

#[test]
fn crds() {
    let Some(root) = corpus::dir_or_skip("CRDs by minor") else { return };
    let mut good = true;
    for minor in Minor::all() {
        let differing = of_minor(&root, minor);
        let (mut tally, mut numbers, mut wrong) = (Tally::default(), 0, Vec::new());
        for folder in FOLDERS {
            let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
            for line in lines(&root, &format!("verdicts/{folder}.jsonl")) {
                if line["kind"] == "crd" {
                    files.entry(key(&line).0).or_default().push(line);
                }
            }
            for (file, documents) in files {
                let text = corpus::read(&root.join(&file));
                let all_costs = crdls_ide::costs(&File::new(text.clone()), &config(minor));
                let ours = Answer::of_findings(update::check(text, &config(minor)));
                for line in documents {
                    let (_, document) = key(&line);
                    let own = differing.get(&key(&line));
                    let theirs = Answer::recorded(&line, own);
                    let recorded = own.filter(|own| own["costs"].is_array()).unwrap_or(&line);
                    if costs::is_judged(&line) && own.is_none_or(costs::is_judged) {
                        let at = format!("{minor} {file}#{document}");
                        let versions = recorded["costs"].as_array().into_iter().flatten();
                        let of_document = all_costs.iter().filter(|cost| cost.document as u64 == document);
                        for (theirs, ours) in versions.zip(of_document) {
                            numbers += costs::compare(&at, theirs, &ours.cost, &mut wrong);
                        }
                    }
                    let ours = ours.get(&(document as usize)).cloned().unwrap_or_default();
                    tally.count(&format!("{minor} {file}#{document}"), &theirs, &ours);
                }
            }
        }
        println!("{minor} CRDs: {numbers} numbers of costs, {} differ", wrong.len());
        wrong.iter().take(40).for_each(|line| println!("  {line}"));
        good &= wrong.is_empty() && numbers > 0;
        good &= tally.finish(&format!("{minor} CRDs"));
    }
    assert!(good, "see above");
}

#[test]
fn custom_resources() {
    let Some(root) = corpus::dir_or_skip("custom resources by minor") else { return };
    let rows = lines(&root, "verdicts/instances.jsonl");
    let mut good = true;
    for minor in Minor::all() {
        let (differing, config) = (of_minor(&root, minor), config(minor));
        let mut crds: BTreeMap<&str, Index> = BTreeMap::new();
        let mut tally = Tally::default();
        for line in &rows {
            let (name, document) = key(line);
            let source = line["crd"].as_str().unwrap_or_default();
            let index = crds.entry(source).or_insert_with(|| verdicts::index_of(&root, source, &config));
            let file = File::new(corpus::read(&root.join(&name)));
            let context = FileContext { crds: Some(index), file: &name, ..FileContext::default() };
            let ours = Answer::of_findings(check(&file, context, &config));
            let ours = ours.get(&(document as usize)).cloned().unwrap_or_default();
            let theirs = Answer::recorded(line, differing.get(&key(line)));
            tally.count(&format!("{minor} {name}#{document}"), &theirs, &ours);
        }
        good &= tally.finish(&format!("{minor} custom resources"));
    }
    assert!(good, "see above");
}
