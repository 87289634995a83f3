//! Refactorings over real CRDs (needs the corpus): what the server accepts it accepts still, and what is
//! only written in another way means the same.

use std::collections::BTreeMap;

use crdls_ide::{File, FileContext, applied, check, refactorings};
use crdls_report::Config;
use crdls_tests::random::Random;
use crdls_tests::{corpus, json};
use crdls_text::TextRange;
use crdls_yaml::Budget;

/// Bigger files say nothing new, and take long to check again and again.
const LARGEST: usize = 200_000;

/// Files up to this size are tried in braces too.
const SMALL: usize = 5_000;

const STEP: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// Places in a file at which something is asked for.
const PLACES: usize = 40;

/// A few words by which a refactoring is known, and whether it keeps the meaning.
const KINDS: &[(&str, bool)] = &[
    ("add version", false),
    ("convert `message`", false),
    ("expand `x-kubernetes-int-or-string`", false),
    ("format the expression", false),
    ("replace `anyOf`", false),
    ("sort the properties", true),
    ("unfold into lines", true),
    ("quote keys and strings", true),
];

#[test]
fn refactorings_change_no_verdict() {
    let Some(root) = corpus::dir_or_skip("refactorings") else { return };
    let mut random = Random::new(7);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in corpus::files(&root, &["crds"], &["yaml"]).iter().step_by(STEP) {
        let file = File::new(corpus::read(path));
        if file.text().len() > LARGEST || refused(&file) {
            continue;
        }
        let name = path.display().to_string();
        each_is_tried(&name, &file, &mut random, &mut counts);
        // The same in braces, with a word that JSON wants in quotes.
        if let Some(value) = values(&file).first().filter(|_| file.text().len() < SMALL) {
            let bare = File::new(value.to_string().replacen("\"kind\":", "kind: ", 1));
            each_is_tried(&format!("{name} in braces"), &bare, &mut random, &mut counts);
        }
    }
    for (words, count) in &counts {
        println!("{count:6} {words}");
    }
    assert!(cfg!(debug_assertions) || counts.len() == KINDS.len(), "each was tried");
}

/// Applies the refactorings at some places of a file, and counts them.
fn each_is_tried(name: &str, file: &File, random: &mut Random, counts: &mut BTreeMap<&'static str, usize>) {
    for offset in places(file.text(), random) {
        for fix in refactorings(file, TextRange::empty(offset)) {
            let at = || format!("{name} at {offset}: {}", fix.title);
            let kind = KINDS.iter().find(|(words, _)| fix.title.starts_with(words));
            let (words, same) = kind.unwrap_or_else(|| panic!("{}", at()));
            let (text, _) =
                applied(file.text(), std::slice::from_ref(&fix)).unwrap_or_else(|| panic!("{}", at()));
            let after = File::new(text);
            assert!(!refused(&after), "{}\n{}", at(), after.text());
            if *same {
                assert_eq!(values(file), values(&after), "{}", at());
            }
            *counts.entry(words).or_default() += 1;
        }
    }
}

fn refused(file: &File) -> bool {
    check(file, FileContext::default(), &Config::default()).iter().any(|found| found.finding.server.is_some())
}

fn values(file: &File) -> Vec<serde_json::Value> {
    let roots = file.tree().documents().iter().filter_map(|document| file.tree().root(file.text(), document));
    roots.map(|root| json::of(root, &mut Budget::default())).collect()
}

/// Random places, most of them where there is something to be done.
fn places(text: &str, random: &mut Random) -> Vec<u32> {
    let marks = ["- name: v", "rule: ", "x-kubernetes-int-or-string", "properties:", "{", "["];
    let mut all: Vec<u32> =
        marks.iter().flat_map(|mark| text.match_indices(mark)).map(|(at, _)| at as u32).collect();
    let mut chosen: Vec<u32> = (0..PLACES).filter_map(|_| random.pick(&all).copied()).collect();
    all.clear();
    chosen.extend(
        (0..PLACES / 4)
            .map(|_| random.below(text.len()) as u32)
            .filter(|at| text.is_char_boundary(*at as usize)),
    );
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
