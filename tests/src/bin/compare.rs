//! CRDs of any files and folders, as crdls and as the API server's code judge them (needs Go).
//!
//!     cargo run --profile corpus -p crdls-tests --bin compare -- PATH…
//!
//! Prints what only one of the two says. Templates differ: the server has to take them as they stand.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use crdls_schema::Minor;
use crdls_tests::{corpus, oracle, verdicts};
use serde_json::Value;

fn main() -> ExitCode {
    let paths: Vec<_> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        eprintln!("usage: compare PATH…");
        return ExitCode::from(2);
    }
    let Some(binary) = oracle::binary_or_skip("the comparison") else { return ExitCode::from(2) };
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for verdict in oracle::judged(&binary, Path::new("."), paths.iter().map(String::as_str)) {
        if verdict["kind"] == "crd" {
            files.entry(verdict["file"].as_str().unwrap_or_default().to_owned()).or_default().push(verdict);
        }
    }
    let (mut documents, mut refused, mut different) = (0, 0, 0);
    for (name, lines) in &files {
        let ours = verdicts::ours(corpus::read(Path::new(name)), Minor::NEWEST);
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
    println!("{} files, {documents} CRDs, {refused} refused, {different} differ", files.len());
    ExitCode::from(u8::from(different > 0))
}
