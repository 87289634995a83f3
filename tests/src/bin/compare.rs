//! CRDs and custom resources, as crdls and as the API server's code judge them (needs Go).
//!
//!     cargo run --profile corpus -p crdls-tests --bin compare -- PATH…
//!     cargo run --profile corpus -p crdls-tests --bin compare -- --findings FILE FOLDER
//!
//! With `--kubernetes 1.33` in front, both sides are of that minor (`cargo xtask oracle 1.33`). The first prints what only one of the two says of the objects in files and folders; custom resources are judged by
//! the CRDs of their own file. Templates differ: the server has to take them as they stand. The second reads what
//! `crdls check --output-format json` printed in a folder, and prints the errors that the server's code does not
//! report on the same document and by the same CRD.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use crdls_schema::Minor;
use crdls_tests::confirm::{Confirmation, confirmed};
use crdls_tests::{corpus, oracle, verdicts};
use serde_json::Value;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let (minor, args) = match args.as_slice() {
        ["--kubernetes", minor, rest @ ..] => (Minor::parse(minor), rest),
        rest => (Some(Minor::NEWEST), rest),
    };
    let (Some(minor), false) = (minor, args.is_empty() || args[0] == "--findings" && args.len() != 3) else {
        eprintln!(
            "usage: compare [--kubernetes 1.3x] PATH…\n       compare [--kubernetes 1.3x] --findings FILE FOLDER"
        );
        return ExitCode::from(2);
    };
    let Some(binary) = oracle::of_minor_or_skip("the comparison", minor) else { return ExitCode::from(2) };
    match *args {
        ["--findings", file, folder] => findings(&binary, Path::new(file), Path::new(folder)),
        _ => paths(&binary, minor, args),
    }
}

/// Compares all that is said of the objects of files and folders.
fn paths(binary: &Path, minor: Minor, paths: &[&str]) -> ExitCode {
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for verdict in oracle::judged(binary, Path::new("."), paths.iter().copied()) {
        if verdict["kind"] == "crd" || verdict["kind"] == "cr" {
            files.entry(verdict["file"].as_str().unwrap_or_default().to_owned()).or_default().push(verdict);
        }
    }
    let (mut documents, mut refused, mut different) = (0, 0, 0);
    for (name, lines) in &files {
        let ours = verdicts::ours(corpus::read(Path::new(name)), minor);
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
    println!("{} files, {documents} objects, {refused} refused, {different} differ", files.len());
    ExitCode::from(u8::from(different > 0))
}

/// Asks the server's code about the errors that were found in a folder.
fn findings(binary: &Path, file: &Path, folder: &Path) -> ExitCode {
    let findings: Vec<Value> = match serde_json::from_str(&corpus::read(file)) {
        Ok(findings) => findings,
        Err(why) => {
            eprintln!("{}: {why}", file.display());
            return ExitCode::from(2);
        }
    };
    let errors = match confirmed(binary, folder, &findings) {
        Ok(errors) => errors,
        Err(why) => {
            eprintln!("the oracle: {why}");
            return ExitCode::from(2);
        }
    };
    for (error, _) in errors.iter().filter(|(_, how)| *how == Confirmation::Not) {
        println!("{}:{}: {}: {}", error.file, error.line, error.code, error.message);
    }
    let number = |wanted| errors.iter().filter(|(_, how)| *how == wanted).count();
    let [confirmed, later, not] =
        [Confirmation::Confirmed, Confirmation::AfterOthers, Confirmation::Not].map(number);
    println!("{} errors: {confirmed} confirmed, {later} after others, {not} not confirmed", errors.len());
    ExitCode::from(u8::from(not > 0))
}
