//! Generated pages are current: `docs/rules.md`. `UPDATE=1` writes it.

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
