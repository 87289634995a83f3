//! Kustomizations against kustomize's own code (`tests/oracle/kustomize`): the same objects, and errors for the same ones.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crdls_kustomize::{ProblemKind, Session};
use crdls_tests::kustomizations::{self, Folder, difference};
use crdls_tests::oracle;
use crdls_tests::require::number;
use serde_json::Value;

/// A folder on disk that is removed in the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The results of kustomize for the folder of each case.
fn asked(binary: &std::path::Path, name: &str, cases: &[(&Folder, &str)]) -> Vec<Value> {
    let scratch =
        Scratch(std::env::temp_dir().join(format!("crdls-kustomize-{name}-{}", std::process::id())));
    let mut folders = String::new();
    for (number, (case, folder)) in cases.iter().enumerate() {
        let root = scratch.0.join(number.to_string());
        case.write(&root).expect("the files are written");
        let _ = writeln!(folders, "{}", root.join(folder).display());
    }
    oracle::answers(binary, &["build"], &folders).expect("the oracle answers")
}

fn compare(name: &str, cases: &[Folder]) -> usize {
    let Some(binary) = oracle::program_or_skip(name, "kustomize") else { return 0 };
    let asked_for: Vec<_> = cases.iter().map(|case| (case, "overlay")).collect();
    let answers = asked(&binary, name, &asked_for);
    assert_eq!(answers.len(), cases.len(), "an answer to each");
    let (mut built, mut not_evaluated) = (0, 0);
    let mut different = Vec::new();
    for (number, (case, answer)) in cases.iter().zip(&answers).enumerate() {
        let build = Session::new(case).build("overlay");
        if !build.is_evaluated() {
            println!("case {number}: {:?}", build.problems);
            not_evaluated += 1;
            continue;
        }
        built += usize::from(!build.fails());
        different.extend(difference(&build, answer, |_| true).map(|why| format!("case {number}: {why}")));
    }
    assert!(different.is_empty(), "{} of {} differ:\n{}", different.len(), cases.len(), different.join("\n"));
    // A replacement may lead into the text of a field.
    assert!(not_evaluated * 1000 <= cases.len(), "{not_evaluated} are not evaluated");
    built
}

#[test]
fn random_kustomizations_are_built_as_kustomize_does() {
    let seeds = number("CRDLS_KUSTOMIZATIONS").unwrap_or(300);
    let cases: Vec<Folder> = (0..seeds).map(kustomizations::random).collect();
    let built = compare("random kustomizations", &cases);
    println!("{seeds} kustomizations, {built} of them built");
}

/// Tests about built-in kinds alone: a blank namespace of a subject, and a prefix for some kinds.
const OF_BUILTIN_KINDS: [&str; 2] = ["TestBlankNamespace4240", "TestIssue4884_UseLocalConfigAsNameRefSource"];

/// kustomize's own tests, without what their plugins and charts need: the files that each writes, and what is built.
#[test]
fn the_tests_of_kustomize_are_built_as_kustomize_does() {
    let name = "tests of kustomize";
    let Some(binary) = oracle::program_or_skip(name, "kustomize") else { return };
    let module = crdls_tests::corpus::repository().join("tests/oracle/kustomize");
    let written = Command::new(&binary).arg("suites").current_dir(module).output().expect("the oracle runs");
    let written = String::from_utf8(written.stdout).expect("UTF-8");
    let mut cases: Vec<(String, Folder, String)> = Vec::new();
    let mut unread = Value::Null;
    for line in written.lines() {
        let mut case: Value = serde_json::from_str(line).expect("JSON");
        if case.get("unread").is_some() {
            unread = case["unread"].take();
            continue;
        }
        let text = |field: &str| case[field].as_str().expect("a text").to_owned();
        let (name, folder) = (text("name"), text("folder"));
        let files = serde_json::from_value(case["files"].take()).expect("texts by path");
        cases.push((name, Folder(files), folder));
    }
    let asked_for: Vec<_> = cases.iter().map(|(_, files, folder)| (files, folder.as_str())).collect();
    let answers = asked(&binary, name, &asked_for);
    assert_eq!(answers.len(), cases.len(), "an answer to each");
    let (mut equal, mut not_evaluated, mut different) = (0, 0, Vec::new());
    for ((test, files, folder), answer) in cases.iter().zip(&answers) {
        let build = Session::new(files).build(folder);
        let is_left_out = build.problems.iter().any(|problem| problem.kind == ProblemKind::LeftOut);
        // The content of what is generated, and the names with a hash, are not evaluated.
        let is_generated = build.objects.iter().any(|object| object.is_generated);
        if !build.is_evaluated() || is_left_out || is_generated || OF_BUILTIN_KINDS.contains(&test.as_str()) {
            not_evaluated += 1;
            continue;
        }
        match difference(&build, answer, |_| true) {
            None => equal += 1,
            Some(why) => different.push(format!("{test} ({folder}): {why}")),
        }
    }
    let unread = unread.as_object().map_or(0, serde_json::Map::len);
    println!(
        "{equal} builds of kustomize's tests equal, {not_evaluated} not evaluated, {unread} tests not read"
    );
    assert!(different.is_empty(), "{} of {} differ:\n{}", different.len(), cases.len(), different.join("\n"));
    assert!(equal >= 150, "{equal} are compared");
}

/// Each case after a line `== NAME`; files as [`Folder::of`] reads them.
const CASES: &str = include_str!("../kustomizations.txt");

fn cases() -> Vec<(&'static str, Folder)> {
    let parts = CASES.split("\n== ").skip(1);
    parts
        .map(|part| part.split_once('\n').unwrap_or((part, "")))
        .map(|(name, text)| (name, Folder::of(text)))
        .collect()
}

#[test]
fn mistakes_have_the_verdict_of_kustomize() {
    let cases = cases();
    let folders: Vec<Folder> = cases.iter().map(|(_, folder)| folder.clone()).collect();
    compare("kustomizations with mistakes", &folders);
}

/// The place of the first problem, by the line of the case that names it: `# PATH:LINE:COLUMN KIND`.
#[test]
fn mistakes_have_a_place() {
    for (name, folder) in cases() {
        let mut session = Session::new(&folder);
        let build = session.build("overlay");
        assert!(build.is_evaluated(), "{name}: {:?}", build.problems);
        let found: Vec<String> = build
            .problems
            .iter()
            .filter(|problem| problem.kind != ProblemKind::Deprecated)
            .map(|problem| {
                let source = session.source(problem.at.file).expect("a file");
                let before = source.text.get(..problem.at.range.start as usize).expect("inside of the text");
                let line = before.matches('\n').count() + 1;
                let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
                format!("{}:{line}:{column} {:?}", source.path, problem.kind)
            })
            .collect();
        let expected = folder.0.get("").map(String::as_str).unwrap_or_default();
        let expected: Vec<&str> = expected.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        assert_eq!(found, expected, "{name}");
    }
}
