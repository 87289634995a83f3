//! controller-gen, built from its Go module: what it says of a folder of Go, and how it reads a marker.

use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_markers::registry::Version;

use crate::corpus::repository;
use crate::require::{Tool, is_used, or_skip};

/// The folder of the Go module.
pub fn module() -> PathBuf {
    repository().join("tests/oracle/markers")
}

/// controller-gen of a version, which is built where it is not yet there.
pub fn binary_or_skip(test: &str, version: Version) -> Option<PathBuf> {
    let built = is_used(Tool::Go).then(|| binary(version)).flatten();
    or_skip(Tool::Go, test, built.map(|built| built.unwrap_or_else(|why| panic!("{why}"))))
}

/// controller-gen of a version, which is built where it is not yet there: old versions do not build with a new Go. `None`
/// without Go.
pub fn binary(version: Version) -> Option<Result<PathBuf, String>> {
    let folder = repository().join(format!("target/oracle/controller-gen/{version}"));
    let binary = folder.join("controller-gen");
    if !binary.exists() {
        let package = format!("sigs.k8s.io/controller-tools/cmd/controller-gen@{version}");
        let built = Command::new("go").args(["install", &package]).env("GOBIN", &folder).output().ok()?;
        if !built.status.success() {
            return Some(Err(format!("{package}: {}", String::from_utf8_lossy(&built.stderr))));
        }
    }
    Some(Ok(binary))
}

/// The program that reads single markers, by the version that `tests/oracle/markers/go.mod` names.
pub fn reader_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Go, test, is_used(Tool::Go).then(build_reader).flatten())
}

fn build_reader() -> Option<PathBuf> {
    let binary = repository().join("target/oracle/controller-gen/markers");
    let built =
        Command::new("go").args(["build", "-o"]).arg(&binary).arg(".").current_dir(module()).output().ok()?;
    assert!(built.status.success(), "tests/oracle/markers: {}", String::from_utf8_lossy(&built.stderr));
    Some(binary)
}

/// A line of what it reports: the line of the file, and the sentence.
pub type Reported = (u32, String);

/// What the generator `crd` reports of a package below the module.
pub fn reported(binary: &Path, package: &str) -> Vec<Reported> {
    let output = Command::new(binary)
        .args(["crd", &format!("paths=./{package}"), "output:dir=/dev/null"])
        .current_dir(module())
        .output()
        .expect("controller-gen runs");
    of_output(&String::from_utf8_lossy(&output.stderr))
}

/// `FILE:LINE:COLUMN: SENTENCE`, sorted, each once.
pub fn of_output(text: &str) -> Vec<Reported> {
    let lines = text.lines().filter_map(|line| {
        let rest = line.split_once(".go:")?.1;
        let (line, rest) = rest.split_once(':')?;
        let (_, sentence) = rest.split_once(": ")?;
        Some((line.parse().ok()?, sentence.to_owned()))
    });
    let mut reported: Vec<Reported> = lines.collect();
    reported.sort();
    reported.dedup();
    reported
}
