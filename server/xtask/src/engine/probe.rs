//! Custom resources, rules and updates made at random that crdls and the API server's code validate differently.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use crdls_tests::generate::yaml;
use crdls_tests::probe::ask;
use crdls_tests::probe::manifest::{self, Crd};
use crdls_tests::probe::rule;
use crdls_tests::probe::updates::{self, Changing, Sides};
use crdls_tests::random::Random;
use crdls_tests::{corpus, hunt};

use super::status;
use crate::args::ProbeOf;

/// How much is made.
pub(super) struct Plan {
    pub(super) seed: u64,
    /// How many CRDs.
    pub(super) files: usize,
    /// How many questions of each.
    pub(super) each: usize,
}

/// Prints what differs; fails if anything does.
pub(super) fn run(
    what: ProbeOf,
    path: Option<&Path>,
    plan: &Plan,
    by: &hunt::Sides,
) -> Result<ExitCode, String> {
    let mut random = Random::new(plan.seed);
    let differing = match what {
        ProbeOf::Rules => rules(by, &mut random, plan.files * plan.each),
        ProbeOf::Updates => updates(by, &mut random, plan),
        ProbeOf::File => file(by, path.ok_or("`probe file` takes a file")?),
        ProbeOf::Corpus => {
            resources(by, &mut random, plan, &manifest::of_corpus().ok_or("no corpus: set CRDLS_CORPUS")?)
        }
        ProbeOf::Made => resources(by, &mut random, plan, &[]),
    };
    Ok(status(differing == 0))
}

fn start(by: &hunt::Sides) -> ask::Oracle {
    ask::Oracle::start(&by.oracle, by.minor).expect("the oracle runs")
}

/// How many random resources of CRDs differ; without CRDs these are random too.
fn resources(by: &hunt::Sides, random: &mut Random, plan: &Plan, crds: &[Crd]) -> usize {
    let files = plan.files;
    let mut oracle = start(by);
    let (mut compared, mut accepted, mut good, mut differing) = (0, 0, 0, 0);
    for n in 0..files {
        let crd = match random.pick(crds) {
            Some(crd) => crd.clone(),
            None => Crd::random(random),
        };
        let resources = manifest::resources(random, &crd, plan.each);
        let outcome = match ask::compare(&mut oracle, &crd, &resources) {
            Ok(outcome) => outcome,
            Err(error) => {
                println!("== file {n}: {error}\n{}", crd.text);
                oracle = start(by);
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
    differing
}

/// Updates of objects of as many CRDs, half of them of the corpus.
fn updates(by: &hunt::Sides, random: &mut Random, plan: &Plan) -> usize {
    let Plan { files, each, .. } = *plan;
    let crds = updates::of_corpus().unwrap_or_default();
    let start = || Sides::start(&by.oracle, by.minor).expect("the oracle runs");
    let mut sides = start();
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
                sides = start();
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
    differing
}

/// A file, its documents cut at lines of three dashes; of several CRDs the first counts.
fn file(by: &hunt::Sides, path: &Path) -> usize {
    let text = corpus::read(path);
    let texts: Vec<_> = text.split("\n---\n").map(str::trim_end).collect();
    let outcome = ask::compare_texts(&mut start(by), &texts, true).expect("the oracle answers");
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
    outcome.differences.len()
}

fn rules(by: &hunt::Sides, random: &mut Random, count: usize) -> usize {
    let questions = rule::questions(random, count);
    let different = rule::compare(&by.oracle, by.minor, &questions);
    for (question, ours, theirs) in &different {
        println!("-- {}", question["rule"]);
        println!("   self {} oldSelf {}", question["self"], question["oldSelf"]);
        println!("     ours   {ours}\n     theirs {theirs}");
    }
    println!("{count} rules, {} differ", different.len());
    different.len()
}
