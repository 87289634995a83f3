//! `crdls test`.

use serde_json::Value;

use crate::run::{Folder, Ran};

const CRD: &str = r"apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ovens.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer, maximum: 9}
                fuel: {type: string, default: gas}
            status:
              type: object
              properties:
                phase: {type: string, enum: [Cold, Hot]}
";

const SUITE: &str = r"crdName: ovens.example.com
tests:
  onCreate:
    - name: Fills in the fuel
      initial: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {unknown: 1}
      expected: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {fuel: gas}
    - name: Limits the size
      initial: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {size: 10}
      expectedError: 'Oven.example.com '
  onUpdate:
    - name: Knows the phases
      initial: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {}
        status: {phase: Cold}
      updated: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {}
        status: {phase: Warm}
      expectedStatusError: 'status.phase: Unsupported value'
    - name: Forgives what did not change
      initialCRDPatches:
        - op: remove
          path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum
      initial: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {size: 10}
      updated: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {size: 10, fuel: wood}
      expected: |
        apiVersion: example.com/v1
        kind: Oven
        spec: {size: 10, fuel: wood}
";

fn folder(test: &str, suite: &str) -> Folder {
    Folder::new(test, &[("crd.yaml", CRD), ("suite.yaml", suite)])
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|err| panic!("{err}: {ran:?}"))
}

#[test]
fn cases_are_run_as_on_a_server() {
    let folder = folder("suite", SUITE);
    let ran = folder.run(&["test"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "ok   ./suite.yaml › ./crd.yaml: 4 passed\n"), "{ran:?}");
    assert_eq!(ran.stderr, "4 case runs: 4 passed, 0 failed\n");
    let found =
        json(&folder.run(&["test", "suite.yaml", "--output-format", "json", "--filter", "onUpdate Knows"]));
    let entry = &found[0];
    assert_eq!((&entry["suite"], &entry["kubernetes"]), (&"suite.yaml".into(), &"1.37".into()), "{entry}");
    let case = &entry["cases"][0];
    assert_eq!((&case["name"], &case["kind"]), (&"Knows the phases".into(), &"onUpdate".into()));
    assert_eq!((&case["result"], &case["range"]["start"]["line"]), (&"passed".into(), &31.into()));
    assert_eq!(entry["cases"].as_array().map(Vec::len), Some(1));
    assert_eq!(folder.run(&["test", "--filter", "nothing of it"]).code, 2);
    assert_eq!(folder.run(&["test", "crd.yaml"]).code, 2);
}

#[test]
fn what_fails_is_shown_at_its_expectation() {
    let suite = SUITE.replace("fuel: gas}", "fuel: oil}").replace("Oven.example.com ", "nothing");
    let folder = folder("suite-fails", &suite);
    let ran = folder.run(&["test", "suite.yaml"]);
    assert_eq!(ran.code, 1);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "FAIL suite.yaml › ./crd.yaml: 2 passed, 2 failed",
            "  suite.yaml:9:17: failed: onCreate \"Fills in the fuel\": the stored object is not as expected (compare)",
            "      expected:  spec.fuel: \"oil\"",
            "      actual:    spec.fuel: \"gas\"",
            "  suite.yaml:18:22: failed: onCreate \"Limits the size\": the server refuses it with another error (create)",
            "      expected:  nothing",
            "      actual:    spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9",
        ]
    );
    for format in ["concise", "github", "junit"] {
        let ran = folder.run(&["test", "suite.yaml", "--output-format", format]);
        assert!(ran.code == 1 && ran.stdout.contains("not as expected"), "{format}: {ran:?}");
    }
    let matrix = folder.run(&["test", "suite.yaml", "--kubernetes", "1.31,1.37"]);
    assert!(
        matrix.stdout.starts_with("FAIL suite.yaml › ./crd.yaml: 1.31: 2 passed, 2 failed; 1.37: "),
        "{matrix:?}"
    );
    assert_eq!(folder.run(&["test", "suite.yaml", "--update"]).code, 1);
    assert_eq!(folder.run(&["test", "suite.yaml"]).code, 0, "{}", folder.read("suite.yaml"));
}

