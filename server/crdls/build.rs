//! The version that the program prints: with the commit, where it is optimized, and with what a build leaves out.
//!
//! Other profiles have no commit: a build of them would begin anew after each commit.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CRDLS_COMMIT");
    let left_out = ["git", "webhook"]
        .into_iter()
        .filter(|name| env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_none());
    let left_out: Vec<_> = left_out.collect();
    let is_optimized = env::var("OPT_LEVEL").is_ok_and(|level| level != "0");
    let commit = env::var("CRDLS_COMMIT").ok().or_else(|| if is_optimized { commit() } else { None });
    let without = (!left_out.is_empty()).then(|| format!("without {}", left_out.join(", ")));
    let notes: Vec<_> = commit.into_iter().chain(without).collect();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = if notes.is_empty() { version } else { format!("{version} ({})", notes.join(", ")) };
    println!("cargo::rustc-env=CRDLS_VERSION={version}");
}

/// The first characters of the commit that is checked out; `None` where there is no repository, or no git.
fn commit() -> Option<String> {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // A checkout, a commit and a reset are noted in the log of HEAD.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}
