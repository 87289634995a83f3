//! Hunts for differences from the API server: `probe made --seed 1 --files 100`, with
//! `--kubernetes 1.33` from the code of that minor (`cargo xtask oracle 1.33`).

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use crdls_schema::Minor;
use crdls_tests::generate::yaml;
use crdls_tests::probe::ask::{self, Oracle};
use crdls_tests::probe::manifest::{self, Crd};
use crdls_tests::probe::rule;
use crdls_tests::probe::updates::{self, Changing, Sides};
use crdls_tests::random::Random;
use crdls_tests::{corpus, hunt, oracle};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let option = |name: &str| arguments.iter().position(|a| a == name).and_then(|at| arguments.get(at + 1));
    let number = |name: &str, default: usize| option(name).and_then(|n| n.parse().ok()).unwrap_or(default);
    let what = arguments.first().map_or("", String::as_str);
    let (seed, files, each) = (number("--seed", 1), number("--files", 100), number("--each", 40));
    let Some(minor) = option("--kubernetes").map_or(Some(Minor::NEWEST), |text| Minor::parse(text)) else {
        eprintln!("--kubernetes takes {} to {}", Minor::OLDEST, Minor::NEWEST);
        return ExitCode::FAILURE;
    };
    let Some(binary) = oracle::of_minor_or_skip("the hunt for differences", minor) else {
        return ExitCode::FAILURE;
    };
    let mut random = Random::new(seed as u64);
    if what == "rules" {
        return rules(&binary, minor, &mut random, files * each);
    }
    if what == "file" {
        return file(&binary, minor, option("--file").map_or("", String::as_str));
    }
    if what == "updates" {
        return updates(&binary, minor, &mut random, files, each);
    }
    let crds = match what {
        "corpus" => manifest::of_corpus().unwrap_or_default(),
        _ => Vec::new(),
    };
    let mut oracle = Oracle::start(&binary, minor).expect("the oracle runs");
    let (mut compared, mut accepted, mut good, mut differing) = (0, 0, 0, 0);
    for n in 0..files {
        let crd = match random.pick(&crds) {
            Some(crd) => crd.clone(),
            None => Crd::random(&mut random),
        };
        let resources = manifest::resources(&mut random, &crd, each);
        let outcome = match ask::compare(&mut oracle, &crd, &resources) {
            Ok(outcome) => outcome,
            Err(error) => {
                println!("== file {n}: {error}\n{}", crd.text);
                oracle = Oracle::start(&binary, minor).expect("the oracle runs");
                continue;
            }
        };
        compared += outcome.compared;
        accepted += outcome.accepted;
        good += usize::from(outcome.good);
        differing += outcome.differences.len();
        if !outcome.differences.is_empty() {
            println!("== file {n} crd {}", crd.text.chars().take(30_000).collect::<String>());
        }
        for difference in outcome.differences {
            println!("-- {}", difference.document.chars().take(6_000).collect::<String>());
            difference.lines.iter().for_each(|line| println!("     {line}"));
        }
    }
    println!("{files} CRDs, {good} accepted; {compared} resources, {accepted} accepted; {differing} differ");
    if differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Updates of objects of as many CRDs, half of them of the corpus.
fn updates(binary: &Path, minor: Minor, random: &mut Random, files: usize, each: usize) -> ExitCode {
    let crds = updates::of_corpus().unwrap_or_default();
    let mut sides = Sides::start(binary, minor).expect("the oracle runs");
    let (mut good, mut compared, mut accepted, mut invalid, mut differing) = (0, 0, 0, 0, 0);
    let mut known = BTreeSet::new();
    for n in 0..files {
        let crd = match random.pick(&crds) {
            Some(crd) if n % 2 == 0 => crd.clone(),
            _ => Changing::random(random),
        };
        let outcome = match sides.compare(random, &crd, each) {
            Ok(outcome) => outcome,
            Err(error) => {
                println!("== CRD {n}: {error}\n{}", crd.crd);
                sides = Sides::start(binary, minor).expect("the oracle runs");
                continue;
            }
        };
        good += usize::from(outcome.good);
        compared += outcome.compared;
        accepted += outcome.accepted;
        invalid += outcome.invalid;
        differing += outcome.different.len();
        for (pair, lines) in outcome.different {
            // Each kind of difference once.
            if hunt::signatures(&lines).into_iter().all(|signature| !known.insert(signature)) {
                continue;
            }
            let (small, lines) = sides.shrunk(&pair, &lines);
            known.extend(hunt::signatures(&lines));
            println!("== CRD {n}\n{}", yaml::plain(&small));
            lines.iter().for_each(|line| println!("     {line}"));
        }
    }
    println!(
        "{files} CRDs, {good} accepted; {compared} updates, {accepted} accepted, {invalid} invalid; {differing} differ"
    );
    if differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A file, its documents cut at lines of three dashes; of several CRDs the first counts.
fn file(binary: &Path, minor: Minor, path: &str) -> ExitCode {
    let text = corpus::read(Path::new(path));
    let texts: Vec<_> = text.split("\n---\n").map(str::trim_end).collect();
    let mut oracle = Oracle::start(binary, minor).expect("the oracle runs");
    let outcome = ask::compare_texts(&mut oracle, &texts, true).expect("the oracle answers");
    for difference in &outcome.differences {
        println!("-- {}", difference.document.chars().take(2_000).collect::<String>());
        difference.lines.iter().for_each(|line| println!("     {line}"));
    }
    println!(
        "{} resources, {} accepted; {} differ",
        outcome.compared,
        outcome.accepted,
        outcome.differences.len()
    );
    ExitCode::SUCCESS
}

fn rules(binary: &Path, minor: Minor, random: &mut Random, count: usize) -> ExitCode {
    let questions = rule::questions(random, count);
    let different = rule::compare(binary, minor, &questions);
    for (question, ours, theirs) in &different {
        println!("-- {}", question["rule"]);
        println!("   self {} oldSelf {}", question["self"], question["oldSelf"]);
        println!("     ours   {ours}\n     theirs {theirs}");
    }
    println!("{count} rules, {} differ", different.len());
    if different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
