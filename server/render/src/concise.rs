//! One line for each finding: `file:line:column: error[code]: message`.
//!
//! Must not know which findings there are.

use super::{CheckedSource, Report, Sources, one_line, severity_name};

/// One line for each finding.
#[derive(Debug)]
pub struct Concise;

impl Report for Concise {
    fn text(&self, checked: CheckedSource<'_>, _: &Sources<'_>) -> String {
        let line = |found: &crdls_ide::FileFinding| {
            let finding = &found.finding;
            let place = checked.source.place(finding.range.start);
            let (severity, code) = (severity_name(finding.severity), finding.code.name);
            let message = one_line(&finding.message);
            format!("{place}: {severity}[{code}]: {message}\n")
        };
        checked.findings.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_findings as sample;

    #[test]
    fn a_finding_is_a_line() {
        let findings = vec![sample::plain(), sample::rich()];
        assert_eq!(
            sample::rendered(&Concise, "a.yaml", sample::TEXT, findings),
            "a.yaml:3:3: hint[some-advice]: a: b, 100% of it\n\
             a.yaml:4:10: error[unsupported-scope]: `Namespace` is not a scope\n"
        );
    }
}
