//! `crdls test`.

use crdls_tests::crd;
use serde_json::Value;

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
                  fuel: {type: string, default: gas}
              status:
                type: object
                properties:
                  phase: {type: string, enum: [Cold, Hot]}
            ",
        )
    })
}

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
    Folder::new(test, &[("crd.yaml", &ovens()), ("suite.yaml", suite)])
}

#[test]
fn cases_are_run_as_on_a_server() {
    let folder = folder("suite", SUITE);
    let ran = folder.run(&["test"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "ok   ./suite.yaml › ./crd.yaml: 4 passed\n"), "{ran:?}");
    assert_eq!(ran.stderr, "4 case runs: 4 passed, 0 failed\n");
    let found =
        folder.run(&["test", "suite.yaml", "--output-format", "json", "--filter", "onUpdate Knows"]).json();
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
            "FAIL suite.yaml › crd.yaml: 2 passed, 2 failed",
            "  suite.yaml:9:17: failed: onCreate \"Fills in the fuel\": the stored object is not as expected (compare)",
            "      expected:  spec.fuel: \"oil\"",
            "      actual:    spec.fuel: \"gas\"",
            "  suite.yaml:18:22: failed: onCreate \"Limits the size\": the server rejects it with another error (create)",
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
        matrix.stdout.starts_with("FAIL suite.yaml › crd.yaml: 1.31: 2 passed, 2 failed; 1.37: "),
        "{matrix:?}"
    );
    assert_eq!(folder.run(&["test", "suite.yaml", "--update"]).code, 1);
    assert_eq!(folder.run(&["test", "suite.yaml"]).code, 0, "{}", folder.read("suite.yaml"));
}

#[test]
fn a_wrong_case_does_not_keep_the_others_from_running() {
    let suite = SUITE.replacen("kind: Oven\n        spec: {size: 10}", "kind: Oven\n        spec", 1);
    let ran = folder("suite-wrong", &suite).run(&["test", "suite.yaml", "--output-format", "json"]);
    let found = ran.json();
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
    two.write("other.yaml", ovens().replace("maximum: 9", "maximum: 8"));
    let ran = two.run(&["test", "suite.yaml"]);
    assert!(ran.code == 1 && ran.stdout.contains("found several CRDs named"), "{ran:?}");
    assert_eq!(two.run(&["test", "suite.yaml", "--crds", "crd.yaml"]).code, 0);
}

#[test]
fn examples_are_cases() {
    let object = |name: &str, size: u8, more: &str| {
        format!(
            "apiVersion: example.com/v1\nkind: Oven\nmetadata: {{name: {name}}}\nspec: {{size: {size}}}\n{more}"
        )
    };
    let folder = Folder::new("suite-examples", &[("crd.yaml", &ovens())]);
    folder.write("valid/a.yaml", object("a", 1, ""));
    folder.write("invalid/b.yaml", object("b", 10, ""));
    let named = ["test", "--valid", "valid", "--invalid", "invalid"];
    let ran = folder.run(&named);
    assert!(ran.code == 0 && ran.stderr.contains("2 passed"), "{ran:?}");
    folder.write("valid/a.yaml", object("a", 11, ""));
    folder.write("invalid/b.yaml", object("b", 2, ""));
    let ran = folder.run(&named);
    assert!(ran.code == 1 && ran.stderr.contains("0 passed, 2 failed"), "{ran:?}");
    let mixed = [
        object("c", 3, ""),
        object("d", 10, "_err: should be less than\n"),
        object("e", 10, "_err: other\n"),
    ];
    folder.write("mixed.yaml", mixed.join("---\n"));
    let ran = folder.run(&["test", "mixed.yaml"]);
    assert!(ran.code == 1 && ran.stdout.contains("mixed.yaml:16:7: failed: example \"Oven e\""), "{ran:?}");
}

#[test]
fn coverage_says_what_no_case_shows() {
    let folder = folder("suite-coverage", SUITE);
    let ran = folder.run(&["test", "--coverage"]);
    let lines: Vec<_> = ran.stdout.lines().skip(2).collect();
    let lacks = "       21:46 properties[spec].properties[size].maximum: no case makes it hold";
    assert_eq!(lines, [" 50 %  1 of 2  ./crd.yaml", lacks], "{ran:?}");
    let ran = folder.run(&["test", "--coverage", "--filter", "Fills"]);
    let lines: Vec<_> = ran.stdout.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "  0 %  0 of 2  ./crd.yaml",
            "       21:46 properties[spec].properties[size].maximum: no case reaches it",
            "       26:43 properties[status].properties[phase].enum: no case reaches it",
        ],
        "{ran:?}"
    );
    assert_eq!(folder.run(&["test", "--min-coverage", "50"]).code, 0);
    assert_eq!(folder.run(&["test", "--min-coverage", "51"]).code, 1);
    let found = folder.run(&["test", "--coverage", "--output-format", "json"]).json();
    let point = &found[0]["coverage"][0];
    assert_eq!((&point["held"], &point["failed"]), (&0.into(), &3.into()), "{point}");
}

