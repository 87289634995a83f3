//! What crdls says of the corpus is what the API server was recorded to say (needs the corpus; of the
//! examples of pages, what it says now: needs Go).

use std::collections::BTreeMap;

use crdls_crd::{Minor, rules};
use crdls_tests::verdicts::{self, FOLDERS, Recorded, Verdict};
use crdls_tests::{corpus, differences, oracle, page, update};

#[test]
fn findings_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("recorded verdicts") else { return };
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        let recorded = verdicts::recorded(&root, "", folder);
        let judged = judge(&root, &recorded, Minor::NEWEST);
        let before = wrong.len();
        for (theirs, ours) in &judged {
            wrong.extend(difference(theirs, ours));
        }
        println!("{folder}: {} documents, {} equal", judged.len(), judged.len() - (wrong.len() - before));
    }
    without_known(&mut wrong, "");
    print(&wrong);
    assert!(wrong.is_empty(), "{} documents differ", wrong.len());
}

/// Takes out what stands in differences.toml.
fn without_known(wrong: &mut Vec<String>, minor: &str) {
    for ((file, _), reason) in differences::of_corpus() {
        let Some(file) = file.strip_prefix(minor).map(str::trim_start) else { continue };
        let before = wrong.len();
        wrong.retain(|line| !line.contains(&format!("{file}#")));
        if wrong.len() < before {
            println!("known: {minor} {file}: {reason}");
        }
    }
}

#[test]
fn paths_are_those_of_the_manifest() {
    let Some(root) = corpus::dir_or_skip("recorded paths") else { return };
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        for (theirs, ours) in judge(&root, &verdicts::recorded(&root, "", folder), Minor::NEWEST) {
            for (field, path) in &theirs.verdict.paths {
                if ours.paths.get(field).is_some_and(|ours| ours != path) {
                    wrong.push(format!(
                        "{}#{}: {field}: {path}, ours {:?}",
                        theirs.file,
                        theirs.document,
                        ours.paths.get(field)
                    ));
                }
            }
        }
    }
    print(&wrong);
    assert!(wrong.is_empty(), "{} paths differ", wrong.len());
}

#[test]
fn older_minors_accept_and_refuse_the_same() {
    let Some(root) = corpus::dir_or_skip("recorded verdicts of older minors") else { return };
    let mut wrong = Vec::new();
    for (version, minor) in [("1.31", Minor(31)), ("1.34", Minor(34))] {
        for folder in FOLDERS {
            let recorded = verdicts::recorded(&root, version, folder);
            let judged = judge(&root, &recorded, minor);
            let differs = |(theirs, ours): &&(Recorded, Verdict)| {
                theirs.verdict.errors.is_empty() != ours.errors.is_empty()
                    || theirs.verdict.warnings != ours.warnings
            };
            let found: Vec<_> = judged.iter().filter(differs).filter_map(|(t, o)| difference(t, o)).collect();
            println!("{version} {folder}: {} documents, {} equal", judged.len(), judged.len() - found.len());
            wrong.extend(found);
        }
    }
    without_known(&mut wrong, "1.31 ");
    print(&wrong);
    assert!(wrong.is_empty(), "{} documents differ", wrong.len());
}

#[test]
fn examples_of_pages_are_judged_as_by_the_server() {
    let Some(binary) = oracle::binary_or_skip("examples of pages") else { return };
    let sections = ["Rejected", "Accepted"];
    let (names, texts): (Vec<_>, Vec<_>) = rules::ALL
        .iter()
        .flat_map(|rule| {
            sections.map(|section| (format!("{} {section}", rule.code), page::example(rule, section)))
        })
        .filter_map(|(name, example)| Some((name, example?)))
        .filter(|(_, example)| update::halves(example).is_none())
        .unzip();
    let answers = verdicts::asked(&binary, &texts).expect("the oracle answers");
    assert_eq!(answers.len(), texts.len());
    let mut wrong = Vec::new();
    for ((name, text), theirs) in names.into_iter().zip(&texts).zip(answers) {
        let Some(theirs) = theirs.filter(|theirs| !theirs.silent) else { continue };
        let ours = verdicts::ours(text.clone(), Minor::NEWEST).remove(&theirs.document).unwrap_or_default();
        let ours = ours.beside(&theirs.verdict);
        wrong.extend(difference(&Recorded { file: name, ..theirs }, &ours));
    }
    println!("{} examples", texts.len());
    print(&wrong);
    assert!(wrong.is_empty(), "{} examples differ", wrong.len());
}

/// Each recorded document with what crdls says of it.
fn judge(root: &std::path::Path, recorded: &[Recorded], minor: Minor) -> Vec<(Recorded, Verdict)> {
    let mut files: BTreeMap<&str, Vec<&Recorded>> = BTreeMap::new();
    for one in recorded.iter().filter(|one| !one.silent) {
        files.entry(&one.file).or_default().push(one);
    }
    let mut judged = Vec::new();
    for (file, documents) in files {
        let ours = verdicts::ours(corpus::read(&root.join(file)), minor);
        for one in documents {
            let ours = ours.get(&one.document).cloned().unwrap_or_default();
            judged.push((one.clone(), ours.beside(&one.verdict)));
        }
    }
    judged
}

fn difference(theirs: &Recorded, ours: &Verdict) -> Option<String> {
    let lines = verdicts::difference(&theirs.verdict, ours, |(_, field, _)| !theirs.cut.contains(field));
    let (file, document) = (&theirs.file, theirs.document);
    (!lines.is_empty()).then(|| format!("{file}#{document}\n    {}", lines.join("\n    ")))
}

fn print(wrong: &[String]) {
    for line in wrong.iter().take(40) {
        println!("  {line}");
    }
}
