//! The Go program that speaks for the API server: built where Go is present.

use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use crdls_minors::Minor;
use serde_json::{Value, json};

use crate::corpus::repository;
use crate::require::{Tool, is_used, or_skip};

/// The oracle's binary, built once; `None` where there is no Go, or nobody asks for it. Panics where there is, and the build fails.
pub fn binary() -> Option<PathBuf> {
    static BINARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    BINARY.get_or_init(build).clone()
}

/// The same, for a test that needs it.
pub fn binary_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Go, test, binary())
}

/// The oracle with the code of a minor: of the newest [`binary_or_skip`], of an older one what
/// `cargo dev oracle` has built.
pub fn of_minor_or_skip(what: &str, minor: Minor) -> Option<PathBuf> {
    if minor == Minor::NEWEST {
        return binary_or_skip(what);
    }
    let found = built(minor);
    if found.is_none() {
        eprintln!("{what}: the oracle of {minor} is missing; `cargo dev oracle {minor}` builds it");
    }
    found
}

/// The oracle of an older minor, where `cargo dev oracle` has built it.
pub fn built(minor: Minor) -> Option<PathBuf> {
    let program = repository().join(format!("target/oracle/{minor}/oracle{EXE_SUFFIX}"));
    program.exists().then_some(program)
}

/// What it answers to all of an input, a line each: fewer than there are questions where it fell over.
pub fn answers(binary: &Path, args: &[&str], input: &str) -> std::io::Result<Vec<Value>> {
    let mut child = piped(binary, args).spawn()?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // Where it ends early, the answers tell.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        child.wait_with_output()
    })?;
    let text = String::from_utf8(output.stdout).map_err(Error::other)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Its verdicts on files of a folder.
pub fn judged<'a>(binary: &Path, folder: &Path, files: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let asked = Command::new(binary)
        .args(["verdict", "--no-costs", "--no-values", "--instances"])
        .args(files)
        .current_dir(folder)
        .output()
        .expect("the oracle runs");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let lines = String::from_utf8(asked.stdout).expect("UTF-8");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// An oracle that is asked one thing after the other.
#[derive(Debug)]
pub struct Served {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Served {
    pub fn start(binary: &Path, args: &[&str]) -> std::io::Result<Self> {
        let mut child = piped(binary, args).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(std::io::ErrorKind::BrokenPipe)?;
        Ok(Self { child, stdin, stdout: BufReader::new(stdout) })
    }

    pub fn ask(&mut self, text: &str) -> std::io::Result<Value> {
        self.request(&json!({ "text": text }))
    }

    /// The answer to one line.
    pub fn request(&mut self, request: &Value) -> std::io::Result<Value> {
        // In one piece: a pipe takes each piece by itself.
        self.stdin.write_all(format!("{request}\n").as_bytes())?;
        self.stdin.flush()?;
        let mut line = String::new();
        self.stdout.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn piped(binary: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// The program of a folder of `tests/oracle` that is a Go module of its own, for a test that needs it.
pub fn program_or_skip(test: &str, folder: &str) -> Option<PathBuf> {
    or_skip(Tool::Go, test, built_from(&format!("tests/oracle/{folder}"), folder))
}

fn build() -> Option<PathBuf> {
    built_from("tests/oracle", "oracle")
}

/// The Go program of a folder, built into `target/oracle`.
fn built_from(folder: &str, name: &str) -> Option<PathBuf> {
    if !is_used(Tool::Go) {
        return None;
    }
    let out = repository().join(format!("target/oracle/{name}"));
    let build = Command::new("go")
        .args(["build", "-o"])
        .arg(&out)
        .arg(".")
        .current_dir(repository().join(folder))
        .output();
    let built = match build {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        built => built.expect("go runs"),
    };
    assert!(built.status.success(), "{folder} does not build:\n{}", String::from_utf8_lossy(&built.stderr));
    Some(out)
}
