//! A Go file with planted faults, and what controller-gen says of it, stage by stage (needs the facts about markers).

use std::path::Path;

use crdls_markers::findings::Settings;
use crdls_markers::registry::Version;
use crdls_report::Note;
use crdls_tests::corpus;
use crdls_tests::go_project::{self, Placed};

/// A line of controller-gen's: the line of the file, and the sentence.
fn reported(path: &Path) -> Vec<(u32, String)> {
    let text = corpus::read(path);
    let lines = text.lines().filter_map(|line| {
        let rest = line.split_once("types.go:")?.1;
        let (line, rest) = rest.split_once(':')?;
        let (_, sentence) = rest.split_once(": ")?;
        Some((line.parse().ok()?, sentence.to_owned()))
    });
    lines.collect()
}

fn says(placed: &Placed, sentence: &str) -> bool {
    placed.finding.notes.iter().any(|note| match note {
        Note::Why(words) | Note::Help(words) => words.ends_with(&format!(": {sentence}")),
    })
}

/// Whether a finding is the one of a line: the first stage stands at the marker, the second at its field, which is below.
fn stands_at(placed: &Placed, line: u32, text: &str) -> bool {
    let between: Vec<&str> =
        text.lines().skip(placed.line as usize).take((line - placed.line.min(line)) as usize).collect();
    placed.line <= line && between.iter().rev().skip(1).all(|line| line.trim_start().starts_with("//"))
}

#[test]
fn what_controller_gen_refuses_is_found() {
    let Some(facts) = corpus::markers_or_skip("planted faults in Go") else { return };
    let root = facts.join("planted");
    let text = corpus::read(&root.join("api/v1/types.go"));
    let mut missing = Vec::new();
    let (mut expected, mut found) = (0, 0);
    for (version, files) in [
        (Version::new(21, 0), &["cg-v0.21.0.txt"][..]),
        (Version::new(23, 0), &["cg-v0.23.0.txt", "cg2-v0.23.0.txt"][..]),
    ] {
        let settings = Settings { version, ..Settings::default() };
        let program = go_project::program(&root, settings);
        let mut all = go_project::findings(&program, settings);
        for (line, sentence) in files.iter().flat_map(|file| reported(&root.join(file))) {
            expected += 1;
            let at = all.iter().position(|placed| says(placed, &sentence) && stands_at(placed, line, &text));
            match at {
                Some(at) => {
                    let placed = all.remove(at);
                    found += 1;
                    println!("{version} {line}: `{}` {}", placed.text, placed.finding.message);
                }
                None => missing.push(format!("{version} {line}: {sentence}")),
            }
        }
        let other: Vec<_> =
            all.iter().filter(|placed| placed.finding.severity == crdls_report::Severity::Error).collect();
        if version == Version::new(23, 0) {
            missing.extend(other.iter().map(|placed| {
                format!("{version} {}: not expected: {:?}", placed.line, placed.finding.notes)
            }));
        }
    }
    println!("{found} of {expected} of controller-gen's errors");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
