//! Fixes as code actions.

use std::collections::HashMap;

use crdls_crd::{Finding, Fix};
use crdls_ide::FileFinding;
use crdls_text::TextRange;
use tower_lsp_server::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, WorkspaceEdit,
};

use super::diagnostics;
use super::documents::Snapshot;
use super::features::Features;
use super::position::Places;

/// The fixes of the findings that the asked range touches.
pub(super) fn convert(
    snapshot: &Snapshot,
    findings: &[FileFinding],
    asked: &CodeActionParams,
    features: &Features,
) -> Vec<CodeActionOrCommand> {
    if !wants_quickfix(asked.context.only.as_deref()) {
        return Vec::new();
    }
    let Some(range) = features.encoding.text_range(&snapshot.file, asked.range) else { return Vec::new() };
    let places = features.encoding.places(&snapshot.file);
    let here = |found: &FileFinding| !found.finding.fixes.is_empty() && touches(found.finding.range, range);
    let found = findings.iter().enumerate().filter(|(_, found)| here(found)).take(MOST);
    let actions = found.flat_map(|(index, found)| {
        let ours = diagnostics::diagnostic(snapshot, &places, index, &found.finding, features);
        let shown = shown(&asked.context.diagnostics, &ours);
        let offer = |fix| action(snapshot, &places, fix, shown.clone(), features).into();
        found.finding.fixes.iter().map(offer).collect::<Vec<CodeActionOrCommand>>()
    });
    actions.collect()
}

/// Whether there is any fix to be offered at all, so that most requests end at once.
pub(super) fn any(findings: &[FileFinding]) -> bool {
    findings.iter().map(|found| &found.finding).any(|finding: &Finding| !finding.fixes.is_empty())
}

/// A kind stands for those below it: `quickfix` for `quickfix.crdls`, the empty one for all.
fn wants_quickfix(only: Option<&[CodeActionKind]>) -> bool {
    only.is_none_or(|kinds| kinds.iter().any(|k| k.as_str().is_empty() || *k == CodeActionKind::QUICKFIX))
}

/// Findings that actions are offered for: nobody chooses from a longer menu.
const MOST: usize = 200;

fn touches(one: TextRange, other: TextRange) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// The diagnostic as the client shows it: the one with our data, or else, as not every client sends
/// data back, one that says the same of the same place.
fn shown(shown: &[Diagnostic], ours: &Diagnostic) -> Diagnostic {
    let same = |d: &&Diagnostic| (d.range, &d.code, &d.source) == (ours.range, &ours.code, &ours.source);
    let known = shown.iter().find(|d| d.data == ours.data).or_else(|| shown.iter().find(same));
    known.unwrap_or(ours).clone()
}

fn action(
    snapshot: &Snapshot,
    places: &Places<'_>,
    fix: &Fix,
    diagnostic: Diagnostic,
    features: &Features,
) -> CodeAction {
    CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic]),
        is_preferred: Some(fix.safe),
        edit: Some(edit(snapshot, places, fix, features)),
        ..CodeAction::default()
    }
}

fn edit(snapshot: &Snapshot, places: &Places<'_>, fix: &Fix, features: &Features) -> WorkspaceEdit {
    let convert = |edit: &crdls_text::Edit| TextEdit {
        range: places.range(edit.range),
        new_text: edit.new_text.clone(),
    };
    let edits = fix.edits.iter().map(convert);
    if !features.versioned_edits {
        let changes = HashMap::from([(snapshot.uri.clone(), edits.collect())]);
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let document = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: snapshot.uri.clone(),
            version: Some(snapshot.version),
        },
        edits: edits.map(OneOf::Left).collect(),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![document])),
        ..WorkspaceEdit::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crdls_crd::{Rule, Severity};
    use crdls_text::{Edit, TextRange};
    use serde_json::{Value, json};
    use tower_lsp_server::ls_types::ClientCapabilities;

    use super::*;

    static RULE: Rule =
        Rule { code: "made-up", severity: Severity::Error, summary: "made up", server: false, page: "" };

    /// `é: old`, with a fix for the value.
    fn found() -> (Snapshot, Vec<FileFinding>) {
        let text = "é: old\n".to_owned();
        let range = TextRange::new(4, 7);
        let fix = Fix {
            title: "Write new".to_owned(),
            safe: true,
            edits: vec![Edit { range, new_text: "new".into() }],
        };
        let finding = Finding::new(&RULE, range, &crdls_crd::Path::EMPTY, "`old` is old").fix(fix);
        let snapshot = Snapshot {
            uri: "file:///a.yaml".parse().unwrap(),
            version: 3,
            generation: 7,
            file: Arc::new(crdls_ide::File::new(text)),
            config: Arc::default(),
        };
        (snapshot, vec![FileFinding { document: 0, finding }])
    }

    fn ask(client: Value, column: u32, context: Value) -> Value {
        let (snapshot, findings) = found();
        let client: ClientCapabilities = serde_json::from_value(client).unwrap();
        let at = json!({"line": 0, "character": column});
        let asked = json!({"textDocument": {"uri": snapshot.uri}, "range": {"start": at, "end": at}, "context": context});
        let asked = serde_json::from_value(asked).unwrap();
        serde_json::to_value(convert(&snapshot, &findings, &asked, &Features::new(&client))).unwrap()
    }

    fn range() -> Value {
        json!({"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 6}})
    }

    #[test]
    fn a_fix_names_its_diagnostic_and_the_version() {
        let client = json!({"workspace": {"workspaceEdit": {"documentChanges": true}}});
        let actions = ask(client, 4, json!({"diagnostics": []}));
        let action = &actions[0];
        assert_eq!((&action["title"], &action["kind"]), (&json!("Write new"), &json!("quickfix")));
        assert_eq!(action["isPreferred"], true);
        assert_eq!(action["diagnostics"][0]["code"], "made-up");
        let change = &action["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"], json!({"uri": "file:///a.yaml", "version": 3}));
        assert_eq!(change["edits"], json!([{"range": range(), "newText": "new"}]));
    }

    #[test]
    fn clients_without_versions_get_plain_changes() {
        let actions = ask(json!({}), 4, json!({"diagnostics": []}));
        assert_eq!(actions[0]["edit"]["changes"]["file:///a.yaml"][0]["newText"], "new");
    }

    #[test]
    fn the_diagnostic_is_the_one_that_the_client_shows() {
        let by_data = json!({"range": range(), "message": "mine", "data": {"generation": 7, "finding": 0}});
        let by_place = json!({"range": range(), "message": "mine", "code": "made-up", "source": "crdls"});
        for shown in [by_data, by_place] {
            let actions = ask(json!({}), 3, json!({"diagnostics": [shown]}));
            assert_eq!(actions[0]["diagnostics"], json!([shown]));
        }
    }

    #[test]
    fn only_what_is_asked_for_is_offered() {
        assert_eq!(ask(json!({}), 1, json!({"diagnostics": []})), json!([]), "another place");
        for (only, offered) in [("quickfix", 1), ("", 1), ("refactor", 0), ("quickfix.other", 0)] {
            let actions = ask(json!({}), 4, json!({"diagnostics": [], "only": [only]}));
            assert_eq!(actions.as_array().map(Vec::len), Some(offered), "{only}");
        }
    }
}
