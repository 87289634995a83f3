//! An array of findings for programs. Its names are a contract with users: never rename, only add.
//!
//! Must not know which findings there are.

use crdls_ide::FileFinding;
use crdls_report::{Config, Finding, Fix, Note, Related, Server, WitnessObject};
use serde::Serialize;
use serde_json::Value;

use super::source::Span;
use super::{CheckedSource, Report, Source, Sources, severity_name};

/// The findings, with addresses of pages where the settings have them.
#[derive(Debug)]
pub struct Json<'c>(pub &'c Config);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingItem<'a> {
    file: &'a str,
    document: usize,
    range: Span,
    severity: &'static str,
    code: &'a str,
    message: &'a str,
    note: Option<String>,
    help: Option<String>,
    path: String,
    /// Those that it holds on, where it does not hold on all that are checked.
    kubernetes: Option<Vec<String>>,
    server: Option<ServerItem<'a>>,
    related: Vec<RelatedItem<'a>>,
    /// The file of the CRD that validated the custom resource.
    validated_by: Option<&'a str>,
    witness: Option<WitnessItem>,
    fixes: Vec<FixItem<'a>>,
    docs: Option<String>,
}

#[derive(Serialize)]
struct ServerItem<'a> {
    r#type: &'static str,
    field: &'a str,
    detail: &'a str,
    shadowed: bool,
}

#[derive(Serialize)]
struct RelatedItem<'a> {
    file: &'a str,
    range: Span,
    message: &'a str,
}

/// An object, and what is done with it to show the finding.
#[derive(Serialize)]
struct WitnessItem {
    object: Value,
    action: &'static str,
    /// What it replaces.
    old: Option<Value>,
}

#[derive(Serialize)]
struct FixItem<'a> {
    title: String,
    safe: bool,
    edits: Vec<EditItem<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EditItem<'a> {
    range: Span,
    new_text: &'a str,
}

impl Report for Json<'_> {
    fn head(&self) -> String {
        "[".into()
    }

    fn text(&self, checked: CheckedSource<'_>, sources: &Sources<'_>) -> String {
        let items = checked.findings.iter().map(|found| item(found, checked.source, sources, self.0));
        items.map(|item| object(&item)).collect::<Vec<_>>().join(self.between())
    }

    fn between(&self) -> &'static str {
        ",\n"
    }

    fn tail(&self) -> String {
        "]\n".into()
    }
}

/// JSON of a value of ours, which always has one.
pub(super) fn object(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn item<'a>(
    found: &'a FileFinding,
    source: &'a Source,
    sources: &Sources<'a>,
    config: &Config,
) -> FindingItem<'a> {
    let finding = &found.finding;
    FindingItem {
        file: &source.name,
        document: found.document,
        range: source.span(finding.range),
        severity: severity_name(finding.severity),
        code: finding.code.name,
        message: &finding.message,
        note: notes(finding, |note| matches!(note, Note::Why(_))),
        help: notes(finding, |note| matches!(note, Note::Help(_))),
        path: finding.path.to_string(),
        kubernetes: finding.kubernetes.map(|minors| minors.iter().map(|minor| minor.to_string()).collect()),
        server: finding.server.as_ref().map(server),
        related: finding.places().filter_map(|place| related(place, source, sources)).collect(),
        validated_by: finding
            .validated_by
            .as_ref()
            .map(|place| place.file.as_deref().unwrap_or(&source.name)),
        witness: finding.witness.as_deref().map(witness),
        fixes: finding.fixes.iter().map(|one| fix(finding, one, source)).collect(),
        docs: config.docs_url(finding.code.name),
    }
}

