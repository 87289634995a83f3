//! Several Kubernetes versions at once, and what changes from one to another.

use crdls_tests::crd;

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_schema(
            "
            type: object
            properties:
              tags: {type: array, maxItems: 5, items: {type: string, maxLength: 5}}
              seconds: {type: integer}
            x-kubernetes-validations:
            - rule: self.tags.sort() == self.tags
              message: tags are sorted
            - rule: duration(self.seconds) > duration('1s')
              message: longer than a second
            - rule: self.colour == 'red'
              message: no such field
            ",
        )
    })
}

#[test]
fn what_holds_on_some_minors_says_so() {
    let folder = Folder::new("minors", &[("a.yaml", &ovens())]);
    let of = |kubernetes: &str| {
        let found = folder.findings(&["a.yaml", "--kubernetes", kubernetes]);
        let one = |found: &serde_json::Value| {
            (found["code"].as_str().map(str::to_owned), found["kubernetes"].clone())
        };
        found.iter().map(one).collect::<Vec<_>>()
    };
    let undeclared = Some("cel-undeclared-reference".to_owned());
    let (type_, field) = (Some("cel-type".to_owned()), Some("cel-undefined-field".to_owned()));
    let all = serde_json::Value::Null;
    assert_eq!(of("1.34"), [(undeclared.clone(), all.clone()), (field.clone(), all.clone())]);
    assert_eq!(of("1.37"), [(type_.clone(), all.clone()), (field.clone(), all.clone())]);
    let expected = [
        (undeclared, serde_json::json!(["1.33", "1.34"])),
        (type_, serde_json::json!(["1.37"])),
        (field, all),
    ];
    assert_eq!(of("1.33-1.37"), expected);
    folder.write("crdls.toml", b"kubernetes = [\"1.33\", \"1.34-1.36\", \"1.37\"]\n");
    let ran = folder.run(&["check", "a.yaml", "--output-format", "concise"]);
    let found: Vec<_> = ran.stdout.lines().map(|line| line.split_once(": ").expect("a place").1).collect();
    assert_eq!(
        found,
        [
            "error[cel-undeclared-reference]: rule on `spec`: `sort` is available in new rules from Kubernetes 1.35 on (Kubernetes 1.33 and 1.34)",
            "error[cel-type]: rule on `spec`: `duration` does not take `int` (Kubernetes 1.37)",
            "error[cel-undefined-field]: rule on `spec`: unknown field `colour`",
        ]
    );
}

#[test]
fn an_upgrade_reports_only_what_changes() {
    let folder = Folder::new("upgrade", &[("a.yaml", &ovens())]);
    let ran = folder.run(&["check", "--upgrade", "--kubernetes", "1.34,1.37", "--output-format", "concise"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let ends: Vec<_> =
        ran.stdout.lines().filter_map(|line| line.rsplit_once(" (")).map(|(_, end)| end).collect();
    assert_eq!(ends, ["Kubernetes 1.34)", "Kubernetes 1.37)"]);
    // A rule that is stored already is compiled as one, on both.
    let ran = folder.run(&[
        "check",
        "--upgrade",
        "--kubernetes",
        "1.34,1.37",
        "--old",
        "a.yaml",
        "--output-format",
        "concise",
    ]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(
        matches!(lines.as_slice(), [one] if one.contains("cel-type") && one.ends_with("(Kubernetes 1.37)")),
        "{ran:?}"
    );
    let ran = folder.run(&["check", "--upgrade", "--kubernetes", "1.34"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("name several, as in `--kubernetes 1.33,1.37`"), "{}", ran.stderr);
    for wrong in ["1.30,1.31", "1.37-1.33", "1.33,", "every"] {
        let ran = folder.run(&["check", "--kubernetes", wrong]);
        assert_eq!(ran.code, 2, "{wrong}");
        assert!(
            ran.stderr.contains("expected 1.31 to 1.37, several as 1.33,1.37 or 1.31-1.37, or `all`"),
            "{}",
            ran.stderr
        );
    }
}