#[test]
fn a_wrong_case_does_not_keep_the_others_from_running() {
    let suite = SUITE.replacen("kind: Oven\n        spec: {size: 10}", "kind: Oven\n        spec", 1);
    let ran = folder("suite-wrong", &suite).run(&["test", "suite.yaml", "--output-format", "json"]);
    let found = json(&ran);
    let results: Vec<_> =
        found[0]["cases"].as_array().unwrap().iter().map(|case| case["result"].as_str().unwrap()).collect();
    assert_eq!((ran.code, results), (1, vec!["passed", "error", "passed", "passed"]));
    assert_eq!(found[0]["findings"][0]["code"], "invalid-suite");
}

#[test]
fn a_suite_needs_one_crd() {
    let without = Folder::new("suite-without", &[("suite.yaml", SUITE)]).run(&["test"]);
    assert!(
        without.code == 1 && without.stdout.contains("there is no CRD `ovens.example.com`"),
        "{without:?}"
    );
    let two = folder("suite-two", SUITE);
    two.write("other.yaml", CRD.replace("maximum: 9", "maximum: 8").as_bytes());
    let ran = two.run(&["test", "suite.yaml"]);
    assert!(ran.code == 1 && ran.stdout.contains("equally near"), "{ran:?}");
    assert_eq!(two.run(&["test", "suite.yaml", "--crds", "crd.yaml"]).code, 0);
}

#[test]
fn examples_are_cases() {
    let object = |name: &str, size: u8, more: &str| {
        format!(
            "apiVersion: example.com/v1\nkind: Oven\nmetadata: {{name: {name}}}\nspec: {{size: {size}}}\n{more}"
        )
    };
    let folder = Folder::new("suite-examples", &[("crd.yaml", CRD)]);
    folder.write("valid/a.yaml", object("a", 1, "").as_bytes());
    folder.write("invalid/b.yaml", object("b", 10, "").as_bytes());
    let named = ["test", "--valid", "valid", "--invalid", "invalid"];
    let ran = folder.run(&named);
    assert!(ran.code == 0 && ran.stderr.contains("2 passed"), "{ran:?}");
    folder.write("valid/a.yaml", object("a", 11, "").as_bytes());
    folder.write("invalid/b.yaml", object("b", 2, "").as_bytes());
    let ran = folder.run(&named);
    assert!(ran.code == 1 && ran.stderr.contains("0 passed, 2 failed"), "{ran:?}");
    let mixed = [
        object("c", 3, ""),
        object("d", 10, "_err: should be less than\n"),
        object("e", 10, "_err: other\n"),
    ];
    folder.write("mixed.yaml", mixed.join("---\n").as_bytes());
    let ran = folder.run(&["test", "mixed.yaml"]);
    assert!(ran.code == 1 && ran.stdout.contains("mixed.yaml:16:7: failed: example \"Oven e\""), "{ran:?}");
}

#[test]
fn coverage_says_what_no_case_shows() {
    let folder = folder("suite-coverage", SUITE);
    let ran = folder.run(&["test", "--coverage"]);
    let lines: Vec<_> = ran.stdout.lines().skip(2).collect();
    let lacks = "       21:48 properties[spec].properties[size].maximum: no case makes it hold";
    assert_eq!(lines, [" 50 %  1 of 2  ./crd.yaml", lacks], "{ran:?}");
    let ran = folder.run(&["test", "--coverage", "--filter", "Fills"]);
    let lines: Vec<_> = ran.stdout.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "  0 %  0 of 2  ./crd.yaml",
            "       21:48 properties[spec].properties[size].maximum: no case reaches it",
            "       26:45 properties[status].properties[phase].enum: no case reaches it",
        ],
        "{ran:?}"
    );
    assert_eq!(folder.run(&["test", "--min-coverage", "50"]).code, 0);
    assert_eq!(folder.run(&["test", "--min-coverage", "51"]).code, 1);
    let found = json(&folder.run(&["test", "--coverage", "--output-format", "json"]));
    let point = &found[0]["coverage"][0];
    assert_eq!((&point["held"], &point["failed"]), (&0.into(), &3.into()), "{point}");
}
