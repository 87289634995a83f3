//! SARIF 2.1.0, which code-scanning services read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crdls_ide::FileFinding;
use crdls_schema::{Finding, Fix, Note, Rule, Severity};
use serde::Serialize;
use serde_json::{Value, json};

use super::json::object;
use super::source::{Span, relative};
use super::{Checked, Report, Source, Sources};

/// The rules that found something stand in the head, and results point at them.
#[derive(Debug)]
pub(crate) struct Sarif {
    rules: Vec<&'static Rule>,
    index: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'a str,
    rule_index: Option<usize>,
    level: &'static str,
    message: Text<'a>,
    locations: [Place<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Value>,
}

#[derive(Serialize)]
struct Text<'a> {
    text: Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place<'a> {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
}

impl Sarif {
    pub(crate) fn new<'a>(checked: impl IntoIterator<Item = Checked<'a>>) -> Self {
        let found = checked.into_iter().flat_map(|checked| checked.findings);
        let by_code: BTreeMap<_, _> =
            found.map(|found| (found.finding.rule.code, found.finding.rule)).collect();
        let index = by_code.keys().enumerate().map(|(n, &code)| (code, n)).collect();
        Self { rules: by_code.into_values().collect(), index }
    }

    fn outcome<'a>(&self, found: &'a FileFinding, from: &'a Source, sources: &Sources<'a>) -> Outcome<'a> {
        let finding = &found.finding;
        let path = Some(&finding.path).filter(|path| !path.is_empty()).map(ToString::to_string);
        let place = Place {
            physical_location: physical(from, from.span(finding.range)),
            logical_locations: path.map(|name| Logical { fully_qualified_name: name }).into_iter().collect(),
            message: None,
        };
        Outcome {
            rule_id: finding.rule.code,
            rule_index: self.index.get(finding.rule.code).copied(),
            level: level(finding.severity),
            message: Text { text: message(finding).into() },
            locations: [place],
            related_locations: related(finding, from, sources),
            fixes: finding.fixes.iter().map(|one| fix(one, from)).collect(),
            properties: finding.server.as_ref().map(|server| {
                json!({"serverType": server.kind.name(), "serverField": server.field,
                       "serverDetail": server.detail, "shadowed": server.shadowed})
            }),
        }
    }
}

impl Report for Sarif {
    fn head(&self) -> String {
        let driver = json!({
            "name": "crdls", "version": env!("CARGO_PKG_VERSION"), "informationUri": "https://crdls.dev",
            "rules": self.rules.iter().map(|rule| declared(rule)).collect::<Vec<_>>(),
        });
        format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\
             {{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
        )
    }

    fn text(&self, checked: Checked<'_>, sources: &Sources<'_>) -> String {
        let outcomes = checked.findings.iter().map(|found| self.outcome(found, checked.source, sources));
        outcomes.map(|outcome| object(&outcome)).collect::<Vec<_>>().join(self.between())
    }

    fn between(&self) -> &'static str {
        ",\n"
    }

    fn tail(&self) -> String {
        "]}]}\n".into()
    }
}

fn declared(rule: &Rule) -> Value {
    json!({
        "id": rule.code, "shortDescription": {"text": rule.summary}, "helpUri": rule.url(),
        "fullDescription": {"text": opening(rule)},
        "help": {"text": rule.summary, "markdown": rule.page},
        "defaultConfiguration": {"level": level(rule.severity)},
    })
}

/// What the page says first; GitHub takes no rule without a full description.
fn opening(rule: &Rule) -> &'static str {
    let said = rule.page.split_once("## What is wrong\n\n").map_or(rule.summary, |(_, said)| said);
    said.split("\n\n").next().unwrap_or(said)
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

/// SARIF has one text for all that is said of a place.
fn message(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if let Some(server) = &finding.server {
        let _ = write!(text, "\nserver: {}", server.sentence());
    }
    for note in &finding.notes {
        let (Note::Why(note) | Note::Help(note)) = note;
        let _ = write!(text, "\n{note}");
    }
    text
}

fn related<'a>(finding: &'a Finding, from: &'a Source, sources: &Sources<'a>) -> Vec<Place<'a>> {
    let place = |related: &'a crdls_schema::Related| {
        let source = sources.of(related, from)?;
        Some(Place {
            physical_location: physical(source, source.span(related.range)),
            logical_locations: Vec::new(),
            message: Some(Text { text: related.message.as_str().into() }),
        })
    };
    finding.related.iter().filter_map(place).collect()
}

fn physical(source: &Source, span: Span) -> Physical {
    Physical { artifact_location: Artifact { uri: uri(&source.name) }, region: region(span) }
}

const fn region(span: Span) -> Region {
    let Span { start, end } = span;
    Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
}

fn fix(fix: &Fix, source: &Source) -> Value {
    let replacement = |edit: &crdls_text::Edit| json!({"deletedRegion": region(source.span(edit.range)), "insertedContent": {"text": edit.new_text}});
    let replacements: Vec<_> = fix.edits.iter().map(replacement).collect();
    let change = json!({"artifactLocation": {"uri": uri(&source.name)}, "replacements": replacements});
    json!({"description": {"text": fix.title}, "artifactChanges": [change]})
}

/// A file's name as a relative URI reference.
fn uri(name: &str) -> String {
    let mut uri = String::new();
    for byte in relative(name).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample_findings as sample;

    fn rendered(findings: Vec<Finding>) -> Value {
        let source = Source::new("./a b.yaml".into(), crdls_ide::File::new(sample::TEXT.into()));
        let findings: Vec<_> =
            findings.into_iter().map(|finding| FileFinding { document: 0, finding }).collect();
        let checked = Checked { source: &source, findings: &findings };
        let report = Sarif::new([checked]);
        let text = report.head() + &report.text(checked, &Sources::new([&source])) + &report.tail();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn rules_and_results() {
        let log = rendered(vec![sample::rich(), sample::plain()]);
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "some-advice");
        assert_eq!(run["tool"]["driver"]["rules"][1]["id"], "unsupported-scope");
        let result = &run["results"][0];
        assert_eq!(result["ruleIndex"], 1);
        assert_eq!(result["level"], "error");
        let physical = json!({"artifactLocation": {"uri": "a%20b.yaml"},
            "region": {"startLine": 4, "startColumn": 10, "endLine": 4, "endColumn": 19}});
        assert_eq!(result["locations"][0]["physicalLocation"], physical);
        assert_eq!(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "spec.scope");
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "in this specification");
        let replacement = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(replacement["insertedContent"]["text"], "Namespaced");
        assert_eq!(run["results"][1]["level"], "note");
        assert_eq!(run["results"][1]["relatedLocations"], Value::Null);
    }

    #[test]
    fn nothing_is_a_run_without_results() {
        let log = rendered(vec![]);
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(log["runs"][0]["results"], json!([]));
    }
}
