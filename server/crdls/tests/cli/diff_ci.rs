//! The workflow for pull requests of docs/ci.md, in repositories as pull requests leave them.

use std::fs;
use std::path::Path;

use crdls_tests::crd;
use crdls_tests::git::{commit, git, or_skip_without_git};
use serde_json::Value;

use crate::run::{Folder, Ran};

fn ovens(properties: &str) -> String {
    crd(|c| c.kind("Oven").spec_properties(properties))
}

const SIZE: &str = "
    size: {type: integer}
";
const OTHER: &str = "
    other: {type: string}
";

/// A repository whose branch `main` has some files, and its branch `pr` others.
fn pull_request(name: &str, main: &[(&str, &str)], pr: &[(&str, &str)]) -> Option<Folder> {
    or_skip_without_git(name)?;
    let folder = Folder::new(name, &[]);
    let root = folder.path("");
    fs::remove_dir_all(folder.path(".git")).unwrap();
    git(&root, "init -q -b main");
    let write = |files: &[(&str, &str)]| {
        files.iter().for_each(|(name, text)| folder.write(name, text));
        commit(&root, "state");
    };
    write(main);
    git(&root, "checkout -q -b pr");
    git(&root, "rm -q -r --ignore-unmatch .");
    write(pr);
    // The branch may have moved on.
    git(&root, "checkout -q main");
    folder.write("unrelated.txt", "a");
    commit(&root, "later");
    git(&root, "checkout -q pr");
    Some(folder)
}

/// The arguments of the commands of the workflow in docs/ci.md.
fn commands() -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ci.md");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("- run: crdls diff "));
    let args = |line: &str| {
        let line = line.split(" > ").next().unwrap_or_default().replace("origin/$GITHUB_BASE_REF", "main");
        let args = line.split_whitespace().map(|word| word.trim_matches('"').to_owned());
        std::iter::once("diff".to_owned()).chain(args).collect::<Vec<_>>()
    };
    lines.map(args).collect()
}

/// What the commands of the workflow end with: the one that writes the summary, and the one that annotates.
fn ran(folder: &Folder, below: &str) -> [Ran; 2] {
    let commands = commands();
    assert_eq!(commands.len(), 2, "{commands:?}");
    [0, 1].map(|at| {
        let args: Vec<_> = commands[at].iter().map(String::as_str).collect();
        Ran::of(folder.command(&args).current_dir(folder.path(below)).output().unwrap())
    })
}

#[test]
fn the_first_crd_is_new() {
    let crd = ovens(SIZE);
    let states = [("README.md", "a")];
    let with = [("README.md", "a"), ("crds/a.yaml", crd.as_str())];
    let Some(folder) = pull_request("diff-ci-first", &states, &with) else { return };
    let [summary, annotated] = ran(&folder, "");
    assert_eq!((summary.code, annotated.code), (0, 0), "{}", annotated.stderr);
    assert!(summary.stdout.contains("the CRD `ovens.example.com` is added"), "{}", summary.stdout);
    assert!(annotated.stdout.starts_with("::notice file=crds/a.yaml,line="), "{}", annotated.stdout);
    // The same where the job works in a folder that the target branch does not have.
    let [_, annotated] = ran(&folder, "crds");
    assert_eq!(annotated.code, 0, "{}", annotated.stderr);
    assert!(annotated.stdout.starts_with("::notice file=crds/a.yaml,line="), "{}", annotated.stdout);
}

#[test]
fn the_last_crd_can_be_removed() {
    let crd = ovens(SIZE);
    let with = [("README.md", "a"), ("crds/a.yaml", crd.as_str())];
    let Some(folder) = pull_request("diff-ci-last", &with, &[("README.md", "a")]) else { return };
    let [summary, annotated] = ran(&folder, "");
    assert_eq!((summary.code, annotated.code), (0, 1), "{}", annotated.stderr);
    assert!(summary.stdout.contains("**lost** ovens.example.com: the CRD `ovens.example.com` is removed"));
    assert!(annotated.stdout.starts_with("::error file=crds/a.yaml,line="), "{}", annotated.stdout);
}

