//! What open documents differ in from their old states: found in the background, a moment after their own findings, so
//! that these never wait for it.
//!
//! Must not know how what is found is delivered.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crdls_change::IgnoredChange;
use crdls_ide::{FileContext, FileFinding, refused_updates};
use crdls_report::stop::Stop;
use ls_types::{Diagnostic, MessageType, Uri};

use super::findings::findings;
use super::{changes, diagnostics};
use crate::lsp::protocol::features::Refresh;
use crate::lsp::state::comparison::Differences;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::session::{AskedOld, Session};
use crate::lsp::state::workers::Failure;
use crate::lsp::workspace::old::{self, OldManifests, OldPlace};

/// How long a comparison waits for the next edit.
const DELAY: Duration = Duration::from_millis(250);

/// Compares the latest state of a document. Returns what differs from what was shown; `None` where that was not found
/// out.
pub(super) async fn compare(session: &Arc<Session>, key: &str) -> Option<Vec<Refresh>> {
    let (asked, generation, stop) = begin(session, key)?;
    tokio::time::sleep(DELAY).await;
    let snapshot = session.snapshot(key).filter(|snapshot| snapshot.generation == generation)?;
    let found = findings(session, &snapshot).await.ok()??;
    let ignored = asked.iter().flat_map(|asked| asked.place.ignored_changes.clone()).collect();
    let old = match asked {
        Some(asked) => old_manifests(session, &snapshot.uri, asked).await,
        None => None,
    };
    let differences = match old {
        // As long as the text does not parse, what it had before is the best that is known.
        Some(_) if !snapshot.file.parses() => return None,
        Some(old) => found_differences(session, stop, &snapshot, found, (old, ignored)).await?,
        None => Differences::default(),
    };
    let mut state = session.state();
    let document = state.document(key).filter(|document| document.generation == generation)?;
    Some(document.comparison.take(differences))
}

/// What was found last, as diagnostics of a snapshot.
pub(super) fn compared(session: &Session, snapshot: &Snapshot) -> Vec<Diagnostic> {
    let Some((found, old)) = differences(session, snapshot) else { return Vec::new() };
    let snapshot = &Snapshot { old, ..snapshot.clone() };
    // The number of a finding is that of one of the text itself.
    let features = session.features().without_diagnostic_data();
    diagnostics::convert(snapshot, &found.findings, &features)
}

/// What was found last, at its places in a snapshot, and the old state that it was compared with; `None` for a document
/// that was changed or closed since.
pub(crate) fn differences(
    session: &Session,
    snapshot: &Snapshot,
) -> Option<(Arc<Differences>, Option<Arc<OldManifests>>)> {
    let mut state = session.state();
    let document = state.document(snapshot.uri.as_str()).filter(|d| d.generation == snapshot.generation)?;
    Some((document.comparison.differences(), document.comparison.old.clone().flatten()))
}

/// Begins a comparison, with nothing where that has become the setting; `None` where it is not needed, or was begun.
fn begin(session: &Session, key: &str) -> Option<(Option<AskedOld>, u64, Stop)> {
    let mut state = session.state();
    let uri = state.document(key)?.uri.clone();
    let asked = state.asked_old(&uri);
    let document = state.document(key)?;
    // Custom resources are compared only where that was set.
    let is_compared = |asked: &AskedOld| {
        asked.place.is_chosen || document.file.objects().any(|(_, object)| object.is_crd())
    };
    let asked = asked.filter(is_compared);
    if asked.is_none() && document.comparison.is_empty() {
        return None;
    }
    let stop = document.comparison.begin(document.generation)?;
    Some((asked, document.generation, stop))
}

/// The old state of what is around an open document: read where that was not done since something could have changed it.
pub(super) async fn old_manifests(
    session: &Arc<Session>,
    uri: &Uri,
    AskedOld { place, number }: AskedOld,
) -> Option<Arc<OldManifests>> {
    // One reading waits for another, which may read the same.
    let _turn = session.reading_old.lock().await;
    let known = {
        let mut state = session.state();
        if let Some(old) = session.comparison(&mut state, uri, |comparison| comparison.old.clone())? {
            return old;
        }
        state.old.clone()
    };
    let path = uri.to_file_path()?.into_owned();
    let old = read_old(session, place, path, known).await?;
    let mut state = session.state();
    // Outdated meanwhile, it is that of another setting, or of another commit.
    if state.is_current(number) {
        session.comparison(&mut state, uri, |comparison| comparison.old = Some(old.clone()))?;
    }
    old
}

/// The old state of what is around a file; `None` where the reading was stopped.
async fn read_old(
    session: &Arc<Session>,
    place: OldPlace,
    path: PathBuf,
    known: Vec<Arc<OldManifests>>,
) -> Option<Option<Arc<OldManifests>>> {
    let work = move || old::read(&place, &path, &known);
    let read = session.workers.run("while reading an old state", work).await;
    let mut state = session.state();
    let old = match read {
        Ok(Ok(old)) => old,
        Ok(Err(why)) => {
            if state.told_old.insert(why.clone()) {
                session.client.log(MessageType::WARNING, format!("settings: `since`: {why}"));
            }
            None
        }
        Err(Failure::Fault(_)) => None,
        Err(Failure::Stopped) => return None,
    };
    old.iter().for_each(|old| state.keep_old(old));
    Some(old)
}

/// What a document differs in from its old state, but for changes that are accepted; `None` where the comparison was
/// stopped.
async fn found_differences(
    session: &Arc<Session>,
    stop: Stop,
    snapshot: &Snapshot,
    found: Arc<[FileFinding]>,
    (old, ignored): (Arc<OldManifests>, Vec<IgnoredChange>),
) -> Option<Differences> {
    let snapshot = snapshot.clone();
    let when = format!("while comparing {}", snapshot.uri.as_str());
    let (its, manifests) = (Arc::clone(session), WorkspaceManifests::of(session));
    let work = move || {
        let mut differences = Differences::default();
        changes::add(&mut differences, &snapshot, (&old, &ignored), &its.pages, &manifests);
        if let Some(objects) = &old.objects {
            let context = FileContext { old: Some(objects), ..snapshot.context() };
            let refused = refused_updates(&snapshot.file, context, &found, &old.since, &snapshot.config);
            differences.findings.extend(refused);
        }
        differences.findings.sort_by_key(|found| (found.document, found.finding.sort_key()));
        differences
    };
    session.workers.run_in_background(stop, &when, work).await.ok()
}
