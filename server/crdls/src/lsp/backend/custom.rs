//! The requests that start with `crdls/`: what editors show in views of their own.
//!
//! Knows what is asked; what is answered is made in `requests/views.rs`.

use ls_types::TextDocumentIdentifier;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use std::sync::Arc;

use crdls_minors::Minor;

use super::Backend;
use crate::lsp::checking::{self, tested};
use crate::lsp::requests::built;
use crate::lsp::requests::suites::{self, RunTestsParams, SuiteEntry, TestReport};
use crate::lsp::requests::views::{self, ChangedText, CodeEntry, MemoryReport, PrinterTable, Status};
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::transport::jsonrpc::Result;
use crate::render::{StoredObject, explained};

/// Names a document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    text_document: TextDocumentIdentifier,
}

/// Names a document, or nothing: then the answer is about what holds outside of all folders.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StatusParams {
    text_document: Option<TextDocumentIdentifier>,
}

/// Names a code, a kind, a field of a kind or a CEL function.
#[derive(Debug, Deserialize)]
pub(crate) struct ExplainParams {
    what: String,
}

/// The text of a document as the server has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentText {
    text: String,
    version: i32,
}

impl Backend {
    /// `crdls/text`: the text of a document as the server has it; null where it is not known.
    pub(crate) async fn text(self, params: DocumentParams) -> Result<Option<DocumentText>> {
        let snapshot = self.0.snapshot(params.text_document.uri.as_str());
        Ok(snapshot.map(|s| DocumentText { text: s.file.text().to_owned(), version: s.version }))
    }

    /// `crdls/status`: the Kubernetes version that a document is validated against, and how many CRDs are known.
    pub(crate) async fn status(self, params: StatusParams) -> Result<Status> {
        Ok(views::status(&self.0.state(), params.text_document.as_ref().map(|document| &document.uri)))
    }

    /// `crdls/memory`: what the server holds of documents, to find what is not freed.
    pub(crate) async fn memory(self, (): ()) -> Result<MemoryReport> {
        Ok(views::memory(&self.0.state()))
    }

    /// `crdls/effective`: the custom resources of a document as the server would store them.
    pub(crate) async fn effective(self, params: DocumentParams) -> Result<Option<Vec<StoredObject>>> {
        self.with(&params.text_document, |_, snapshot| Some(views::effective(snapshot))).await
    }

    /// `crdls/built`: the CRDs and custom resources that a document has a part in, as kustomizations build them; null if
    /// it has none.
    pub(crate) async fn built(self, params: DocumentParams) -> Result<Option<String>> {
        let page = self.with(&params.text_document, built::page).await?;
        Ok(page.filter(|text| !text.is_empty()))
    }

    /// `crdls/changes`: what a document was in its old state; null where it is not compared with one.
    pub(crate) async fn changes(self, params: DocumentParams) -> Result<Option<ChangedText>> {
        let snapshot = self.0.snapshot(params.text_document.uri.as_str());
        let old = snapshot.as_ref().and_then(|snapshot| checking::differences(&self.0, snapshot)?.1);
        let Some((snapshot, old)) = snapshot.zip(old) else { return Ok(None) };
        self.0.work(move || views::changed(&snapshot, &old)).await
    }

    /// `crdls/cost`: what `crdls cost --output-format json` prints.
    pub(crate) async fn cost(self, params: DocumentParams) -> Result<Option<Value>> {
        self.with(&params.text_document, |_, snapshot| Some(views::cost(snapshot))).await
    }

    /// `crdls/columns`: the tables that `kubectl get` would print.
    pub(crate) async fn columns(self, params: DocumentParams) -> Result<Option<Vec<PrinterTable>>> {
        let manifests = WorkspaceManifests::of(&self.0);
        self.with(&params.text_document, move |_, snapshot| Some(views::tables(snapshot, &manifests))).await
    }

    /// `crdls/explain`: a page in Markdown; null where nothing has that name.
    pub(crate) async fn explain(self, params: ExplainParams) -> Result<Option<String>> {
        let crds = self.0.state().crds.clone();
        self.0.work(move || explained(params.what.trim(), &crds, Minor::NEWEST)).await
    }

    /// `crdls/codes`, and the old name `crdls/rules`: all codes.
    pub(crate) async fn codes(self, (): ()) -> Result<Vec<CodeEntry>> {
        Ok(views::codes())
    }

    /// `crdls/tests`: the test suites of the workspace, once its files were read.
    pub(crate) async fn tests(self, (): ()) -> Result<Vec<SuiteEntry>> {
        checking::files_checked(&self.0).await;
        let (session, encoding) = (Arc::clone(&self.0), self.0.features().encoding);
        self.0.work(move || suites::list(&tested::suites(&session), encoding)).await
    }

    /// `crdls/runTests`: runs suites, or some of their cases.
    pub(crate) async fn run_tests(self, params: RunTestsParams) -> Result<TestReport> {
        let (session, encoding) = (Arc::clone(&self.0), self.0.features().encoding);
        let crds = Arc::clone(&self.0.state().crds);
        self.0.work(move || suites::run(&suites::configured(&session), &params, &crds, encoding)).await
    }
}
