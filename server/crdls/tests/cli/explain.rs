//! `crdls explain` and `crdls codes`.

use serde_json::Value;

use crate::run::Folder;

fn rules(folder: &Folder) -> Vec<Value> {
    serde_json::from_str(&folder.run(&["codes", "--output-format=json"]).stdout).unwrap()
}

#[test]
fn an_unknown_word_is_2() {
    let ran = Folder::new("unknown", &[]).run(&["explain", "\u{1b}[2J"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.starts_with("error: nothing is named `\u{fffd}[2J`: no code, change, kind, "),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_topic_has_a_page() {
    let folder = Folder::new("topic", &[]);
    let ran = folder.run(&["explain", "ratcheting"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for part in ["stored objects", "crdls check oven/changed.yaml --old oven/stored.yaml"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let meant = folder.run(&["explain", "ratchetting"]);
    assert!(meant.code == 2 && meant.stderr.contains("`ratcheting`"), "{}", meant.stderr);
}

#[test]
fn rules_are_a_table_or_json() {
    let folder = Folder::new("codes", &[]);
    let table = folder.run(&["codes"]);
    assert_eq!(table.code, 0);
    let rules = rules(&folder);
    assert_eq!(table.stdout.lines().count(), rules.len());
    for (line, rule) in table.stdout.lines().zip(&rules) {
        let words: Vec<_> = line.split_whitespace().take(3).collect();
        let whose = if rule["server"] == true { "server" } else { "advice" };
        let severity = rule["severity"].as_str().unwrap();
        assert_eq!(words, [rule["code"].as_str().unwrap(), severity, whose]);
    }
    assert_eq!(folder.run(&["codes", "--output-format=sarif"]).code, 2);
    assert_eq!(folder.run(&["rules"]).stdout, table.stdout);
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
    for part in ["sortBy\n", "list(T).sortBy(", "since Kubernetes 1.35", "Example"] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    let ran = folder.run(&["explain", "math.abs"]);
    assert!(ran.stdout.contains("Not available in CRD rules."), "{}", ran.stdout);
    assert_eq!(folder.run(&["explain", "=="]).code, 0);
    let ran = folder.run(&["explain", "startWith"]);
    assert!(ran.stderr.contains("did you mean `startsWith`?"), "{}", ran.stderr);
}

#[test]
fn keywords_and_settings_are_explained() {
    let folder = Folder::new("keywords", &[]);
    let cases: &[(&str, &[&str])] = &[
        (
            "x-kubernetes-list-type",
            &["x-kubernetes-list-type\n", "Field of `JSONSchemaProps`: string\n", "- `map`:"],
        ),
        ("maxItems", &["maxItems\n", "integer\n", "For `type: array`."]),
        ("conversionReviewVersions", &["Field of `WebhookConversion`: list of string, required\n"]),
        (
            "fieldValidation",
            &["One of `\"strict\"`, `\"warn\"`, `\"ignore\"`.", "Default: `\"strict\"`", "crdls.toml"],
        ),
        ("crdls.inlayHints.cost", &["inlayHints.cost\n", "Default: `true`"]),
        ("inlayHints", &["- `inlayHints.unbounded`: "]),
    ];
    for (word, parts) in cases {
        let ran = folder.run(&["explain", word]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{word}");
        for part in *parts {
            assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
        }
    }
}

#[test]
fn a_word_of_several_meanings_lists_the_others() {
    let folder = Folder::new("meanings", &[]);
    let ran = folder.run(&["explain", "format"]);
    assert!(ran.stdout.starts_with("format\n\n- `string.format("), "{}", ran.stdout);
    let others = "note: `format` is also a keyword of CRDs: `crdls explain keyword:format`\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, others));
    let ran = folder.run(&["explain", "keyword:format"]);
    assert!(ran.stdout.starts_with("format\n\nField of `JSONSchemaProps`: string\n"), "{}", ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn a_format_that_a_command_does_not_have_is_2() {
    let folder = Folder::new("no-format", &[("a.yaml", "a: b\n")]);
    let cases: &[(&[&str], &str)] = &[
        (&["explain", "missing-type"], "error: `crdls explain` has no output format `json`; it has `full`\n"),
        (&["sample", "pizza"], "error: `crdls sample` has no output format `json`; it has `full`\n"),
        (&["effective", "a.yaml"], "error: `crdls effective` has no output format `json`; it has `full`\n"),
    ];
    for (args, said) in cases {
        let ran = folder.run(&[args, &["--output-format", "json"][..]].concat());
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (2, "", *said));
    }
    for command in ["cost", "codes"] {
        let ran = folder.run(&[command, "--output-format=github"]);
        let said = format!(
            "error: `crdls {command}` has no output format `github`; it has `full`, `concise`, `json`\n"
        );
        assert_eq!((ran.code, ran.stderr), (2, said));
    }
}

#[test]
fn a_near_code_is_offered() {
    let folder = Folder::new("near", &[]);
    let rules = rules(&folder);
    let code = rules[0]["code"].as_str().unwrap();
    let ran = folder.run(&["explain", &format!("{code}x")]);
    assert!(ran.stderr.contains(&format!("did you mean `{code}`?")), "{}", ran.stderr);
}
