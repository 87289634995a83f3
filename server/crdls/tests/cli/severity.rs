//! `--min-severity` and `--deny`.

use crate::run::{Folder, manifest};

/// A CRD with a warning, and one with a hint.
fn folder(test: &str) -> Folder {
    let warning = manifest("good.yaml").replace("  scope:", "  scope: Cluster\n  scope:");
    let hint = manifest("good.yaml").replace("example.com", "{{ .Values.group }}");
    Folder::new(test, &[("warning.yaml", &warning), ("hint.yaml", &hint)])
}

#[test]
fn findings_below_a_severity_are_not_reported() {
    let folder = folder("min-severity");
    assert_eq!(folder.codes(&[]), ["template", "duplicate-key"]);
    assert_eq!(folder.codes(&["--min-severity=hint"]), ["template", "duplicate-key"]);
    for severity in ["info", "information", "warning"] {
        assert_eq!(folder.codes(&["--min-severity", severity]), ["duplicate-key"]);
    }
    let ran = folder.run(&["check", "--min-severity=error"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.starts_with("checked 2 files: nothing found\n"), "{}", ran.stderr);
    assert_eq!(folder.run(&["check", "--min-severity=off"]).code, 2);
}

#[test]
fn github_has_hints_where_they_are_wanted() {
    let folder = folder("github-hints");
    let lines = |args: &[&str]| {
        let args = [&["check", "--output-format=github"], args].concat();
        folder
            .run(&args)
            .stdout
            .lines()
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), ["::warning"]);
    assert_eq!(lines(&["--min-severity=hint"]), ["::notice", "::warning"]);
}

#[test]
fn a_severity_that_is_denied_fails() {
    let folder = folder("deny");
    let code = |args: &[&str]| folder.run(&[&["check"], args].concat()).code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--deny=warning"]), 1);
    assert_eq!(code(&["--deny=warning", "hint.yaml"]), 0);
    assert_eq!(code(&["--deny=hint", "hint.yaml"]), 1);
    assert_eq!(code(&["--deny=warning", "--min-severity=error"]), 0, "what is not reported does not fail");
    assert_eq!(code(&["--deny=never"]), 2);
}

#[test]
fn what_is_not_reported_is_not_fixed() {
    let folder = folder("fix-severity");
    folder.write("crdls.toml", b"[severity]\nunsupported-scope = \"hint\"\n");
    folder.write("a.yaml", manifest("fixable.yaml"));
    assert_eq!(folder.run(&["check", "--fix", "--min-severity=warning", "a.yaml"]).code, 0);
    assert_eq!(folder.read("a.yaml"), manifest("fixable.yaml"));
    assert_eq!(folder.run(&["check", "--fix", "a.yaml"]).code, 0);
    assert_eq!(folder.read("a.yaml"), manifest("good.yaml"));
}
