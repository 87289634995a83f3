//! One word for each concept: the others count, in the pages, the texts of the sources and the help of the command line.
//!
//! The name of a class, a key of JSON or a command in backticks is not a word of a sentence.

use std::collections::BTreeMap;

use crdls_tests::corpus::{self, repository};
use crdls_tests::rust_source::RustSource;

/// The word for a concept, and words that mean the same.
const CONCEPTS: [(&str, &[&str]); 5] = [
    ("reject", &["refuse", "refuses", "refused", "refusing"]),
    ("validate", &["judge", "judges", "judged", "judging"]),
    ("witness", &["counterexample", "counterexamples"]),
    ("base", &["old side", "baseline side"]),
    ("stored", &["effective"]),
];

/// The texts of a source: strings with more than a word.
fn texts(source: &RustSource) -> Vec<String> {
    let all = source.strings().into_iter().map(|(_, text)| text);
    all.filter(|text| text.contains(' ') && !text.contains("crdls effective")).collect()
}

#[test]
fn each_concept_has_one_word() {
    let root = repository();
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut look = |name: &str, text: &str| {
        for (_, line) in super::prose(text) {
            // A heading that is the name of a command, and a key of a table.
            if ["## effective", "refused = true"].contains(&line.as_str()) {
                continue;
            }
            let words = super::words(&line).join(" ");
            let padded = format!(" {words} ");
            for (concept, others) in CONCEPTS {
                let other = others.iter().find(|other| padded.contains(&format!(" {other} ")));
                found
                    .entry(concept)
                    .or_default()
                    .extend(other.map(|other| format!("{name}: {other}: {line}")));
            }
        }
    };
    for path in super::documents() {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        // The table of old names has them.
        if !name.ends_with("renamed.md") {
            look(&name, &corpus::read(&path));
        }
    }
    for path in corpus::files(&root, &["server"], &["rs"]) {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if name.contains("/tests/") || name.ends_with("tests.rs") || name.contains("/xtask/") {
            continue;
        }
        let source = RustSource::without_tests(&corpus::read(&path));
        texts(&source).iter().for_each(|text| look(&name, text));
        if name.ends_with("cli/args.rs") {
            source.doc_comments.iter().for_each(|(_, text)| look(&name, text));
        }
    }
    for (concept, others) in &found {
        println!("{concept}: {} other words", others.len());
    }
    let others: Vec<_> = found.into_values().flatten().collect();
    assert!(others.is_empty(), "{} other words:\n{}", others.len(), others.join("\n"));
}
