//! Kustomizations are built again when a file that they read changes, with the texts of open documents.
//!
//! Must not know how they are built.

use std::sync::Arc;
use std::time::Duration;

use crdls_schema::stop::Stop;
use ls_types::{MessageType, Uri};

use crate::lsp::checking;
use crate::lsp::protocol::features::Refresh;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::open_files::OpenFiles;
use crate::lsp::state::session::{CrdChange, Session};
use crate::lsp::state::workers::Failure;
use crate::lsp::workspace::built::{BuiltCrds, KnownKustomizations, build, path};

/// How long a build waits for the next edit.
const DELAY: Duration = Duration::from_millis(150);

/// Builds kustomizations again, soon, if they read one of the files.
pub(crate) fn changed(session: &Arc<Session>, uris: &[Uri]) {
    let mut state = session.state();
    if !uris.iter().any(|uri| state.kustomizations.read(uri)) {
        return;
    }
    state.builds += 1;
    let number = state.builds;
    drop(state);
    let session = Arc::clone(session);
    tokio::spawn(async move {
        tokio::time::sleep(DELAY).await;
        build_again(&session, number).await;
    });
}

async fn build_again(session: &Arc<Session>, number: u64) {
    let Some((open, work)) = begin(session, number) else { return };
    let done =
        session.workers.run_in_background(Stop::default(), "while building kustomizations", work).await;
    match done {
        Ok(built) => take(session, number, &open, built),
        Err(Failure::Fault(text)) => session.client.log(MessageType::ERROR, text),
        Err(Failure::Stopped) => {}
    }
}

/// The open documents, and the work of a build with their texts; nothing if another build has begun.
fn begin(
    session: &Session,
    number: u64,
) -> Option<(Vec<Snapshot>, impl FnOnce() -> (BuiltCrds, KnownKustomizations) + Send + use<>)> {
    let state = session.state();
    if state.builds != number {
        return None;
    }
    let (folders, crds) = (Arc::clone(&state.kustomizations.folders), Arc::clone(&state.crds));
    let config = state.workspace.places().first().map(|place| Arc::clone(&place.config)).unwrap_or_default();
    let open = state.snapshots();
    drop(state);
    let files = OpenFiles::of(&open);
    let texts = |snapshot: &Snapshot| Some((path(&snapshot.uri)?, Arc::clone(&snapshot.file)));
    let texts = open.iter().filter_map(texts).collect();
    Some((open, move || build(&files, folders, texts, &crds, &config)))
}

/// Takes what was built with the texts of open documents.
fn take(
    session: &Arc<Session>,
    number: u64,
    open: &[Snapshot],
    (built, kustomizations): (BuiltCrds, KnownKustomizations),
) {
    let mut state = session.state();
    if state.builds != number {
        return;
    }
    let before = std::mem::replace(&mut state.kustomizations, kustomizations);
    let differs = |snapshot: &&Snapshot| !before.finds_same(&state.kustomizations, &snapshot.uri);
    let outdated: Vec<String> =
        open.iter().filter(differs).map(|snapshot| snapshot.uri.to_string()).collect();
    outdated.iter().for_each(|key| state.invalidate(key));
    let mut changes = Vec::new();
    for (source, built) in built {
        // A document that was changed since is built again.
        let is_same = |snapshot: &Snapshot| {
            state.file_of(snapshot.uri.as_str()).is_some_and(|file| Arc::ptr_eq(file, &snapshot.file))
        };
        if open.iter().find(|snapshot| snapshot.name == source).is_some_and(|snapshot| !is_same(snapshot)) {
            continue;
        }
        if Arc::make_mut(&mut state.crds).take_built(&source, &built) {
            changes.push(CrdChange::of_source(&state.crds, &source));
        }
    }
    drop(state);
    if !outdated.is_empty() {
        checking::refresh(session, &[Refresh::Diagnostics]);
        outdated.iter().for_each(|key| checking::push(session, key));
    }
    changes.iter().for_each(|change| checking::check_judged(session, "", change));
}
