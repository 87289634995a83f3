//! Workflow commands, which GitHub shows next to the changed lines.
//!
//! Must not know how a workflow runs.

use crdls_report::{Finding, Note, Severity};

use super::source::Span;
use super::terminal::shortened;
use super::{CheckedSource, Report, Sources, severity_name};

/// A workflow command for each finding.
#[derive(Debug)]
pub struct Github;

impl Report for Github {
    fn text(&self, checked: CheckedSource<'_>, _: &Sources<'_>) -> String {
        let file = property(&checked.source.address());
        let line = |found: &crdls_ide::FileFinding| {
            let finding = &found.finding;
            let place = place(checked.source.span(finding.range));
            let (level, code) = (level(finding.severity), property(finding.code.name));
            format!("::{level} file={file},{place},title={code}::{}\n", data(&message(finding)))
        };
        checked.findings.iter().map(line).collect()
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    }
}

/// GitHub takes columns only where a finding stays on its line.
fn place(span: Span) -> String {
    let (start, end) = (span.start, span.end);
    if start.line == end.line {
        format!("line={},col={},endLine={},endColumn={}", start.line, start.column, end.line, end.column)
    } else {
        format!("line={},endLine={}", start.line, end.line)
    }
}

fn message(finding: &Finding) -> String {
    // GitHub has one level for both.
    let severity = match finding.severity {
        Severity::Information | Severity::Hint => format!("{}: ", severity_name(finding.severity)),
        Severity::Error | Severity::Warning => String::new(),
    };
    let mut lines = vec![format!("{severity}{}", shortened(&finding.message))];
    lines.extend(finding.server.as_ref().map(|server| format!("server: {}", shortened(&server.shown()))));
    lines.extend(finding.notes.iter().map(|note| match note {
        Note::Why(text) => format!("note: {}", shortened(text)),
        Note::Help(text) => format!("help: {}", shortened(text)),
    }));
    lines.join("\n")
}

pub(super) fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

pub(super) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_findings as sample;

    #[test]
    fn a_finding_is_a_command() {
        assert_eq!(
            sample::rendered(&Github, "./a,b.yaml", sample::TEXT, vec![sample::plain(), sample::rich()]),
            "::notice file=a%2Cb.yaml,line=3,col=3,endLine=3,endColumn=8,title=some-advice\
             ::hint: a: b, 100%25%0Aof it\n\
             ::error file=a%2Cb.yaml,line=4,col=10,endLine=4,endColumn=19,title=unsupported-scope\
             ::`Namespace` is not a scope%0A\
             server: spec.scope: Unsupported value: \"Namespace\": supported values: \"Cluster\", \"Namespaced\"%0A\
             note: an object lives in a namespace or in none%0Ahelp: write `Namespaced`\n"
        );
    }

    #[test]
    fn a_finding_of_several_lines_has_no_columns() {
        let mut finding = sample::rich();
        finding.range = sample::range(sample::TEXT, "example.com\n  scope");
        let text = sample::rendered(&Github, "a.yaml", sample::TEXT, vec![finding]);
        assert!(text.starts_with("::error file=a.yaml,line=3,endLine=4,title="), "{text}");
    }
}
