//! What crdls says of CRDs that replace others is what the API server says (needs the corpus; what it says
//! now: needs Go).

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crdls_crd::Minor;
use crdls_tests::verdicts::{self, Recorded, Verdict};
use crdls_tests::{corpus, differences, oracle};

#[test]
fn findings_are_as_recorded() {
    let Some(root) = corpus::dir_or_skip("recorded updates") else { return };
    let known = differences::of_updates();
    let mut unused: BTreeSet<_> = known.keys().collect();
    let mut wrong = Vec::new();
    let recorded = verdicts::recorded(&root, "", "updates");
    for theirs in &recorded {
        let mut of_file = known.keys().filter(|(file, _)| *file == theirs.file);
        match (difference(theirs, &ours(&root, &theirs.file)), of_file.next()) {
            (Some(_), Some(difference)) => drop(unused.remove(difference)),
            (Some(lines), None) => wrong.push(lines),
            (None, _) => {}
        }
    }
    let differing = wrong.len() + known.len() - unused.len();
    println!("{} updates, {} equal, {} differ", recorded.len(), recorded.len() - differing, differing);
    wrong.extend(unused.iter().map(|(file, code)| format!("{file}: {code} does not differ any more")));
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
        wrong.extend(difference(&verdicts::of_line(&line), &ours(&root, file)));
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

fn difference(theirs: &Recorded, ours: &Verdict) -> Option<String> {
    let said = |verdict: &Verdict| (verdict.errors.clone(), verdict.warnings.clone(), verdict.paths.clone());
    let (a, b) = (said(&theirs.verdict), said(ours));
    (a != b).then(|| format!("{}\n    server {a:?}\n      ours {b:?}", theirs.file))
}
