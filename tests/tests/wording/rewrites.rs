//! The rows of a review: a text as it was, and a better one. Counts those that are done, obsolete, declined and open.
//!
//! The review is data next to the repository (`CRDLS_REVIEW`, by default `../shared/review`); without it nothing is
//! counted. `tests/declined.tsv` has the rows that are not followed, each with the reason.

use std::collections::BTreeMap;

use crdls_tests::corpus::{self, repository};

/// A text on one line: no marks of comments, no breaks inside of strings.
fn plain(text: &str) -> String {
    let words = text.lines().flat_map(|line| {
        let line = line.trim();
        let mark =
            ["///", "//!", "//", "#"].into_iter().find(|mark| line.starts_with(mark)).unwrap_or_default();
        let line = if mark == "#" && line.starts_with("##") { line } else { &line[mark.len()..] };
        line.strip_suffix('\\').unwrap_or(line).split_whitespace()
    });
    words.collect::<Vec<_>>().join(" ").replace("\\\"", "\"")
}

/// All texts that the review is about, by their names.
fn texts() -> BTreeMap<String, String> {
    let root = repository();
    let folders = ["docs", "editors", "schemas", "server", "tests/rules", "tests/tests", "ci"];
    let mut paths = corpus::files(&root, &folders, &["md", "rs", "toml", "json", "yaml", "ts"]);
    let named = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", ".pre-commit-hooks.yaml"];
    paths.extend(named.map(|name| root.join(name)));
    paths.retain(|path| !path.components().any(|part| part.as_os_str() == "node_modules"));
    let name = |path: &std::path::Path| path.strip_prefix(&root).unwrap_or(path).display().to_string();
    paths.iter().map(|path| (name(path), plain(&corpus::read(path)))).collect()
}

/// The rows that are not followed: FILE:LINE, each with the reason.
fn declined() -> BTreeMap<String, String> {
    let text = corpus::read(&repository().join("tests/declined.tsv"));
    let rows = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    rows.map(|(row, reason)| (row.to_owned(), reason.to_owned())).collect()
}

#[test]
fn every_row_of_the_review_is_done_obsolete_or_declined() {
    let Some(folder) = corpus::review() else {
        return println!("skipped: there is no review (CRDLS_REVIEW)");
    };
    let (texts, declined) = (texts(), declined());
    let is_somewhere = |text: &str| {
        let text = plain(text);
        texts.values().any(|known| known.contains(&text))
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut open, mut stale) = (Vec::new(), declined.clone());
    for line in corpus::read(&folder.join("rewrites.tsv")).lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let [place, _, before, after, ..] = row[..] else { panic!("{line}") };
        let state = match (declined.contains_key(place), is_somewhere(before), is_somewhere(after)) {
            (true, ..) => "declined",
            (false, true, _) => "open",
            (false, false, true) => "done",
            (false, false, false) => "obsolete",
        };
        stale.remove(place);
        *counts.entry(state).or_default() += 1;
        if state == "open" {
            open.push(format!("{place}: {before}"));
        }
    }
    let total: usize = counts.values().sum();
    println!("{total} rows of the review: {counts:?}");
    for (row, reason) in &declined {
        println!("declined {row}: {reason}");
    }
    assert!(stale.is_empty(), "no such rows: {:?}", stale.keys());
    assert!(open.is_empty(), "{} open rows:\n{}", open.len(), open.join("\n"));
}
