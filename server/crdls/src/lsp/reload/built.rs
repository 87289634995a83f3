//! Kustomizations are built again when a file that they read changes, with the texts of open documents.
//!
//! Must not know how they are built.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crdls_report::stop::Stop;
use ls_types::Uri;

use crate::lsp::checking;
use crate::lsp::protocol::features::Refresh;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::open_files::OpenFiles;
use crate::lsp::state::session::{CrdChange, Session};
use crate::lsp::workspace::built::{BuiltCrds, KnownKustomizations, build, path};

/// How long a build waits for the next edit: as long as the last build took, but not less or more than this.
const DELAY: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(150)];

/// Builds kustomizations again, soon, if they read one of the files.
pub(crate) fn changed(session: &Arc<Session>, uris: &[Uri]) {
    let mut state = session.state();
    if !uris.iter().any(|uri| state.kustomizations.read(uri)) {
        return;
    }
    state.builds += 1;
    if std::mem::replace(&mut state.is_building, true) {
        return;
    }
    drop(state);
    let session = Arc::clone(session);
    tokio::spawn(async move {
        let mut took = Duration::ZERO;
        while build_again(&session, &mut took).await {}
    });
}

/// The same for files that changed on the disk.
pub(crate) fn changed_on_disk(session: &Arc<Session>, uris: &[Uri]) {
    session.state().kustomizations.forget_files();
    changed(session, uris);
}

/// Builds once, and tells whether something changed meanwhile. `took`: how long the last build took.
async fn build_again(session: &Arc<Session>, took: &mut Duration) -> bool {
    tokio::time::sleep((*took).clamp(DELAY[0], DELAY[1])).await;
    let start = Instant::now();
    let (number, open, work) = begin(session);
    let done =
        session.workers.run_in_background(Stop::default(), "while building kustomizations", work).await;
    *took = start.elapsed();
    if let Ok(built) = done {
        take(session, number, &open, built);
    }
    let mut state = session.state();
    state.is_building = state.builds != number;
    state.is_building
}

/// The number of the last change, the open documents, and the work of a build with their texts.
fn begin(
    session: &Session,
) -> (u64, Vec<Snapshot>, impl FnOnce() -> (BuiltCrds, KnownKustomizations) + Send + use<>) {
    let state = session.state();
    let number = state.builds;
    let (before, crds) = (state.kustomizations.clone(), Arc::clone(&state.crds));
    let config = state.workspace.places().first().map(|place| Arc::clone(&place.config)).unwrap_or_default();
    let open = state.snapshots();
    drop(state);
    let files = OpenFiles::of(&open);
    let texts = |snapshot: &Snapshot| Some((path(&snapshot.uri)?, Arc::clone(&snapshot.file)));
    let texts = open.iter().filter_map(texts).collect();
    (number, open, move || build(&files, &before, texts, &crds, &config))
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
    let before = state.kustomizations.replace(kustomizations);
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
        session.refresh(&[Refresh::Diagnostics]);
        outdated.iter().for_each(|key| checking::push(session, key));
    }
    changes.iter().for_each(|change| checking::check_judged(session, "", change));
}
