//! When a document is checked, and how the result gets to the client: pushed, or pulled by it.

use std::sync::Arc;

use crdls_crd::stop::Stop;
use crdls_ide::FileFinding;
use tokio::sync::watch;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport, MessageType,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri,
};

use super::diagnostics;
use super::documents::Snapshot;
use super::features::Refresh;
use super::outbox::Said;
use super::session::{News, Session};
use super::work::Failure;

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
    refresh(session, &[Refresh::Diagnostics, Refresh::Lenses, Refresh::Hints, Refresh::Tokens]);
    keys.iter().for_each(|key| push(session, key));
}

/// After a change of the CRDs of a document: what they judge in others is checked again, and so are CRDs that want
/// the same names.
pub(super) fn check_judged(session: &Arc<Session>, changed: &str, news: &News) {
    if !news.any {
        return;
    }
    let mut state = session.state();
    let keys = state.touched_by(changed, news);
    keys.iter().for_each(|key| state.touch(key));
    drop(state);
    if !keys.is_empty() {
        refresh(session, &[Refresh::Diagnostics]);
    }
    keys.iter().for_each(|key| push(session, key));
}

/// Has the client ask again, for what it announced that it may be told so.
pub(super) fn refresh(session: &Session, what: &[Refresh]) {
    for refresh in what.iter().filter(|refresh| session.features().refreshes.contains(refresh)) {
        session.outbox.say(Said::Refresh(*refresh));
    }
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
    let Some(findings) = findings(session, &snapshot).await? else { return Err(late()) };
    Ok(report(Some(id), diagnostics::convert(&snapshot, &findings, session.features())))
}

/// A check of one generation of a document, for all who ask. When it is dropped, as the document is another one, it
/// is stopped.
#[derive(Debug)]
pub(super) struct Check {
    stop: Stop,
    found: watch::Receiver<Found>,
}

/// What is known of a check: nothing yet, what was found, or that there is a fault in us.
type Found = Option<Result<Arc<[FileFinding]>>>;

impl Drop for Check {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Check {
    fn begin(session: &Arc<Session>, snapshot: Snapshot) -> Self {
        let (stop, (tell, found)) = (Stop::default(), watch::channel(None));
        tokio::spawn(check(Arc::clone(session), snapshot, stop.clone(), tell));
        Self { stop, found }
    }
}

/// Tells what is found in a snapshot; nothing where it was stopped.
async fn check(session: Arc<Session>, snapshot: Snapshot, stop: Stop, tell: watch::Sender<Found>) {
    let when = format!("while checking {}", snapshot.uri.as_str());
    let work =
        move || Arc::from(crdls_ide::check_beside(&snapshot.file, snapshot.beside(), &snapshot.config));
    match session.workers.run_until(stop, &when, work).await {
        Ok(findings) => drop(tell.send(Some(Ok(findings)))),
        Err(Failure::Stopped) => {}
        Err(Failure::Fault(text)) => {
            session.outbox.log(MessageType::ERROR, text);
            let _ = tell.send(Some(Err(Error::internal_error())));
        }
    }
}

/// What is found in a snapshot; nothing where the document is another one by now.
pub(super) async fn findings(
    session: &Arc<Session>,
    snapshot: &Snapshot,
) -> Result<Option<Arc<[FileFinding]>>> {
    let Some(mut found) = begun(session, snapshot) else { return Ok(None) };
    // Who tells nothing was stopped.
    let Ok(found) = found.wait_for(Option::is_some).await.map(|found| found.clone()) else { return Ok(None) };
    found.transpose()
}

/// The check of a snapshot, which is begun where it was not; nothing where the document is another one by now.
fn begun(session: &Arc<Session>, snapshot: &Snapshot) -> Option<watch::Receiver<Found>> {
    let mut state = session.state();
    let document = state.document(snapshot.uri.as_str()).filter(|d| d.generation == snapshot.generation)?;
    let check = document.check.get_or_insert_with(|| Check::begin(session, snapshot.clone()));
    Some(check.found.clone())
}

/// Checks until the result is not late.
async fn push_findings(session: Arc<Session>, key: String) {
    while let Some(snapshot) = session.snapshot(&key) {
        let diagnostics = match findings(&session, &snapshot).await {
            Ok(None) => continue,
            Ok(Some(found)) => diagnostics::convert(&snapshot, &found, session.features()),
            Err(_) => Vec::new(),
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
    let version = session.features().diagnostic_versions.then_some(snapshot.version);
    let said = Said::Publish { uri: snapshot.uri.clone(), diagnostics, version };
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
