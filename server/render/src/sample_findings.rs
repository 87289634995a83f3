//! Findings made by hand, for the tests of the formats.

use crdls_ide::{File, FileFinding};
use crdls_report::{Code, ErrorType, Finding, Fix, Path, Related, Server, Severity};
use crdls_text::{Edit, TextRange};

use super::{CheckedSource, Report, Source, Sources};

/// A code of the server.
pub static SCOPE: Code = Code {
    name: "unsupported-scope",
    severity: Severity::Error,
    summary: "a scope is `Cluster` or `Namespaced`",
    server: true,
    page: "# unsupported-scope\n",
};

/// A code of our own.
pub static ADVICE: Code = Code {
    name: "some-advice",
    severity: Severity::Hint,
    summary: "something that the author will regret",
    server: false,
    page: "# some-advice\n",
};

/// The text that the findings are in.
pub const TEXT: &str = "kind: CustomResourceDefinition\nspec:\n  group: example.com\n  scope: Namespace\n";

/// The range of a text's first occurrence.
pub fn range(text: &str, of: &str) -> TextRange {
    let start = text.find(of).unwrap() as u32;
    TextRange::new(start, start + of.len() as u32)
}

/// A finding with all that one can have.
pub fn rich() -> Finding {
    let at = range(TEXT, "Namespace");
    let spec = Path::EMPTY.child("spec");
    let mut finding = Finding::new(&SCOPE, at, &spec.child("scope"), "`Namespace` is not a scope")
        .why("an object lives in a namespace or in none")
        .help("write `Namespaced`")
        .related(range(TEXT, "spec"), "in this specification")
        .fix(Fix {
            title: "replace with `Namespaced`".into(),
            safe: true,
            edits: vec![Edit { range: at, new_text: "Namespaced".into() }],
        });
    finding.server = Some(Server {
        kind: ErrorType::NotSupported,
        field: "spec.scope".into(),
        detail: "supported values: \"Cluster\", \"Namespaced\"".into(),
        bad: Some("\"Namespace\"".into()),
        shadowed: true,
    });
    finding
}

/// Advice with nothing to it, and a place in another file.
pub fn plain() -> Finding {
    let mut finding = Finding::new(&ADVICE, range(TEXT, "group"), &Path::EMPTY, "");
    // No message has more than a line; a format prints one that has all the same.
    finding.message = "a: b, 100%\nof it".into();
    let message = "declared here".into();
    finding.related.push(Related { file: Some("b.yaml".into()), range: TextRange::new(3, 4), message });
    finding
}

/// The report on findings in a text, with `b.yaml` as another source.
pub fn rendered(report: &dyn Report, name: &str, text: &str, findings: Vec<Finding>) -> String {
    let source = Source::new(name, File::new(text.to_owned()));
    let other = Source::new("b.yaml", File::new("é\nx: y\n".to_owned()));
    let findings: Vec<_> = findings.into_iter().map(|finding| FileFinding::new(0, finding)).collect();
    let checked = CheckedSource { source: &source, findings: &findings };
    let body = report.text(checked, &Sources::new([&source, &other]));
    report.head() + &body + &report.tail()
}
