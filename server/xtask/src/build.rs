//! Builds what is measured, shipped and printed.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A release of crdls.
pub(crate) fn release(root: &Path) -> Result<PathBuf, String> {
    call(Command::new("cargo").args(["build", "--release", "-p", "crdls"]).current_dir(root))?;
    Ok(root.join("target/release").join(if cfg!(windows) { "crdls.exe" } else { "crdls" }))
}

/// crdls and `compare` of the tests, optimised and built without waiting for the last percent.
pub(crate) fn optimised(root: &Path) -> Result<[PathBuf; 2], String> {
    let names = ["crdls", "compare"];
    let args = ["build", "--profile", "corpus", "-p", "crdls", "-p", "crdls-tests"];
    call(
        Command::new("cargo")
            .args(args)
            .args(names.iter().flat_map(|name| ["--bin", name]))
            .current_dir(root),
    )?;
    Ok(names.map(|name| root.join("target/corpus").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))))
}

/// The API server's own code behind a small program.
pub(crate) fn oracle(root: &Path) -> Result<PathBuf, String> {
    let program = root.join("target/oracle/oracle");
    call(
        Command::new("go")
            .args(["build", "-o"])
            .arg(&program)
            .arg(".")
            .current_dir(root.join("tests/oracle")),
    )?;
    Ok(program)
}

/// Prints the distinct headlines of findings in the corpus.
pub(crate) fn messages(root: &Path) -> Result<(), String> {
    let args = ["run", "--quiet", "-p", "crdls-tests", "--bin", "messages"];
    call(Command::new("cargo").args(args).current_dir(root))
}

/// Runs a program to its end.
pub(crate) fn call(command: &mut Command) -> Result<(), String> {
    let what = command.get_program().to_string_lossy().into_owned();
    let done = command.status().map_err(|e| format!("{what}: {e}"))?;
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    if done.success() { Ok(()) } else { Err(format!("{what} {} failed", args.join(" "))) }
}
