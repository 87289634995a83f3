//! `crdls rules`: all codes.
//!
//! Must not know what a code stands for.

use crdls_check::codes;
use crdls_schema::{Config, Rule};
use serde_json::{Value, json};

use super::args::{Format, RulesArgs};
use super::inputs::{RunOptions, run_options};
use super::outcome::{Outcome, print, trouble};
use crate::render::severity_name;

/// Does what `crdls rules` asks.
pub(crate) fn run(args: &RulesArgs) -> Outcome {
    match args.common.output_format {
        Format::Json => {
            let Some(RunOptions { config, .. }) = run_options(&args.common) else { return Outcome::Trouble };
            print([format!("{}\n", Value::from_iter(codes::ALL.iter().map(|rule| entry(rule, &config))))])
        }
        Format::Full | Format::Concise => print([table(codes::ALL)]),
        Format::Sarif | Format::Github => {
            trouble("rules are printed as `full`, `concise` or `json`: see --output-format")
        }
    }
}

fn entry(rule: &Rule, config: &Config) -> Value {
    json!({
        "code": rule.code, "severity": severity_name(rule.severity), "server": rule.server,
        "summary": rule.summary, "docs": config.docs_url(rule.code),
    })
}

fn table(rules: &[&Rule]) -> String {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or_default();
    let line = |rule: &&Rule| {
        let (code, severity) = (rule.code, severity_name(rule.severity));
        let whose = if rule.server { "server" } else { "advice" };
        format!("{code:width$}  {severity:11}  {whose}  {}\n", rule.summary)
    };
    rules.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample_findings::{ADVICE, SCOPE};

    #[test]
    fn a_rule_is_a_line() {
        assert_eq!(
            table(&[&ADVICE, &SCOPE]),
            "some-advice        hint         advice  something that the author will regret\n\
             unsupported-scope  error        server  a scope is `Cluster` or `Namespaced`\n"
        );
    }
}
