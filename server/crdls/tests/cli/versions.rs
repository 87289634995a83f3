//! `crdls versions`.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        let c = c.kind("Oven").group("example.org").version("v1alpha1", |v| v.served(false).stored(false));
        let beta = "deprecated: true\ndeprecationWarning: use v1";
        c.version("v1", |v| v).version("v2beta1", |v| v.stored(true).entries(beta))
    })
}

#[test]
fn versions_are_a_table_or_json() {
    let folder = Folder::new("versions", &[("crd.yaml", &ovens())]);
    let ran = folder.run(&["versions"]);
    let table = "ovens.example.org (./crd.yaml)\n  \
                 VERSION   PRIORITY  SERVED  STORAGE  STORED  DEFAULT  DEPRECATED\n  \
                 v1        1         yes     -        ?       yes      -\n  \
                 v2beta1   2         yes     yes      ?       -        use v1\n  \
                 v1alpha1  3         -       -        ?       -        -\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, table, ""));

    folder.write("crd.yaml", ovens() + "status: {storedVersions: [v1alpha1, v2beta1]}\n");
    let ran = folder.run(&["versions", "crd.yaml", "--output-format=json"]);
    let found: Value = ran.json();
    let first = json!({
        "name": "v1", "priority": 1, "served": true, "storage": false, "stored": false, "default": true,
        "deprecated": false, "deprecationWarning": null,
    });
    assert_eq!((&found[0]["name"], &found[0]["versions"][0]), (&json!("ovens.example.org"), &first));
    assert_eq!(found[0]["versions"][2]["stored"], true);
}

