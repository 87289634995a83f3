//! `crdls codes`: all codes.
//!
//! Must not know what a code stands for.

use crdls_check::codes;
use crdls_report::{Code, Config};
use serde_json::{Value, json};

use super::args::{CodesArgs, Format};
use super::inputs::{RunOptions, run_options};
use super::outcome::{Ended, print};
use crate::render::severity_name;

/// Does what `crdls codes` asks.
pub(crate) fn run(args: &CodesArgs) -> Ended {
    Ok(match args.common.format_of("codes")? {
        Format::Json => {
            let RunOptions { config, .. } = run_options(&args.common)?;
            print([format!("{}\n", Value::from_iter(codes::ALL.iter().map(|code| entry(code, &config))))])
        }
        _ => print([table(codes::ALL)]),
    })
}

fn entry(code: &Code, config: &Config) -> Value {
    json!({
        "code": code.name, "severity": severity_name(code.severity), "server": code.server,
        "summary": code.summary, "docs": config.docs_url(code.name),
    })
}

fn table(codes: &[&Code]) -> String {
    let width = codes.iter().map(|code| code.name.len()).max().unwrap_or_default();
    let line = |code: &&Code| {
        let (name, severity) = (code.name, severity_name(code.severity));
        let whose = if code.server { "server" } else { "advice" };
        format!("{name:width$}  {severity:7}  {whose}  {}\n", code.summary)
    };
    codes.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_a_line() {
        let codes: Vec<_> =
            ["duplicate-rule", "unsupported-scope"].map(codes::by_code).into_iter().flatten().collect();
        let table = table(&codes);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("duplicate-rule     warning  advice  a schema has"), "{table}");
        assert!(lines[1].starts_with("unsupported-scope  error    server  "), "{table}");
    }
}
