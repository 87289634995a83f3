//! The CRDs of the workspace: read in the background, kept as files change.
//!
//! Open documents are read as they change (see `session`); here is what comes from files. Who reads files
//! waits for whoever does so already: what was read later is what counts.

use std::sync::Arc;
use std::time::Duration;

use crdls_crd::instance::{Index, Known};
use crdls_ide::File;
use crdls_text::TextRange;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tower_lsp_server::ls_types::{Location, MessageType, Position, ProgressToken, Range, Uri};
use tower_lsp_server::{Bounded, NotCancellable, OngoingProgress};

use super::checking;
use super::position::Encoding;
use super::scan::{Place, Stage, Wanted, read, scan};
use super::session::Session;
use super::work::Failure;

/// How often the client is told how far it is.
const TICK: Duration = Duration::from_millis(100);

/// A client that does not want a progress to be shown may say so in this time.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads all files anew, in the background. Nothing waits for it: what is open is judged by what is known.
pub(super) fn rebuild(session: &Arc<Session>) {
    let mut state = session.state();
    state.scans += 1;
    let (number, places, stage) = (state.scans, state.workspace.places(), Arc::<Stage>::default());
    std::mem::replace(&mut state.stage, Arc::clone(&stage)).stop();
    drop(state);
    let silent = places.is_empty();
    let job = tokio::spawn(scan_all(Arc::clone(session), number, places, Arc::clone(&stage)));
    if !silent && session.features().progress {
        tokio::spawn(tell(Arc::clone(session), number, stage, job));
    }
}

async fn scan_all(session: Arc<Session>, number: u64, places: Vec<Place>, stage: Arc<Stage>) {
    let _turn = session.reading.lock().await;
    match session.workers.run("while reading CRDs", move || scan(&places, &stage)).await {
        Ok((found, faults)) => {
            complain(&session, faults);
            take_all(&session, number, found);
        }
        Err(failure) => failed(&session, failure),
    }
}

/// Tells the client how far a scan is, until it is done.
async fn tell(session: Arc<Session>, number: u64, stage: Arc<Stage>, mut job: JoinHandle<()>) {
    let Some(progress) = begin(&session, number).await else { return };
    loop {
        progress.report_with_message(stage.words(), stage.percentage()).await;
        if timeout(TICK, &mut job).await.is_ok() {
            break;
        }
    }
    progress.finish_with_message(stage.words()).await;
}

async fn begin(session: &Session, number: u64) -> Option<OngoingProgress<Bounded, NotCancellable>> {
    let token = ProgressToken::String(format!("crdls/index/{number}"));
    let created = session.client.create_work_done_progress(token.clone());
    timeout(PATIENCE, created).await.ok()?.ok()?;
    Some(session.client.progress(token, "Reading CRDs").with_percentage(0).begin().await)
}

/// Takes the files over, where nothing else was asked for since, and checks what they may judge.
fn take_all(session: &Arc<Session>, number: u64, mut found: Index) {
    let mut state = session.state();
    if state.scans != number {
        return;
    }
    let is_news = found.has_files() || state.crds.has_files();
    Arc::make_mut(&mut state.crds).swap_files(&mut found);
    drop(state);
    if is_news {
        checking::check_all(session);
    }
}

/// Reads files anew that changed.
pub(super) async fn reread(session: &Arc<Session>, uris: Vec<Uri>) {
    let _turn = session.reading.lock().await;
    let wanted: Vec<_> = uris.into_iter().filter_map(|uri| wanted(session, &uri)).collect();
    if wanted.is_empty() {
        return;
    }
    let read_all = move || {
        let read = |(source, wanted): (String, Option<Wanted>)| match wanted.map_or(Ok(None), |w| read(&w)) {
            Ok(found) => Ok((source, found.map_or(Vec::new(), |found| found.crds))),
            Err(fault) => Err(fault),
        };
        wanted.into_iter().map(read).collect::<Vec<_>>()
    };
    match session.workers.run("while reading CRDs", read_all).await {
        Ok(read) => {
            let (found, faults): (Vec<_>, Vec<_>) = read.into_iter().partition(Result::is_ok);
            complain(session, faults.into_iter().filter_map(Result::err));
            if take(session, found.into_iter().flatten().collect()) {
                checking::check_all(session);
            }
        }
        Err(failure) => failed(session, failure),
    }
}

/// What to read for a URI: nothing of a file that is in none of the places. Not every URI is a file's.
fn wanted(session: &Session, uri: &Uri) -> Option<(String, Option<Wanted>)> {
    let path = uri.to_file_path()?.into_owned();
    let place = session.state().workspace.place(&path);
    let wanted = place.map(|Place { rank, config, .. }| Wanted { path, rank, config });
    Some((name(uri), wanted))
}

/// Takes the CRDs of files over. True where it makes a difference: what is open counts, not its file.
fn take(session: &Session, mut found: Vec<(String, Vec<Known>)>) -> bool {
    let mut state = session.state();
    found.retain(|(source, crds)| !crds.is_empty() || state.crds.has_file(source));
    let is_news = found.iter().any(|(source, _)| !state.crds.is_open(source));
    if !found.is_empty() {
        let index = Arc::make_mut(&mut state.crds);
        for (source, crds) in found {
            index.remove(&source);
            index.insert(&source, crds);
        }
    }
    is_news
}

fn failed(session: &Session, failure: Failure) {
    if let Failure::Fault(text) = failure {
        complain(session, [text]);
    }
}

fn complain(session: &Session, faults: impl IntoIterator<Item = String>) {
    for fault in faults {
        session.outbox.log(MessageType::ERROR, fault);
    }
}

/// What a document is called in the index. Clients write one URI in several ways.
pub(super) fn name(uri: &Uri) -> String {
    let path = uri.to_file_path().filter(|_| uri.scheme().as_str() == "file");
    path.and_then(Uri::from_file_path).map_or_else(|| uri.to_string(), |uri| uri.to_string())
}

/// A place in a CRD, in the terms of the protocol.
pub(super) fn location(crds: &Index, source: &str, range: TextRange, encoding: Encoding) -> Option<Location> {
    let (text, line, range) = crds.part(source, range)?;
    let inside = encoding.range(&File::new(text.to_owned()), range);
    let below = |position: Position| Position { line: position.line + line, ..position };
    let range = Range { start: below(inside.start), end: below(inside.end) };
    Some(Location { uri: source.parse().ok()?, range })
}
