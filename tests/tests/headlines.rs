//! Headlines of findings stand alone: each names the field or the value (needs the corpus).

use std::collections::BTreeMap;

use crdls_tests::corpus;
use crdls_tests::headlines::{Headline, of_corpus};

#[test]
fn headlines_name_the_field_or_the_value() {
    let Some(root) = corpus::dir_or_skip("headlines") else { return };
    let all = of_corpus(&root);
    assert!(!all.is_empty());
    let (fine, other): (Vec<_>, Vec<_>) = all.iter().partition(|headline| headline.stands_alone());
    let (nowhere, failing): (Vec<_>, Vec<_>) = other.into_iter().partition(|one| one.path.is_empty());
    let placed = fine.len() + failing.len();
    println!(
        "{} of {placed} headlines ({:.2} %) name the field or the value",
        fine.len(),
        100.0 * fine.len() as f64 / placed.max(1) as f64
    );
    print("without it", &failing);
    print("without a place", &nowhere);
    assert!(failing.is_empty(), "{} headlines name neither the field nor the value", failing.len());
}

/// For each code the number of its headlines and an example.
fn print(what: &str, headlines: &[&Headline]) {
    let mut codes: BTreeMap<&str, Vec<&Headline>> = BTreeMap::new();
    headlines.iter().for_each(|headline| codes.entry(headline.code).or_default().push(headline));
    println!("{what}: {}", headlines.len());
    for (code, found) in codes {
        let mut patterns: BTreeMap<String, (usize, &Headline)> = BTreeMap::new();
        found.iter().for_each(|one| patterns.entry(one.pattern()).or_insert((0, one)).0 += 1);
        for (times, example) in patterns.values() {
            println!("  {code} ({times}): {}\n      {} at {}", example.message, example.path, example.place);
        }
    }
}
