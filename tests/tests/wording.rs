//! Words that nobody has to read, since readers know another: "fixed", not "mended". The pages and texts for readers, the
//! messages in the sources, and the help of the command line do not use them.
//!
//! Quotations are left out: what is in backticks or between fences is the user's, the server's or a program's.

mod comments;
mod concepts;
mod rewrites;

use std::path::PathBuf;

use crdls_tests::corpus::{self, repository};
use crdls_tests::rust_source::RustSource;

/// Words and phrases in lower case, each with the term to use. Only those that mean the same wherever they stand.
const AVOID: [(&str, &str); 32] = [
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("cure", "fix"),
    ("cures", "fixes"),
    ("cured", "fixed"),
    ("heal", "fix"),
    ("heals", "fixes"),
    ("healed", "fixed"),
    ("dear", "expensive"),
    ("dearer", "more expensive"),
    ("dearest", "most expensive"),
    ("stranger", "unknown, misplaced"),
    ("strangers", "unknown, misplaced"),
    ("beside", "next to, in addition to"),
    ("behind", "after"),
    ("without a word", "silently"),
    ("in silence", "silently"),
    ("given up", "removed, no longer served"),
    ("none of ours", "unknown"),
    ("held against", "validated against"),
    ("held to", "validated against"),
    ("remark", "info"),
    ("remarks", "infos"),
    ("by its words", "by its text"),
    ("in its words", "with the same message"),
    ("in the server's words", "with the server's message"),
    ("in the server's own words", "with the server's own message"),
    ("there twice", "duplicate"),
    ("how one gets about", "navigation"),
    ("what stands there", "the value"),
];

/// The pages and texts for readers.
fn documents() -> Vec<PathBuf> {
    let root = repository();
    let named =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name));
    let pages = corpus::files(&root, &["docs", "server/crd/rules"], &["md"]);
    let of_editors = ["neovim/README.md", "helix/README.md", "vscode/README.md", "vscode/CHANGELOG.md"]
        .map(|name| root.join("editors").join(name));
    let walkthrough = corpus::files(&root, &["editors/vscode/media/walkthrough"], &["md"]);
    let tables = corpus::files(&root, &["schemas"], &["toml"]);
    let package = root.join("editors/vscode/package.json");
    named
        .into_iter()
        .chain(pages)
        .chain(of_editors)
        .chain(walkthrough)
        .chain(tables)
        .chain([package])
        .collect()
}

/// The words of a line, in lower case; an apostrophe is part of a word.
fn words(line: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'';
    line.to_lowercase()
        .split(|c: char| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The lines of a text with quotations left out, each with its number from 1.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut within = false;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().starts_with("```");
        within ^= fence;
        // A table of TOML is a name in code.
        if !within && !fence && !line.starts_with('[') {
            let outside: Vec<_> = line.split('`').step_by(2).collect();
            // A number in place of what is left out, so that no phrase spans it.
            found.push((index + 1, outside.join(" 0 ")));
        }
    }
    found
}

/// The phrases in a text, as `LINE: PHRASE (write …)`. One that goes over a line break counts where it begins.
fn avoided(text: &str) -> Vec<String> {
    let all: Vec<(usize, String)> = prose(text)
        .into_iter()
        .flat_map(|(number, line)| words(&line).into_iter().map(move |word| (number, word)))
        .collect();
    let phrases: Vec<(Vec<&str>, &str)> =
        AVOID.iter().map(|(phrase, instead)| (phrase.split(' ').collect(), *instead)).collect();
    let mut found = Vec::new();
    for (start, (number, _)) in all.iter().enumerate() {
        for (phrase, instead) in &phrases {
            let rest = all.iter().skip(start).take(phrase.len()).map(|(_, word)| word.as_str());
            if rest.eq(phrase.iter().copied()) {
                found.push(format!("{number}: {} (write: {instead})", phrase.join(" ")));
            }
        }
    }
    found
}

#[test]
fn documentation_uses_the_terms_of_the_field() {
    let root = repository();
    let mut found = Vec::new();
    for path in documents() {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        found.extend(avoided(&corpus::read(&path)).into_iter().map(|hit| format!("{name}:{hit}")));
    }
    assert!(found.is_empty(), "{} phrases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn messages_and_help_use_the_terms_of_the_field() {
    let root = repository();
    let mut found = Vec::new();
    for path in corpus::files(&root, &["server"], &["rs"]) {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if name.contains("/tests/") || name.ends_with("tests.rs") {
            continue;
        }
        let source = RustSource::without_tests(&corpus::read(&path));
        let strings = source.strings();
        // clap makes the help from the doc comments of the arguments.
        let help = if name.ends_with("cli/args.rs") { source.doc_comments } else { Vec::new() };
        for (line, text) in strings.into_iter().chain(help) {
            found.extend(avoided(&text).into_iter().map(|hit| format!("{name}:{line}, line {hit}")));
        }
    }
    assert!(found.is_empty(), "{} phrases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn quotations_are_left_out() {
    let text = "It is mended, `dear`.\n```\nbehind\n```\n[[type.stranger]]\nwithout\na word\ncurel";
    assert_eq!(avoided(text), ["1: mended (write: fixed)", "6: without a word (write: silently)"]);
}
