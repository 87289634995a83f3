use serde_json::{Value, json};

use crate::Workspace;

const CRD: &str = include_str!("../../../examples/good/pizzas.yaml");
const HAWAII: &str = include_str!("../../../examples/broken/pizza-hawaii.yaml");

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::default();
    files.iter().for_each(|(name, text)| workspace.set_file(name, text.as_bytes().to_vec()));
    workspace
}

fn pizzas() -> Workspace {
    workspace(&[("crd.yaml", CRD), ("cr.yaml", HAWAII)])
}

fn ask(workspace: &mut Workspace, request: Value) -> Value {
    let answer: Value = serde_json::from_str(&workspace.request(request.to_string().as_bytes())).unwrap();
    assert_eq!(answer.as_object().unwrap().len(), 1, "{answer}");
    answer.get("answer").or_else(|| answer.get("error")).unwrap().clone()
}

fn codes(found: &Value) -> Vec<&str> {
    found.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn a_custom_resource_is_validated_by_the_crd_of_another_file() {
    let mut workspace = pizzas();
    assert_eq!(ask(&mut workspace, json!({"method": "check", "file": "crd.yaml"})), json!([]));
    let found = ask(&mut workspace, json!({"method": "check", "file": "cr.yaml"}));
    assert!(codes(&found).contains(&"unsupported-value"), "{found}");
    assert_eq!(found[0]["validatedBy"], "crd.yaml");
    ask(&mut workspace, json!({"method": "remove", "file": "crd.yaml"}));
    assert_eq!(ask(&mut workspace, json!({"method": "check", "file": "cr.yaml"})), json!([]));
}

#[test]
fn one_finding_has_the_fixes_that_it_has_among_all() {
    let mut workspace = pizzas();
    let all = ask(&mut workspace, json!({"method": "check", "file": "cr.yaml", "fixes": true}));
    assert!(all.as_array().unwrap().iter().any(|found| found["fixes"] != json!([])), "{all}");
    for (number, found) in all.as_array().unwrap().iter().enumerate() {
        let one = ask(&mut workspace, json!({"method": "finding", "file": "cr.yaml", "number": number}));
        assert_eq!(one, json!([found]));
    }
    let none = ask(&mut workspace, json!({"method": "finding", "file": "cr.yaml", "number": 99}));
    assert_eq!(none, "there is no finding 99");
}

#[test]
fn an_edited_file_is_the_text_that_it_would_be_from_the_start() {
    let mut edited = workspace(&[("a.yaml", CRD)]);
    let mut text = CRD.to_owned();
    let find = |text: &str, of: &str| {
        let (before, _) = text.split_once(of).unwrap();
        let line = before.lines().count().max(1);
        (line, before.rsplit('\n').next().unwrap().chars().count() + 1)
    };
    for (old, new) in
        [("type: integer", "type: é😀"), ("😀", "number"), ("scope: Namespaced", "scope: Any\n  é: 1")]
    {
        let (line, column) = find(&text, old);
        let end = column + old.chars().count();
        let range = json!({"start": {"line": line, "column": column}, "end": {"line": line, "column": end}});
        let edit = json!({"method": "edit", "file": "a.yaml", "range": range, "newText": new});
        assert_eq!(ask(&mut edited, edit), Value::Null);
        text = text.replacen(old, new, 1);
        let check = json!({"method": "check", "file": "a.yaml"});
        let fresh = ask(&mut workspace(&[("a.yaml", &text)]), check.clone());
        assert_eq!(ask(&mut edited, check), fresh, "{old}");
        assert_ne!(fresh, json!([]));
    }
}

#[test]
fn the_minor_is_chosen() {
    let mut workspace = pizzas();
    let status = ask(&mut workspace, json!({"method": "settings", "kubernetes": "1.31"}));
    assert_eq!((&status["kubernetes"], &status["crds"]), (&json!("1.31"), &json!(1)));
    assert!(status["minors"].as_array().unwrap().contains(&json!("1.37")));
    let error = ask(&mut workspace, json!({"method": "settings", "kubernetes": "0.9"}));
    assert_eq!(error, "there is no Kubernetes `0.9`");
}

#[test]
fn help_at_a_place() {
    let mut workspace = pizzas();
    let line = HAWAII.lines().position(|line| line.contains("size:")).unwrap() + 1;
    let hover =
        ask(&mut workspace, json!({"method": "hover", "file": "cr.yaml", "at": {"line": line, "column": 4}}));
    assert!(hover["markdown"].as_str().unwrap().contains("size"), "{hover}");
    assert_eq!(hover["range"]["start"], json!({"line": line, "column": 3}));
    let at = json!({"line": line, "column": 9});
    let items = ask(&mut workspace, json!({"method": "complete", "file": "cr.yaml", "at": at}));
    assert!(items.as_array().unwrap().iter().any(|item| item["label"] == "large"), "{items}");
}

#[test]
fn views_of_the_files() {
    let mut workspace = pizzas();
    let costs = ask(&mut workspace, json!({"method": "cost", "file": "crd.yaml"}));
    assert_eq!(costs[0]["name"], "pizzas.pizzeria.example.com");
    let stored = ask(&mut workspace, json!({"method": "effective", "file": "cr.yaml"}));
    assert_eq!((&stored[0]["kind"], &stored[0]["name"]), (&json!("Pizza"), &json!("hawaii")));
    let kinds = ask(&mut workspace, json!({"method": "kinds"}));
    assert_eq!((&kinds[0]["file"], &kinds[0]["plural"]), (&json!("crd.yaml"), &json!("pizzas")));
    let explained = ask(&mut workspace, json!({"method": "kubectlExplain", "what": "pizzas.spec.size"}));
    assert!(explained["text"].as_str().unwrap().contains("FIELD: size"), "{explained}");
    let page = ask(&mut workspace, json!({"method": "explain", "what": "code:unsupported-scope"}));
    assert!(page.as_str().unwrap().starts_with("# unsupported-scope"), "{page}");
    let published = ask(&mut workspace, json!({"method": "openapi", "file": "crd.yaml"}));
    assert!(published.get("openapi/v3/apis/pizzeria.example.com/v1").is_some(), "{published}");
    let sample = ask(&mut workspace, json!({"method": "sample", "kind": "pizzas"}));
    workspace.set_file("sample.yaml", sample.as_str().unwrap().as_bytes().to_vec());
    assert_eq!(ask(&mut workspace, json!({"method": "check", "file": "sample.yaml"})), json!([]));
}

#[test]
fn a_change_is_shown_by_an_object() {
    let mut workspace = workspace(&[("crd.yaml", &CRD.replace("scope: Namespaced", "scope: Cluster"))]);
    let found = ask(&mut workspace, json!({"method": "diff", "old": CRD, "file": "crd.yaml"}));
    assert_eq!(found["changes"][0]["old"]["file"], "old", "{found}");
    assert_eq!(found["changes"][0]["new"]["file"], "crd.yaml");
    let same = ask(
        &mut workspace,
        json!({"method": "diff", "old": CRD.replace("Namespaced", "Cluster"), "file": "crd.yaml"}),
    );
    assert_eq!(same["changes"], json!([]));
}

#[test]
fn what_cannot_be_answered_is_a_sentence() {
    let mut workspace = workspace(&[(
        "broken.yaml",
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n",
    )]);
    let refused = ask(&mut workspace, json!({"method": "openapi", "file": "broken.yaml"}));
    assert!(refused.as_str().unwrap().contains("rejects this file"), "{refused}");
    assert_eq!(ask(&mut workspace, json!({"method": "cost", "file": "none"})), "there is no file `none`");
    assert_eq!(
        ask(&mut workspace, json!({"method": "sample", "kind": "x"})),
        "no CRD of this page defines a kind `x`"
    );
    assert!(workspace.request(b"{").starts_with("{\"error\":\"the request does not parse: "));
    workspace.set_file("bytes", vec![0xff, 0xfe, 0, 0x80, 0]);
    assert!(ask(&mut workspace, json!({"method": "check", "file": "bytes"})).is_array());
}

#[test]
fn rules_are_evaluated_part_by_part() {
    let first = "\n              x-kubernetes-validations:\n";
    let crd = CRD.replace(first, &format!("{first}                - rule: self.quantity < 3\n"));
    assert_ne!(crd, CRD);
    let margherita = include_str!("../../../examples/good/pizza-margherita.yaml");
    let mut workspace = workspace(&[("crd.yaml", &crd), ("cr.yaml", margherita)]);
    let ask_at = json!({"method": "evaluate", "file": "cr.yaml", "field": "spec"});
    let found = ask(&mut workspace, ask_at);
    let rule = found.as_array().unwrap().iter().find(|one| one["rule"] == "self.quantity < 3").unwrap();
    assert!(rule["ruleAt"].as_str().unwrap().starts_with("crd.yaml:"), "{rule}");
    assert_eq!(
        (&rule["result"]["value"], &rule["result"]["parts"][0]["value"]),
        (&json!("false"), &json!("3"))
    );
    let asked = json!({"method": "evaluate", "file": "cr.yaml", "field": "spec.toppings[]", "expression": "self.grams"});
    let values = ask(&mut workspace, asked);
    let values: Vec<_> = values.as_array().unwrap().iter().map(|one| &one["result"]["value"]).collect();
    assert_eq!(values, ["90", "120", "5"]);
}

#[test]
fn the_cases_of_a_suite_are_run() {
    let suite = "\
crdName: pizzas.pizzeria.example.com
version: v1
tests:
  onCreate:
    - name: Should fill in the size
      initial: |
        apiVersion: pizzeria.example.com/v1
        kind: Pizza
        spec: {dough: {flour: wheat}}
      expectedError: never
";
    let mut workspace = workspace(&[("crd.yaml", CRD), ("suite.yaml", suite)]);
    let ran = ask(&mut workspace, json!({"method": "test", "file": "suite.yaml"}));
    assert_eq!(
        (&ran[0]["crdFile"], &ran[0]["cases"][0]["result"]),
        (&json!("crd.yaml"), &json!("failed")),
        "{ran}"
    );
    let none = ask(&mut workspace, json!({"method": "test", "file": "crd.yaml"}));
    assert_eq!(none, "`crd.yaml` is not a test suite");
    ask(&mut workspace, json!({"method": "remove", "file": "crd.yaml"}));
    let ran = ask(&mut workspace, json!({"method": "test", "file": "suite.yaml"}));
    assert_eq!(ran[0]["error"]["message"], "there is no CRD `pizzas.pizzeria.example.com`");
}

#[test]
fn an_update_is_checked_as_one() {
    let mut workspace = workspace(&[("crd.yaml", &CRD.replace("scope: Namespaced", "scope: Cluster"))]);
    let check = json!({"method": "check", "file": "crd.yaml"});
    assert_eq!(ask(&mut workspace, check.clone()), json!([]));
    ask(&mut workspace, json!({"method": "old", "text": CRD}));
    ask(&mut workspace, json!({"method": "settings", "kubernetes": "1.33"}));
    assert_eq!(codes(&ask(&mut workspace, check.clone())), ["immutable-field"]);
    ask(&mut workspace, json!({"method": "old"}));
    assert_eq!(ask(&mut workspace, check), json!([]));
}

#[test]
fn a_go_type_is_a_crd() {
    let go = "\
// +groupName=example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// +kubebuilder:object:root=true
type Oven struct {
\tmetav1.TypeMeta   `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`

\t// +kubebuilder:validation:Maximun=300
\tHeat int32 `json:\"heat\"`
\tSince metav1.Time `json:\"since,omitempty\"`
}
";
    // As `schemas/go/kubernetes.zlib` packs them.
    let types = "\
26 37
=k8s.io/apimachinery/pkg/apis/meta/v1/types.go
@26
package v1
type ObjectMeta struct{}
type Time struct{}
func (x Time) MarshalJSON() ([]byte, error)
type TypeMeta struct {
@26-36
	Old string `json:\"old\"`
@37
	Kind string `json:\"kind,omitempty\"`
@26
}
";
    let mut workspace = Workspace::default();
    let found = ask(&mut workspace, json!({"method": "go", "text": go}));
    assert_eq!(found["unknown"], json!(["k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta"]));
    workspace.set_go_types(types);
    let found = ask(&mut workspace, json!({"method": "go", "text": go}));
    assert_eq!(codes(&found["findings"]), ["unknown-marker"]);
    assert_eq!(
        (&found["findings"][0]["file"], &found["findings"][0]["range"]["start"]["line"]),
        (&json!("types.go"), &json!(11))
    );
    assert_eq!(found["unknown"], json!([]));
    let crd = found["manifests"].as_str().unwrap();
    assert!(crd.contains("name: ovens.example.com") && crd.contains("format: date-time"), "{crd}");
    assert!(crd.contains("kind:\n") && !crd.contains("old:"), "{crd}");
    workspace.set_file("crd.yaml", crd.as_bytes().to_vec());
    assert_eq!(ask(&mut workspace, json!({"method": "kinds"}))[0]["kind"], "Oven");
    for broken in ["", "package", "type {", go.get(..go.len() / 2).unwrap_or_default()] {
        assert!(ask(&mut workspace, json!({"method": "go", "text": broken})).is_object(), "{broken}");
    }
}
