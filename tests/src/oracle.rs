//! The Go program that speaks for the API server: built where Go is present.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::corpus::repository;

/// The oracle's binary, built once; `None` where there is no Go.
pub fn binary() -> Option<PathBuf> {
    static BINARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    BINARY.get_or_init(build).clone()
}

/// The oracle, or `None` with a line that says what is skipped.
pub fn binary_or_skip(what: &str) -> Option<PathBuf> {
    let binary = binary();
    if binary.is_none() {
        eprintln!("skipped: {what} (no Go, or tests/oracle does not build)");
    }
    binary
}

fn build() -> Option<PathBuf> {
    let out = repository().join("target/oracle/oracle");
    let done = Command::new("go")
        .args(["build", "-o"])
        .arg(&out)
        .arg(".")
        .current_dir(repository().join("tests/oracle"))
        .status()
        .ok()?;
    done.success().then_some(out)
}
