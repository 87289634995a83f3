//! What editors show in views of their own: the requests `crdls/status`, `crdls/effective`, `crdls/cost`,
//! `crdls/columns`, `crdls/explain` and `crdls/rules`.
//!
//! Knows what is asked and answered; how it looks is the editor's. Positions in the answers count as those
//! of the command line do, so that both say the same.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crdls_crd::{Severity, rules};
use crdls_ide::{File, PrintedColumn, PrintedRow};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp_server::jsonrpc::Result;
use tower_lsp_server::ls_types::{TextDocumentIdentifier, Uri};

use super::backend::{Backend, TextParams};
use super::documents::Snapshot;
use super::scan::Place;
use crate::cli::{manifests, preferred_version};
use crate::render::{Source, cost_json, diff, field_page, yaml};

/// Asks of a document, or of what holds outside of all folders.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StatusParams {
    text_document: Option<TextDocumentIdentifier>,
}

#[derive(Debug, Serialize)]
pub(super) struct Status {
    /// The cluster's minor that the document is judged by.
    kubernetes: String,
    /// The minors that there are, the oldest first.
    minors: Vec<String>,
    /// How many CRDs are known.
    crds: usize,
}

/// A custom resource, as it is and as it would be.
#[derive(Debug, Serialize)]
pub(super) struct Effective {
    document: usize,
    kind: String,
    name: String,
    written: String,
    stored: Option<String>,
    diff: Option<String>,
    /// Why the server would not store it after all.
    refused: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Table {
    crd: String,
    kind: String,
    version: String,
    columns: Vec<ColumnEntry>,
    rows: Vec<RowEntry>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ColumnEntry {
    name: String,
    r#type: String,
    json_path: String,
    description: String,
    priority: i64,
}

#[derive(Debug, Serialize)]
struct RowEntry {
    uri: String,
    document: usize,
    /// Counted from 1.
    line: u32,
    name: String,
    namespace: Option<String>,
    refused: bool,
    cells: Vec<Option<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExplainParams {
    what: String,
}

#[derive(Debug, Serialize)]
pub(super) struct RuleEntry {
    code: &'static str,
    summary: &'static str,
    severity: &'static str,
    server: bool,
}

impl Backend {
    pub(super) async fn status(&self, params: StatusParams) -> Result<Status> {
        let state = self.0.state();
        let config = match &params.text_document {
            Some(document) => state.workspace.config(&document.uri),
            None => state.workspace.outside(),
        };
        let minors = (crdls_crd::Minor::OLDEST.0..=crdls_crd::Minor::NEWEST.0).map(crdls_crd::Minor);
        Ok(Status {
            kubernetes: config.kubernetes.to_string(),
            minors: minors.map(|minor| minor.to_string()).collect(),
            crds: state.crds.all().count(),
        })
    }

    pub(super) async fn effective(&self, params: TextParams) -> Result<Option<Vec<Effective>>> {
        self.of(&params, effective).await
    }

    /// What `crdls cost --output-format json` prints.
    pub(super) async fn cost(&self, params: TextParams) -> Result<Option<Value>> {
        self.of(&params, cost).await
    }

    pub(super) async fn columns(&self, params: TextParams) -> Result<Option<Vec<Table>>> {
        let (open, places) = {
            let state = self.0.state();
            (state.snapshots(), state.workspace.places())
        };
        self.of(&params, move |snapshot| tables(snapshot, &open, places)).await
    }

    /// A page in Markdown on a code, a kind or a field of it, or a function of CEL.
    pub(super) async fn explain(&self, params: ExplainParams) -> Result<Option<String>> {
        let crds = self.0.state().crds.clone();
        let what = params.what.trim().to_owned();
        self.run(move || {
            let of_kind = || {
                let named = crdls_ide::named(&crds, &what)?;
                let page =
                    crdls_ide::field_page(named.crds.first()?, preferred_version(&named)?, &named.fields);
                Some(format!("# {what}\n\n```text\n{}\n```\n", field_page(&page.ok()?, false).trim_end()))
            };
            let of_rule = rules::by_code(&what).map(|rule| rule.page.to_owned());
            of_rule.or_else(of_kind).or_else(|| crdls_ide::function_page(&what))
        })
        .await
    }

    pub(super) async fn rules(&self) -> Result<Vec<RuleEntry>> {
        let entry = |rule: &&'static crdls_crd::Rule| RuleEntry {
            code: rule.code,
            summary: rule.summary,
            severity: crate::render::severity_name(rule.severity),
            server: rule.server,
        };
        Ok(rules::ALL.iter().map(entry).collect())
    }

    async fn of<T: Send + 'static>(
        &self,
        params: &TextParams,
        work: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.0.snapshot(params.uri().as_str()) else { return Ok(None) };
        self.run(move || work(&snapshot)).await.map(Some)
    }
}

fn effective(snapshot: &Snapshot) -> Vec<Effective> {
    let found = crdls_ide::effective(&snapshot.file, &snapshot.name, &snapshot.crds, &snapshot.config);
    let of_one = |one: crdls_ide::Effective| {
        let text =
            |value: Option<&crdls_crd::Json>| value.and_then(|value| value.as_str()).map(str::to_owned);
        let written = yaml(&one.written);
        let stored = one.stored.as_ref().map(yaml);
        let refused = one.findings.iter().filter(|finding| {
            finding.severity == Severity::Error && finding.server.as_ref().is_some_and(|its| !its.shadowed)
        });
        Effective {
            document: one.document,
            kind: text(one.written.get("kind")).unwrap_or_default(),
            name: text(one.written.get("metadata").and_then(|its| its.get("name"))).unwrap_or_default(),
            diff: stored.as_ref().map(|stored| diff(&written, stored)),
            refused: refused.map(|finding| finding.message.clone()).collect(),
            written,
            stored,
        }
    };
    found.into_iter().map(of_one).collect()
}

fn cost(snapshot: &Snapshot) -> Value {
    let costs = crdls_ide::costs(&snapshot.file, &snapshot.config);
    let source = Source::new(snapshot.uri.to_string(), (*snapshot.file).clone());
    serde_json::from_str(&cost_json(&[(source, costs)])).unwrap_or_default()
}

/// A table for each served version of each kind that the document defines or has objects of, with the custom
/// resources of open documents and of the workspace's files.
fn tables(snapshot: &Snapshot, open: &[Snapshot], places: Vec<Place>) -> Vec<Table> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    let rows =
        |file: &File, uri: &str| crdls_ide::printed_rows(file, uri, &snapshot.crds, &snapshot.config, now);
    let own = rows(&snapshot.file, &snapshot.name);
    let mut tables = Vec::new();
    for known in snapshot.crds.all() {
        let name = known.header().metadata().name();
        let is_here = known.source == snapshot.name || own.iter().any(|row| row.crd == name);
        if is_here && !tables.iter().any(|table: &Table| table.crd == name) {
            tables.extend(known.crd().served_versions().into_iter().map(|version| Table {
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
    for other in open {
        fill(&mut tables, rows(&other.file, &other.name), (&other.file, other.uri.as_str()));
    }
    for (path, uri) in closed(places, open) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        // Most files are of other kinds, and are not parsed.
        let mentions = |table: &Table| {
            let kind = table.kind.as_bytes();
            !kind.is_empty() && bytes.windows(kind.len()).any(|part| part == kind)
        };
        if tables.iter().any(mentions) {
            let file = File::from_bytes(bytes);
            fill(&mut tables, rows(&file, &uri), (&file, &uri));
        }
    }
    tables
}

/// The workspace's files that are not open.
fn closed(places: Vec<Place>, open: &[Snapshot]) -> Vec<(PathBuf, String)> {
    let files = places.iter().flat_map(|place| manifests(&place.path));
    let mut files: Vec<_> =
        files.filter_map(|path| Some((Uri::from_file_path(&path)?.to_string(), path))).collect();
    files.sort();
    files.dedup();
    files.retain(|(uri, _)| !open.iter().any(|snapshot| *snapshot.name == **uri));
    files.into_iter().map(|(uri, path)| (path, uri)).collect()
}

fn fill(tables: &mut [Table], rows: Vec<PrintedRow>, (file, uri): (&File, &str)) {
    for row in rows {
        let its = tables.iter_mut().find(|table| table.crd == row.crd && table.version == row.version);
        let Some(table) = its else { continue };
        let PrintedRow { document, start, name, namespace, refused, cells, .. } = row;
        let line = file.lines().line_col(start).line + 1;
        table.rows.push(RowEntry { uri: uri.to_owned(), document, line, name, namespace, refused, cells });
    }
}

fn column(column: PrintedColumn) -> ColumnEntry {
    let PrintedColumn { name, type_, json_path, description, priority } = column;
    ColumnEntry { name, r#type: type_, json_path, description, priority }
}
