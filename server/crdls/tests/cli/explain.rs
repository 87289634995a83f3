//! `crdls explain` and `crdls rules`.

use serde_json::Value;

use crate::run::Folder;

fn rules(folder: &Folder) -> Vec<Value> {
    serde_json::from_str(&folder.run(&["rules", "--output-format=json"]).stdout).unwrap()
}

#[test]
fn an_unknown_code_is_2() {
    let ran = Folder::new("unknown", &[]).run(&["explain", "\u{1b}[2J"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.starts_with("error: nothing is reported under the code `\u{fffd}[2J`; "),
        "{}",
        ran.stderr
    );
}

#[test]
fn rules_are_a_table_or_json() {
    let folder = Folder::new("rules", &[]);
    let table = folder.run(&["rules"]);
    assert_eq!(table.code, 0);
    let rules = rules(&folder);
    assert_eq!(table.stdout.lines().count(), rules.len());
    for (line, rule) in table.stdout.lines().zip(&rules) {
        let words: Vec<_> = line.split_whitespace().take(3).collect();
        let whose = if rule["server"] == true { "server" } else { "advice" };
        assert_eq!(words, [rule["code"].as_str().unwrap(), rule["severity"].as_str().unwrap(), whose]);
    }
    assert_eq!(folder.run(&["rules", "--output-format=sarif"]).code, 2);
}

#[test]
fn every_code_is_explained() {
    let folder = Folder::new("explained", &[]);
    for rule in rules(&folder) {
        let ran = folder.run(&["explain", rule["code"].as_str().unwrap()]);
        assert_eq!(ran.code, 0);
        assert!(!ran.stdout.contains("```") && !ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
    }
}

#[test]
fn functions_are_explained() {
    let folder = Folder::new("functions", &[]);
    let ran = folder.run(&["explain", "sortBy"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for part in ["sortBy\n", "list(T).sortBy(", "from Kubernetes 1.35 on", "Example"] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    let ran = folder.run(&["explain", "math.abs"]);
    assert!(ran.stdout.contains("Rules of CRDs do not have it."), "{}", ran.stdout);
    assert_eq!(folder.run(&["explain", "=="]).code, 0);
    let ran = folder.run(&["explain", "startWith"]);
    assert!(ran.stderr.contains("did you mean `startsWith`?"), "{}", ran.stderr);
}

#[test]
fn a_near_code_is_offered() {
    let folder = Folder::new("near", &[]);
    let rules = rules(&folder);
    let code = rules[0]["code"].as_str().unwrap();
    let ran = folder.run(&["explain", &format!("{code}x")]);
    assert!(ran.stderr.contains(&format!("did you mean `{code}`?")), "{}", ran.stderr);
}
