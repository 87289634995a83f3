//! The CRDs of the workspace: read in the background, kept as files change.
//!
//! Open documents are read as they change (see `session`); here is what comes from files. A file that is
//! open is the editor's, whatever is on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_crd::Config;
use crdls_crd::instance::{Index, Known};
use crdls_ide::File;
use crdls_text::TextRange;
use tower_lsp_server::ls_types::{Location, MessageType, Position, ProgressToken, Range, Uri};

use super::checking;
use super::position::Encoding;
use super::session::Session;
use super::transport::panic_text;
use crate::cli::manifests;

/// The CRDs of a file, under its URI.
type Found = (String, Vec<Known>);

/// Where to look: folders and what the setting `crds` names, each with its rank.
type Places = Vec<(usize, PathBuf)>;

/// Reads all files anew, in the background.
pub(super) fn rebuild(session: &Arc<Session>) {
    let mut state = session.state();
    state.scans += 1;
    let (scan, places, config) = (state.scans, state.workspace.places(), state.workspace.outside());
    drop(state);
    if !places.is_empty() {
        tokio::spawn(scan_all(Arc::clone(session), scan, places, config));
    }
}

async fn scan_all(session: Arc<Session>, scan: u64, places: Places, config: Arc<Config>) {
    let progress = begin(&session, scan).await;
    let found = session.workers.run(move || scan_places(&places, &config)).await;
    match found {
        Ok(found) => take_all(&session, scan, found),
        Err(panic) => {
            let text = format!("internal error while reading CRDs: {}", panic_text(&*panic));
            session.outbox.log(MessageType::ERROR, text);
        }
    }
    if let Some(progress) = progress {
        progress.finish().await;
    }
}

type Progress =
    tower_lsp_server::OngoingProgress<tower_lsp_server::Unbounded, tower_lsp_server::NotCancellable>;

async fn begin(session: &Session, scan: u64) -> Option<Progress> {
    if !session.features().progress {
        return None;
    }
    let token = ProgressToken::String(format!("crdls/index/{scan}"));
    session.client.create_work_done_progress(token.clone()).await.ok()?;
    Some(session.client.progress(token, "Reading CRDs").begin().await)
}

fn scan_places(places: &Places, config: &Config) -> Vec<Found> {
    let mut found = Vec::new();
    for (rank, place) in places {
        let files = manifests(place);
        found.extend(files.iter().filter_map(|path| read(path, *rank, config)));
    }
    found
}

/// The CRDs of a file. Most files have none, and are not parsed.
fn read(path: &Path, rank: usize, config: &Config) -> Option<Found> {
    let bytes = std::fs::read(path).ok()?;
    if !mentions_crds(&bytes) {
        return None;
    }
    let uri = Uri::from_file_path(path)?.to_string();
    let file = File::from_bytes(bytes);
    let found = Index::found(&uri, rank, file.shared_text(), file.tree(), config);
    (!found.is_empty()).then_some((uri, found))
}

fn mentions_crds(bytes: &[u8]) -> bool {
    const MARK: &[u8] = b"CustomResourceDefinition";
    bytes.windows(MARK.len()).any(|part| part == MARK)
}

/// Takes the files over, where nothing else was asked for since, and checks what they may judge.
fn take_all(session: &Arc<Session>, scan: u64, found: Vec<Found>) {
    let mut state = session.state();
    if state.scans != scan {
        return;
    }
    let open = state.keys();
    let mut index = Index::default();
    for (uri, crds) in found {
        if !open.contains(&uri) && !index.has(&uri) {
            index.insert(&uri, crds);
        }
    }
    state.crds = Arc::new(index);
    for key in open {
        state.read_crds(&key);
    }
    drop(state);
    checking::check_all(session);
}

/// Reads files anew that changed, or are no longer open.
pub(super) async fn reread(session: &Arc<Session>, uris: Vec<Uri>) {
    let mut changed = false;
    for uri in uris {
        let Some((path, rank, config)) = closed(session, &uri) else { continue };
        let read = move || rank.and_then(|rank| read(&path, rank, &config));
        let Ok(found) = session.workers.run(read).await else { continue };
        changed |= take(session, uri.as_str(), found);
    }
    if changed {
        checking::check_judged(session, "");
    }
}

/// A file that is not open: its path, its rank among the places, its settings.
fn closed(session: &Session, uri: &Uri) -> Option<(PathBuf, Option<usize>, Arc<Config>)> {
    let mut state = session.state();
    if state.document(uri.as_str()).is_some() {
        return None;
    }
    let path = uri.to_file_path()?.into_owned();
    Some((path, state.workspace.rank(uri), state.workspace.config(uri)))
}

/// Takes the CRDs of a file over. True where there are some, or were.
fn take(session: &Session, key: &str, found: Option<Found>) -> bool {
    let mut state = session.state();
    if state.document(key).is_some() || (found.is_none() && !state.crds.has(key)) {
        return false;
    }
    let crds = Arc::make_mut(&mut state.crds);
    crds.remove(key);
    if let Some((uri, found)) = found {
        crds.insert(&uri, found);
    }
    true
}

/// A place in a CRD, in the terms of the protocol.
pub(super) fn location(crds: &Index, source: &str, range: TextRange, encoding: Encoding) -> Option<Location> {
    let (text, line, range) = crds.part(source, range)?;
    let inside = encoding.range(&File::new(text.to_owned()), range);
    let below = |position: Position| Position { line: position.line + line, ..position };
    let range = Range { start: below(inside.start), end: below(inside.end) };
    Some(Location { uri: source.parse().ok()?, range })
}
