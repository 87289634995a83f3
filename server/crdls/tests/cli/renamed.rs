//! Old names of codes, commands, settings and classes are accepted; output has the new ones (docs/renamed.md).

use crdls_tests::crd;

use crate::run::Folder;

/// A custom resource whose kind differs from that of the CRD by a letter.
fn similar() -> String {
    let crd = crd(|c| c.kind("Oven").group("example.org"));
    format!("{crd}---\napiVersion: example.org/v1\nkind: Ovens\nmetadata: {{name: a}}\n")
}

#[test]
fn old_names_of_codes_report_the_new_ones() {
    let folder = Folder::new("renamed-codes", &[("a.yaml", &similar())]);
    assert_eq!(folder.codes(&["--select", "near-kind"]), ["similar-kind"]);
    assert_eq!(folder.codes(&["--ignore", "near-kind"]), [""; 0]);
    assert!(folder.run(&["explain", "near-kind"]).stdout.starts_with("similar-kind"));
    let baseline = r#"{"findings": [{"file": "a.yaml", "code": "near-kind", "path": "kind"}]}"#;
    folder.write("baseline.json", baseline);
    assert_eq!(folder.codes(&["--baseline", "baseline.json"]), [""; 0]);
    let ignored = similar().replace("kind: Ovens", "kind: Ovens # crdls: ignore[near-kind] a test");
    folder.write("a.yaml", ignored);
    assert_eq!(folder.codes(&[]), [""; 0]);
}

#[test]
fn old_names_of_settings_are_read_with_a_warning() {
    let folder = Folder::new("renamed-settings", &[("a.yaml", &similar())]);
    folder.write("crdls.toml", "[rules]\nnear-kind = \"off\"\n");
    let ran = folder.run(&["check"]);
    assert!(ran.stderr.contains("`rules` is now called `severity`"), "{}", ran.stderr);
    assert!(ran.stdout.is_empty(), "{}", ran.stdout);
    assert_eq!(folder.run(&["rules"]).stdout, folder.run(&["codes"]).stdout);
}

#[test]
fn the_old_class_is_accepted() {
    let folder = Folder::new("renamed-class", &[("a.yaml", &similar())]);
    folder.write("b.yaml", similar());
    assert_eq!(folder.run(&["diff", "a.yaml", "b.yaml", "--class", "readers"]).code, 0);
}
