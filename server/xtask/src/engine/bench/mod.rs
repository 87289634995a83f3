//! What is measured inside of this program, next to the API server's code on the same input.

mod edits;
mod rules;
mod suites;
mod updates;

use std::path::{Path, PathBuf};

use crate::args::EngineBench;
use crate::bench::number;

/// Measures, and prints the ratios.
pub(super) fn run(root: &Path, of: EngineBench) -> Result<(), String> {
    match of {
        EngineBench::Cel => rules::run(root),
        EngineBench::Updates => updates::run(root),
        EngineBench::Suites => suites::run(root),
        EngineBench::Edits => edits::run(),
    }
}

/// The medians of some numbers over the lines of a program; zero of a number that no line has.
fn medians<const N: usize>(runs: &[String], keys: [&str; N]) -> [f64; N] {
    keys.map(|key| {
        let mut numbers: Vec<_> = runs.iter().filter_map(|run| number(run, key)).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len() / 2).copied().unwrap_or_default()
    })
}

/// A file in `target/bench` with a text, for a program to read.
fn written(root: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let path = Path::new("target/bench").join(name);
    crate::files::write(root, &path, text)?;
    Ok(root.join(path))
}
