//! Custom resources: judged by the CRDs of `--crds`, then those of the paths; what would be stored.

use crdls_tests::crd;

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").entries("subresources: {status: {}}").schema(
            "
            type: object
            properties:
              spec:
                type: object
                properties:
                  size: {type: integer, maximum: 9}
                  color: {type: string, default: red}
              status: {type: object, x-kubernetes-preserve-unknown-fields: true}
            ",
        )
    })
}

fn oven(size: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: {size}\n")
}

#[test]
fn crds_of_the_paths_judge() {
    let folder = Folder::new("instances", &[("crds/oven.yaml", &ovens()), ("oven.yaml", &oven("12"))]);
    let found = folder.findings(&["."]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "out-of-bounds");
    assert_eq!(found[0]["server"]["field"], "spec.size");
    assert_eq!(found[0]["path"], "spec.size");
    // A file by itself is validated against the CRDs of its repository.
    assert_eq!(folder.codes(&["oven.yaml"]), ["out-of-bounds"]);
    assert!(folder.findings(&["oven.yaml", "--no-workspace"]).is_empty());
    assert_eq!(folder.findings(&["oven.yaml", "--crds", "crds"]).len(), 1);
}

#[test]
fn those_that_are_named_go_before_those_of_the_paths() {
    let wide = ovens().replace("maximum: 9", "maximum: 99");
    let files = [("a/oven.yaml", &*ovens()), ("b/crd.yaml", &wide), ("b/oven.yaml", &oven("12"))];
    let folder = Folder::new("instances-order", &files);
    assert_eq!(folder.codes(&["b", "--crds", "a"]), ["out-of-bounds"]);
    let refused = ["ambiguous-kind", "out-of-bounds"];
    assert_eq!(folder.codes(&["b/oven.yaml", "--crds", "a", "--crds", "b"]), refused);
    assert_eq!(folder.codes(&["b/oven.yaml", "--crds", "b", "--crds", "a"]), ["ambiguous-kind"]);
}

#[test]
fn effective_prints_what_is_stored() {
    let text = format!("{}  unknown: 1\nstatus:\n  a: b\n", oven("5"));
    let folder = Folder::new("effective", &[("crd.yaml", &ovens()), ("oven.yaml", &text)]);
    let args = ["effective", "oven.yaml", "--crds", "crd.yaml", "--field-validation", "warn"];
    let ran = folder.run(&args);
    let stored =
        "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  color: red\n  size: 5\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, stored), "{}", ran.stderr);
    let ran = folder.run(&[&args[..], &["--diff"]].concat());
    let changed: Vec<_> = ran.stdout.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(changed, ["+  color: red", "-  unknown: 1", "-status:", "-  a: b"]);
}

#[test]
fn effective_says_what_the_server_refuses() {
    let folder = Folder::new("effective-refused", &[("crd.yaml", &ovens()), ("oven.yaml", &oven("12"))]);
    let ran = folder.run(&["effective", "oven.yaml", "--crds", "crd.yaml"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("oven.yaml:6:9: the server rejects this"), "{}", ran.stderr);
    let ran =
        Folder::new("effective-unknown", &[("oven.yaml", &oven("12"))]).run(&["effective", "oven.yaml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("pass its CRD with --crds"), "{}", ran.stderr);
}
