//! The reader of Go source: equal to go/parser, tolerant while a line is typed, and fast.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crdls_go_source::parse;
use crdls_tests::go_modules::{API_MODULES, go_files, goroot, module};
use crdls_tests::go_source::{Entry, described, digest, outline};
use crdls_tests::oracle;
use crdls_tests::random::Random;
use crdls_text::TextRange;

/// What `tests/oracle/gosource` prints for the files.
fn asked(program: &Path, files: &[PathBuf]) -> String {
    let paths: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
    let list = std::env::temp_dir().join(format!("crdls-gosource-{}", std::process::id()));
    std::fs::write(&list, paths.join("\n")).expect("a list of files");
    let input = std::fs::File::open(&list).expect("the list");
    let output = Command::new(program).stdin(Stdio::from(input)).output().expect("the oracle runs");
    let _ = std::fs::remove_file(&list);
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn files_are_read_as_by_go_parser() {
    let what = "files are read as by go/parser";
    let Some(program) = oracle::program_or_skip(what, "gosource") else { return };
    let modules =
        API_MODULES.iter().map(|name| module(name).unwrap_or_else(|| panic!("{name} is not served")));
    let folders: Vec<_> = goroot().into_iter().chain(modules).collect();
    let (mut equal, mut rejected, mut different) = (0, 0, Vec::new());
    for folder in folders {
        for line in asked(&program, &go_files(&folder)).lines() {
            let (path, expected) = line.rsplit_once('\t').expect("a path and a digest");
            let Ok(text) = std::fs::read_to_string(path) else {
                rejected += 1;
                continue;
            };
            let file = parse(&text);
            if expected == "rejected" {
                rejected += 1;
            } else if file.errors.is_empty() && digest(&described(&text, &file)) == expected {
                equal += 1;
            } else {
                different.push(path.to_owned());
            }
        }
    }
    println!("{equal} files are equal, {} are not, {rejected} are rejected by Go", different.len());
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(equal >= 10_000, "{equal}");
}

/// Lines with code of API types, each typed again from its first to its last character.
#[test]
fn while_a_line_is_typed_the_other_declarations_stay() {
    let what = "while a line is typed the other declarations stay";
    let Some(_) = oracle::program_or_skip(what, "gosource") else { return };
    let files: Vec<_> =
        API_MODULES.iter().filter_map(|name| module(name)).flat_map(|folder| go_files(&folder)).collect();
    let files: Vec<_> = files
        .into_iter()
        .filter(|path| path.ends_with("types.go") || path.to_string_lossy().ends_with("_types.go"))
        .collect();
    let mut random = Random::new(42);
    let (mut states, mut expected, mut kept, mut clean) = (0, 0, 0, 0);
    let mut worst = Vec::new();
    while states < 1_000 {
        let path = random.pick(&files).expect("a file");
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let lines: Vec<_> = lines(&text).filter(|(_, line)| !line.trim().is_empty()).collect();
        let Some(&(start, line)) = random.pick(&lines) else { continue };
        let whole = outline(&text);
        let range = TextRange::new(start as u32, (start + line.len()) as u32);
        let blanks = line.len() - line.trim_start().len();
        let typed = line.len() - blanks;
        for step in 0..10 {
            let cut = blanks + typed * step / 10;
            let Some(prefix) = line.get(..cut) else { continue };
            let state = format!("{}{prefix}{}", &text[..start], &text[start + line.len()..]);
            let (others, found) = compared(&whole, &outline(&state), range);
            states += 1;
            expected += others;
            kept += found;
            clean += usize::from(found == others);
            if found < others {
                worst.push((others - found, format!("{}: {prefix}", path.display())));
            }
        }
    }
    worst.sort_by(|a, b| b.cmp(a));
    for (lost, state) in worst.iter().take(10) {
        println!("{lost} lost: {state}");
    }
    let share = f64::from(kept) / f64::from(expected);
    println!(
        "{states} states: {:.3} % of the other declarations are kept, all of them in {clean}",
        100.0 * share
    );
    assert!(share >= 0.99, "{share}");
}

/// How many entries the line is not a part of, and how many of them the state has too. With a type go its fields.
fn compared(whole: &[Entry], state: &[Entry], line: TextRange) -> (u32, u32) {
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for entry in state {
        *counts.entry((&entry.path, &entry.text)).or_default() += 1;
    }
    let typed: Vec<_> = whole.iter().filter(|e| e.own.start <= line.end && line.start <= e.own.end).collect();
    let is_other = |entry: &&Entry| !typed.iter().any(|typed| typed.range.covers(entry.range));
    let (mut others, mut kept) = (0, 0);
    for entry in whole.iter().filter(is_other) {
        others += 1;
        if let Some(count) =
            counts.get_mut(&(entry.path.as_str(), entry.text.as_str())).filter(|count| **count > 0)
        {
            *count -= 1;
            kept += 1;
        }
    }
    (others, kept)
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// Printed, since a busy machine fails no test. Run it with `--profile ci`.
#[test]
fn speed() {
    let what = "the speed of reading Go";
    let Some(_) = oracle::program_or_skip(what, "gosource") else { return };
    let files: Vec<_> =
        API_MODULES.iter().filter_map(|name| module(name)).flat_map(|folder| go_files(&folder)).collect();
    let texts: Vec<_> =
        files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).take(600).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let start = Instant::now();
    let types: usize = texts.iter().map(|text| parse(text).types().count()).sum();
    println!("{} files, {bytes} bytes, {types} types: {:.1?}", texts.len(), start.elapsed());
}