fn guarded() -> String {
    crd(|c| {
        c.kind("Lamp").schema(
            "
            type: object
            required: [spec]
            properties:
              spec:
                type: object
                properties:
                  min: {type: integer, maximum: 9}
                  max: {type: integer}
                  colour:
                    type: string
                    maxLength: 12
                    x-kubernetes-validations:
                      - rule: self == oldSelf
                        message: colour is immutable
                x-kubernetes-validations:
                  - rule: '!has(self.min) || !has(self.max) || self.min <= self.max'
            ",
        )
    })
}

/// The operands of the first rule, each with how often it was true and false.
fn operands(found: &Value) -> Vec<(u64, u64)> {
    let points = found[0]["coverage"].as_array().unwrap();
    let rule =
        points.iter().find(|point| point["path"].as_str().unwrap().contains("validations[0]")).unwrap();
    let count = |operand: &Value| (operand["true"].as_u64().unwrap(), operand["false"].as_u64().unwrap());
    rule["operands"].as_array().unwrap().iter().map(count).collect()
}

#[test]
fn coverage_counts_the_operands_of_rules() {
    let suite = r"crdName: lamps.example.com
tests:
  onCreate:
    - name: Has no limits
      initial: |
        apiVersion: example.com/v1
        kind: Lamp
        spec: {}
      expected: |
        apiVersion: example.com/v1
        kind: Lamp
        spec: {}
    - name: Wants an order
      initial: |
        apiVersion: example.com/v1
        kind: Lamp
        spec: {min: 2, max: 1}
      expectedError: failed rule
";
    let folder = Folder::new("suite-operands", &[("crd.yaml", &guarded()), ("suite.yaml", suite)]);
    let ran = folder.run(&["test", "--coverage"]);
    let lines: Vec<_> = ran.stdout.lines().filter(|line| line.contains("operand `")).collect();
    let rule = "properties[spec].x-kubernetes-validations[0].rule";
    assert_eq!(
        lines,
        [
            format!("       30:42 {rule}: operand `!has(self.max)`: no case makes it true"),
            format!("       30:60 {rule}: operand `self.min <= self.max`: no case makes it true"),
        ],
        "{ran:?}"
    );
    let found = folder.run(&["test", "--output-format", "json", "--coverage"]).json();
    assert_eq!(operands(&found), [(1, 1), (0, 1), (0, 1)], "{found}");
    // Two of the rules and constraints, and of the operands one.
    assert!(ran.stdout.contains("\n 25 %  2 of 8  ./crd.yaml\n"), "{ran:?}");
}

