//! Diagnostics of documents of Go.
//!
//! Must not know what is found.

use std::sync::Arc;
use std::time::Duration;

use crdls_ide::FileFinding;
use crdls_report::stop::Stop;
use crdls_text::TextRange;
use ls_types::{Diagnostic, DocumentDiagnosticReport, Uri};

use super::diagnostics::report;
use super::{diagnostics, go_since};
use crate::go::{GeneratedFindings, compare_manifests};
use crate::lsp::protocol::features::Refresh;
use crate::lsp::state::go::GoSnapshot;
use crate::lsp::state::session::Session;
use crate::lsp::transport::jsonrpc::Result;

/// What is found in the markers of a document, and in the CRDs that it makes; none where its module has no markers.
/// `needs_fixes`: of which ranges the findings in CRDs have their fixes.
pub(crate) fn findings(
    session: &Session,
    go: &GoSnapshot,
    needs_fixes: impl Fn(TextRange) -> bool,
) -> Vec<FileFinding> {
    let found = session.go.with(go, |project, package, file| {
        let (config, threads) = (&go.snapshot.config, session.go.threads());
        let in_markers = || project.marker_findings((package, file), Some(&go.snapshot.crds), config);
        let (crds, mut found) = threads.both(|| project.crds(threads), in_markers);
        let paths = std::slice::from_ref(&go.path);
        let mut generated = GeneratedFindings::of(&crds, paths, go.manifests(), config, threads);
        if let Some(old) = &go.snapshot.old {
            generated.add_since(&crds, old.number);
        }
        generated.add_newer((project, &crds), config);
        generated.add_fixes((project, &crds), &go.path, needs_fixes, config);
        generated.add_to(&go.path, go.snapshot.file.lines(), &mut found);
        found
    });
    found.unwrap_or_default()
}

fn all(session: &Session, go: &GoSnapshot) -> Vec<Diagnostic> {
    diagnostics::convert(&go.snapshot, &findings(session, go, |_| false), session.features())
}

/// How long the comparison with manifests waits for the next edit.
const DELAY: Duration = Duration::from_millis(250);

/// Compares the CRDs of a document with their manifests and with their old state where it is still at a version after a
/// while. Returns whether that finds something.
async fn compare(session: &Arc<Session>, go: Arc<GoSnapshot>) -> bool {
    tokio::time::sleep(DELAY).await;
    if session.go.version(go.snapshot.uri.as_str()) != Some(go.snapshot.version) {
        return false;
    }
    let is_stale = compare_with_manifests(session, Arc::clone(&go)).await;
    let breaks = go_since::compare(session, go).await;
    is_stale || breaks
}

async fn compare_with_manifests(session: &Arc<Session>, go: Arc<GoSnapshot>) -> bool {
    let of_work = Arc::clone(session);
    let work = move || {
        of_work.go.crds(&go).is_some_and(|(crds, expected)| {
            let threads = of_work.go.threads();
            compare_manifests(&crds, go.manifests(), &expected, &go.snapshot.config, threads)
        })
    };
    let when = "while comparing manifests with Go";
    matches!(session.workers.run_in_background(Stop::default(), when, work).await, Ok(true))
}

/// Has the findings of a document sent to a client that does not pull; one that does is told when to ask again.
pub(crate) fn push(session: &Arc<Session>, key: &str) {
    let Some(go) = session.go_snapshot(key).map(Arc::new) else { return };
    let (session, key) = (Arc::clone(session), key.to_owned());
    tokio::spawn(async move {
        if session.features().pull {
            if compare(&session, go).await {
                session.refresh(&[Refresh::Diagnostics]);
            }
            return;
        }
        publish(&session, &key, Arc::clone(&go)).await;
        if compare(&session, go).await
            // With the old state, which is known now.
            && let Some(go) = session.go_snapshot(&key)
        {
            publish(&session, &key, Arc::new(go)).await;
        }
    });
}

async fn publish(session: &Arc<Session>, key: &str, go: Arc<GoSnapshot>) {
    let (uri, version) = (go.snapshot.uri.clone(), go.snapshot.version);
    let of_work = Arc::clone(session);
    let work = move || all(&of_work, &go);
    if let Ok(diagnostics) = session.workers.run("while checking a file of Go", work).await
        // A later check sends what is found in the text that came after it.
        && session.go.version(key) == Some(version)
    {
        let version = session.features().diagnostic_versions.then_some(version);
        session.publish(uri, diagnostics, version);
    }
}

/// Checks all open documents of Go again.
pub(crate) fn push_all(session: &Arc<Session>) {
    session.go.forget();
    let keys = session.go.keys();
    if !keys.is_empty() {
        session.refresh(&[Refresh::Diagnostics]);
    }
    keys.iter().for_each(|key| push(session, key));
}

/// Answers a client that pulls; `None` where the document is none of Go.
pub(crate) async fn pull(session: &Arc<Session>, uri: &Uri) -> Option<Result<DocumentDiagnosticReport>> {
    let go = session.go_snapshot(uri.as_str())?;
    let of_work = Arc::clone(session);
    let items = session.work(move || all(&of_work, &go)).await;
    Some(items.map(|items| report(None, items)))
}
