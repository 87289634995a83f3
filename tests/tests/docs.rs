//! Generated pages are current: `docs/rules.md`, `docs/settings.md`. `UPDATE=1` writes them.

use std::fmt::Write as _;

use crdls_crd::{Severity, rules};
use crdls_tests::corpus::repository;
use crdls_tests::fixture::difference;

fn index() -> String {
    let mut out = String::from(
        "# Rules\n\nEvery finding has a code; `crdls explain CODE` prints its page. The API server's findings are errors \
         (its warnings are warnings): settings can lower them, not silence them. Advice is crdls' own.\n\n\
         | code | severity | whose | |\n| --- | --- | --- | --- |\n",
    );
    for rule in rules::ALL {
        let severity = match rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "information",
            Severity::Hint => "hint",
        };
        let whose = if rule.server { "the API server's" } else { "advice" };
        let _ = writeln!(
            out,
            "| [{0}](../server/crd/rules/{0}.md) | {severity} | {whose} | {1} |",
            rule.code,
            rule.summary.replace('|', "\\|")
        );
    }
    out
}

#[test]
fn the_index_of_rules_is_current() {
    let path = repository().join("docs/rules.md");
    let (expected, actual) = (std::fs::read_to_string(&path).unwrap_or_default(), index());
    if expected != actual && std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, actual).expect("docs/rules.md is written");
        return;
    }
    assert!(
        expected == actual,
        "docs/rules.md is stale (UPDATE=1 writes it):\n{}",
        difference(&expected, &actual)
    );
}

/// The settings as the editor shows them: one table is the truth for both.
fn settings() -> String {
    let path = repository().join("editors/vscode/package.json");
    let text = std::fs::read_to_string(path).expect("package.json");
    let package: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut out = String::from(
        "# Settings\n\nIn the section `crdls` of the editor, or in a `crdls.toml` at the root of the workspace, which the \
         command line reads too: the same names without `crdls.` in front. The editor's come first. Made from \
         `editors/vscode/package.json` by `UPDATE=1 cargo test -p crdls-tests --test docs`.\n\n\
         | setting | default | |\n| --- | --- | --- |\n",
    );
    let properties = &package["contributes"]["configuration"]["properties"];
    let mut rows: Vec<_> = properties.as_object().expect("properties").iter().collect();
    rows.sort_by_key(|(_, property)| property["order"].as_u64());
    for (name, property) in rows {
        let described = property["markdownDescription"].as_str().expect("a description").replace('|', "\\|");
        let values = property["enum"].as_array().map(|values| {
            let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
            format!(" One of {}.", values.join(", "))
        });
        let default = &property["default"];
        let _ = writeln!(out, "| `{name}` | `{default}` | {described}{} |", values.unwrap_or_default());
    }
    out.push_str(
        "\n`crdls.path` and `crdls.trace.server` are VS Code's alone; other clients set `trace` to `\"messages\"` or \
         `\"off\"`.\n\n```toml\nkubernetes = \"1.36\"\nfieldValidation = \"warn\"\ncrds = [\"crds\"]\n[rules]\n\
         duplicate-key = \"off\"\n```\n",
    );
    out
}

#[test]
fn the_page_of_settings_is_current() {
    let path = repository().join("docs/settings.md");
    let (expected, actual) = (std::fs::read_to_string(&path).unwrap_or_default(), settings());
    if expected != actual && std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, actual).expect("docs/settings.md is written");
        return;
    }
    let stale = "docs/settings.md is stale (UPDATE=1 writes it)";
    assert!(expected == actual, "{stale}:\n{}", difference(&expected, &actual));
}
