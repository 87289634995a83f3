//! What crdls says of the corpus is what the API server was recorded to say (needs the corpus; of the
//! examples of pages, what it says now: needs Go).

use std::collections::BTreeMap;

use crdls_check::codes;
use crdls_minors::Minor;
use crdls_tests::differences::{Differences, Part};
use crdls_tests::verdicts::{self, FOLDERS, Recorded, Verdict};
use crdls_tests::{corpus, oracle, page, update};

#[test]
fn findings_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("recorded verdicts") else { return };
    let (mut wrong, mut known) = (Vec::new(), Differences::of(Part::Crds("")));
    for folder in FOLDERS {
        let recorded = verdicts::recorded(&root, "", folder);
        let judged = judge(&root, &recorded, Minor::NEWEST);
        let before = wrong.len();
        for (theirs, ours) in &judged {
            wrong.extend(difference(theirs, ours, &theirs.file, &mut known));
        }
        println!(
            "{folder}: {} documents, {} as they have to be",
            judged.len(),
            judged.len() - (wrong.len() - before)
        );
    }
    wrong.extend(known.stale());
    print(&wrong);
    assert!(wrong.is_empty(), "{} documents differ", wrong.len());
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
        let mut known = Differences::of(Part::Crds(version));
        for folder in FOLDERS {
            let recorded = verdicts::recorded(&root, version, folder);
            let judged = judge(&root, &recorded, minor);
            let differs = |(theirs, ours): &&(Recorded, Verdict)| {
                theirs.verdict.errors.is_empty() != ours.errors.is_empty()
                    || theirs.verdict.warnings != ours.warnings
            };
            let mut unexcused =
                |(t, o): &(Recorded, Verdict)| difference(t, o, &format!("{version} {}", t.file), &mut known);
            let found: Vec<_> = judged.iter().filter(differs).filter_map(&mut unexcused).collect();
            println!(
                "{version} {folder}: {} documents, {} as they have to be",
                judged.len(),
                judged.len() - found.len()
            );
            wrong.extend(found);
        }
        wrong.extend(known.stale());
    }
    print(&wrong);
    assert!(wrong.is_empty(), "{} documents differ", wrong.len());
}

#[test]
fn examples_of_pages_are_judged_as_by_the_server() {
    let Some(binary) = oracle::binary_or_skip("examples of pages") else { return };
    let (names, texts): (Vec<_>, Vec<_>) = codes::ALL
        .iter()
        .flat_map(|rule| {
            page::sections(rule)
                .map(|section| (format!("{} {section}", rule.name), page::example(rule, section)))
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
        let lines = verdicts::difference(&theirs.verdict, &ours, |_| true);
        wrong.extend((!lines.is_empty()).then(|| format!("{name}\n    {}", lines.join("\n    "))));
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

/// What differs in a document and has no entry, under the name that entries have for its file.
fn difference(theirs: &Recorded, ours: &Verdict, name: &str, known: &mut Differences) -> Option<String> {
    let found = verdicts::differences(&theirs.verdict, ours, |(_, field, _)| !theirs.cut.contains(field));
    let lines = known.unexcused(name, found);
    (!lines.is_empty()).then(|| format!("{name}#{}\n    {}", theirs.document, lines.join("\n    ")))
}

fn print(wrong: &[String]) {
    for line in wrong.iter().take(40) {
        println!("  {line}");
    }
}
