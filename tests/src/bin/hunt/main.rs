//! Looks for manifests on which crdls and the API server differ: `cargo run --profile corpus -p crdls-tests
//! --bin hunt -- --seed 1 --batches 20` (needs Go; `--kubernetes 1.33` first `cargo xtask oracle 1.33`).
//!
//! Knows the command line. Each kind of difference is printed once, with a small manifest that shows it.

use std::collections::BTreeSet;
use std::process::ExitCode;

use crdls_schema::Minor;
use crdls_tests::generate::Pool;
use crdls_tests::generate::yaml::plain;
use crdls_tests::hunt::{self, Oracle, Sides};
use crdls_tests::random::Random;
use crdls_tests::torture::Seeds;
use crdls_tests::{corpus, oracle};

const USAGE: &str =
    "hunt [--seed S] [--batches N] [--kubernetes 1.3x]   N thousand manifests, by the code of a minor";

/// How many manifests an oracle is asked in a row.
const BATCH: usize = 1000;

struct Args {
    seed: u64,
    batches: u64,
    minor: Minor,
}

fn main() -> ExitCode {
    let Some(args) = parse(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let Some(oracle) = oracle::of_minor_or_skip("the hunt", args.minor) else { return ExitCode::from(2) };
    match run(&args, &Sides { oracle, minor: args.minor }) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Option<Args> {
    let mut parsed = Args { seed: 1, batches: 1, minor: Minor::NEWEST };
    while let Some(name) = args.next() {
        let value = args.next()?;
        match name.as_str() {
            "--seed" => parsed.seed = value.parse().ok()?,
            "--batches" => parsed.batches = value.parse().ok()?,
            "--kubernetes" => parsed.minor = Minor::parse(&value)?,
            _ => return None,
        }
    }
    Some(parsed)
}

/// How many kinds of difference there are.
fn run(args: &Args, sides: &Sides) -> std::io::Result<usize> {
    let seeds = Seeds::all();
    let cases = corpus::dir().map(|dir| corpus::read(&dir.join("kubernetes-cases/expressions.jsonl")));
    let pool = Pool::new(seeds.manifests.iter().map(String::as_str), &cases.unwrap_or_default());
    let mut one_by_one = Oracle::start(sides)?;
    let mut known = BTreeSet::new();
    let (mut compared, mut accepted, mut different) = (0, 0, 0);
    for batch in 0..args.batches {
        let mut random = Random::new(args.seed.wrapping_mul(1_000_003).wrapping_add(batch));
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
