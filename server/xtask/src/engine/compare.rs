//! What only one of crdls and the API server's code reports about files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crdls_tests::hunt::Sides;
use crdls_tests::{corpus, oracle, verdicts};
use serde_json::Value;

use super::status;

/// Prints what differs about the objects of files and folders; fails if anything does.
pub(super) fn run(paths: &[PathBuf], sides: &Sides) -> ExitCode {
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for verdict in oracle::judged(&sides.oracle, Path::new("."), paths.iter().map(AsRef::as_ref)) {
        if verdict["kind"] == "crd" || verdict["kind"] == "cr" {
            files.entry(verdict["file"].as_str().unwrap_or_default().to_owned()).or_default().push(verdict);
        }
    }
    let (mut documents, mut refused, mut different) = (0, 0, 0);
    for (name, lines) in &files {
        let ours = verdicts::ours(corpus::read(Path::new(name)), sides.minor);
        for theirs in lines.iter().map(verdicts::of_line).filter(|theirs| !theirs.silent) {
            let ours = ours.get(&theirs.document).cloned().unwrap_or_default().beside(&theirs.verdict);
            let lines = verdicts::difference(&theirs.verdict, &ours, |_| true);
            if !lines.is_empty() {
                println!("{name}#{}\n    {}", theirs.document, lines.join("\n    "));
            }
            documents += 1;
            refused += usize::from(!theirs.verdict.errors.is_empty());
            different += usize::from(!lines.is_empty());
        }
    }
    println!("{} files, {documents} objects, {refused} rejected, {different} differ", files.len());
    status(different == 0)
}
