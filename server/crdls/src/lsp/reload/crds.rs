//! The CRDs of the workspace's files: read in the background, and again as files change.
//!
//! The CRDs of open documents are taken by the session as they change. One reading of files waits for another: what was
//! read later counts. Must not know how a file is read.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crdls_resource::IndexedCrd;
use ls_types::notification::{Progress, ShowMessage};
use ls_types::request::WorkDoneProgressCreate;
use ls_types::{
    MessageType, ProgressParams, ProgressParamsValue, ProgressToken, ShowMessageParams, Uri,
    WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::built;
use crate::lsp::checking;
use crate::lsp::protocol::locations::document_name;
use crate::lsp::state::session::Session;
use crate::lsp::workspace;
use crate::lsp::workspace::scan::{FileToScan, ScanProgress, Scanned, SearchPlace, read, scan};
use crdls_system::files::{LONGEST_SEARCH, MOST_FILES, is_manifest, manifests, names_others};

/// How often the client is told the progress.
const TICK: Duration = Duration::from_millis(100);

/// How long a client may take to agree that progress is shown.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads all files again, in the background. Nothing waits for it: open documents are checked by what is known.
pub(crate) fn rebuild(session: &Arc<Session>) {
    let mut state = session.state();
    state.scans += 1;
    let (number, places, progress) = (state.scans, state.workspace.places(), Arc::<ScanProgress>::default());
    std::mem::replace(&mut state.scan_progress, Arc::clone(&progress)).stop();
    drop(state);
    let silent = places.is_empty();
    let job = tokio::spawn(scan_all(Arc::clone(session), number, places, Arc::clone(&progress)));
    if !silent && session.features().progress {
        tokio::spawn(show_progress(Arc::clone(session), number, progress, job));
    }
}

async fn scan_all(session: Arc<Session>, number: u64, places: Vec<SearchPlace>, progress: Arc<ScanProgress>) {
    let _turn = session.reading.lock().await;
    if let Ok(found) = session.workers.run("while reading CRDs", move || scan(&places, &progress)).await {
        complain(&session, &found.faults);
        take_all(&session, number, found);
    }
}

/// Shows the progress of a scan in the client, until it is done.
async fn show_progress(session: Arc<Session>, number: u64, scan: Arc<ScanProgress>, mut job: JoinHandle<()>) {
    let token = ProgressToken::String(format!("crdls/index/{number}"));
    let params = WorkDoneProgressCreateParams { token: token.clone() };
    let created = session.client.request::<WorkDoneProgressCreate>(&params);
    let Ok(Ok(())) = timeout(PATIENCE, created).await else { return };
    let show = |progress| {
        let value = ProgressParamsValue::WorkDone(progress);
        session.client.notify::<Progress>(&ProgressParams { token: token.clone(), value });
    };
    show(WorkDoneProgress::Begin(WorkDoneProgressBegin {
        title: "Reading CRDs".to_owned(),
        cancellable: Some(false),
        percentage: Some(0),
        message: None,
    }));
    loop {
        let (message, percentage) = (Some(scan.text()), Some(scan.percentage()));
        show(WorkDoneProgress::Report(WorkDoneProgressReport { message, percentage, cancellable: None }));
        if timeout(TICK, &mut job).await.is_ok() {
            break;
        }
    }
    show(WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(scan.text()) }));
}

/// Puts the CRDs of a scan into the index, unless another scan began since, and checks what they may judge.
fn take_all(session: &Arc<Session>, number: u64, found: Scanned) {
    let mut state = session.state();
    if state.scans != number {
        return;
    }
    let Scanned { mut crds, forms, kustomizations, too_large, .. } = found;
    let changed = crds.has_files() || state.crds.has_files();
    Arc::make_mut(&mut state.crds).swap_files(&mut crds);
    state.kustomizations = kustomizations;
    let told = std::mem::replace(&mut state.too_large, too_large.clone());
    let open: Vec<_> = state.snapshots().into_iter().map(|snapshot| snapshot.uri).collect();
    let changed = state.take_forms(forms) || changed;
    drop(state);
    let untold = too_large.iter().filter(|(place, _)| !told.contains_key(*place));
    untold.for_each(|(place, is_cut)| tell_too_large(session, place, *is_cut));
    built::changed(session, &open);
    if changed {
        checking::check_all(session);
    }
}

