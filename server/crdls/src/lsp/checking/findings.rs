//! The findings of a snapshot: each generation of a document is checked once, for all who ask.
//!
//! Must not know what the findings are for.

use std::sync::Arc;

use crdls_ide::FileFinding;
use crdls_report::stop::Stop;
use tokio::sync::watch;

use crate::lsp::state::check::{CheckResult, RunningCheck};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::Session;
use crate::lsp::state::workers::Failure;
use crate::lsp::transport::jsonrpc::{Error, Result};
use crate::lsp::workspace::built::KnownKustomizations;

/// The findings of a snapshot; `None` where the document was changed in the meantime.
pub(crate) async fn findings(
    session: &Arc<Session>,
    snapshot: &Snapshot,
) -> Result<Option<Arc<[FileFinding]>>> {
    let Some(mut result) = begun(session, snapshot) else { return Ok(None) };
    // A check that was stopped ends without a result.
    let Ok(done) = result.wait_for(Option::is_some).await.map(|result| result.clone()) else {
        return Ok(None);
    };
    done.transpose()
}

/// The check of a snapshot, begun where it was not; `None` where the document was changed in the meantime.
fn begun(session: &Arc<Session>, snapshot: &Snapshot) -> Option<watch::Receiver<CheckResult>> {
    let mut state = session.state();
    let excluded = state.workspace.excludes(&snapshot.uri);
    let document = state.document(snapshot.uri.as_str()).filter(|d| d.generation == snapshot.generation)?;
    let check = document.check.get_or_insert_with(|| {
        let (check, stop, result) = RunningCheck::new();
        if excluded {
            let _ = result.send(Some(Ok(Arc::default())));
        } else {
            tokio::spawn(run(Arc::clone(session), snapshot.clone(), stop, result));
        }
        check
    });
    Some(check.result())
}

/// The findings of a snapshot and of what kustomizations make of it, those marked that an editor does not show.
pub(super) fn shown(snapshot: &Snapshot, kustomizations: &KnownKustomizations) -> Vec<FileFinding> {
    let mut found = crdls_ide::check(&snapshot.file, snapshot.context(), &snapshot.config);
    kustomizations.add_to(&mut found, &snapshot.uri, &snapshot.file, &snapshot.config);
    crdls_ide::in_editor(&snapshot.file, found, snapshot.typed)
}

/// Checks a snapshot and sends the result; nothing where the check was stopped.
async fn run(session: Arc<Session>, snapshot: Snapshot, stop: Stop, result: watch::Sender<CheckResult>) {
    let when = format!("while checking {}", snapshot.uri.as_str());
    let kustomizations = session.state().kustomizations.clone();
    let work = move || {
        let mut found = shown(&snapshot, &kustomizations);
        // The search takes several checks: not at each letter.
        if snapshot.typed.is_none() {
            crdls_ide::hide_of_paste(&snapshot.file, &mut found, snapshot.context(), &snapshot.config);
        }
        Arc::from(found)
    };
    match session.workers.run_until(stop, &when, work).await {
        Ok(findings) => drop(result.send(Some(Ok(findings)))),
        Err(Failure::Stopped) => {}
        Err(Failure::Fault(_)) => drop(result.send(Some(Err(Error::internal_error())))),
    }
}
