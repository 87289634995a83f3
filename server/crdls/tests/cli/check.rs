//! Exit status, standard input, paths that cannot be read.

use std::collections::{BTreeMap, BTreeSet};

use crdls_tests::crd;

use crate::left_out::LEFT_OUT;
use crate::run::{Folder, manifest};

#[test]
fn nothing_wrong_is_0() {
    let folder = Folder::new("clean", &[("a.yaml", &manifest("good.yaml"))]);
    let ran = folder.run(&["check"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert_eq!(ran.stderr, "checked 1 file: nothing found\n1 CRD, 0 custom resources\n");
}

#[test]
fn errors_are_1() {
    let folder = Folder::new("errors", &[("a.yaml", &manifest("broken.yaml"))]);
    let ran = folder.run(&["check"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.starts_with("checked 1 file: "), "{}", ran.stderr);
}

#[test]
fn a_missing_path_is_2_and_the_others_are_checked() {
    let folder = Folder::new("missing", &[("a.yaml", &manifest("good.yaml"))]);
    let ran = folder.run(&["check", "gone.yaml", "a.yaml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let expected = "error: cannot read gone.yaml: no such file or directory\nchecked 1 file: nothing found\n1 CRD, 0 custom resources\n";
    assert_eq!(ran.stderr, expected);
}

#[test]
fn a_missing_crds_path_is_2() {
    let folder = Folder::new("missing-crds", &[("a.yaml", "a: b\n")]);
    let ran = folder.run(&["check", "--crds", "gone", "a.yaml"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("error: cannot read gone: no such"), "{}", ran.stderr);
    let ran = folder.run(&["check", "--crds=also/*.yaml", "a.yaml"]);
    let none = "error: `--crds also/*.yaml`: there is no CRD in it\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (2, none));
}

#[test]
#[cfg(unix)]
fn an_unreadable_path_is_2() {
    use crdls_tests::require::{Tool, or_skip};
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("unreadable", &[("a.yaml", "a: b\n"), ("b.yaml", "a: b\n")]);
    let path = folder.path("a.yaml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads all.
    let Some(_) = or_skip(Tool::Unprivileged, "an unreadable path", std::fs::read(&path).err()) else {
        return;
    };
    let ran = folder.run(&["check"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.starts_with("error: cannot read ./a.yaml: permission denied\n"), "{}", ran.stderr);
}

#[test]
fn wrong_usage_is_2() {
    let folder = Folder::new("usage", &[]);
    for args in [
        &["check", "--kubernetes", "1.30"][..],
        &["check", "--field-validation", "no"],
        &["check", "--output-format", "xml"],
        &["check", "--threads", "0"],
        &["check", "--no-such-option"],
        &["no-such-command"],
        &[],
    ] {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!ran.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn all_that_is_promised_is_accepted() {
    let good = manifest("good.yaml");
    let folder = Folder::new("options", &[("a.yaml", "a: b\n"), ("crds/b.yaml", &good)]);
    let args =
        ["check", "--kubernetes=v1.31.2", "--field-validation=warn", "--crds=crds", "--crds=crds/b.yaml"];
    for more in [["--threads=1", "--color=never"], ["--threads=7", "--color=always"]] {
        let ran = folder.run(&[&args[..], &more[..], &["a.yaml"]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    }
}

#[test]
fn the_version_names_what_is_mirrored() {
    let ran = Folder::new("version", &[]).run(&["version"]);
    let expected = format!("crdls {}{LEFT_OUT}\nKubernetes 1.31 to 1.37\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((ran.code, ran.stdout, ran.stderr.as_str()), (0, expected, ""));
}

#[test]
fn standard_input_is_a_dash() {
    let folder = Folder::new("stdin", &[]);
    let ran = folder.run_with_input(&["check", "-", "--output-format=concise"], &manifest("broken.yaml"));
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.starts_with("-:"), "{}", ran.stdout);
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new("stdin-twice", &[]);
    let ran = folder.run_with_input(&["check", "-", "-"], &manifest("good.yaml"));
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (0, "checked 1 file: nothing found\n1 CRD, 0 custom resources\n")
    );
}

#[test]
fn standard_input_is_a_file_of_this_folder() {
    let folder = Folder::new("stdin-crds", &[("crds/a.yaml", &crd(|c| c))]);
    let sample = folder.run(&["sample", "tables"]).stdout;
    let summary = |args: &[&str]| folder.run_with_input(args, &sample).stderr;
    assert!(summary(&["check", "-"]).contains("1 custom resource\n"), "{}", summary(&["check", "-"]));
    assert!(summary(&["check", "--no-workspace", "-"]).contains("no CRD for"));
}

/// A CRD with one property that gets a hint and one that gets a warning.
fn advised(kind: &str) -> String {
    let column = "additionalPrinterColumns:\n- {name: Size, type: integer, jsonPath: .spec.sice}";
    crd(|c| {
        c.kind(kind).entries(column).spec_properties(
            "
            size: {type: integer}
            racks: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}
            ",
        )
    })
}

#[test]
fn hints_on_a_crd_are_given_at_the_first_of_its_copies() {
    let oven = advised("Oven");
    let bundle = format!("{oven}---\n{}", advised("Stove"));
    let folder = Folder::new("copies", &[("a/crd.yaml", &oven), ("b/bundle.yaml", &bundle)]);
    let of_code = |code: &str| -> Vec<String> {
        let found = folder.findings(&[]);
        let found = found.iter().filter(|found| found["code"] == code);
        found.map(|found| format!("{} {}", found["file"].as_str().unwrap(), found["document"])).collect()
    };
    assert_eq!(of_code("missing-list-type"), ["./a/crd.yaml 0", "./b/bundle.yaml 1"]);
    let warnings = ["./a/crd.yaml 0", "./b/bundle.yaml 0", "./b/bundle.yaml 1"];
    assert_eq!(of_code("unknown-column-path"), warnings, "what is wrong is reported in each file");
    assert_eq!(folder.findings(&["b"]).iter().filter(|f| f["code"] == "missing-list-type").count(), 2);
}

/// Files with the same bytes, in folders that say other things about them.
#[test]
fn equal_files_are_checked_as_each_of_them_alone() {
    let warned = advised("Oven");
    let refused = advised("Stove").replace("scope: Namespaced", "scope: Everywhere");
    let partial = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: hobs.example.com}\nspec: {scope: 1}\n";
    let template = advised("Grill").replace("scope: Namespaced", "scope: {{ .Scope }}");
    let of_tests = "kind: Test\nspec:\n  steps:\n  - try:\n    - assert: {file: warned.yaml}\n    - patch: {file: partial.yaml}\n";
    let object = "apiVersion: example.com/v1\nkind: Kiln\nmetadata: {name: a}\nspec: {size: x}\n";
    let mixed = format!("{}---\n{object}---\nkind: ConfigMap\napiVersion: v1\n", advised("Kiln"));
    let texts = [
        ("warned", &*warned),
        ("refused", &*refused),
        ("partial", partial),
        ("template", &*template),
        ("mixed", &*mixed),
    ];
    let names: Vec<_> = ["a", "b", "tests", "patched"]
        .iter()
        .flat_map(|folder| texts.map(|(name, text)| (format!("{folder}/{name}.yaml"), text)))
        .collect();
    let mut files: Vec<_> = names.iter().map(|(name, text)| (&**name, *text)).collect();
    files.push(("tests/chainsaw-test.yaml", of_tests));
    files.push(("patched/kustomization.yaml", "patches:\n- path: refused.yaml\n- path: partial.yaml\n"));
    let folder = Folder::new("equal", &files);
    let of = |args: &[&str], name: &str| -> Vec<String> {
        let found = folder.findings(&[&["--min-severity", "warning", "--no-workspace"], args].concat());
        found.iter().filter(|found| found["file"] == name).map(ToString::to_string).collect()
    };
    let mut counts: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (name, text) in &names {
        let alone = of(&[name], name);
        assert_eq!(of(&["a", "b", "tests", "patched"], name), alone, "{name}");
        counts.entry(text).or_default().insert(alone.len());
    }
    assert!(
        counts.values().any(|counts| counts.len() > 1),
        "an equal file has other findings as a part: {counts:?}"
    );
    assert!(counts.values().flatten().any(|count| *count > 0));
}
