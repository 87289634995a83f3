//! `crdls eval`: rules with the value of each part.

use serde_json::Value;

use crate::run::Folder;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ovens.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Oven, plural: ovens, singular: oven, listKind: OvenList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              x-kubernetes-validations:
                - rule: self.racks.all(r, r.height < self.height)
                  message: a rack is too high
                - rule: self.height == oldSelf.height
                  message: cannot change
              properties:
                height: {type: integer, default: 9}
                fuel: {type: string}
                racks:
                  type: array
                  maxItems: 5
                  items:
                    type: object
                    required: [height]
                    properties:
                      height:
                        type: integer
                        x-kubernetes-validations:
                          - rule: self > 0
                            message: must be positive
";

const OVEN: &str = "\
apiVersion: example.com/v1
kind: Oven
metadata: {name: a}
spec:
  racks:
    - height: 2
    - height: 12
";

fn folder(name: &str) -> Folder {
    Folder::new(name, &[("crd.yaml", CRD), ("oven.yaml", OVEN)])
}

#[test]
fn a_rule_is_a_tree_of_values() {
    let ran = folder("eval-crd").run(&["eval", "crd.yaml#spec", "--object", "oven.yaml"]);
    // The cost is compared with the API server's where rules are run.
    let lines = ran.stdout.lines().filter(|line| !line.starts_with("  cost: "));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            "oven.yaml:5:3: `spec`",
            "  rule: crd.yaml:20:25",
            "  false                     self.racks.all(r, r.height < self.height)",
            "  [{'height': 2}, {'height': 12}]    self.racks",
            "  {'height': 12}              with r",
            "  false                       r.height < self.height",
            "  12                            r.height",
            "  9                             self.height",
            "",
            "oven.yaml:5:3: `spec`",
            "  rule: crd.yaml:22:25",
            "  self.height == oldSelf.height",
            "  not run: it compares with `oldSelf`, and the object is created",
        ],
        "{}",
        ran.stderr
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (1, "2 evaluations, 1 not true\n"));
}

#[test]
fn rules_of_items_are_run_on_each() {
    let ran = folder("eval-items").run(&["eval", "crd.yaml#spec.racks[].height", "--object", "oven.yaml"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout.matches("self > 0").count(), 2, "{}", ran.stdout);
    let ran = folder("eval-all").run(&["eval", "crd.yaml", "--object", "oven.yaml"]);
    assert_eq!(ran.stderr, "4 evaluations, 1 not true\n");
}

#[test]
fn an_expression_is_evaluated_where_it_is_asked_to() {
    let args =
        ["eval", "has(self.fuel) ? self.fuel == 'gas' : self.racks.size()==2", "--object", "oven.yaml"];
    let folder = folder("eval-expression");
    let ran =
        folder.run(&[&args, &["--at", "spec", "--crds", "crd.yaml", "--output-format", "json"][..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let all: Value = ran.json();
    let result = &all[0]["result"];
    assert_eq!(
        (&result["value"], &result["parts"][0]["value"]),
        (&Value::from("true"), &Value::from("false"))
    );
    assert_eq!(result["parts"][1]["notEvaluated"], true);
    assert_eq!(result["parts"][2]["parts"][0]["value"], "2");
    let ran = folder.run(&["eval", "self.kind", "--object", "oven.yaml"]);
    assert!(ran.code == 0 && ran.stdout.contains("  'Oven'  self.kind\n"), "{}\n{}", ran.stdout, ran.stderr);
}

#[test]
fn what_cannot_be_evaluated_says_why() {
    let folder = folder("eval-wrong");
    let ran = folder.run(&["eval", "self.spec.none == 1", "--object", "oven.yaml"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("does not compile: ERROR: <input>:1:10: undefined field 'none'"),
        "{}",
        ran.stdout
    );
    let ran = folder.run(&["eval", "crd.yaml#spec.none", "--object", "oven.yaml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("no rule of the CRD on `spec.none` has a value"), "{}", ran.stderr);
    let ran = folder.run(&["eval", "crd.yaml", "--object", "gone.yaml"]);
    assert!(ran.code == 2 && ran.stderr.contains("cannot read gone.yaml"), "{}", ran.stderr);
    let ran = folder.run(&["eval", "crd.yaml", "--object", "oven.yaml", "--at", "spec"]);
    assert_eq!(ran.code, 2);
}
