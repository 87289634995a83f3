//! `cargo dev test-names`: the tests that a revision had and the last commit lacks, and the lines of code of tests and
//! developers' programs in both.
//!
//! Tests are read from the sources, so that nothing is built: those of crates that do not build together count too. Must
//! not know what a test shows.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::build::{clone_of, said};
use crate::files::read;

/// What is counted of a revision.
#[derive(Default)]
struct Counted {
    names: BTreeSet<String>,
    tests: usize,
    /// Lines of tests and of this program.
    lines: usize,
}

/// Prints both counts, and the names that are gone.
pub(crate) fn run(root: &Path, against: &str) -> Result<(), String> {
    let [before, now] = [against, "HEAD"].map(|revision| counted(root, revision));
    let (before, now) = (before?, now?);
    println!("{:<24} {:>7} {:>7} {:>7}", "", "tests", "names", "lines");
    for (revision, counted) in [(against, &before), ("HEAD", &now)] {
        println!("{revision:<24} {:>7} {:>7} {:>7}", counted.tests, counted.names.len(), counted.lines);
    }
    let gone: Vec<_> = before.names.difference(&now.names).collect();
    println!("{} names are gone, by a new name or with what they tested", gone.len());
    gone.iter().for_each(|name| println!("  {name}"));
    Ok(())
}

fn counted(root: &Path, revision: &str) -> Result<Counted, String> {
    let clone = clone_of(root, revision)?;
    let files = said(Command::new("git").arg("-C").arg(&clone).args(["ls-files", "*.rs"]))?;
    let mut counted = Counted::default();
    for file in files.lines() {
        let text = read(&clone, file)?;
        let is_developers = file.starts_with("tests/") || file.starts_with("server/xtask/");
        if is_developers || file.contains("/tests/") || file.ends_with("/tests.rs") {
            counted.lines += text.lines().count();
        }
        let mut lines = text.lines().map(str::trim);
        while lines.any(|line| line == "#[test]") {
            let name = lines.find_map(|line| line.trim_start_matches("pub ").strip_prefix("fn "));
            let name = name.and_then(|rest| rest.split(['(', '<']).next());
            counted.tests += usize::from(name.is_some());
            counted.names.extend(name.map(str::to_owned));
        }
    }
    Ok(counted)
}
