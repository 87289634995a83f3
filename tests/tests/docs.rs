//! `docs/codes.md` is current (`UPDATE=1` writes it), and the schema of crdls.toml says what the program takes.

use std::fmt::Write as _;

use crdls_check::codes;
use crdls_go::regexp;
use crdls_minors::Minor;
use crdls_report::Severity;
use crdls_tests::corpus::repository;
use crdls_tests::fixture::difference;
use serde_json::{Value, json};

fn index() -> String {
    let mut out = String::from(
        "# Codes\n\nEvery finding has a code; `crdls explain CODE` prints its page. Findings of the API server are errors, or \
         warnings and infos if it only warns: settings can lower them, but not turn them off. Advice comes from crdls itself. \
         [Renamed](renamed.md) lists old names of codes.\n\n\
         | code | severity | from | |\n| --- | --- | --- | --- |\n",
    );
    for rule in codes::ALL {
        let severity = match rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "info",
            Severity::Hint => "hint",
        };
        let whose = if rule.server { "API server" } else { "advice" };
        let _ = writeln!(
            out,
            "| [{0}](../server/crd/rules/{0}.md) | {severity} | {whose} | {1} |",
            rule.name,
            rule.summary.replace('|', "\\|")
        );
    }
    out
}

#[test]
fn the_index_of_rules_is_current() {
    let path = repository().join("docs/codes.md");
    let (expected, actual) = (std::fs::read_to_string(&path).unwrap_or_default(), index());
    if expected != actual && std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, actual).expect("docs/codes.md is written");
        return;
    }
    assert!(
        expected == actual,
        "docs/codes.md is stale (UPDATE=1 writes it):\n{}",
        difference(&expected, &actual)
    );
}

/// `cargo dev codegen` reads the declarations of rules as text: here they are compared with the rules themselves.
#[test]
fn the_schema_of_settings_knows_every_rule_and_minor() {
    let text = std::fs::read_to_string(repository().join("docs/crdls.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let codes = schema["properties"]["severity"]["properties"].as_object().expect("codes");
    assert_eq!(codes.len(), codes::ALL.len());
    for rule in codes::ALL {
        let code = &codes[rule.name];
        let values = code["enum"].as_array().expect("severities");
        assert_eq!(values.contains(&json!("off")), !rule.server, "{}", rule.name);
        assert_eq!(code["description"], rule.summary);
        assert_eq!(
            code["default"].as_str().map(str::to_owned),
            Some(match rule.severity {
                Severity::Information => "info".to_owned(),
                other => format!("{other:?}").to_lowercase(),
            })
        );
    }
    let pattern = schema["properties"]["kubernetes"]["pattern"].as_str().expect("a pattern");
    let pattern = regexp::compile(pattern).expect("a pattern that compiles");
    for minor in Minor::OLDEST.0 - 1..=Minor::NEWEST.0 + 1 {
        let text = format!("1.{minor}");
        assert_eq!(pattern.is_match(&text), Minor::parse(&text).is_some(), "{text}");
    }
}

/// The names in backticks of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_page_of_old_names_has_every_code_that_was_renamed() {
    let page = std::fs::read_to_string(repository().join("docs/renamed.md")).expect("docs/renamed.md");
    let (_, rest) = page.split_once("## Codes\n").expect("a table of codes");
    let table = rest.split("\n## ").next().unwrap_or_default();
    let rows: Vec<_> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| match cells(line)[..] {
            [old, new] => (old, new),
            _ => panic!("{line}"),
        })
        .collect();
    assert_eq!(rows, codes::RENAMED);
    for (old, new) in rows {
        assert_eq!(codes::by_code(old).map(|code| code.name), Some(new));
    }
    println!("{} codes were renamed", codes::RENAMED.len());
}
