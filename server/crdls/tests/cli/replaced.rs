//! `--old` for custom resources: judged as updates of those of the same kind, namespace and name.

use crdls_tests::crd;

use crate::run::{Folder, Ran};

fn ovens() -> String {
    let subresources = "
        subresources:
          status: {}
          scale:
            specReplicasPath: .spec.racks
            statusReplicasPath: .status.racks
        ";
    crd(|c| {
        c.kind("Oven").entries(subresources).schema(
            "
            type: object
            properties:
              spec:
                type: object
                required: [color]
                properties:
                  color:
                    type: string
                    x-kubernetes-validations:
                      - rule: self != 'pink'
                        message: pink is out of fashion
                  racks:
                    type: integer
                    maximum: 9
                    x-kubernetes-validations:
                      - rule: self >= oldSelf
                        message: racks can only be added
                  size:
                    type: integer
                    maximum: 9
              status:
                type: object
                properties:
                  racks:
                    type: integer
                  heat:
                    type: integer
                    maximum: 300
            ",
        )
    })
}

fn oven(name: &str, spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: {name}\nspec: {spec}\n")
}

fn folder(test: &str, old: &str, new: &str) -> Folder {
    Folder::new(test, &[("crd.yaml", &ovens()), ("old.yaml", old), ("new.yaml", new)])
}

fn check(folder: &Folder, more: &[&str]) -> Ran {
    folder.run(&[&["check", "new.yaml", "--old", "old.yaml", "--crds", "crd.yaml"], more].concat())
}

fn codes(folder: &Folder, more: &[&str]) -> Vec<String> {
    let args = [&["new.yaml", "--old", "old.yaml", "--crds", "crd.yaml"], more].concat();
    folder.codes(&args)
}

