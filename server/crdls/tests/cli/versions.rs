//! `crdls versions`.

use serde_json::{Value, json};

use crate::run::Folder;

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
    - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
    - {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
    - {name: v2beta1, served: true, storage: true, deprecated: true, deprecationWarning: use v1, schema: {openAPIV3Schema: {type: object}}}
";

#[test]
fn versions_are_a_table_or_json() {
    let folder = Folder::new("versions", &[("crd.yaml", CRD)]);
    let ran = folder.run(&["versions"]);
    let table = "ovens.example.org (./crd.yaml)\n  \
                 VERSION   PRIORITY  SERVED  STORAGE  STORED  DEFAULT  DEPRECATED\n  \
                 v1        1         yes     -        ?       yes      -\n  \
                 v2beta1   2         yes     yes      ?       -        use v1\n  \
                 v1alpha1  3         -       -        ?       -        -\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, table, ""));

    folder.write("crd.yaml", format!("{CRD}status: {{storedVersions: [v1alpha1, v2beta1]}}\n").as_bytes());
    let ran = folder.run(&["versions", "crd.yaml", "--output-format=json"]);
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    let first = json!({
        "name": "v1", "priority": 1, "served": true, "storage": false, "stored": false, "default": true,
        "deprecated": false, "deprecationWarning": null,
    });
    assert_eq!((&found[0]["name"], &found[0]["versions"][0]), (&json!("ovens.example.org"), &first));
    assert_eq!(found[0]["versions"][2]["stored"], true);
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
