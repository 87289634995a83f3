//! The cases of the suites of openshift/api, answered with CRDs that both sides compile beforehand: here by the judge, in
//! the Go program by the server's handler over a memory. Cases with patches of the CRD are left out; one thread.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crdls_minors::Minor;
use crdls_suite::{Case, Installed, Outcome, Session};
use crdls_tests::suites::{Planned, Suites, config};
use serde_json::json;

use super::{medians, written};
use crate::bench::{median, runs};
use crate::build;

const RUNS: usize = 5;

pub(super) fn run(root: &Path) -> Result<(), String> {
    let acceptance =
        crdls_tests::corpus::acceptance_or_skip("suites").ok_or("no suites: set CRDLS_ACCEPTANCE")?;
    let oracle = build::oracle(root)?;
    let start = Instant::now();
    let suites = Suites::read(&acceptance);
    let planned = suites.planned();
    let config = config(Minor::NEWEST);
    let read = start.elapsed();
    let installed: Vec<Vec<Installed<'_>>> = planned
        .iter()
        .map(|planned| {
            let install = |candidate| Installed::new(candidate, &planned.version, &config);
            planned.candidates.iter().map(install).collect()
        })
        .collect();
    let compiled = start.elapsed();
    let mut sessions: Vec<(Session<'_>, Vec<&Case>)> = Vec::new();
    for (planned, installed) in planned.iter().zip(&installed) {
        for installed in installed {
            let cases = planned.suite.cases.iter().filter(|case| case.patches.is_empty()).collect();
            sessions.push((Session::new(installed, &config), cases));
        }
    }
    let (mut times, mut ours) = (Vec::new(), 0);
    for run in 0..=RUNS {
        let start = Instant::now();
        let (mut cases, mut failed) = (0, 0);
        for (session, chosen) in &mut sessions {
            for case in chosen {
                cases += 1;
                failed += usize::from(session.run(case).outcome != Outcome::Passed);
            }
        }
        let took = start.elapsed();
        // The first run compiles the rules.
        if run > 0 {
            times.push(took);
            continue;
        }
        ours = cases;
        let [total, read, checking, first] =
            [compiled + took, read, compiled - read, took].map(|time| time.as_secs_f64() * 1e3);
        println!(
            "from files to results, one thread: {total:.0} ms (reading {read:.0} ms, checking CRDs {checking:.0} ms, \
             cases with compiling their rules {first:.0} ms); {failed} of {cases} cases fail"
        );
    }
    let lines = written(root, "suites.json", &text_of(&suites, &planned))?;
    let theirs = runs(Command::new(oracle).args(["time-suites", "--repeat", "6"]).arg(&lines))?;
    // The first run of the handler compiles the rules.
    let theirs = medians(theirs.get(1..).unwrap_or_default(), ["milliseconds", "cases"]);
    let took = median(&times).as_secs_f64() * 1e3;
    println!("cases of test suites per second, one thread, median of {RUNS}");
    println!("  crdls          {:>9.0}, {ours} cases", ours as f64 / took * 1e3);
    println!("  the Go program {:>9.0}, {} cases", theirs[1] / theirs[0] * 1e3, theirs[1]);
    println!("  ratio          {:>9.1}", theirs[0] / took);
    if ours as f64 == theirs[1] { Ok(()) } else { Err("they do not count the same cases".to_owned()) }
}

/// The cases as `oracle time-suites` takes them, each CRD once and before its cases.
fn text_of(suites: &Suites, planned: &[Planned<'_>]) -> String {
    let (mut lines, mut known) = (String::new(), BTreeSet::new());
    for planned in planned {
        for candidate in &planned.candidates {
            if known.insert(candidate.file) {
                let text = suites.text(candidate.file);
                lines += &format!("{}\n", json!({"crd": candidate.file, "text": text}));
            }
            for case in planned.suite.cases.iter().filter(|case| case.patches.is_empty()) {
                let [initial, updated] = [&case.initial, &case.updated].map(|manifest| {
                    manifest.as_ref().and_then(|manifest| {
                        serde_json::from_str::<serde_json::Value>(&manifest.object.to_json()).ok()
                    })
                });
                lines +=
                    &format!("{}\n", json!({"crd": candidate.file, "initial": initial, "updated": updated}));
            }
        }
    }
    lines
}
