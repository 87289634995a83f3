//! Go's verdicts on the patterns of `go-regexp.json`, and the patterns of the corpus' CRDs.

use crdls_go::regexp::compile;
use crdls_tests::corpus;
use serde_json::Value;

/// What the corpus file would say: Go's error, or for each probe 1 where the pattern matches.
fn verdict(pattern: &str, probes: &[&str]) -> String {
    match compile(pattern) {
        Err(error) => format!("ERR {error}"),
        Ok(regexp) => probes.iter().map(|probe| if regexp.is_match(probe) { '1' } else { '0' }).collect(),
    }
}

#[test]
fn matches_and_refuses_as_go() {
    let Some(corpus) = corpus::dir_or_skip("verdicts of Go's regexp") else { return };
    let text = std::fs::read_to_string(corpus.join("go-regexp.json")).expect("go-regexp.json");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let probes = file["probes"].as_array().expect("probes");
    let probes: Vec<_> = probes.iter().filter_map(Value::as_str).collect();
    let patterns = file["patterns"].as_object().expect("patterns");
    for (pattern, said) in patterns {
        assert_eq!(Some(verdict(pattern, &probes).as_str()), said.as_str(), "{pattern}");
    }
    println!("{} patterns", patterns.len());
}

/// A pattern that stands on one line in single quotes; more may follow where it has none.
fn pattern(line: &str) -> Option<String> {
    let quoted = line.trim_start().strip_prefix("pattern: '")?;
    quoted.strip_suffix('\'').map(|inside| inside.replace("''", "'"))
}

#[test]
fn takes_the_patterns_of_real_crds() {
    let Some(root) = corpus::dir_or_skip("patterns of real CRDs") else { return };
    let mut count = 0;
    for file in corpus::files(&root, &["crds"], &["yaml", "yml", "json"]) {
        let text = corpus::read(&file);
        for pattern in text.lines().filter_map(pattern) {
            compile(&pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            count += 1;
        }
    }
    println!("{count} patterns");
}
