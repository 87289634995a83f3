//! Delivering findings: pushed after a change, or pulled by the client; and what is checked again when something else
//! than the text of a document changes.
//!
//! Must not know how a document is checked.

use std::sync::Arc;

use crdls_ide::FileFinding;
use ls_types::notification::{Notification, PublishDiagnostics};
use ls_types::{
    Diagnostic, DocumentDiagnosticReport, PublishDiagnosticsParams, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri,
};

use super::closed;
use super::compared::{compare, compared};
use super::diagnostics::report;
use super::findings::findings;
use super::tested::{begin, test, tested};
use super::{diagnostics, go, setting_files};
use crate::lsp::protocol::features::Refresh;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::{CrdChange, Session};
use crate::lsp::transport::client::PreparedNotification;
use crate::lsp::transport::jsonrpc::{Error, Result};

/// Has the findings of a document sent to a client that does not pull. Does not wait for them.
pub(crate) fn push(session: &Arc<Session>, key: &str) {
    if session.features().pull || !*session.settled.borrow() {
        return;
    }
    let mut state = session.state();
    let Some(document) = state.document(key) else { return };
    if document.out_of_step {
        session.publish_nothing(document.uri.clone());
    } else if !std::mem::replace(&mut document.checking, true) {
        // Otherwise the check that is under way begins again when it finds that its snapshot is outdated.
        tokio::spawn(push_findings(session.clone(), key.to_owned()));
    }
}

/// Checks all documents again, after a change of settings or of the CRDs of files.
pub(crate) fn check_all(session: &Arc<Session>) {
    let mut state = session.state();
    state.invalidate_all();
    session.outdate_old(&mut state);
    state.closed.outdate_all();
    let keys = state.keys();
    drop(state);
    session.refresh(&[Refresh::Diagnostics, Refresh::Lenses, Refresh::Hints, Refresh::Tokens]);
    keys.iter().for_each(|key| push(session, key));
    go::push_all(session);
    check_closed(session);
    test_all(session);
}

/// Checks other documents again after a change of the CRDs of one: those with custom resources, and those with CRDs
/// that claim the same names; and files that are not open.
pub(crate) fn check_judged(session: &Arc<Session>, changed: &str, change: &CrdChange) {
    if !change.has_crds {
        return;
    }
    let mut state = session.state();
    let keys = state.affected_by(changed, change);
    keys.iter().for_each(|key| state.invalidate(key));
    change.groups().for_each(|group| state.closed.outdate(group));
    if change.renamed {
        // Names that one CRD claims are those that others may claim.
        state.closed.outdate(closed::GROUP_OF_CRDS);
    }
    drop(state);
    if !keys.is_empty() {
        session.refresh(&[Refresh::Diagnostics]);
    }
    keys.iter().for_each(|key| push(session, key));
    check_closed(session);
    test_all(session);
}

/// Checks the files that are not open again, soon: those that changed or are outdated.
pub(crate) fn check_closed(session: &Arc<Session>) {
    closed::check_closed(session, test_all);
}

/// Tests all open suites and CRDs again, soon.
pub(crate) fn test_all(session: &Arc<Session>) {
    let keys = session.state().keys();
    keys.into_iter().for_each(|key| test_soon(session, key));
    tell_tests(session);
}

/// Tests a document that was opened or changed, soon, where it is a suite.
pub(crate) fn test_changed(session: &Arc<Session>, key: &str) {
    let is_suite = session.snapshot(key).is_some_and(|snapshot| crdls_ide::is_suite(&snapshot.file));
    let was_suite = || session.state().document(key).is_some_and(|document| !document.tests.is_empty());
    if is_suite || was_suite() {
        test_soon(session, key.to_owned());
        tell_tests(session);
    }
}

/// `crdls/testsChanged`, to a client that announces `experimental.tests`.
enum TestsChanged {}

impl Notification for TestsChanged {
    type Params = ();
    const METHOD: &'static str = "crdls/testsChanged";
}

/// Tells a client that lists tests that they may be others now, or come to something else.
fn tell_tests(session: &Session) {
    if session.features().tests {
        session.client.notify::<TestsChanged>(&());
    }
}

