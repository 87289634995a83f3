//! `--baseline` and `--update-baseline`.

use crate::run::{Folder, Ran, manifest};

fn check(folder: &Folder, args: &[&str]) -> Ran {
    folder.run(&[&["check", "--baseline=known.json", "--output-format=concise"], args].concat())
}

fn folder(test: &str) -> Folder {
    let broken = manifest("broken.yaml");
    Folder::new(test, &[("a.yaml", &broken), ("sub/b.yaml", &broken.replace("eapot", "ettle"))])
}

#[test]
fn only_what_is_new_fails() {
    let folder = folder("baseline");
    assert_eq!(folder.run(&["check"]).code, 1);
    let ran = check(&folder, &["--update-baseline"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    let item = r#"{"file":"a.yaml","code":"unsupported-scope","path":"spec.scope"}"#;
    assert!(folder.read("known.json").contains(item), "{}", folder.read("known.json"));
    let ran = check(&folder, &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.contains(" in the baseline\n"), "{}", ran.stderr);

    // Lines may move, a new finding fails.
    let moved = format!("# a comment\n\n{}", folder.read("a.yaml"));
    folder.write("a.yaml", &moved);
    assert_eq!(check(&folder, &[]).code, 0);
    folder.write("a.yaml", moved.replace("minimum: 1", "minimum: x"));
    let ran = check(&folder, &[]);
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 1), "{}", ran.stdout);
    assert!(ran.stdout.starts_with("./a.yaml:"), "{}", ran.stdout);
}

#[test]
fn a_name_is_the_same_from_everywhere() {
    let folder = folder("baseline-names");
    check(&folder, &["--update-baseline"]);
    let written = folder.read("known.json");
    let path = folder.path("").to_string_lossy().into_owned();
    assert_eq!(check(&folder, &[&path]).code, 0);
    assert_eq!(check(&folder, &["sub/b.yaml", "sub/../a.yaml"]).code, 0);
    let args = ["check", "--baseline=../known.json", "--update-baseline", "b.yaml", "../a.yaml"];
    let ran = folder.command(&args).current_dir(folder.path("sub")).output().unwrap();
    assert_eq!((ran.status.code(), folder.read("known.json")), (Some(0), written));
}

#[test]
fn what_is_no_longer_found_is_reported() {
    let folder = folder("baseline-stale");
    check(&folder, &["--update-baseline"]);
    let all = folder.read("known.json");
    folder.write("a.yaml", manifest("broken.yaml").replace("Namespace\n", "Namespaced\n"));
    let ran = check(&folder, &["sub"]);
    assert!(!ran.stderr.contains("no longer found"), "the file was not checked: {}", ran.stderr);
    let ran = check(&folder, &["--min-severity=error"]);
    let stale = "warning: known.json: no longer found: a.yaml: unsupported-scope at `spec.scope`\n\
                 warning: known.json: `--update-baseline` removes what is no longer found\n";
    assert!(ran.code == 0 && ran.stderr.starts_with(stale), "{}", ran.stderr);

    // Of files that are not checked all stays, of files that are gone nothing.
    assert_eq!(check(&folder, &["--update-baseline", "a.yaml"]).code, 0);
    let without = |text: &str, word: &str| text.lines().filter(|line| !line.contains(word)).count();
    assert_eq!(folder.read("known.json").lines().count(), all.lines().count() - 1);
    std::fs::remove_file(folder.path("sub/b.yaml")).unwrap();
    assert!(check(&folder, &[]).stderr.contains("no longer found: sub/b.yaml: "));
    check(&folder, &["--update-baseline"]);
    let left = folder.read("known.json");
    assert_eq!((left.lines().count(), left.contains("sub/b.yaml")), (without(&all, "sub/b.yaml") - 1, false));
}

#[test]
fn equal_findings_are_counted() {
    let broken = manifest("broken.yaml");
    let folder = Folder::new("baseline-counts", &[("a.yaml", &format!("{broken}---\n{broken}"))]);
    check(&folder, &["--update-baseline"]);
    assert!(folder.read("known.json").contains("\"count\":2"), "{}", folder.read("known.json"));
    assert_eq!(check(&folder, &[]).code, 0);
    folder.write("a.yaml", format!("{broken}---\n{broken}---\n{broken}"));
    assert_eq!(check(&folder, &[]).code, 1);
}

#[test]
fn the_copy_that_is_known_is_reported() {
    let list =
        "cups: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}";
    let hinted = format!("{}                {list}\n", manifest("good.yaml"));
    let folder = Folder::new("baseline-copies", &[("b/crd.yaml", &hinted), ("c/crd.yaml", &hinted)]);
    check(&folder, &["--update-baseline"]);
    let written = folder.read("known.json");
    assert!(written.contains("b/crd.yaml") && !written.contains("c/crd.yaml"), "{written}");

    // Another copy that comes first is nothing new, and what is known is still found.
    folder.write("a/crd.yaml", hinted);
    let ran = check(&folder, &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(!ran.stderr.contains("no longer found"), "{}", ran.stderr);
    check(&folder, &["--update-baseline"]);
    assert_eq!(folder.read("known.json"), written);
}

#[test]
fn a_file_that_is_no_baseline_is_wrong_usage() {
    let folder = folder("baseline-wrong");
    let ran = check(&folder, &[]);
    let expected =
        "error: cannot read known.json: no such file or directory; `--update-baseline` writes it\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (2, expected));
    folder.write("known.json", b"[1]");
    for args in [&[][..], &["--update-baseline"]] {
        let ran = check(&folder, args);
        assert!(
            ran.code == 2 && ran.stderr.starts_with("error: known.json is not a baseline: "),
            "{}",
            ran.stderr
        );
    }
    assert_eq!(folder.run(&["check", "--update-baseline"]).code, 2);
}
