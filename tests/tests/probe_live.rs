//! Questions made at random, asked of crdls and of the API server's own code, where Go is present: custom
//! resources of made and of real CRDs, and rules. `cargo run -p crdls-tests --bin probe` asks more.

use crdls_minors::Minor;
use crdls_tests::oracle;
use crdls_tests::probe::ask::{self, Oracle};
use crdls_tests::probe::manifest::{self, Crd};
use crdls_tests::probe::rule;
use crdls_tests::probe::updates::{self, Changing, Sides};
use crdls_tests::random::Random;

#[test]
fn resources_of_made_crds() {
    let Some(binary) = oracle::binary_or_skip("random resources of random CRDs") else { return };
    let mut random = Random::new(1);
    compare(&binary, 80, 20, Crd::random, &mut random);
}

#[test]
fn resources_of_real_crds() {
    let Some(binary) = oracle::binary_or_skip("random resources of real CRDs") else { return };
    let Some(crds) = manifest::of_corpus() else { return };
    let mut random = Random::new(2);
    compare(&binary, 30, 20, |random| random.pick(&crds).cloned().expect("a CRD"), &mut random);
}

#[test]
fn updates_of_made_and_of_real_crds() {
    let Some(binary) = oracle::binary_or_skip("random updates of custom resources") else { return };
    let real = updates::of_corpus().unwrap_or_default();
    let mut sides = Sides::start(&binary, Minor::NEWEST).expect("the oracle runs");
    let mut random = Random::new(4);
    let (mut compared, mut accepted, mut differing) = (0, 0, 0);
    // Where all are made, fewer updates are accepted.
    let crds = if real.is_empty() { 300 } else { 60 };
    for n in 0..crds {
        let made = Changing::random(&mut random);
        let crd = random.pick(&real).filter(|_| n % 2 == 0).unwrap_or(&made);
        let outcome = sides.compare(&mut random, crd, 25).expect("the oracle answers");
        compared += outcome.compared;
        accepted += outcome.accepted;
        for (pair, lines) in outcome.different {
            differing += 1;
            println!("{pair}\n  {}", lines.join("\n  "));
        }
    }
    println!("{compared} updates, {accepted} of them accepted, {differing} differ");
    assert!(compared > 300 && accepted > 100);
    assert_eq!(differing, 0);
}

#[test]
fn rules() {
    let Some(binary) = oracle::binary_or_skip("random rules") else { return };
    let questions = rule::questions(&mut Random::new(3), 3_000);
    let different = rule::compare(&binary, Minor::NEWEST, &questions);
    for (question, ours, theirs) in &different {
        println!("{}\n  self {} oldSelf {}", question["rule"], question["self"], question["oldSelf"]);
        println!("  ours   {ours}\n  theirs {theirs}");
    }
    println!("{} rules, {} differ", questions.len(), different.len());
    assert!(different.is_empty());
}

fn compare(
    binary: &std::path::Path,
    files: usize,
    each: usize,
    mut make: impl FnMut(&mut Random) -> Crd,
    random: &mut Random,
) {
    let mut oracle = Oracle::start(binary, Minor::NEWEST).expect("the oracle runs");
    let (mut compared, mut accepted, mut differing) = (0, 0, 0);
    for _ in 0..files {
        let crd = make(random);
        let resources = manifest::resources(random, &crd, each);
        let outcome = ask::compare(&mut oracle, &crd, &resources).expect("the oracle answers");
        compared += outcome.compared;
        accepted += outcome.accepted;
        for difference in outcome.differences {
            differing += 1;
            println!("{}\n  of {}\n  {}", difference.document, crd.text, difference.lines.join("\n  "));
        }
    }
    println!("{files} CRDs, {compared} resources, {accepted} of them taken, {differing} differ");
    assert!(compared > files && accepted > 0);
    assert_eq!(differing, 0);
}
