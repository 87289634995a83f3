//! How long it takes to run the suites of openshift/api: `cargo xtask bench suites`.
//!
//! The counterpart of the oracle's `time-suites`, for which it writes the cases: those without patches of the CRD, CRDs
//! compiled beforehand, one thread; each run is a line of JSON.

use std::collections::BTreeSet;
use std::time::Instant;

use crdls_schema::Minor;
use crdls_suite::{Case, Installed, Outcome, Session};
use crdls_tests::corpus;
use crdls_tests::suites::{Planned, Suites, config};
use serde_json::json;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RUNS: usize = 5;

fn main() {
    let lines = std::env::args().nth(1).expect("a file to write the cases to");
    let acceptance = corpus::acceptance_or_skip("suites").expect("the acceptance data");
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
    std::fs::write(&lines, text_of(&suites, &planned)).expect("the cases are written");
    for run in 0..=RUNS {
        let start = Instant::now();
        let (mut cases, mut failed) = (0, 0);
        for (session, chosen) in &mut sessions {
            for case in chosen {
                cases += 1;
                failed += usize::from(session.run(case).outcome != Outcome::Passed);
            }
        }
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        // The first run compiles the rules.
        if run > 0 {
            println!("{{\"milliseconds\":{milliseconds:.3},\"cases\":{cases},\"failed\":{failed}}}");
        } else {
            let total = compiled.as_secs_f64() * 1e3 + milliseconds;
            eprintln!(
                "from files to results, one thread: {total:.0} ms (reading {:.0} ms, checking CRDs {:.0} ms, \
                cases with compiling their rules {milliseconds:.0} ms)",
                read.as_secs_f64() * 1e3,
                (compiled - read).as_secs_f64() * 1e3
            );
        }
    }
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