/// Tests a document, and delivers what comes out. Does not wait for it.
fn test_soon(session: &Arc<Session>, key: String) {
    let Some(run) = begin(session, &key) else { return };
    let session = Arc::clone(session);
    tokio::spawn(async move {
        deliver(&session, &key, test(&session, &key, run).await);
    });
}

/// Compares all documents with their old states again, which may be others now.
pub(crate) fn compare_all(session: &Arc<Session>) {
    let mut state = session.state();
    session.outdate_old(&mut state);
    let keys = state.keys();
    drop(state);
    keys.into_iter().for_each(|key| compare_soon(session, key));
    session.go.keys().iter().for_each(|key| go::push(session, key));
}

/// Compares a document with its old state, and delivers what that adds to its findings. Does not wait for it.
fn compare_soon(session: &Arc<Session>, key: String) {
    let session = Arc::clone(session);
    tokio::spawn(async move {
        deliver(&session, &key, compare(&session, &key).await);
    });
}

/// Delivers what work in the background found to differ from what is shown of a document.
fn deliver(session: &Arc<Session>, key: &str, differs: Option<Vec<Refresh>>) {
    let differs = differs.unwrap_or_default();
    session.refresh(&differs);
    if differs.contains(&Refresh::Diagnostics) {
        push(session, key);
    }
}

/// Answers a client that pulls. `previous` names the report that it has.
pub(crate) async fn pull(
    session: &Arc<Session>,
    uri: Uri,
    previous: Option<String>,
) -> Result<DocumentDiagnosticReport> {
    let mut settled = session.settled.subscribe();
    // The sender lives as long as the session.
    let _ = settled.wait_for(|settled| *settled).await;
    let Some(snapshot) = session.snapshot(uri.as_str()) else {
        return Ok(report(None, setting_files::pulled(session, &uri)));
    };
    let id = session.result_id(&snapshot);
    compare_soon(session, uri.to_string());
    if previous.as_deref() == Some(&id) {
        return Ok(unchanged(id));
    }
    let Some(findings) = findings(session, &snapshot).await? else { return Err(outdated()) };
    Ok(report(Some(id), all(session, &snapshot, &findings)))
}

/// Checks until the findings are those of the latest state.
async fn push_findings(session: Arc<Session>, key: String) {
    while let Some(snapshot) = session.snapshot(&key) {
        let diagnostics = match findings(&session, &snapshot).await {
            Ok(None) => continue,
            Ok(Some(found)) => all(&session, &snapshot, &found),
            Err(_) => Vec::new(),
        };
        if publish(&session, &key, &snapshot, diagnostics) {
            compare_soon(&session, key);
            return;
        }
    }
    if let Some(document) = session.state().document(&key) {
        document.checking = false;
    }
}

/// The findings of a document, and what it differs in from its old state as far as that is known.
fn all(session: &Session, snapshot: &Snapshot, findings: &[FileFinding]) -> Vec<Diagnostic> {
    let mut all = diagnostics::convert(snapshot, findings, session.features());
    all.append(&mut compared(session, snapshot));
    all.append(&mut tested(session, snapshot));
    all
}

/// Publishes under the lock, so that no later publication can come before it. False where the
/// findings are outdated.
fn publish(session: &Session, key: &str, snapshot: &Snapshot, diagnostics: Vec<Diagnostic>) -> bool {
    let version = session.features().diagnostic_versions.then_some(snapshot.version);
    let params = PublishDiagnosticsParams::new(snapshot.uri.clone(), diagnostics, version);
    let publication = PreparedNotification::of::<PublishDiagnostics>(&params);
    let mut state = session.state();
    let Some(document) = state.document(key) else { return true };
    if document.generation != snapshot.generation {
        return false;
    }
    document.checking = false;
    session.client.send(publication);
    true
}

fn unchanged(result_id: String) -> DocumentDiagnosticReport {
    RelatedUnchangedDocumentDiagnosticReport {
        related_documents: None,
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    }
    .into()
}

/// `ServerCancelled`: the client is to ask again.
fn outdated() -> Error {
    let data = serde_json::json!({ "retriggerRequest": true });
    Error { data: Some(data), ..Error::new(Error::SERVER_CANCELLED, "the document changed") }
}
