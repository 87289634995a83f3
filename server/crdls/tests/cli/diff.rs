//! `crdls diff`: what a change breaks, in each format.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_properties(
            "
            heat:
              type: integer
              maximum: 300
            fuel:
              type: string
            racks:
              type: array
              items:
                type: object
                properties:
                  width: {type: integer}
                  depth: {type: integer}
            ",
        )
    })
}

fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(ovens(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn folder(name: &str, new: &str) -> Folder {
    Folder::new(name, &[("old.yaml", &ovens()), ("new.yaml", new)])
}

fn report(folder: &Folder, args: &[&str]) -> Value {
    let args = [&["diff", "--output-format", "json"], args].concat();
    serde_json::from_str(&folder.run(&args).stdout).expect("JSON")
}

/// The class, the code and the field of each change.
fn classes(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |change: &Value| {
        format!("{} {} {}", text(&change["class"]), text(&change["code"]), text(&change["field"]))
    };
    report["changes"].as_array().expect("changes").iter().map(line).collect()
}

#[test]
fn a_lowered_maximum_is_shown_by_an_object() {
    let folder = folder("diff-maximum", &changed(&[("maximum: 300", "maximum: 250")]));
    let ran = folder.run(&["diff", "old.yaml", "new.yaml", "--output-format", "concise"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (
            1,
            "new.yaml:22:26: tightened[maximum-lowered]: `maximum` of `spec.heat` is lowered from `300` to `250`\n"
        )
    );
    assert!(ran.stderr.contains("1 change, 1 breaking"), "{}", ran.stderr);
    let report = report(&folder, &["old.yaml", "new.yaml"]);
    let change = &report["changes"][0];
    assert_eq!(change["aliases"], json!(["crdify:maximum"]));
    assert_eq!(change["old"]["value"], 300);
    assert_eq!(change["witness"]["object"]["spec"], json!({"heat": 300}));
    assert_eq!((&change["proven"], &change["witness"]["action"]), (&json!(true), &json!("create")));
    let full = folder.run(&["diff", "old.yaml", "new.yaml"]).stdout;
    assert!(full.contains("= server: spec.heat: Invalid value: 300"), "{full}");
    assert!(full.contains("tightened: objects that were accepted are refused"), "{full}");
}

#[test]
fn classes_of_changes() {
    type Row<'r> = (&'r str, &'r [(&'r str, &'r str)], &'r [&'r str]);
    let table: [Row<'_>; 7] = [
        (
            "field",
            &[("              fuel:\n                type: string\n", "")],
            &["lost property-removed spec.fuel"],
        ),
        ("scope", &[("Namespaced", "Cluster")], &["refused scope-changed "]),
        (
            "required",
            &[(
                "            properties:\n              heat",
                "            required: [fuel]\n            properties:\n              heat",
            )],
            &["frozen required-added spec"],
        ),
        ("unserved", &[("served: true", "served: false")], &["tightened served-removed "]),
        (
            "in a list",
            &[("depth: {type: integer}", "depth: {type: integer, maximum: 9}")],
            &["frozen maximum-added spec.racks[0].depth"],
        ),
        (
            "default",
            &[("depth: {type: integer}", "depth: {type: integer, default: 9}")],
            &["readers default-added spec.racks[0].depth"],
        ),
        (
            "text",
            &[("type: string", "type: string\n                description: gas or wood")],
            &["internal description-added spec.fuel"],
        ),
    ];
    for (name, changes, expected) in table {
        let folder = folder(&format!("diff-{}", name.replace(' ', "-")), &changed(changes));
        assert_eq!(classes(&report(&folder, &["old.yaml", "new.yaml"])), expected, "{name}");
    }
}

#[test]
fn what_accepts_more_is_not_blamed_for_what_refuses() {
    let old = changed(&[("type: string", "type: string\n                enum: [gas, coal]")]);
    let new = changed(&[
        ("type: string", "type: string\n                enum: [gas, wood]"),
        ("maximum: 300", "maximum: 400\n                minimum: 10"),
    ]);
    let folder = Folder::new("diff-blame", &[("old.yaml", &old), ("new.yaml", &new)]);
    let mut found = classes(&report(&folder, &["old.yaml", "new.yaml"]));
    found.sort();
    let expected = [
        "loosened maximum-raised spec.heat",
        "readers enum-value-added spec.fuel",
        "tightened enum-value-removed spec.fuel",
        "tightened minimum-added spec.heat",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_fails_is_chosen() {
    let folder = folder("diff-fails", &changed(&[("maximum: 300", "maximum: 250")]));
    let code = |args: &[&str]| folder.run(&[&["diff", "old.yaml", "new.yaml"], args].concat()).code;
    assert_eq!((code(&[]), code(&["--fail-on", "never"]), code(&["--class", "lost"])), (1, 0, 0));
    assert_eq!(
        (code(&["--ignore", "maximum-lowered"]), code(&["--ignore", "crdify:maximum@spec.heat"])),
        (0, 0)
    );
    assert_eq!(code(&["--ignore", "maximum-lowered@spec.fuel"]), 1);
    let wrong = folder.run(&["diff", "old.yaml", "new.yaml", "--ignore", "maximum-lowred"]);
    assert!(wrong.stderr.contains("did you mean `maximum-lowered`?"), "{}", wrong.stderr);
    folder
        .write("crdls.toml", b"[[diff.ignore]]\nchange = 'maximum-lowered'\nreason = 'no oven is hotter'\n");
    let markdown = folder.run(&["diff", "old.yaml", "new.yaml", "--output-format", "markdown"]);
    assert_eq!(markdown.code, 0);
    for part in ["0 changes, 0 breaking, 1 ignored.", "Ignored: 1 change", "(no oven is hotter)"] {
        assert!(markdown.stdout.contains(part), "{part}: {}", markdown.stdout);
    }
    let same = |args: &[&str]| folder.run(&[&["diff", "old.yaml", "old.yaml"], args].concat()).code;
    assert_eq!((same(&["--fail-on", "any"]), same(&[])), (0, 0));
}

#[test]
fn custom_resources_are_tried() {
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: big}\nspec: {heat: 280}\n";
    let new = changed(&[("maximum: 300", "maximum: 250")]);
    let folder = Folder::new(
        "diff-objects",
        &[("old.yaml", &ovens()), ("new/crd.yaml", &new), ("new/oven.yaml", oven)],
    );
    let report = report(&folder, &["old.yaml", "new"]);
    assert_eq!(report["objects"], json!({"checked": 1, "refused": ["new/oven.yaml#0"]}));
}

#[test]
fn bad_input_is_said_and_the_rest_compared() {
    let folder = Folder::new(
        "diff-bad",
        &[
            ("old/a.yaml", &ovens()),
            ("new/a.yaml", &ovens()),
            ("new/b.yaml", &ovens()),
            ("new/c.yaml", "kind: CustomResourceDefinition\na: [\n"),
            ("none/a.yaml", "a: b\n"),
        ],
    );
    let ran = folder.run(&["diff", "old", "new"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("it is the second CRD named `ovens.example.com`: the one in new/a.yaml counts"),
        "{}",
        ran.stderr
    );
    for (args, words) in
        [(["old", "none"], "there is no CRD in none"), (["nowhere", "new"], "no file or folder `nowhere`")]
    {
        let ran = folder.run(&["diff", args[0], args[1]]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
}

#[test]
fn a_stored_version_cannot_go() {
    let two = changed(&[(
        "  versions:\n",
        "  versions:\n  - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}\n",
    )]);
    let folder = Folder::new("diff-stored", &[("old.yaml", &two), ("new.yaml", &ovens())]);
    assert_eq!(classes(&report(&folder, &["old.yaml", "new.yaml"])), ["lost version-removed "]);
    let stored = report(&folder, &["old.yaml", "new.yaml", "--stored-versions", "v1alpha1,v1"]);
    assert_eq!(classes(&stored), ["refused version-removed "]);
}

#[test]
fn what_nobody_notices_is_a_line() {
    let new = changed(&[
        ("maximum: 300", "maximum: 200"),
        ("fuel:\n", "fuel:\n                description: coal\n"),
    ]);
    let printed = folder("diff-quiet", &new).run(&["diff", "old.yaml", "new.yaml"]).stdout;
    let lines: Vec<_> = printed.lines().collect();
    let quiet = lines.iter().position(|line| line.contains("internal[description-added]")).expect("a line");
    assert!(lines[quiet].starts_with("new.yaml:24:30: "), "{printed}");
    assert_eq!((quiet, lines.len()), (lines.len() - 1, quiet + 1), "it comes last: {printed}");
    assert!(lines[0].starts_with("error[maximum-lowered]"), "{printed}");
}

#[test]
fn a_crd_that_is_gone_has_its_name() {
    let other = ovens().replace("oven", "kiln").replace("Oven", "Kiln");
    let folder = Folder::new(
        "diff-gone",
        &[("old/a.yaml", &ovens()), ("old/b.yaml", &other), ("new/a.yaml", &ovens())],
    );
    let found = report(&folder, &["old", "new"]);
    assert_eq!(found["changes"][0]["message"], "the CRD `kilns.example.com` is removed");
}

#[test]
#[cfg(feature = "git")]
fn revisions_are_read() {
    let folder = folder("diff-git", &changed(&[("maximum: 300", "maximum: 250")]));
    let git = |args: &[&str]| {
        let ran = std::process::Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
            .args(args)
            .current_dir(folder.path("."))
            .output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    if !(git(&["init", "-q", "-b", "main"])
        && git(&["add", "old.yaml"])
        && git(&["commit", "-q", "-m", "first"]))
    {
        return;
    }
    std::fs::rename(folder.path("new.yaml"), folder.path("old.yaml")).expect("it is moved");
    let ran = folder.run(&["diff", "HEAD", "--output-format", "concise"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("old.yaml:22:26: tightened[maximum-lowered]"), "{}", ran.stdout);
    let ran = folder.run(&["diff", "v9"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn markdown_folds_what_breaks_nothing() {
    let new = changed(&[
        ("maximum: 300", "maximum: 250"),
        ("width: {type: integer}", "width: {type: integer, description: outside}"),
    ]);
    let text = folder("diff-markdown", &new)
        .run(&["diff", "old.yaml", "new.yaml", "--output-format", "markdown"])
        .stdout;
    assert!(text.contains("2 changes, 1 breaking."), "{text}");
    assert!(
        text.contains("- **tightened** ovens.example.com v1: `maximum` of `spec.heat` is lowered"),
        "{text}"
    );
    assert!(text.contains("<details><summary>Without effect: 1 change</summary>"), "{text}");
}