#[test]
fn a_crd_that_is_begun_has_no_versions() {
    let crd = ovens();
    let begun = crd.split("  versions:").next().expect("a CRD");
    let folder = Folder::new("versions-begun", &[("crd.yaml", begun)]);
    let ran = folder.run(&["versions"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (0, "warning: ovens.example.org in ./crd.yaml has no versions\n")
    );
    for more in [&["--remove", "v1"][..], &["--add", "v2", "--from", "v1"]] {
        let ran = folder.run(&[&["versions"], more].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert_eq!(ran.stderr, "error: no CRD in these files has a version `v1`; there is none\n");
    }
}

#[test]
fn without_crds_it_is_2() {
    let folder = Folder::new(
        "versions-none",
        &[
            ("a.yaml", "a: b\n"),
            ("begun.yaml", "kind: CustomResourceDefinition\nspec: {versions: [{}, 1, {name: [}]}"),
        ],
    );
    for args in [&["a.yaml"][..], &["gone.yaml"], &["--output-format=sarif"]] {
        let ran = folder.run(&[&["versions"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    }
    assert_eq!(folder.run(&["versions", "begun.yaml"]).code, 0);
}

/// A stored version, with comments.
fn stored_alpha() -> String {
    let crd = crd(|c| {
        c.kind("Oven").group("example.org").version("v1alpha1 # the first", |v| {
            v.spec_schema(
                "
                type: object
                required: [size]
                properties:
                  size: {type: string, enum: [small, large]}
                  fuel: {type: string, default: wood}
                ",
            )
        })
    });
    format!("# Ovens.\n{crd}")
}

/// An author's way from one version to the next, with what the commands write.
#[test]
fn a_version_is_added_and_another_one_removed() {
    let stored_alpha = stored_alpha();
    let folder = Folder::new("versions-steps", &[("crd.yaml", &stored_alpha)]);
    let diff = folder.run(&["versions", "--add", "v1", "--from", "v1alpha1", "--diff"]);
    assert!(
        diff.stdout.contains("+  - name: v1 # the first\n+    served: true\n+    storage: false\n"),
        "{diff:?}"
    );
    assert_eq!(folder.read("crd.yaml"), stored_alpha);

    let added = folder.run(&["versions", "--add", "v1", "--from", "v1alpha1", "--tests", "tests"]);
    let wrote = "wrote tests/oven_v1alpha1_round_trip.yaml\nwrote tests/oven_v1_round_trip.yaml\n";
    assert_eq!((added.code, added.stdout.as_str(), added.stderr.as_str()), (0, "", wrote));
    assert!(folder.read("crd.yaml").starts_with(&stored_alpha));
    let tested = folder.run(&["test", "tests"]);
    assert_eq!((tested.code, tested.stderr.as_str()), (0, "2 case runs: 2 passed, 0 failed\n"), "{tested:?}");

    let steps = folder.run(&["versions", "--remove", "v1alpha1", "--output-format=json"]);
    let steps: Value = steps.json();
    let titles: Vec<_> = steps[0]["steps"].as_array().unwrap().iter().map(|step| &step["title"]).collect();
    assert_eq!(titles.len(), 5, "{titles:?}");
    assert_eq!(steps[0]["successor"], "v1");
    let refused: Vec<_> =
        steps[0]["steps"].as_array().unwrap().iter().map(|step| &step["ifLeftOut"]["refusedStep"]).collect();
    assert_eq!(refused, [&json!(5), &json!(null), &json!(null), &json!(5), &json!(null)]);
    assert_eq!(steps[0]["steps"][3]["storedVersions"], json!(["v1"]));
}

#[test]
fn the_migration_is_that_of_the_minor() {
    let folder = Folder::new("versions-minors", &[("crd.yaml", &ovens())]);
    let of = |minor: &str| folder.run(&["versions", "--remove", "v2beta1", "--kubernetes", minor]).stdout;
    let api =
        |text: &str| text.lines().find(|line| line.contains("storagemigration")).unwrap().trim().to_owned();
    assert_eq!(api(&of("1.37")), "apiVersion: storagemigration.k8s.io/v1");
    assert_eq!(api(&of("1.35")), "apiVersion: storagemigration.k8s.io/v1beta1");
    assert_eq!(api(&of("1.31")), "apiVersion: storagemigration.k8s.io/v1alpha1");
    assert!(of("1.31").contains("group: example.org\n         version: v1\n         resource: ovens\n"));
}

/// A manifest from a cluster says in which versions objects are stored: one in which none are needs no migration.
#[test]
fn stored_versions_of_a_cluster_are_used() {
    let crd = ovens() + "status: {storedVersions: [v2beta1]}\n";
    let folder = Folder::new("versions-cluster", &[("crd.yaml", &crd)]);
    let ran = folder.run(&["versions", "--remove", "v1"]);
    assert!(
        ran.stdout.contains("1. Stop serving v1") && !ran.stdout.contains("StorageVersionMigration"),
        "{}",
        ran.stdout
    );
    let ran = folder.run(&["versions", "--remove", "v1alpha1"]);
    assert!(ran.stdout.contains("1. Remove v1alpha1 from the manifest"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_done_is_said() {
    let one = crd(|c| c.kind("Oven").group("example.org").version("v1alpha1", |v| v.served(false)));
    let folder = Folder::new("versions-refused", &[("crd.yaml", &ovens()), ("one/crd.yaml", &one)]);
    let error = |args: &[&str]| {
        let ran = folder.run(&[&["versions"], args].concat());
        assert!(ran.code > 0 && ran.stderr.starts_with("error: "), "{ran:?}");
        ran.stderr
    };
    assert!(error(&["--remove", "v9", "crd.yaml"]).contains("there is v1, v1alpha1, v2beta1"));
    assert!(error(&["--remove", "v1alpha1", "one"]).contains("is its only version"));
    assert!(error(&["--add", "v1", "--from", "v1alpha1", "crd.yaml"]).contains("has a version `v1` already"));
    assert!(
        error(&["--add", "v3", "--from", "v9", "crd.yaml"])
            .contains("no CRD in these files has a version `v9`")
    );
    assert!(error(&["--add", "v3", "--from", "v1alpha1"]).contains("2 CRDs have a version `v1alpha1`"));
    assert_eq!(folder.run(&["versions", "--add", "v3"]).code, 2);
}

/// `v1` has a field more, and wants another one.
fn lossy() -> String {
    let crd = stored_alpha();
    let copy = crd[crd.find("  - name").expect("a version")..]
        .replace("v1alpha1 # the first", "v1")
        .replace("storage: true", "storage: false");
    let copy = copy.replace("required: [size]", "required: [size, fuel]").replace(", default: wood", "");
    format!("{crd}{copy}              chimney: {{type: boolean}}\n")
}

#[test]
fn a_field_that_is_lost_is_added_by_a_fix() {
    let folder = Folder::new("versions-lossy", &[("crd.yaml", &lossy())]);
    let found = folder.findings(&[]);
    let lost: Vec<_> = found.iter().filter(|found| found["code"] == "lossy-conversion").collect();
    assert_eq!(lost.len(), 1, "{found:?}");
    let message = "`spec.chimney` (`v1`) is silently dropped when stored: storage version `v1alpha1` does not declare it";
    assert_eq!(lost[0]["message"], message);
    assert!(lost[0]["witness"]["object"].to_string().contains("chimney"), "{}", lost[0]);
    folder.run(&["check", "--fix", "--unsafe-fixes"]);
    let text = folder.read("crd.yaml");
    assert_eq!(text.matches("chimney").count(), 2, "{text}");
    let found = folder.findings(&[]);
    assert!(!found.iter().any(|found| found["code"] == "lossy-conversion"), "{found:?}");
}

#[test]
fn versions_are_compared_by_objects() {
    let folder = Folder::new("versions-compared", &[("crd.yaml", &lossy())]);
    let of = |versions: &str| folder.run(&["versions", "--compare", versions, "--output-format=json"]);
    let lost = of("v1,v1alpha1");
    let found: Value = lost.json();
    assert_eq!((lost.code, lost.stderr.as_str()), (1, "1 difference, 0 unproven\n"), "{found:#}");
    assert!(found.to_string().contains("\"class\":\"lost\""), "{found:#}");
    let refused = of("v1alpha1,v1");
    assert_eq!((refused.code, refused.stderr.as_str()), (1, "1 difference, 0 unproven\n"), "{refused:?}");
    assert!(refused.stdout.contains("spec.fuel: Required value"), "{refused:?}");
    assert!(
        folder
            .run(&["versions", "--compare", "v1,v9"])
            .stderr
            .contains("no CRD in these files has a version `v9`")
    );
    assert!(folder.run(&["versions", "--compare", "v1"]).stderr.contains("takes two versions"));
}