/// Tells that a folder is too large for a project.
fn tell_too_large(session: &Session, place: &Path, is_cut: bool) {
    let mut message = format!(
        "{} is too large for a project: files in it that are not open are not checked",
        place.display()
    );
    if is_cut {
        message += &format!(
            ", and no more than {MOST_FILES} YAML and JSON files were searched for CRDs within {} s",
            LONGEST_SEARCH.as_secs()
        );
    }
    message += ". Open a smaller folder, or name the CRDs in the setting `crds`";
    session.client.notify::<ShowMessage>(&ShowMessageParams { typ: MessageType::WARNING, message });
}

/// Whether a path that was created, changed or deleted is one of ours: a manifest, settings, or a folder that has or had
/// any.
pub(crate) fn concerns(session: &Session, uri: &Uri) -> bool {
    let Some(path) = uri.to_file_path() else { return false };
    is_manifest(&path) || path.ends_with(workspace::FILE) || is_folder(session, uri, &path)
}

/// Whether a path is one by which git names commits.
pub(crate) fn is_of_git(uri: &Uri) -> bool {
    let path = uri.to_file_path();
    let mut inside = path.iter().flat_map(|path| path.iter().skip_while(|part| *part != ".git").skip(1));
    inside.next().is_some_and(|part| ["HEAD", "packed-refs", "refs"].iter().any(|name| part == *name))
}

/// Whether a path of the workspace is a folder with manifests, or was one in which files were read.
fn is_folder(session: &Session, uri: &Uri, path: &Path) -> bool {
    let is_gone = || {
        let name = document_name(uri);
        let below = |file: &str| file.strip_prefix(&*name).is_some_and(|rest| rest.starts_with('/'));
        let state = session.state();
        state.crds.all().any(|known| below(&known.source)) || state.closed.names().any(below)
    };
    if session.state().workspace.place(path).is_none() {
        return false;
    }
    match path.exists() {
        true => path.is_dir() && !manifests(path, || false).paths.is_empty(),
        false => is_gone(),
    }
}

/// Reads files again that changed; all of them where one names others, or is a folder.
pub(crate) async fn reread(session: &Arc<Session>, uris: Vec<Uri>) {
    let paths = || uris.iter().filter_map(|uri| Some((uri, uri.to_file_path()?)));
    let names_all = paths().any(|(uri, path)| names_others(&path) || is_folder(session, uri, &path));
    checking::check_closed(session);
    if names_all {
        return rebuild(session);
    }
    let _turn = session.reading.lock().await;
    let forms = Arc::clone(&session.state().forms);
    let read_again = uris.clone();
    let wanted: Vec<_> = uris.into_iter().filter_map(|uri| wanted(session, &uri)).collect();
    if wanted.is_empty() {
        return;
    }
    let read_all = move || {
        let read = |(source, wanted): (String, Option<FileToScan>)| {
            let found = wanted.map_or(Ok(None), |wanted| read(&wanted, &forms))?;
            Ok((source, found.map_or(Vec::new(), |found| found.crds)))
        };
        wanted.into_iter().map(read).collect::<Vec<_>>()
    };
    if let Ok(read) = session.workers.run("while reading CRDs", read_all).await {
        let (found, faults): (Vec<_>, Vec<_>) = read.into_iter().partition(Result::is_ok);
        complain(session, faults.iter().filter_map(|read| read.as_ref().err()));
        if take(session, found.into_iter().flatten().collect()) {
            checking::check_all(session);
        }
        built::changed_on_disk(session, &read_again);
    }
}

/// The name of a URI's file, and what to read: nothing of a file that is in none of the places. `None` where the URI is
/// not that of a file.
fn wanted(session: &Session, uri: &Uri) -> Option<(String, Option<FileToScan>)> {
    let path = uri.to_file_path()?.into_owned();
    let place = session.state().workspace.place(&path);
    let wanted = place.map(|SearchPlace { rank, config, .. }| FileToScan { path, rank, config });
    Some((document_name(uri), wanted))
}

/// Puts the CRDs of files into the index. True where it makes a difference: of a file that is open the document counts.
fn take(session: &Session, mut found: Vec<(String, Vec<IndexedCrd>)>) -> bool {
    let mut state = session.state();
    found.retain(|(source, crds)| !crds.is_empty() || state.crds.has_file(source));
    let changed = found.iter().any(|(source, _)| !state.crds.is_open(source));
    if !found.is_empty() {
        let index = Arc::make_mut(&mut state.crds);
        for (source, crds) in found {
            index.remove(&source);
            index.insert(&source, crds);
        }
    }
    changed
}

fn complain<'f>(session: &Session, faults: impl IntoIterator<Item = &'f String>) {
    for fault in faults {
        session.client.log(MessageType::ERROR, fault.as_str());
    }
}
