//! What users of such tools met, as small inputs, and what crdls answers: `tests/faults.toml` has the table.
//!
//! The inputs lie next to the corpus. The right answers come from the API server's code, from Helm, kustomize and
//! client-go; a row quotes the part of the output that gives them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crdls_tests::corpus::{faults_or_skip, repository};
use crdls_tests::git::{commit, git, or_skip_without_git};
use serde::Deserialize;

use crate::run::Folder;

#[derive(Deserialize)]
struct Table {
    row: Vec<Row>,
}

/// A run of crdls on an input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The file or folder to run on, in the folder of faults. What is in the folder is copied, a file under its name.
    #[serde(default)]
    input: Option<String>,
    /// Folders that are committed one after the other, each in place of the one before: the first to `main`, the others
    /// to the branch `pr`. A folder that is missing is an empty commit.
    #[serde(default)]
    states: Vec<String>,
    /// The arguments, separated by blanks.
    run: String,
    #[serde(default)]
    exit: i32,
    /// What the output contains.
    #[serde(default)]
    shows: Vec<String>,
    /// What the output does not contain.
    #[serde(default)]
    hides: Vec<String>,
    /// The folder to run in.
    #[serde(default)]
    folder: String,
}

#[test]
fn each_input_has_its_right_answer() {
    let (Some(root), Some(())) = (faults_or_skip("faults"), or_skip_without_git("faults")) else {
        return;
    };
    let text = fs::read_to_string(repository().join("tests/faults.toml")).unwrap();
    let table: Table = toml::from_str(&text).unwrap();
    let wrong: Vec<_> = table
        .row
        .iter()
        .enumerate()
        .filter_map(|(at, row)| wrong(&root, &format!("fault-{at}"), row))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let inputs = table.row.iter().flat_map(|row| row.states.iter().chain(&row.input));
    let named: Vec<_> = inputs.map(|input| root.join(input)).collect();
    let files =
        files(&root).into_iter().filter(|file| file.file_name().is_none_or(|name| name != "README.md"));
    let missing: BTreeSet<_> =
        files.filter(|file| !named.iter().any(|named| file.starts_with(named))).collect();
    assert!(missing.is_empty(), "no row of the table for {missing:#?}");
    println!("{} rows, each with its right answer", table.row.len());
}

/// What is wrong about the answer of a row.
fn wrong(root: &Path, test: &str, row: &Row) -> Option<String> {
    let folder = Folder::new(test, &[]);
    match &row.input {
        Some(input) => copy(&root.join(input), &folder.path("")),
        None => states(root, &folder.path(""), &row.states),
    }
    let args: Vec<_> = row.run.split(' ').collect();
    let ran = folder.command(&args).current_dir(folder.path(&row.folder)).output().unwrap();
    let output = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    let missing =
        row.shows.iter().filter(|text| !output.contains(*text)).map(|text| format!("lacks `{text}`"));
    let extra = row.hides.iter().filter(|text| output.contains(*text)).map(|text| format!("has `{text}`"));
    let status = ran.status.code().filter(|code| *code != row.exit).map(|code| format!("exit status {code}"));
    let wrong: Vec<_> = status.into_iter().chain(missing).chain(extra).collect();
    let input = row.input.clone().unwrap_or_else(|| row.states.join(", "));
    (!wrong.is_empty()).then(|| format!("{input}, `{}`: {}\n{output}", row.run, wrong.join("; ")))
}

/// Makes a repository of states.
fn states(root: &Path, folder: &Path, states: &[String]) {
    fs::remove_dir_all(folder).unwrap();
    fs::create_dir_all(folder).unwrap();
    git(folder, "init -q -b main");
    for (at, state) in states.iter().enumerate() {
        if at == 1 {
            git(folder, "checkout -q -b pr");
        }
        if at > 0 {
            git(folder, "rm -q -r --ignore-unmatch .");
        }
        if root.join(state).exists() {
            copy(&root.join(state), folder);
        }
        commit(folder, "state");
    }
}

/// Copies what is in a folder, or a file.
fn copy(from: &Path, to: &Path) {
    let base = if from.is_file() { from.parent().unwrap() } else { from };
    for file in files(from) {
        let target = to.join(file.strip_prefix(base).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, target).unwrap();
    }
}

/// The files below a path; a file is its own.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
    entries.flatten().flat_map(|entry| files(&entry.path())).collect()
}
