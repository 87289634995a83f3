//! Work measured in instructions, as valgrind counts them: a busy machine does not change the number.

use std::env;
use std::process::Command;

use crate::require::{Tool, or_skip};

/// Whether valgrind is there, for a test that counts.
pub fn countable_or_skip(test: &str) -> Option<()> {
    let ran = Command::new("valgrind").arg("--version").output().ok();
    or_skip(Tool::Valgrind, test, ran.filter(|ran| ran.status.success()).map(drop))
}

/// The instructions that an ignored test of the running test program executes with an environment variable set.
/// Panics where the test fails.
pub fn of_ignored_test(name: &str, variable: &str, value: &str) -> u64 {
    let ran = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(env::current_exe().expect("the test program has a path"))
        .args(["--exact", name, "--ignored", "--test-threads=1"])
        .env(variable, value)
        .output()
        .expect("valgrind runs");
    let printed = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{name} with {variable}={value}\n{printed}");
    let line = printed.lines().find_map(|line| line.split_once("I   refs:"));
    let count = line.and_then(|(_, count)| count.trim().replace(',', "").parse().ok());
    count.unwrap_or_else(|| panic!("no count of instructions:\n{printed}"))
}
