//! When a document is checked, and how the result gets to the client: pushed, or pulled by it.

use std::sync::Arc;

use crdls_ide::FileFinding;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport, MessageType,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri,
};

use super::diagnostics;
use super::documents::Snapshot;
use super::outbox::Said;
use super::session::Session;
use super::transport::panic_text;

/// Sees to it that a client that does not pull gets the findings of a document. Does not wait.
pub(super) fn push(session: &Arc<Session>, key: &str) {
    if session.features().pull || !*session.settled.borrow() {
        return;
    }
    let mut state = session.state();
    let Some(document) = state.document(key) else { return };
    if document.lost {
        session.publish_nothing(document.uri.clone());
    } else if !std::mem::replace(&mut document.checking, true) {
        // Else the check that is under way starts anew when it sees that it is late.
        tokio::spawn(push_findings(session.clone(), key.to_owned()));
    }
}

/// After a change of what all documents are judged by.
pub(super) fn check_all(session: &Arc<Session>) {
    let mut state = session.state();
    state.touch_all();
    let keys = state.keys();
    drop(state);
    if session.features().pull {
        session.outbox.say(Said::Refresh);
    }
    keys.iter().for_each(|key| push(session, key));
}

/// After a change of the CRDs of a document: what they judge in others is checked again.
pub(super) fn check_judged(session: &Arc<Session>, changed: &str) {
    let mut state = session.state();
    let keys = state.judged_besides(changed);
    keys.iter().for_each(|key| state.touch(key));
    drop(state);
    if session.features().pull && !keys.is_empty() {
        session.outbox.say(Said::Refresh);
    }
    keys.iter().for_each(|key| push(session, key));
}

/// Answers a client that pulls.
pub(super) async fn pull(
    session: &Arc<Session>,
    uri: Uri,
    previous: Option<String>,
) -> Result<DocumentDiagnosticReport> {
    let mut settled = session.settled.subscribe();
    // The sender lives as long as the session.
    let _ = settled.wait_for(|settled| *settled).await;
    let Some(snapshot) = session.snapshot(uri.as_str()) else { return Ok(report(None, Vec::new())) };
    let id = snapshot.generation.to_string();
    if previous.as_deref() == Some(&id) {
        return Ok(unchanged(id));
    }
    let (findings, current) = findings(session, &snapshot).await?;
    if !current {
        return Err(late());
    }
    Ok(report(Some(id), diagnostics::convert(&snapshot, &findings, session.features())))
}

/// What is found in a snapshot, and whether the document is still that one.
pub(super) async fn findings(
    session: &Arc<Session>,
    snapshot: &Snapshot,
) -> Result<(Arc<[FileFinding]>, bool)> {
    if let Some(findings) = session.kept(snapshot) {
        return Ok((findings, true));
    }
    let at = snapshot.clone();
    let check = move || Arc::from(crdls_ide::check_beside(&at.file, at.beside(), &at.config));
    let found = session.workers.run(check).await;
    let findings = found.map_err(|panic| {
        let text =
            format!("internal error while checking {}: {}", snapshot.uri.as_str(), panic_text(&*panic));
        session.outbox.log(MessageType::ERROR, text);
        Error::internal_error()
    })?;
    let current = session.keep(snapshot, &findings);
    Ok((findings, current))
}

/// Checks until the result is not late.
async fn push_findings(session: Arc<Session>, key: String) {
    while let Some(snapshot) = session.snapshot(&key) {
        let found = findings(&session, &snapshot).await.ok();
        let diagnostics = match found {
            Some((_, false)) => continue,
            Some((found, true)) => diagnostics::convert(&snapshot, &found, session.features()),
            None => Vec::new(),
        };
        if publish(&session, &key, &snapshot, diagnostics) {
            return;
        }
    }
    if let Some(document) = session.state().document(&key) {
        document.checking = false;
    }
}

/// Publishes under the lock, so that no later publication can come before it. False where the
/// findings are late.
fn publish(session: &Session, key: &str, snapshot: &Snapshot, diagnostics: Vec<Diagnostic>) -> bool {
    let mut state = session.state();
    let Some(document) = state.document(key) else { return true };
    if document.generation != snapshot.generation {
        return false;
    }
    document.checking = false;
    let said = Said::Publish { uri: snapshot.uri.clone(), diagnostics, version: Some(snapshot.version) };
    session.outbox.say(said);
    true
}

fn report(result_id: Option<String>, items: Vec<Diagnostic>) -> DocumentDiagnosticReport {
    RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    }
    .into()
}

fn unchanged(result_id: String) -> DocumentDiagnosticReport {
    RelatedUnchangedDocumentDiagnosticReport {
        related_documents: None,
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    }
    .into()
}

/// `ServerCancelled`: the client shall ask again.
fn late() -> Error {
    let data = serde_json::json!({ "retriggerRequest": true });
    Error { code: ErrorCode::ServerError(-32802), message: "the document changed".into(), data: Some(data) }
}
