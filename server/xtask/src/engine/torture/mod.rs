//! Hostile and half-typed input without a fuzzer: `storm` makes random inputs, `growth` texts of growing size, `findings`
//! texts with more and more findings, `long` a long session.

mod clock;
mod findings;
mod growth;
mod long;
mod memory;
mod storm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use crdls_tests::torture::{self, TARGETS, Target};

use super::{program, status};

/// Runs random inputs of one target or of all.
pub(super) fn torture(
    minutes: f64,
    seed: Option<u64>,
    target: Option<&str>,
    save: Option<PathBuf>,
    given: Option<PathBuf>,
) -> Result<ExitCode, String> {
    let program = program(given)?;
    let targets = match target {
        None => TARGETS.iter().collect(),
        Some(name) => vec![named(name)?],
    };
    let save = save.unwrap_or_else(|| crdls_tests::corpus::repository().join("tests/torture"));
    Ok(storm::run(storm::Plan { targets, minutes, seed: seed.unwrap_or_else(of_clock), save, program }))
}

/// Runs a saved input again.
pub(super) fn replay(file: &Path, target: Option<&str>, given: Option<PathBuf>) -> Result<ExitCode, String> {
    let folder = || file.parent()?.file_name()?.to_str();
    let target = named(target.or_else(folder).unwrap_or_default())?;
    Ok(storm::replay(target, file, program(given)?))
}

/// Times the shapes whose name has a text in it, at sizes up to a number of bytes.
pub(super) fn shapes(name: &str, most: usize) -> ExitCode {
    status(growth::run(name, most))
}

/// Times CRDs with more and more findings.
pub(super) fn findings(given: Option<PathBuf>) -> Result<ExitCode, String> {
    Ok(status(findings::run(&program(given)?)))
}

/// Plays a session with the language server.
pub(super) fn session(
    minutes: f64,
    edits: Option<u64>,
    seed: Option<u64>,
    given: Option<PathBuf>,
) -> Result<ExitCode, String> {
    Ok(long::run(minutes, edits, seed.unwrap_or_else(of_clock), &program(given)?))
}

/// A target by its name; the error lists all.
fn named(name: &str) -> Result<&'static Target, String> {
    torture::target(name).ok_or_else(|| {
        let targets = TARGETS.iter().map(|target| format!("\n  {:14} {}", target.name, target.what));
        format!("no target `{name}`; the targets:{}", targets.collect::<String>())
    })
}

/// A seed that no run had before, short enough to be typed.
fn of_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64 % 1_000_000_000
}
