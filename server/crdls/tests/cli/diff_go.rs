//! What a change of Go types breaks, if no CRDs are checked in.

use std::fs;

#[cfg(feature = "git")]
use crdls_tests::git::{commit, git, or_skip_without_git};
use crdls_tests::oven_types::OPTIONAL_FIELDS as OLD;
use serde_json::Value;

use crate::run::Folder;

const MODULE: &str = "module example.com/ovens\n\ngo 1.26\n";

/// The bound is lower, and a field is gone.
fn new() -> String {
    let less = OLD.replace("Maximum=9", "Maximum=5");
    less.replace("	// +optional\n	Color string `json:\"color,omitempty\"`\n", "")
}

fn changes(folder: &Folder, args: &[&str]) -> Vec<String> {
    let ran = folder.run(&[&["diff"], args, &["--output-format", "concise"]].concat());
    assert!(ran.code < 2, "{ran:?}");
    ran.stdout.lines().map(str::to_owned).collect()
}

const BREAKS: [&str; 2] = [
    "11:2: lost[property-removed]: `spec.color` is removed",
    "15:37: tightened[maximum-lowered]: `maximum` of `spec.size` is lowered from `9` to `5`",
];

#[test]
fn folders_of_go_are_compared() {
    let folder = Folder::new("diff-go", &[("old/go.mod", MODULE), ("old/api/types.go", OLD)]);
    folder.write("new/go.mod", MODULE);
    folder.write("new/api/types.go", new());
    let found = changes(&folder, &["old", "new"]);
    assert_eq!(found, BREAKS.map(|line| format!("new/api/types.go:{line}")));
    let json: Value = folder.run(&["diff", "old", "new", "--output-format", "json"]).json();
    let lowered =
        json["changes"].as_array().unwrap().iter().find(|change| change["code"] == "maximum-lowered");
    let (old, new) = (&lowered.unwrap()["old"], &lowered.unwrap()["new"]);
    assert_eq!((&old["file"], &old["range"]["start"]["line"]), (&"old/api/types.go".into(), &15.into()));
    assert_eq!((&new["file"], &new["range"]["start"]["line"]), (&"new/api/types.go".into(), &15.into()));
    let full = folder.run(&["diff", "old", "new"]).stdout;
    assert!(full.contains("--> new/api/types.go:15:37") && full.contains("Maximum=5"), "{full}");
    assert!(full.contains("::: old/api/types.go:15:37"), "{full}");
    let github = folder.run(&["diff", "old", "new", "--output-format", "github"]).stdout;
    assert!(github.contains("::error file=new/api/types.go,line=15,"), "{github}");
    assert!(changes(&folder, &["old", "old"]).is_empty());
}

/// A project that begins or stops to check in its CRDs.
#[test]
fn a_manifest_is_compared_with_go() {
    let folder = Folder::new("diff-go-manifest", &[("old/go.mod", MODULE), ("old/api/types.go", OLD)]);
    folder.write("new/go.mod", MODULE);
    folder.write("new/api/types.go", new());
    for side in ["old", "new"] {
        let crds = format!("{side}/crds");
        let ran = folder.run(&["generate", &format!("{side}/api"), "--output-dir", &crds]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    let only = |side: &str| folder.path(&format!("{side}/crds/example.com_ovens.yaml"));
    // Both have both: their manifests are compared.
    let lines = changes(&folder, &["old", "new"]);
    assert!(
        lines.len() == 2 && lines.iter().all(|line| line.starts_with("new/crds/example.com_ovens.yaml:")),
        "{lines:?}"
    );
    fs::remove_file(only("new")).unwrap();
    assert_eq!(changes(&folder, &["old", "new"]), BREAKS.map(|line| format!("new/api/types.go:{line}")));
    assert_eq!(changes(&folder, &["old", "new/api"]).len(), 2);
    fs::write(only("new"), fs::read(only("old")).unwrap()).unwrap();
    // A manifest that was not generated again is not reported here: `stale-copy` is.
    fs::remove_file(only("old")).unwrap();
    assert!(changes(&folder, &["old", "new"]).is_empty());
}

#[cfg(feature = "git")]
#[test]
fn revisions_of_go_are_compared() {
    if or_skip_without_git("diff-go-git").is_none() {
        return;
    }
    let folder = Folder::new("diff-go-git", &[]);
    let root = folder.path("");
    fs::remove_dir_all(folder.path(".git")).unwrap();
    git(&root, "init -q -b main");
    folder.write("go.mod", MODULE);
    // What only the old state has.
    folder.write(
        "vendor/example.com/sizes/sizes.go",
        "package sizes\n\n// +kubebuilder:validation:Maximum=9\ntype Size int32\n",
    );
    let vendored = OLD
        .replace("// +kubebuilder:validation:Maximum=9\n", "// +optional\n")
        .replace("int32", "sizes.Size");
    let vendored = vendored.replace("import metav1", "import \"example.com/sizes\"\nimport metav1");
    folder.write("api/v1/types.go", vendored);
    commit(&root, "old");
    git(&root, "checkout -q -b pr");
    git(&root, "rm -q -r vendor");
    folder.write("api/v1/types.go", new());
    commit(&root, "new");
    let expected = BREAKS.map(|line| format!("api/v1/types.go:{line}"));
    for args in [&["main..."][..], &["main", "."], &["main:api", "api"], &["main:./api/v1", "api/v1"]] {
        let lines = changes(&folder, args);
        let lines: Vec<_> = lines.iter().map(|line| line.trim_start_matches("./")).collect();
        assert_eq!(lines, expected, "{args:?}");
    }
    let between = changes(&folder, &["main", "HEAD"]);
    assert_eq!(between, BREAKS.map(|line| format!("HEAD:api/v1/types.go:{line}")));
    let github = folder.run(&["diff", "main", "HEAD", "--output-format", "github"]).stdout;
    assert!(github.contains("::error file=api/v1/types.go,line=15,"), "{github}");
    // What is not committed counts.
    folder.write("api/v1/types.go", OLD);
    assert_eq!(changes(&folder, &["main"]), Vec::<String>::new());
    assert_eq!(
        changes(&folder, &["HEAD"]).len(),
        2,
        "the CRD accepts more: {:?}",
        changes(&folder, &["HEAD"])
    );
}

/// The module cache may not have the version that the old state required.
#[test]
fn types_that_are_not_found_change_nothing() {
    let old =
        OLD.replace("Size int32 ", "Size sizes.Size ").replace("	// +kubebuilder:validation:Maximum=9\n", "");
    let old = old.replace("import metav1", "import \"example.com/sizes\"\nimport metav1");
    let folder = Folder::new("diff-go-unknown", &[("old/go.mod", MODULE), ("old/api/types.go", &old)]);
    folder.write("new/go.mod", MODULE);
    folder.write("new/api/types.go", OLD);
    assert!(changes(&folder, &["old", "new"]).is_empty(), "{:?}", changes(&folder, &["old", "new"]));
    assert!(changes(&folder, &["new", "old"]).is_empty());
    folder.write("new/api/types.go", new());
    let removed = format!("new/api/types.go:{}", BREAKS[0]);
    assert_eq!(changes(&folder, &["old", "new"]), [removed]);
    let warned = folder.run(&["diff", "old", "new"]).stderr;
    assert!(warned.contains("cannot find 1 Go type: example.com/sizes.Size"), "{warned}");
}
