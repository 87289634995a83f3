//! What crdls says of CRDs that replace others is what the API server says (needs the corpus; what it says
//! now: needs Go).

use std::path::Path;
use std::process::Command;

use crdls_minors::Minor;
use crdls_tests::differences::{Differences, Part};
use crdls_tests::verdicts::{self, Difference, Recorded, Verdict};
use crdls_tests::{corpus, oracle};

#[test]
fn findings_are_as_recorded() {
    let Some(root) = corpus::dir_or_skip("recorded updates") else { return };
    let (mut wrong, mut known) = (Vec::new(), Differences::of(Part::Updates));
    let recorded = verdicts::recorded(&root, "", "updates");
    for theirs in &recorded {
        let lines = known.unexcused(&theirs.file, differences(&theirs.verdict, &ours(&root, &theirs.file)));
        wrong.extend((!lines.is_empty()).then(|| format!("{}\n    {}", theirs.file, lines.join("\n    "))));
    }
    println!("{} updates, {} as they have to be", recorded.len(), recorded.len() - wrong.len());
    wrong.extend(known.stale());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn findings_are_as_the_server_says_now() {
    let Some(root) = corpus::dir_or_skip("updates") else { return };
    let Some(binary) = oracle::binary_or_skip("updates") else { return };
    let mut wrong = Vec::new();
    let recorded = verdicts::recorded(&root, "", "updates");
    for Recorded { file, .. } in &recorded {
        let [old, new] = halves(file);
        let asked = Command::new(&binary)
            .args(["verdict", "--no-costs", "--no-values", "--old", old, new])
            .current_dir(&root)
            .output()
            .expect("the oracle runs");
        let line = serde_json::from_slice(&asked.stdout).expect("one verdict");
        let found = differences(&verdicts::of_line(&line).verdict, &ours(&root, file));
        let lines: Vec<_> = found.into_iter().map(|difference| difference.line).collect();
        wrong.extend((!lines.is_empty()).then(|| format!("{file}\n    {}", lines.join("\n    "))));
    }
    println!("{} updates, {} equal", recorded.len(), recorded.len() - wrong.len());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn halves(file: &str) -> [&str; 2] {
    file.split_once(" -> ").expect("an old file and a new one").into()
}

fn ours(root: &Path, file: &str) -> Verdict {
    let [old, new] = halves(file).map(|file| corpus::read(&root.join(file)));
    verdicts::ours_of_update(&old, new, Minor::NEWEST).remove(&0).unwrap_or_default()
}

/// What only one side says, and the fields whose places differ.
fn differences(theirs: &Verdict, ours: &Verdict) -> Vec<Difference> {
    let mut found = verdicts::differences(theirs, ours, |_| true);
    for (field, path) in &theirs.paths {
        let other = ours.paths.get(field).filter(|other| *other != path);
        found.extend(other.map(|other| Difference {
            code: field.clone(),
            line: format!("{field}: its place is {path}, ours {other}"),
        }));
    }
    found
}
