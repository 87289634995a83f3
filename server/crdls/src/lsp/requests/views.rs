//! The answers to the requests `crdls/status`, `crdls/effective`, `crdls/changes`, `crdls/cost`, `crdls/columns`,
//! `crdls/explain` and `crdls/codes`.
//!
//! Knows the shape of the answers; how they look is the editor's. Positions in them count as those of the command line
//! do, so that both report the same.

use std::time::{SystemTime, UNIX_EPOCH};

use crdls_check::codes;
use crdls_ide::{File, FileContext, PrintedColumn, PrintedRow};
use crdls_minors::Minor;
use crdls_report::Code;
use ls_types::Uri;
use serde::Serialize;
use serde_json::Value;

use crate::lsp::checking::changes::old_text;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::session::State;
use crate::lsp::workspace::old::OldManifests;
use crate::render::{Source, StoredObject, cost_json, severity_name, stored_objects};

/// The Kubernetes version in force, and what is known.
#[derive(Debug, Serialize)]
pub(crate) struct Status {
    /// The cluster's minor that the document is validated against.
    kubernetes: String,
    /// The minors that there are, the oldest first.
    minors: Vec<String>,
    /// How many CRDs are known.
    crds: usize,
}

/// What a document was in its old state.
#[derive(Debug, Serialize)]
pub(crate) struct ChangedText {
    /// When: `v1.4.0`, `HEAD`, a path.
    since: String,
    /// The name of the old text: `v1.4.0:crds/a.yaml`, or a path.
    name: String,
    text: String,
}

/// What the server holds in memory of documents.
#[derive(Debug, Serialize)]
pub(crate) struct MemoryReport {
    /// How many documents are open.
    documents: usize,
    /// How many states of documents are in memory: those of open documents, and those that unfinished work uses.
    snapshots: usize,
    /// How many CRDs are known.
    crds: usize,
}

/// What `kubectl get` prints of a version of a kind.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrinterTable {
    crd: String,
    kind: String,
    version: String,
    columns: Vec<TableColumn>,
    rows: Vec<TableRow>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct TableColumn {
    name: String,
    r#type: String,
    json_path: String,
    description: String,
    priority: i64,
}

#[derive(Debug, Serialize)]
struct TableRow {
    uri: String,
    document: usize,
    /// Counted from 1.
    line: u32,
    name: String,
    namespace: Option<String>,
    refused: bool,
    cells: Vec<Option<String>>,
}

/// A code under which findings are reported.
#[derive(Debug, Serialize)]
pub(crate) struct CodeEntry {
    code: &'static str,
    summary: &'static str,
    severity: &'static str,
    server: bool,
}

/// The status of a document, or of what holds outside of all folders.
pub(crate) fn status(state: &State, document: Option<&Uri>) -> Status {
    let config = document.map_or_else(|| state.workspace.outside(), |uri| state.workspace.config(uri));
    Status {
        kubernetes: config.minors.to_string(),
        minors: Minor::all().map(|minor| minor.to_string()).collect(),
        crds: state.crds.all().count(),
    }
}

/// What is held now.
pub(crate) fn memory(state: &State) -> MemoryReport {
    let crds = state.crds.all().count();
    MemoryReport { documents: state.keys().len(), snapshots: state.held_states(), crds }
}

/// All codes, in their order.
pub(crate) fn codes() -> Vec<CodeEntry> {
    let entry = |rule: &&'static Code| CodeEntry {
        code: rule.name,
        summary: rule.summary,
        severity: severity_name(rule.severity),
        server: rule.server,
    };
    codes::ALL.iter().map(entry).collect()
}

/// The custom resources of a document, in its order.
pub(crate) fn effective(snapshot: &Snapshot) -> Vec<StoredObject> {
    let context = FileContext { crds: Some(&snapshot.crds), file: &snapshot.name, ..FileContext::default() };
    stored_objects(crdls_ide::effective(&snapshot.file, context, &snapshot.config))
}

/// The old text of a document; `None` where its CRDs are in no old state.
pub(crate) fn changed(snapshot: &Snapshot, old: &OldManifests) -> Option<ChangedText> {
    let (file, text) = old_text(snapshot, old)?;
    Some(ChangedText { since: old.since.clone(), name: file.name.clone(), text })
}

/// The cost of the rules of a document.
pub(crate) fn cost(snapshot: &Snapshot) -> Value {
    let costs = crdls_ide::costs(&snapshot.file, &snapshot.config);
    let source = Source::new(snapshot.uri.to_string(), (*snapshot.file).clone());
    serde_json::from_str(&cost_json(&[(source, costs)])).unwrap_or_default()
}

/// A table for each served version of each kind that the document defines or has objects of, with the custom
/// resources of open documents and of the workspace's files.
pub(crate) fn tables(snapshot: &Snapshot, manifests: &WorkspaceManifests) -> Vec<PrinterTable> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    let rows =
        |file: &File, uri: &str| crdls_ide::printed_rows(file, uri, &snapshot.crds, &snapshot.config, now);
    let own = rows(&snapshot.file, &snapshot.name);
    let mut tables = Vec::new();
    for known in snapshot.crds.all() {
        let name = known.header().metadata().name();
        let is_here = known.source == snapshot.name || own.iter().any(|row| row.crd == name);
        if is_here && !tables.iter().any(|table: &PrinterTable| table.crd == name) {
            tables.extend(known.crd().served_versions().into_iter().map(|version| PrinterTable {
                crd: name.to_owned(),
                kind: known.header().spec().names().kind().to_owned(),
                version: version.name().to_owned(),
                columns: crdls_ide::printed_columns(version).into_iter().map(column).collect(),
                rows: Vec::new(),
            }));
        }
    }
    if tables.is_empty() {
        return tables;
    }
    for other in &manifests.open {
        fill(&mut tables, rows(&other.file, &other.name), (&other.file, other.uri.as_str()));
    }
    let known: Vec<(usize, String)> =
        tables.iter().map(|table| (table.rows.len(), table.kind.clone())).collect();
    let kinds: Vec<&str> = known.iter().map(|(_, kind)| &**kind).filter(|kind| !kind.is_empty()).collect();
    manifests.closed_with(&kinds, |file, uri, name| {
        fill(&mut tables, rows(file, name), (file, uri.as_str()));
        true
    });
    for (table, (open, _)) in tables.iter_mut().zip(&known) {
        // Files come in the order of the file system.
        table.rows.get_mut(*open..).unwrap_or_default().sort_by(|a, b| a.uri.cmp(&b.uri));
    }
    tables
}

fn fill(tables: &mut [PrinterTable], rows: Vec<PrintedRow>, (file, uri): (&File, &str)) {
    for row in rows {
        let its = tables.iter_mut().find(|table| table.crd == row.crd && table.version == row.version);
        let Some(table) = its else { continue };
        let PrintedRow { document, start, name, namespace, refused, cells, .. } = row;
        let line = file.lines().line_col(start).line + 1;
        table.rows.push(TableRow { uri: uri.to_owned(), document, line, name, namespace, refused, cells });
    }
}

fn column(column: PrintedColumn) -> TableColumn {
    let PrintedColumn { name, type_, json_path, description, priority } = column;
    TableColumn { name, r#type: type_, json_path, description, priority }
}
