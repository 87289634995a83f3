//! SARIF 2.1.0, which code-scanning services read.
//!
//! Must not know how a page is written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crdls_ide::FileFinding;
use crdls_report::{Code, Config, Finding, Fix, Note, Severity};
use serde::Serialize;
use serde_json::{Value, json};

use super::json::object;
use super::source::Span;
use super::{CheckedSource, Report, Source, Sources};

/// The codes of the findings are declared in the head, and results refer to them.
#[derive(Debug)]
pub struct Sarif<'c> {
    config: &'c Config,
    rules: Vec<&'static Code>,
    index: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultItem<'a> {
    rule_id: &'a str,
    rule_index: Option<usize>,
    level: &'static str,
    message: MessageText<'a>,
    locations: [LocationItem<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<LocationItem<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Value>,
}

#[derive(Serialize)]
struct MessageText<'a> {
    text: Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LocationItem<'a> {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<MessageText<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
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
struct LogicalLocation {
    fully_qualified_name: String,
}

impl<'c> Sarif<'c> {
    /// A report on all that was checked; the settings have the addresses of pages, where there are any.
    pub fn new<'a>(checked: impl IntoIterator<Item = CheckedSource<'a>>, config: &'c Config) -> Self {
        let found = checked.into_iter().flat_map(|checked| checked.findings);
        let by_code: BTreeMap<_, _> =
            found.map(|found| (found.finding.code.name, found.finding.code)).collect();
        let index = by_code.keys().enumerate().map(|(n, &code)| (code, n)).collect();
        Self { config, rules: by_code.into_values().collect(), index }
    }

    fn result<'a>(&self, found: &'a FileFinding, from: &'a Source, sources: &Sources<'a>) -> ResultItem<'a> {
        let finding = &found.finding;
        let path = Some(&finding.path).filter(|path| !path.is_empty()).map(ToString::to_string);
        let location = LocationItem {
            physical_location: physical(from, from.span(finding.range)),
            logical_locations: path
                .map(|name| LogicalLocation { fully_qualified_name: name })
                .into_iter()
                .collect(),
            message: None,
        };
        ResultItem {
            rule_id: finding.code.name,
            rule_index: self.index.get(finding.code.name).copied(),
            level: level(finding.severity),
            message: MessageText { text: message(finding).into() },
            locations: [location],
            related_locations: related(finding, from, sources),
            fixes: finding.fixes.iter().map(|one| fix(finding, one, from)).collect(),
            properties: finding.server.as_ref().map(|server| {
                json!({"serverType": server.kind.name(), "serverField": server.field,
                       "serverDetail": server.detail, "shadowed": server.shadowed})
            }),
        }
    }
}

impl Report for Sarif<'_> {
    fn head(&self) -> String {
        let driver = json!({
            "name": "crdls", "version": env!("CARGO_PKG_VERSION"),
            "rules": self.rules.iter().map(|rule| declared(rule, self.config)).collect::<Vec<_>>(),
        });
        format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\
             {{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
        )
    }

    fn text(&self, checked: CheckedSource<'_>, sources: &Sources<'_>) -> String {
        let results = checked.findings.iter().map(|found| self.result(found, checked.source, sources));
        results.map(|result| object(&result)).collect::<Vec<_>>().join(self.between())
    }

    fn between(&self) -> &'static str {
        ",\n"
    }

    fn tail(&self) -> String {
        "]}]}\n".into()
    }
}

fn declared(rule: &Code, config: &Config) -> Value {
    let mut declared = json!({
        "id": rule.name, "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": opening(rule)},
        "help": {"text": rule.summary, "markdown": rule.page},
        "defaultConfiguration": {"level": level(rule.severity)},
    });
    if let Some((members, address)) = declared.as_object_mut().zip(config.docs_url(rule.name)) {
        members.insert("helpUri".to_owned(), address.into());
    }
    declared
}

/// The first paragraph of the page; GitHub takes no rule without a full description.
fn opening(rule: &Code) -> &'static str {
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

/// The message, the server's sentence and all notes: SARIF has one text for them.
fn message(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if let Some(server) = &finding.server {
        let _ = write!(text, "\nserver: {}", server.shown());
    }
    for note in &finding.notes {
        let (Note::Why(note) | Note::Help(note)) = note;
        let _ = write!(text, "\n{note}");
    }
    text
}

fn related<'a>(finding: &'a Finding, from: &'a Source, sources: &Sources<'a>) -> Vec<LocationItem<'a>> {
    let place = |related: &'a crdls_report::Related| {
        // A file of a commit is none of those that the reader of the log has.
        let source = sources.of(related, from).filter(|source| !source.is_of_commit())?;
        Some(LocationItem {
            physical_location: physical(source, source.span(related.range)),
            logical_locations: Vec::new(),
            message: Some(MessageText { text: related.message.as_str().into() }),
        })
    };
    finding.places().filter_map(place).collect()
}

fn physical(source: &Source, span: Span) -> PhysicalLocation {
    PhysicalLocation {
        artifact_location: ArtifactLocation { uri: uri(&source.address()) },
        region: region(span),
    }
}

const fn region(span: Span) -> Region {
    let Span { start, end } = span;
    Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
}

fn fix(finding: &Finding, fix: &Fix, source: &Source) -> Value {
    let replacement = |edit: &crdls_text::Edit| json!({"deletedRegion": region(source.span(edit.range)), "insertedContent": {"text": edit.new_text}});
    let replacements: Vec<_> = fix.edits.iter().map(replacement).collect();
    let change = json!({"artifactLocation": {"uri": uri(&source.address())}, "replacements": replacements});
    json!({"description": {"text": finding.title_of(fix)}, "artifactChanges": [change]})
}

/// The address of a file as a relative URI reference.
fn uri(name: &str) -> String {
    let mut uri = String::new();
    for byte in name.bytes() {
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
    use crate::sample_findings as sample;

    fn rendered(findings: Vec<Finding>, config: &Config) -> Value {
        let source = Source::new("./a b.yaml", crdls_ide::File::new(sample::TEXT.to_owned()));
        let findings: Vec<_> = findings.into_iter().map(|finding| FileFinding::new(0, finding)).collect();
        let checked = CheckedSource { source: &source, findings: &findings };
        let report = Sarif::new([checked], config);
        let text = report.head() + &report.text(checked, &Sources::new([&source])) + &report.tail();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn rules_and_results() {
        let log = rendered(vec![sample::rich(), sample::plain()], &Config::default());
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
    fn the_page_is_in_the_log_and_its_address_where_there_is_one() {
        let help = |docs: Option<&str>| {
            let config = Config { docs_base_url: docs.map(str::to_owned), ..Config::default() };
            rendered(vec![sample::rich()], &config)["runs"][0]["tool"]["driver"]["rules"][0].clone()
        };
        let without = help(None);
        assert_eq!(without["help"]["markdown"], "# unsupported-scope\n");
        assert_eq!(without.get("helpUri"), None);
        assert_eq!(help(Some("https://example.org"))["helpUri"], "https://example.org/unsupported-scope");
    }

    #[test]
    fn nothing_is_a_run_without_results() {
        let log = rendered(vec![], &Config::default());
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(log["runs"][0]["results"], json!([]));
    }
}
