//! `crdls check --fix`; which fixes are safe is tested beside them.

use crate::run::{Folder, manifest};

#[test]
fn what_needs_no_fix_is_not_touched() {
    let folder = Folder::new("fix-clean", &[("a.yaml", &manifest("good.yaml"))]);
    let before = std::fs::metadata(folder.path("a.yaml")).unwrap().modified().unwrap();
    assert_eq!(folder.run(&["check", "--fix"]).code, 0);
    assert_eq!(std::fs::metadata(folder.path("a.yaml")).unwrap().modified().unwrap(), before);
}

#[test]
fn safe_fixes_are_written() {
    let folder = Folder::new("fix", &[("a.yaml", &manifest("fixable.yaml"))]);
    let ran = folder.run(&["check", "--fix", "a.yaml"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.read("a.yaml"), manifest("good.yaml"));
    assert!(ran.stderr.contains("; fixed "), "{}", ran.stderr);
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 2, "nothing is left beside it");
}

/// A CRD of `v1beta1` as generators wrote it, with one version and its schema in the spec.
const OF_BETA: &str = "apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata:
  name: ovens.example.com
spec:
  group: example.com
  version: v1
  scope: Namespaced
  names:
    kind: Oven
    plural: ovens
  additionalPrinterColumns:
    - name: Size
      type: integer
      JSONPath: .spec.size
  subresources:
    status: {}
  validation:
    openAPIV3Schema:
      type: object
      properties:
        spec:
          type: object
          properties:
            size:
              type: integer
        status:
          type: object
          properties:
            temperature:
              type: integer
";

#[test]
fn the_move_from_v1beta1_is_unsafe() {
    let folder = Folder::new("fix-beta", &[("a.yaml", OF_BETA)]);
    assert_eq!(folder.run(&["check", "--fix", "a.yaml"]).code, 1);
    assert_eq!(folder.read("a.yaml"), OF_BETA, "a move to another version is no safe fix");
    let ran = folder.run(&["check", "--fix", "--unsafe-fixes", "a.yaml"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = folder.read("a.yaml");
    assert!(text.starts_with("apiVersion: apiextensions.k8s.io/v1\n"), "{text}");
    assert!(text.contains("jsonPath: .spec.size") && !text.contains("validation:"), "{text}");
    assert_eq!(folder.run(&["check", "a.yaml"]).code, 0);
}

#[test]
fn unsafe_fixes_ask_for_fix() {
    let folder = Folder::new("fix-alone", &[("a.yaml", OF_BETA)]);
    let ran = folder.run(&["check", "--unsafe-fixes", "a.yaml"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("--fix"), "{}", ran.stderr);
    assert_eq!(folder.read("a.yaml"), OF_BETA);
}

#[test]
fn what_was_fixed_is_listed() {
    let folder = Folder::new("fix-listed", &[("a.yaml", &manifest("fixable.yaml"))]);
    let ran = folder.run(&["check", "--fix", "--output-format=json"]);
    let fixed = "fixed ./a.yaml:11:10: unsupported-scope: Replace with `Namespaced` for `spec.scope`\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("[]\n", fixed));
}

#[test]
fn a_diff_shows_what_would_be_fixed_and_writes_nothing() {
    let folder =
        Folder::new("fix-diff", &[("a.yaml", &manifest("fixable.yaml")), ("b.yaml", &manifest("good.yaml"))]);
    let ran = folder.run(&["check", "--fix", "--diff"]);
    let shown = "--- a/a.yaml\n+++ b/a.yaml\n@@ -8,7 +8,7 @@\n     kind: Teapot\n     listKind: TeapotList\n     plural: teapots\n\
                 -  scope: Namespace\n+  scope: Namespaced\n   versions:\n     - name: v1\n       served: true\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (1, shown));
    assert!(ran.stderr.starts_with(
        "would fix ./a.yaml:11:10: unsupported-scope: Replace with `Namespaced` for `spec.scope`\n"
    ));
    assert!(ran.stderr.contains("; would fix 1"), "{}", ran.stderr);
    assert_eq!(folder.read("a.yaml"), manifest("fixable.yaml"));
    let none = folder.run(&["check", "--fix", "--diff", "b.yaml"]);
    assert_eq!((none.code, none.stdout.as_str()), (0, ""));
    let input = folder.run_with_input(&["check", "--fix", "--diff", "-"], &manifest("fixable.yaml"));
    assert!(input.stdout.contains("+  scope: Namespaced\n"), "{}", input.stdout);
    for args in [&["--diff"][..], &["--fix", "--diff", "--output-format=json"]] {
        assert_eq!(folder.run(&[&["check"], args].concat()).code, 2, "{args:?}");
    }
}

#[test]
fn standard_input_is_printed_with_its_fixes() {
    let folder = Folder::new("fix-stdin", &[]);
    let ran = folder.run_with_input(&["check", "--fix", "-"], &manifest("fixable.yaml"));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, manifest("good.yaml").as_str()), "{}", ran.stderr);
    assert!(ran.stderr.contains("fixed -:11:10: unsupported-scope"), "{}", ran.stderr);
    let same = folder.run_with_input(&["check", "--fix", "-"], &manifest("good.yaml"));
    assert_eq!((same.code, same.stdout.as_str()), (0, manifest("good.yaml").as_str()));
    // What is left is reported next to the text.
    let left = folder.run_with_input(&["check", "--fix", "-", "--output-format=concise"], OF_BETA);
    assert_eq!((left.code, left.stdout.as_str()), (1, OF_BETA));
    assert!(left.stderr.contains("removed-api-version"), "{}", left.stderr);
}

#[test]
fn git_applies_the_diff() {
    use crdls_tests::require::{Tool, or_skip};
    let git = std::process::Command::new("git").arg("--version").output().ok();
    let Some(_) = or_skip(Tool::Shell, "a diff applied by git", git) else { return };
    let folder = Folder::new("fix-git", &[("sub/a.yaml", manifest("fixable.yaml").trim_end())]);
    let shown = folder.run(&["check", "--fix", "--diff"]).stdout;
    folder.write("x.diff", &shown);
    let root = folder.path("");
    let mut patch = std::process::Command::new("git");
    patch
        .args(["apply", "--unsafe-paths", "--directory"])
        .arg(&root)
        .arg(root.join("x.diff"))
        .current_dir("/");
    assert!(patch.status().unwrap().success(), "{shown}");
    assert_eq!(folder.read("sub/a.yaml"), manifest("good.yaml").trim_end());
}
