//! Manifests made and changed at random on which crdls and the API server's code differ. Each kind of difference is
//! printed once, with a small manifest that shows it.

use std::collections::BTreeSet;
use std::process::ExitCode;

use crdls_tests::corpus;
use crdls_tests::generate::Pool;
use crdls_tests::generate::yaml::plain;
use crdls_tests::hunt::{self, Oracle, Sides};
use crdls_tests::random::Random;
use crdls_tests::torture::Seeds;

/// How many manifests an oracle is asked in a row.
const BATCH: usize = 1000;

/// Prints each kind of difference on some thousands of manifests; fails if there is one.
pub(super) fn run(seed: u64, batches: u64, sides: &Sides) -> Result<ExitCode, String> {
    let kinds = differences(seed, batches, sides).map_err(|err| err.to_string())?;
    Ok(super::status(kinds == 0))
}

/// How many kinds of difference there are.
fn differences(seed: u64, batches: u64, sides: &Sides) -> std::io::Result<usize> {
    let seeds = Seeds::all();
    let cases = corpus::dir().map(|dir| corpus::read(&dir.join("kubernetes-cases/expressions.jsonl")));
    let pool = Pool::new(seeds.manifests.iter().map(String::as_str), &cases.unwrap_or_default());
    let mut one_by_one = Oracle::start(sides)?;
    let mut known = BTreeSet::new();
    let (mut compared, mut accepted, mut different) = (0, 0, 0);
    for batch in 0..batches {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(batch));
        let manifests = (0..BATCH).map(|_| hunt::manifest(&pool, &mut random)).collect();
        let asked = sides.ask(manifests)?;
        compared += asked.compared;
        accepted += asked.accepted;
        different += asked.different.len();
        for (manifest, lines) in asked.different {
            for signature in hunt::signatures(&lines) {
                if !known.insert(signature.clone()) {
                    continue;
                }
                let differs = |manifest: &serde_json::Value| {
                    hunt::signatures(&one_by_one.difference(manifest)).contains(&signature)
                };
                let small = hunt::shrink(&manifest, differs);
                let lines = one_by_one.difference(&small);
                known.extend(hunt::signatures(&lines));
                println!("=== {signature}\n{}\n--- {}\n", plain(&small), lines.join("\n--- "));
            }
        }
        eprintln!(
            "batch {batch}: {compared} compared, {accepted} accepted, {different} differ in {} ways",
            known.len()
        );
    }
    Ok(known.len())
}