#[test]
fn missing_cases_are_written() {
    let folder = Folder::new("suite-generate", &[("crd.yaml", &guarded())]);
    let ran = folder.run(&["test", "--generate", "crd.yaml"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = folder.read("lamps.example.com.suite.yaml");
    assert!(
        written.starts_with("crdName: lamps.example.com\ntests:\n  onCreate:\n    - name: "),
        "{written}"
    );
    assert!(written.contains("\n  onUpdate:\n") && written.contains("colour is immutable"), "{written}");
    let ran = folder.run(&["test", "--coverage", "--output-format", "json"]);
    let points = ran.json()[0]["coverage"].as_array().unwrap().clone();
    let lacks = |point: &&Value| point["held"] == 0 || point["failed"] == 0;
    assert_eq!((ran.code, points.iter().find(lacks)), (0, None), "{written}");
    // Nothing is missing any more.
    assert_eq!(folder.run(&["test", "--generate", "crd.yaml"]).code, 0);
    assert_eq!(folder.read("lamps.example.com.suite.yaml"), written);
    for options in ["--update", "--filter=a", "--kubernetes=1.36,1.37"] {
        assert_eq!(folder.run(&["test", "--generate", options, "crd.yaml"]).code, 2, "{options}");
    }
}

#[test]
fn cases_are_added_after_those_of_a_suite() {
    let suite = "# Ovens\ncrdName: ovens.example.com\ntests:\n  onUpdate: []  # none yet\n  onCreate:\n  - name: Is empty\n    initial: |\n      apiVersion: example.com/v1\n      kind: Oven\n      spec: {}\n    expected: |\n      apiVersion: example.com/v1\n      kind: Oven\n      spec: {fuel: gas}\n# The end\n";
    let folder = folder("suite-added", suite);
    let ran = folder.run(&["test", "--generate"]);
    assert_eq!(ran.code, 2, "a list in flow style gets none: {ran:?}");
    assert_eq!(folder.read("suite.yaml"), suite);
    let block = suite.replace("  onUpdate: []  # none yet\n", "");
    folder.write("suite.yaml", &block);
    let ran = folder.run(&["test", "--generate"]);
    let written = folder.read("suite.yaml");
    let kept = block.strip_suffix("# The end\n").unwrap();
    assert!(ran.code == 0 && written.starts_with(kept) && written.ends_with("# The end\n"), "{written}");
    assert!(written.contains("\n  - name: \"spec.size fails maximum\"\n    initial: |\n"), "{written}");
    assert!(written.contains("    expectedStatusError: \"status.phase: Unsupported value"), "{written}");
    assert_eq!(folder.run(&["test", "--min-coverage", "100"]).code, 0, "{written}");
}

#[test]
fn a_rule_without_a_case_is_named() {
    let crd = guarded().replace("self.min <= self.max'", "self.min <= self.max || true'");
    let folder = Folder::new("suite-none", &[("crd.yaml", &crd)]);
    let ran = folder.run(&["test", "--generate", "crd.yaml"]);
    let path = "properties[spec].x-kubernetes-validations[0].rule";
    let line = format!("crd.yaml:30:23 {path}: no case found that makes it fail: it holds for each of ");
    assert!(ran.code == 0 && ran.stderr.contains(&line), "{ran:?}");
}

#[test]
fn a_suite_that_takes_too_long_is_stopped() {
    let folder = folder("suite-timeout", SUITE);
    folder.write("other.yaml", SUITE);
    let ran = folder.run(&["test", "--timeout", "0"]);
    let line = ":4:13: error: onCreate \"Fills in the fuel\": stopped: the suite takes more than 0 s (`--timeout`), 3 cases not run";
    assert_eq!((ran.code, ran.stdout.matches(line).count()), (1, 2), "{ran:?}");
    assert_eq!(folder.run(&["test", "--timeout", "600"]).code, 0);
}

#[test]
fn bad_input_is_a_finding_at_its_place() {
    let broken = folder("suite-broken", &SUITE.replacen("    - name: Limits", "    - name: [Limits", 1));
    let ran = broken.run(&["test", "suite.yaml"]);
    assert!(ran.code == 1 && ran.stdout.contains("4 passed"), "{ran:?}");
    assert!(
        ran.stdout.contains("\n  suite.yaml:13:") && ran.stdout.contains(": the file does not parse: "),
        "{ran:?}"
    );
    let object = folder("suite-object", &SUITE.replacen("spec: {unknown: 1}", "spec: {unknown: [1}", 1));
    let ran = object.run(&["test", "suite.yaml"]);
    assert!(ran.code == 1 && ran.stdout.contains("3 passed, 1 cannot run"), "{ran:?}");
    assert!(ran.stdout.contains("\n  suite.yaml:8:"), "{ran:?}");
}

#[test]
fn suites_of_hypershift_are_run_as_its_runner_does() {
    let crd = ovens().replace("example.com", "hypershift.openshift.io");
    let suite = r"crdName: ovens.hypershift.openshift.io
tests:
  onCreate:
    - name: Wants no object
      initial: |
        apiVersion: hypershift.openshift.io/v1
        kind: Oven
        metadata: {name: dropped}
        spec: {size: 1}
    - name: Compares the spec
      initial: |
        apiVersion: hypershift.openshift.io/v1
        kind: Oven
        metadata: {labels: {a: b}}
        spec: {size: 1}
      expected: |
        apiVersion: hypershift.openshift.io/v1
        kind: Oven
        spec: {size: 1, fuel: gas}
  onUpdate:
    - name: Expects two things
      initial: |
        apiVersion: hypershift.openshift.io/v1
        kind: Oven
        spec: {}
      updated: |
        apiVersion: hypershift.openshift.io/v1
        kind: Oven
        spec: {}
      expectedError: a
      expectedStatusError: b
";
    let folder = Folder::new("suite-hypershift", &[("crd.yaml", &crd), ("suite.yaml", suite)]);
    let ran = folder.run(&["test"]);
    assert!(ran.code == 1 && ran.stdout.contains("2 passed, 1 cannot run"), "{ran:?}");
    assert!(ran.stdout.contains("it must have one of `expected`"), "{ran:?}");
}
