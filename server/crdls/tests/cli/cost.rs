//! `crdls cost`.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::run::Folder;

fn expensive() -> String {
    crd(|c| {
        c.kind("Oven").schema(
            r#"
            type: object
            properties:
              spec:
                type: object
                x-kubernetes-validations:
                  - rule: has(self.rooms)
                properties:
                  rooms:
                    type: array
                    items:
                      type: object
                      properties:
                        word:
                          type: string
                          maxLength: 500
                          x-kubernetes-validations:
                            - rule: self.matches('^[a-z]+(-[a-z]+)*$')
                              messageExpression: "'not ' + self"
            "#,
        )
    })
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    folder.run(&[&["cost", "--output-format=json"], args].concat()).json()
}

#[test]
fn json_is_what_is_promised() {
    let folder = Folder::new("cost-json", &[("a.yaml", &expensive())]);
    assert_eq!(folder.run(&["cost", "a.yaml"]).code, 1);
    let all = json(&folder, &["a.yaml"]);
    assert_eq!(all.as_array().unwrap().len(), 1);
    let version = &all[0];
    assert_eq!(version["file"], "a.yaml");
    assert_eq!((&version["document"], &version["version"]), (&json!(0), &json!("v1")));
    assert_eq!(version["limit"], 100_000_000);
    let rule = &version["rules"][1];
    let root = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[rooms]";
    assert_eq!(rule["path"], format!("{root}.items.properties[word].x-kubernetes-validations[0].rule"));
    assert_eq!(rule["range"]["start"], json!({"line": 31, "column": 33}));
    assert_eq!((&rule["perCall"], &rule["cardinality"]), (&json!(1006), &json!(1_048_576)));
    assert_eq!((&rule["unbounded"], &rule["error"]), (&json!(true), &Value::Null));
    assert_eq!(rule["total"], 1006 * 1_048_576_u64);
    assert_eq!(rule["limit"], 10_000_000);
    assert!(rule["messageCost"].as_u64().unwrap() > 0);
    assert_eq!(rule["messageDrivers"][0]["what"], "maxLength");
    assert_eq!(rule["usesOldSelf"], false);
    assert_eq!(rule["drivers"][0]["path"], root);
    assert_eq!(
        (&rule["drivers"][0]["what"], &rule["drivers"][0]["suggest"]),
        (&json!("maxItems"), &json!(9940))
    );
    let parts = version["rules"].as_array().unwrap().iter();
    let sum: u64 = parts
        .flat_map(|rule| [rule["total"].as_u64(), rule["messageCost"].as_u64()])
        .map(Option::unwrap_or_default)
        .sum();
    assert_eq!(version["total"], sum);
}

#[test]
fn the_most_expensive_rule_stands_first_with_what_fixes_it() {
    let folder = Folder::new("cost-table", &[("a.yaml", &expensive())]);
    let ran = folder.run(&["cost", "a.yaml"]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("a.yaml:10: ovens.example.com v1: 1,054,"), "{}", ran.stdout);
    let first = lines.iter().find(|line| line.contains("%  ") || line.contains("×  "));
    assert!(first.is_some_and(|line| line.contains("self.matches(")), "{}", ran.stdout);
    for part in [
        "105×",
        "spec.rooms[].word",
        "driven by spec.rooms (list without maxItems)",
        "within the limit by `maxItems: 9940` at spec.rooms",
    ] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    assert_eq!(ran.stderr, "2 rules in 1 version\n");
    let concise = folder.run(&["cost", "--output-format=concise", "a.yaml"]).stdout;
    assert_eq!(concise.lines().count(), 3, "{concise}");
    assert!(folder.run(&["cost", "--color=always"]).stdout.contains('\u{1b}'));
}

#[test]
fn the_most_expensive_rules_alone() {
    let folder = Folder::new(
        "cost-top",
        &[("a.yaml", &expensive()), ("b.yaml", &expensive().replace("ovens", "kilns"))],
    );
    let ran = folder.run(&["cost", "--top", "1", "--output-format=concise"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, "4 rules in 2 versions, 1 shown\n"));
    assert!(ran.stdout.lines().count() == 2 && ran.stdout.contains("a.yaml:10: ovens"), "{}", ran.stdout);
    assert!(ran.stdout.contains("self.matches("), "{}", ran.stdout);
    let all = json(&folder, &["--top=3"]);
    let rules = |version: &Value| version["rules"].as_array().map_or(0, Vec::len);
    assert_eq!(all.as_array().unwrap().iter().map(rules).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(folder.run(&["cost", "--top", "9"]).stderr, "4 rules in 2 versions\n");
    assert_eq!(folder.run(&["cost", "--top", "0"]).code, 2);
}

#[test]
fn folders_and_standard_input() {
    let bounded = expensive().replace("type: array\n", "type: array\n                maxItems: 9940\n");
    let folder =
        Folder::new("cost-walk", &[("b/c.yaml", &bounded), ("b/d.txt", &expensive()), ("e.yaml", "a: 1\n")]);
    let ran = folder.run(&["cost"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "2 rules in 1 version\n"), "{}", ran.stdout);
    let ran = folder.run_with_input(&["cost", "-", "--output-format=json"], &expensive());
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.starts_with(r#"[{"file":"-","document":0,"#), "{}", ran.stdout);
    assert_eq!(folder.run(&["cost", "e.yaml", "--output-format=json"]).stdout, "[]\n");
    assert_eq!(folder.run(&["cost", "none.yaml"]).code, 2);
    assert_eq!(folder.run(&["cost", "--output-format=sarif"]).code, 2);
}

#[test]
fn the_minor_decides() {
    let rule = expensive().replace("self.matches('^[a-z]+(-[a-z]+)*$')", "isSemver(self)");
    let folder = Folder::new("cost-minor", &[("a.yaml", &rule)]);
    let of = |minor| json(&folder, &["a.yaml", "--kubernetes", minor])[0]["rules"][1].clone();
    assert!(of("1.33")["error"].as_str().unwrap().contains("undeclared reference to 'isSemver'"));
    assert_eq!(of("1.33")["perCall"], 0);
    assert_eq!(of("1.34")["error"], Value::Null);
}