/// The command that docs/ci.md has for the CRDs of a folder.
#[test]
fn a_folder_may_be_on_one_side_only() {
    let crd = ovens(SIZE);
    let (without, with) = ([("README.md", "a")], [("README.md", "a"), ("config/crd/a.yaml", crd.as_str())]);
    let run =
        |folder: &Folder, old: &str, new: &str| folder.run(&["diff", old, new, "--output-format", "concise"]);
    let Some(first) = pull_request("diff-ci-first-folder", &without, &with) else { return };
    for (old, new) in [("main...:config/crd", "config/crd"), ("main:config/crd", "HEAD:config/crd/")] {
        let ran = run(&first, old, new);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("loosened[crd-added]"), "{ran:?}");
        assert!(ran.stderr.contains("has no file or folder `config/crd`"), "{ran:?}");
    }
    let Some(last) = pull_request("diff-ci-last-folder", &with, &without) else { return };
    for (old, new) in [("main...:config/crd", "config/crd"), ("main:config/crd", "HEAD:config/crd")] {
        let ran = run(&last, old, new);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stdout.contains("lost[crd-removed]"), "{ran:?}");
    }
    // Another path, and one that neither side has, is a mistake.
    for (old, new) in [("main:config/crd", "config/crds"), ("main:crds", "HEAD:crds"), ("main:crds", "crds")]
    {
        assert_eq!(run(&last, old, new).code, 2, "{old} {new}");
    }
}

#[test]
fn a_removed_field_is_annotated_in_the_new_file() {
    let (before, after) = (ovens(SIZE), ovens(OTHER));
    let [before, after] =
        [[("deploy/crds/a.yaml", before.as_str())], [("deploy/crds/a.yaml", after.as_str())]];
    let Some(folder) = pull_request("diff-ci-field", &before, &after) else { return };
    let lines: Vec<_> = after[0].1.lines().collect();
    let parent = 1 + lines.iter().rposition(|line| line.trim() == "properties:").unwrap();
    for below in ["", "deploy", "deploy/crds"] {
        let [summary, annotated] = ran(&folder, below);
        assert_eq!((summary.code, annotated.code), (0, 1), "{}", annotated.stderr);
        assert!(summary.stdout.contains("`spec.size` is removed"), "{}", summary.stdout);
        let expected = format!("::error file=deploy/crds/a.yaml,line={parent},");
        assert!(annotated.stdout.starts_with(&expected), "{expected}: {}", annotated.stdout);
        let mut command = folder.command(&["diff", "main...", "--output-format", "sarif"]);
        let log = Ran::of(command.current_dir(folder.path(below)).output().unwrap()).stdout;
        let log: Value = serde_json::from_str(&log).unwrap();
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "deploy/crds/a.yaml");
        assert_eq!(place["region"]["startLine"], parent);
        assert_eq!(log["runs"][0]["results"][0]["relatedLocations"], Value::Null);
    }
}

#[test]
fn a_renamed_file_is_no_change() {
    let crd = ovens(SIZE);
    let (before, after) = ([("crds/a.yaml", crd.as_str())], [("config/b.yaml", crd.as_str())]);
    let Some(folder) = pull_request("diff-ci-renamed", &before, &after) else { return };
    let [summary, annotated] = ran(&folder, "");
    assert_eq!((summary.code, annotated.code), (0, 0), "{}", annotated.stderr);
    assert!(summary.stdout.contains("0 changes, 0 breaking."), "{}", summary.stdout);
    assert_eq!(annotated.stdout, "");
}

#[test]
fn a_path_of_a_revision_is_compared() {
    let (before, after) = (ovens(SIZE), ovens(OTHER));
    let other = crd(|c| c.kind("Kiln").spec_properties(SIZE));
    let old = [("crds/a.yaml", before.as_str()), ("kilns/a.yaml", other.as_str())];
    let new = [("moved/a.yaml", after.as_str())];
    let Some(folder) = pull_request("diff-ci-path", &old, &new) else { return };
    let run = |args: &[&str], below: &str| {
        let args = [&["diff", "--output-format", "concise"], args].concat();
        Ran::of(folder.command(&args).current_dir(folder.path(below)).output().unwrap())
    };
    let expected =
        ["lost[property-removed]: `spec.size` is removed", "loosened[property-added]: `spec.other` is added"];
    for (args, below) in [
        (["main:crds", "moved"], ""),
        (["main:crds/a.yaml", "moved/a.yaml"], ""),
        (["main...:crds", "."], "moved"),
        (["main:../crds", "HEAD:./a.yaml"], "moved"),
        (["merge-base:main:crds", "HEAD:moved"], ""),
    ] {
        let ran = run(&args, below);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.stderr);
        let lines: Vec<_> =
            ran.stdout.lines().map(|line| line.splitn(4, ':').nth(3).unwrap_or_default()).collect();
        assert!(
            lines.iter().zip(expected).all(|(line, text)| line.ends_with(text)),
            "{args:?}: {}",
            ran.stdout
        );
        assert_eq!(lines.len(), 2, "{args:?}: {}", ran.stdout);
    }
    for (args, words) in [
        (["main:config", "moved"], "`main` has no file or folder `config`"),
        (["main:moved/a.yaml", "moved"], "`main` has no file or folder `moved/a.yaml`"),
        (["nope:crds", "moved"], "has no revision `nope`"),
    ] {
        let ran = run(&args, "");
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}
