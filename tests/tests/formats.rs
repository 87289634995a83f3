//! Formats of strings are those of the API server.
//!
//! `tests/oracle/formats.jsonl` holds texts with the server's verdict, so that Rust is enough to compare.
//! Where Go is present the oracle is asked again, of these and of texts made from them at random.
//! `UPDATE=1` writes the verdicts anew, the oracle's, never ours.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_tests::random::Random;
use crdls_tests::{corpus, oracle};
use crdls_values::formats;
use serde_json::json;

/// How many texts are made for each format.
const MADE: usize = 2_000;

#[test]
fn verdicts_are_as_recorded() {
    let cases = recorded();
    let differing: Vec<_> =
        cases.iter().filter(|(format, text, valid)| is_valid(format, text) != *valid).collect();
    println!("{} texts, {} differ", cases.len(), differing.len());
    assert!(differing.is_empty(), "{differing:#?}");
    let covered: BTreeMap<_, _> = cases.iter().map(|(format, _, valid)| ((&**format, *valid), ())).collect();
    for name in formats::names().filter(|name| *name != "password") {
        assert!([true, false].iter().all(|valid| covered.contains_key(&(name, *valid))), "{name}");
    }
}

#[test]
fn the_record_is_current() {
    let Some(binary) = oracle::binary_or_skip("whether recorded formats are current") else { return };
    let cases = recorded();
    let pairs: Vec<_> = cases.iter().map(|(format, text, _)| (format.clone(), text.clone())).collect();
    let verdicts = ask(&binary, &pairs);
    if std::env::var_os("UPDATE").is_some() {
        let lines = pairs.iter().zip(&verdicts).map(|((format, text), valid)| json!([format, text, valid]));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        std::fs::write(path(), text).expect("the record is written");
        return;
    }
    for (case, valid) in cases.iter().zip(verdicts) {
        assert_eq!(case.2, valid, "{case:?}");
    }
}

#[test]
fn made_texts_are_judged_alike() {
    let Some(binary) = oracle::binary_or_skip("formats of texts made at random") else { return };
    let mut random = Random::new(6);
    let cases = recorded();
    let mut pairs = Vec::new();
    for format in formats::names() {
        let seeds: Vec<_> = cases.iter().filter(|(f, ..)| f == format).map(|(_, text, _)| text).collect();
        for _ in 0..MADE {
            let mut text = random.pick(&seeds).expect("a text").to_string();
            for _ in 0..=random.below(3) {
                text = changed(&text, &seeds, &mut random);
            }
            pairs.push((format.to_owned(), text));
        }
    }
    let verdicts = ask(&binary, &pairs);
    let valid = verdicts.iter().filter(|valid| **valid).count();
    let differing: Vec<_> = pairs
        .iter()
        .zip(&verdicts)
        .filter(|((format, text), valid)| is_valid(format, text) != **valid)
        .collect();
    println!("{} made texts, {valid} valid, {} differ", pairs.len(), differing.len());
    assert!(valid > pairs.len() / 10, "hardly any text is valid");
    assert!(differing.is_empty(), "{differing:#?}");
}

fn is_valid(format: &str, text: &str) -> bool {
    formats::is_valid(format, text)
}

/// A text with one thing in it changed.
fn changed(text: &str, seeds: &[&String], random: &mut Random) -> String {
    const PARTS: [&str; 48] = [
        "0", "1", "9", "00", "12", "99999", "a", "f", "F", "g", "z", "T", "t", "Z", "x", " ", "\t", "\n",
        ".", "..", ":", "::", "-", "--", "_", "/", "%", "%25", "%41", "@", "\"", "\\", "(", ")", "<", ">",
        "[", "]", ",", ";", "=", "?", "#", "+", "é", "☃", "\u{0}", "µs",
    ];
    let chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len() + 1);
    let (before, after) = chars.split_at(at);
    let rest = after.get(1..).unwrap_or_default();
    let part = random.pick(&PARTS).expect("a part");
    let join = |a: &[char], middle: &str, b: &[char]| {
        a.iter().collect::<String>() + middle + &b.iter().collect::<String>()
    };
    match random.below(5) {
        0 => join(before, part, after),
        1 => join(before, part, rest),
        2 => join(before, "", rest),
        3 => {
            let other: Vec<char> = random.pick(seeds).expect("a text").chars().collect();
            join(before, "", other.get(at..).unwrap_or_default())
        }
        _ => {
            // One character for another that is near, so that texts stay what they are.
            let near = after.first().and_then(|c| char::from_u32(*c as u32 ^ 1)).unwrap_or('0');
            join(before, &near.to_string(), rest)
        }
    }
}

fn path() -> PathBuf {
    corpus::repository().join("tests/oracle/formats.jsonl")
}

fn recorded() -> Vec<(String, String, bool)> {
    let case = |line: &str| serde_json::from_str(line).expect("a format, a text and a verdict");
    corpus::read(&path()).lines().map(case).collect()
}

fn ask(binary: &Path, pairs: &[(String, String)]) -> Vec<bool> {
    let questions: String = pairs.iter().map(|pair| format!("{}\n", json!(pair))).collect();
    let verdicts = oracle::answers(binary, &["formats"], &questions).expect("the oracle answers");
    assert_eq!(verdicts.len(), pairs.len(), "each has a verdict");
    verdicts.iter().map(|valid| valid.as_bool().expect("a known format")).collect()
}