/// The notes of one kind as a text; `None` if there are none.
fn notes(finding: &Finding, is_wanted: fn(&Note) -> bool) -> Option<String> {
    let wanted = finding.notes.iter().filter(|note| is_wanted(note));
    let texts: Vec<&str> = wanted.map(|(Note::Why(text) | Note::Help(text))| text.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

fn server(server: &Server) -> ServerItem<'_> {
    let Server { kind, field, detail, shadowed, .. } = server;
    ServerItem { r#type: kind.name(), field, detail, shadowed: *shadowed }
}

fn related<'a>(place: &'a Related, from: &'a Source, sources: &Sources<'a>) -> Option<RelatedItem<'a>> {
    let source = sources.of(place, from)?;
    Some(RelatedItem { file: &source.name, range: source.span(place.range), message: &place.message })
}

fn witness(witness: &WitnessObject) -> WitnessItem {
    let value = |text: &String| serde_json::from_str(text).unwrap_or_default();
    let old = witness.old.as_ref().map(value);
    let action = if old.is_some() { "update" } else { "create" };
    WitnessItem { object: value(&witness.object), action, old }
}

fn fix<'a>(finding: &Finding, fix: &'a Fix, source: &Source) -> FixItem<'a> {
    let edit =
        |edit: &'a crdls_text::Edit| EditItem { range: source.span(edit.range), new_text: &edit.new_text };
    FixItem { title: finding.title_of(fix), safe: fix.safe, edits: fix.edits.iter().map(edit).collect() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample_findings as sample;

    fn rendered(findings: Vec<crdls_report::Finding>, docs: Option<&str>) -> Value {
        let config = Config { docs_base_url: docs.map(str::to_owned), ..Config::default() };
        serde_json::from_str(&sample::rendered(&Json(&config), "a.yaml", sample::TEXT, findings)).unwrap()
    }

    fn span(line: u32, from: u32, to: u32) -> Value {
        json!({"start": {"line": line, "column": from}, "end": {"line": line, "column": to}})
    }

    #[test]
    fn all_that_a_finding_has() {
        let expected = json!([{
            "file": "a.yaml", "document": 0, "range": span(4, 10, 19),
            "severity": "error", "code": "unsupported-scope", "message": "`Namespace` is not a scope",
            "note": "an object lives in a namespace or in none", "help": "write `Namespaced`",
            "path": "spec.scope",
            "kubernetes": null,
            "server": {
                "type": "FieldValueNotSupported", "field": "spec.scope",
                "detail": "supported values: \"Cluster\", \"Namespaced\"", "shadowed": true
            },
            "related": [{"file": "a.yaml", "range": span(2, 1, 5), "message": "in this specification"}],
            "validatedBy": null,
            "witness": null,
            "fixes": [{"title": "Replace with `Namespaced` for `spec.scope`", "safe": true,
                       "edits": [{"range": span(4, 10, 19), "newText": "Namespaced"}]}],
            "docs": "https://example.org/codes/unsupported-scope"
        }]);
        assert_eq!(rendered(vec![sample::rich()], Some("https://example.org/codes/")), expected);
    }

    #[test]
    fn advice_has_a_null_and_empty_lists() {
        let found = rendered(vec![sample::plain(), sample::rich()], None);
        assert_eq!((&found[0]["server"], &found[0]["docs"]), (&Value::Null, &Value::Null));
        assert_eq!(found[0]["fixes"], json!([]));
        assert_eq!(found[0]["severity"], "hint");
        let related = json!([{"file": "b.yaml", "range": span(2, 1, 2), "message": "declared here"}]);
        assert_eq!(found[0]["related"], related);
        assert_eq!(found.as_array().unwrap().len(), 2);
    }

    #[test]
    fn a_witness_is_a_value() {
        let shown = |old: Option<&str>| {
            let witness = WitnessObject { object: r#"{"a":1}"#.into(), old: old.map(str::to_owned) };
            rendered(vec![sample::plain().shown_by(witness)], None)[0]["witness"].clone()
        };
        assert_eq!(shown(None), json!({"object": {"a": 1}, "action": "create", "old": null}));
        assert_eq!(shown(Some("{}")), json!({"object": {"a": 1}, "action": "update", "old": {}}));
    }

    #[test]
    fn nothing_is_an_empty_array() {
        assert_eq!(sample::rendered(&Json(&Config::default()), "a.yaml", "", vec![]), "[]\n");
    }
}
