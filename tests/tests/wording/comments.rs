//! Doc comments: the first sentence stands alone, and names its subject. Counted by what begins or runs through it.
//!
//! A pattern that is not gone yet has a limit, which only goes down.

use std::collections::BTreeMap;

use crdls_tests::corpus::{self, repository};

/// A way to write that means nothing without the code next to it, the most first sentences with it, and whether one has it.
type Pattern = (&'static str, usize, fn(&[String]) -> bool);

const PATTERNS: [Pattern; 7] = [
    ("begins with a pronoun", 156, |words| {
        let is_one = || {
            words.first().is_some_and(|first| first == "one") && begins(&words[1..], &["that", "of", "whose"])
        };
        begins(words, &["it", "its", "they", "them", "those", "that", "this"]) || is_one()
    }),
    ("begins with What", 1282, |words| begins(words, &["what"])),
    ("begins with Of or As", 75, |words| begins(words, &["of", "as"])),
    ("`is no`, `are no`, `is none`", 295, |words| {
        has(words, &[&["is", "no"], &["are", "no"], &["is", "none"], &["are", "none"]])
    }),
    ("`behind`, `beside`, `in place of`", 156, |words| {
        has(words, &[&["behind"], &["beside"], &["in", "place", "of"]])
    }),
    ("`meets`, `is met`, `comes to`", 46, |words| {
        has(words, &[&["meets"], &["is", "met"], &["comes", "to"], &["come", "to"]])
    }),
    ("`says of`, `is said`, `asked about`", 86, |words| {
        has(words, &[&["says", "of"], &["is", "said"], &["asked", "about"]])
    }),
];

fn begins(words: &[String], with: &[&str]) -> bool {
    words.first().is_some_and(|first| with.contains(&first.as_str()))
}

fn has(words: &[String], phrases: &[&[&str]]) -> bool {
    phrases.iter().any(|phrase| words.windows(phrase.len()).any(|run| run == *phrase))
}

/// The first sentences of the doc comments of a source, each with its line.
fn first_sentences(source: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut last, mut is_open) = (0, false);
    let comments = source.lines().enumerate();
    for (line, text) in comments.filter_map(|(line, text)| Some((line + 1, text.trim().strip_prefix("///")?)))
    {
        if line != last + 1 {
            found.push((line, String::new()));
            is_open = true;
        }
        last = line;
        if let Some((_, sentence)) = found.last_mut().filter(|_| is_open) {
            let end = text.find(". ").or_else(|| text.ends_with('.').then_some(text.len()));
            is_open = end.is_none() && !text.trim().is_empty();
            *sentence += text.get(..end.unwrap_or(text.len())).unwrap_or(text);
        }
    }
    found
}

/// The number of first sentences, of those with each pattern, and the places that are shown.
fn counts() -> (usize, BTreeMap<&'static str, usize>, Vec<String>) {
    let root = repository();
    let (mut all, mut counts, mut places) = (0, BTreeMap::new(), Vec::new());
    let shown = std::env::var("CRDLS_SHOW").unwrap_or_default();
    for path in corpus::files(&root, &["server", "tests/src", "tests/tests"], &["rs"]) {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if name.contains("/generated/") {
            continue;
        }
        for (line, sentence) in first_sentences(&corpus::read(&path)) {
            all += 1;
            let outside: Vec<_> = sentence.split('`').step_by(2).collect();
            let words = super::words(&outside.join(" 0 "));
            for (pattern, _, _) in PATTERNS.iter().filter(|(_, _, has)| has(&words)) {
                *counts.entry(*pattern).or_default() += 1;
                if !shown.is_empty() && (pattern.contains(&shown) || name.contains(&shown)) {
                    places.push(format!("{name}:{line}: {sentence}"));
                }
            }
        }
    }
    (all, counts, places)
}

#[test]
fn first_sentences_of_doc_comments_stand_alone() {
    let (all, counts, places) = counts();
    println!("{all} doc comments\n{}", places.join("\n"));
    let mut above = Vec::new();
    for (pattern, most, _) in PATTERNS {
        let number = counts.get(pattern).copied().unwrap_or_default();
        println!("{number} (at most {most}): {pattern}");
        if number > most {
            above.push(pattern);
        }
    }
    assert!(above.is_empty(), "more first sentences than before (CRDLS_SHOW=PATTERN prints them): {above:?}");
}

/// The pages with a limit of words.
#[test]
fn the_first_pages_are_short() {
    let words = |text: &str| text.split_whitespace().count();
    let read = |name: &str| corpus::read(&repository().join(name));
    let changelog = read("CHANGELOG.md");
    let (_, first) = changelog.split_once("## 0.1.0\n").expect("a section on 0.1.0");
    let pages = [
        ("README.md", words(&read("README.md")), 700),
        ("ARCHITECTURE.md", words(&read("ARCHITECTURE.md")), 1700),
        ("CHANGELOG.md, 0.1.0", words(first), 400),
    ];
    for (name, count, most) in pages {
        println!("{name}: {count} words of at most {most}");
        assert!(count <= most, "{name} has {count} words");
    }
    let bytes = read("ARCHITECTURE.md").len();
    println!("ARCHITECTURE.md: {bytes} bytes");
    assert!(bytes <= 10_240, "ARCHITECTURE.md has {bytes} bytes");
}
