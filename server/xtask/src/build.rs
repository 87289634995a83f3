//! Builds what is measured, shipped and run.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use clap::ValueEnum;

/// A profile of the workspace's Cargo.toml.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// Optimized, with assertions.
    Ci,
    /// What `cargo install` builds.
    Release,
    /// What is packaged.
    Dist,
}

impl Profile {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ci => "ci",
            Self::Release => "release",
            Self::Dist => "dist",
        }
    }

    fn program(self, root: &Path, name: &str) -> PathBuf {
        root.join("target").join(self.name()).join(format!("{name}{EXE_SUFFIX}"))
    }
}

/// The program crdls.
pub(crate) fn crdls(root: &Path, profile: Profile) -> Result<PathBuf, String> {
    call(
        Command::new("cargo").args(["build", "--profile", profile.name(), "-p", "crdls"]).current_dir(root),
    )?;
    Ok(profile.program(root, "crdls"))
}

/// This program with the engine, and next to it the program crdls.
#[cfg_attr(feature = "engine", allow(dead_code))]
pub(crate) fn engine(root: &Path, profile: Profile) -> Result<PathBuf, String> {
    let args = ["--workspace", "--bins", "--features", "crdls-xtask/engine"];
    let quiet = if profile == Profile::Ci { &["--quiet"][..] } else { &[] };
    call(
        Command::new("cargo")
            .args(["build", "--profile", profile.name()])
            .args(quiet)
            .args(args)
            .current_dir(root),
    )?;
    Ok(profile.program(root, "crdls-xtask"))
}

/// The API server's own code behind a small program.
pub(crate) fn oracle(root: &Path) -> Result<PathBuf, String> {
    oracle_with(root, root.join("target/oracle/oracle"), &[])
}

/// The same by some flags of the go command, as a program of this name.
pub(crate) fn oracle_with(root: &Path, program: PathBuf, flags: &[&str]) -> Result<PathBuf, String> {
    let mut command = Command::new("go");
    command.arg("build").args(flags).arg("-o").arg(&program).arg(".");
    call(command.current_dir(root.join("tests/oracle")))?;
    Ok(program)
}

/// Valgrind, which counts the instructions of the program that follows and prints them.
pub(crate) fn counting() -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    command
}

/// Runs a program to its end.
pub(crate) fn call(command: &mut Command) -> Result<(), String> {
    let what = command.get_program().to_string_lossy().into_owned();
    let done = command.status().map_err(|e| format!("{what}: {e}"))?;
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    if done.success() { Ok(()) } else { Err(format!("{what} {} failed", args.join(" "))) }
}

/// Runs a program to its end for what it prints, whatever its exit status.
pub(crate) fn output(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|err| format!("{}: {err}", command.get_program().display()))
}

/// The output of a program that succeeds, without the line break at its end.
pub(crate) fn said(command: &mut Command) -> Result<String, String> {
    let output = output(command.stderr(Stdio::inherit()))?;
    let text = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("{} failed", command.get_program().display()))
    }
}

/// A clone of its own of the repository, at a revision.
pub(crate) fn clone_of(root: &Path, revision: &str) -> Result<PathBuf, String> {
    let clone = root.join("target/against");
    if !clone.exists() {
        call(Command::new("git").args(["clone", "--quiet", "--shared"]).arg(root).arg(&clone))?;
    }
    let commit = said(Command::new("git").arg("-C").arg(root).args(["rev-parse", revision]))?;
    call(Command::new("git").arg("-C").arg(&clone).args(["fetch", "--quiet", "origin"]).arg(&commit))?;
    call(Command::new("git").arg("-C").arg(&clone).args(["checkout", "--quiet", "--force"]).arg(&commit))?;
    Ok(clone)
}

/// The folder of a Go module with its version in the module cache, fetched by the go command.
pub(crate) fn go_module(module: &str) -> Result<PathBuf, String> {
    // Outside of all modules: the folder of the system's temporary files has none.
    let mut command = Command::new("go");
    let done = output(command.args(["mod", "download", "-json", module]).current_dir(std::env::temp_dir()))?;
    let answer: serde_json::Value = serde_json::from_slice(&done.stdout).map_err(|err| err.to_string())?;
    match (answer["Dir"].as_str(), answer["Error"].as_str()) {
        (Some(dir), _) => Ok(PathBuf::from(dir)),
        (None, why) => Err(format!("{module}: {}", why.unwrap_or("not found"))),
    }
}