#[test]
fn what_did_not_change_is_forgiven_and_the_note_says_so() {
    let folder =
        folder("replaced-kept", &oven("a", "{color: red, size: 12}"), &oven("a", "{color: blue, size: 12}"));
    let ran = check(&folder, &[]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("info[ratcheted-error]: `spec.size` must be at most 9, got 12"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("accepted only because `spec.size` did not change"), "{}", ran.stdout);
    assert_eq!(folder.run(&["check", "new.yaml", "--crds", "crd.yaml"]).code, 1);
}

#[test]
fn a_forgiven_rule_is_the_servers_warning_with_a_note() {
    let folder =
        folder("replaced-rule", &oven("a", "{color: pink, size: 1}"), &oven("a", "{color: pink, size: 2}"));
    let ran = check(&folder, &[]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("warning[failed-rule]"), "{}", ran.stdout);
    let server = "server: spec.color: Invalid value: \"pink\": pink is out of fashion";
    assert!(ran.stdout.contains(server), "{}", ran.stdout);
    assert!(ran.stdout.contains("accepted only because `spec.color` did not change"), "{}", ran.stdout);
}

#[test]
fn what_another_change_brings_back_says_which() {
    let folder = folder("replaced-back", &oven("a", "{size: 1}"), &oven("a", "{size: 2}"));
    let ran = check(&folder, &[]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("error[missing-field]"), "{}", ran.stdout);
    assert!(ran.stdout.contains("no longer ignored because `spec` changed"), "{}", ran.stdout);
}

#[test]
fn rules_on_the_old_value_hold() {
    let folder = folder(
        "replaced-transition",
        &oven("a", "{color: red, racks: 3}"),
        &oven("a", "{color: red, racks: 2}"),
    );
    let ran = check(&folder, &[]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("racks can only be added"), "{}", ran.stdout);
}

#[test]
fn objects_of_folders_are_matched_by_kind_namespace_and_name() {
    let in_namespace = |namespace: &str, size: u32| {
        oven("a", &format!("{{color: red, size: {size}}}"))
            .replace("  name: a\n", &format!("  name: a\n  namespace: {namespace}\n"))
    };
    let files = [
        ("crds/crd.yaml", ovens()),
        ("old/one.yaml", in_namespace("one", 12)),
        ("old/two.yaml", in_namespace("two", 5)),
        ("new/all.yaml", format!("{}---\n{}", in_namespace("one", 12), in_namespace("two", 12))),
    ];
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = Folder::new("replaced-many", &files);
    let found = folder.findings(&["new", "--old", "old", "--crds", "crds"]);
    let found: Vec<_> =
        found.iter().map(|found| (found["document"].clone(), found["code"].clone())).collect();
    assert_eq!(found, [(0.into(), "ratcheted-error".into()), (1.into(), "out-of-bounds".into())]);
}

#[test]
fn a_write_of_the_status_leaves_the_rest() {
    let status = |heat: u32| format!("{}status: {{heat: {heat}}}\n", oven("a", "{size: 99}"));
    let folder = folder("replaced-status", &status(200), &status(400));
    assert_eq!(codes(&folder, &["--subresource", "status"]), ["out-of-bounds"]);
    folder.write("new.yaml", status(300));
    assert!(codes(&folder, &["--subresource", "status"]).is_empty());
}

#[test]
fn a_write_of_the_scale_is_judged_as_the_object() {
    let scale = |racks: u32| {
        format!(
            "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {{name: a}}\nspec: {{replicas: {racks}}}\n"
        )
    };
    let folder = folder("replaced-scale", &oven("a", "{color: red, racks: 3}"), &scale(2));
    assert_eq!(codes(&folder, &["--subresource", "scale"]), ["failed-rule"]);
    folder.write("new.yaml", scale(12));
    assert_eq!(codes(&folder, &["--subresource", "scale"]), ["out-of-bounds"]);
    folder.write("new.yaml", scale(4));
    assert!(codes(&folder, &["--subresource", "scale"]).is_empty());
    let args = ["effective", "new.yaml", "--old", "old.yaml", "--subresource", "scale", "--crds", "crd.yaml"];
    let ran = folder.run(&args);
    assert!(ran.stdout.contains("kind: Scale") && ran.stdout.contains("replicas: 4"), "{ran:?}");
}

#[test]
fn effective_prints_what_results() {
    let old = format!("{}status: {{heat: 200}}\n", oven("a", "{color: red}"));
    let new = format!("{}status: {{heat: 1}}\n", oven("a", "{color: blue}"));
    let folder = folder("replaced-effective", &old, &new);
    let args = ["effective", "new.yaml", "--old", "old.yaml", "--crds", "crd.yaml"];
    let ran = folder.run(&args);
    let stored = "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: a\nspec:\n  color: blue\nstatus:\n  heat: 200\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, stored), "{}", ran.stderr);
    let deleted =
        |text: &str| text.replace("  name: a\n", "  name: a\n  deletionTimestamp: '2024-05-05T05:05:05Z'\n");
    folder.write("old.yaml", deleted(&old));
    let ran = folder.run(&args);
    let said = "warning: new.yaml: the update deletes the object: it has no finalizer left\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, said));
}

#[test]
fn an_object_without_an_old_one_has_a_line_and_is_judged_as_created() {
    let folder =
        folder("replaced-other", &oven("b", "{color: red, size: 12}"), &oven("a", "{color: red, size: 12}"));
    let ran = check(&folder, &[]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    let line = "new.yaml: no old object for `Oven` `a`; validating it as a creation\n";
    assert!(ran.stderr.contains(line), "{}", ran.stderr);
    folder.write("old.yaml", oven("a", "{}").replace("Oven", "Stove"));
    assert!(check(&folder, &["--output-format", "json"]).stderr.ends_with(line));
    assert_eq!(codes(&folder, &["--subresource", "status"]), ["impossible-update"]);
    let args =
        ["effective", "new.yaml", "--old", "old.yaml", "--subresource", "status", "--crds", "crd.yaml"];
    let ran = folder.run(&args);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
}

#[test]
fn an_impossible_old_object_has_a_line_and_the_rest_is_judged() {
    let good = oven("b", "{color: red, size: 12}");
    let new = format!("{}---\n{good}", oven("a", "{color: red}"));
    for (old, said) in [
        (oven("a", "{}").replace("v1\n", "v9\n"), "the CRD has no version `example.com/v9`"),
        (oven("a", "{}").replace("  name: a\n", "  name: a\n  labels: {x: [1]}\n"), ""),
    ] {
        let folder = folder("replaced-impossible", &format!("{old}---\n{good}"), &new);
        let ran = check(&folder, &[]);
        assert_eq!(ran.code, i32::from(!said.is_empty()), "{}", ran.stdout);
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
        assert!(ran.stdout.contains("info[ratcheted-error]"), "{}", ran.stdout);
    }
    let unusable = format!("just text\n---\nkind: Oven\n---\n{good}");
    let folder = folder("replaced-unusable", &unusable, &good);
    let ran = check(&folder, &[]);
    assert!(
        ran.stderr
            .contains("warning: old.yaml: document 1 cannot be used as an old object: it is not an object"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("document 2 cannot be used as an old object: it has no `apiVersion` or no `kind`"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let of_folder = ["check", "new.yaml", "--old", ".", "--crds", "crd.yaml"];
    assert!(!folder.run(&of_folder).stderr.contains("nothing replaces"));
}

#[test]
fn another_state_of_the_object_is_a_conflict() {
    let with = |version: &str| {
        oven("a", "{color: red}")
            .replace("  name: a\n", &format!("  name: a\n  resourceVersion: '{version}'\n"))
    };
    let folder = folder("replaced-conflict", &with("18"), &with("17"));
    let found = folder.findings(&["new.yaml", "--old", "old.yaml", "--crds", "crd.yaml"]);
    assert_eq!(
        (&found[0]["code"], &found[0]["server"]["type"]),
        (&"impossible-update".into(), &"Conflict".into())
    );
}

#[test]
fn a_subresource_needs_an_old_object_and_a_version_that_has_it() {
    let folder = folder("replaced-usage", &oven("a", "{color: red}"), &oven("a", "{color: red}"));
    assert_eq!(folder.run(&["check", "new.yaml", "--subresource", "status"]).code, 2);
    assert_eq!(folder.run(&["check", "new.yaml", "--subresource", "status", "--old", "crd.yaml"]).code, 2);
    folder.write("crd.yaml", ovens().replace("      status: {}\n", ""));
    let ran = check(&folder, &["--subresource", "status"]);
    assert!(ran.stdout.contains("`Oven` has no `status` subresource in `v1`"), "{}", ran.stdout);
}
