//! Files that are not open: checked a moment after what validates their objects changes, one after the other on one
//! thread, and delivered like open documents.
//!
//! Errors and warnings are reported of CRDs and of objects of a group that some CRD defines, and the failing cases of test
//! suites. A pass over the files reads those that are new, changed or outdated; a new pass stops the one before it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crdls_ide::{File, FileFinding};
use crdls_report::Severity;
use crdls_resource::Index;
use ls_types::{
    Diagnostic, FullDocumentDiagnosticReport, PreviousResultId, UnchangedDocumentDiagnosticReport, Uri,
    WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};
use memchr::memmem;

use super::diagnostics;
use super::findings::shown;
use super::tested::failing_cases;
use crate::lsp::protocol::features::Refresh;
use crate::lsp::protocol::locations::document_name;
use crate::lsp::state::closed::{ClosedFile, Stamp};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::session::Session;
use crdls_system::files::FileForms;

/// How long a pass waits for the next edit.
const DELAY: Duration = Duration::from_millis(300);

/// The most files of a workspace that are looked at, and the most bytes that a pass reads.
const FILES: usize = 5000;
const BYTES: u64 = 64 << 20;

/// The group of CRDs themselves.
pub(super) const GROUP_OF_CRDS: &str = "apiextensions.k8s.io";

/// The most diagnostics of a file.
const MOST: usize = 100;

/// Checks the files that are not open again, soon: those that changed or are outdated. `suites_changed` is called where
/// there are other test suites among them than before.
pub(super) fn check_closed(session: &Arc<Session>, suites_changed: fn(&Arc<Session>)) {
    let (pass, stop) = session.state().closed.begin();
    let session = Arc::clone(session);
    tokio::spawn(async move {
        tokio::time::sleep(DELAY).await;
        if !session.state().closed.is_last(pass) {
            return;
        }
        let its = Arc::clone(&session);
        let work = move || check_files(&its, pass);
        let suites = session.state().closed.suite_stamps();
        let done =
            session.workers.run_in_background(stop, "while checking files that are not open", work).await;
        let state = session.state();
        if state.closed.is_last(pass) {
            state.closed.busy.send_replace(false);
            let other_suites = state.closed.suite_stamps() != suites;
            drop(state);
            if other_suites {
                suites_changed(&session);
            }
            if done.is_ok_and(|changed| changed) {
                session.refresh(&[Refresh::Diagnostics]);
            }
        }
    });
}

/// Checks files that are new, changed or outdated. True where any has other diagnostics than before.
fn check_files(session: &Session, pass: u64) -> bool {
    let (mut places, crds, forms) = {
        let state = session.state();
        (state.places_of_project(), Arc::clone(&state.crds), Arc::clone(&state.forms))
    };
    let (mut names, mut left, mut changed) = (BTreeSet::new(), BYTES, false);
    // What the setting `crds` names is not the user's to fix.
    places.retain(|place| place.rank == 0);
    let is_last = || session.state().closed.is_last(pass);
    let paths = places.iter().flat_map(|place| place.manifests(|| !is_last()).paths);
    for path in paths.take(FILES) {
        crdls_report::stop::checkpoint();
        let Some(uri) = Uri::from_file_path(&path) else { continue };
        let name = document_name(&uri);
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if session.state().is_open(&name) || !names.insert(name.clone()) {
            continue;
        }
        let stamp = Stamp::of(&metadata);
        if session.state().closed.is_current(&name, stamp) {
            continue;
        }
        if metadata.len() > left {
            break;
        }
        left -= metadata.len();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let (groups, is_suite) = (groups(&bytes), memmem::find(&bytes, b"crdName").is_some());
        let is_ours = |group: &String| *group == GROUP_OF_CRDS || crds.kinds_of(group).next().is_some();
        let diagnostics = match is_suite || groups.iter().any(is_ours) {
            true => found(session, &path, &uri, bytes, &crds, &forms),
            false => Vec::new(),
        };
        let file = ClosedFile { uri, stamp, groups, diagnostics, is_suite, outdated: false };
        changed |= take(session, pass, name, file);
    }
    changed | forget(session, pass, &names)
}

/// The groups of the objects of a text and of the CRDs that its suites test, by the lines that name them.
fn groups(bytes: &[u8]) -> BTreeSet<String> {
    let of_objects = values(bytes, b"apiVersion").filter_map(|value| Some(value.split_once('/')?.0));
    let of_suites = values(bytes, b"crdName").filter_map(|value| Some(value.split_once('.')?.1));
    of_objects.chain(of_suites).map(str::to_owned).collect()
}

/// The values of a key, without quotes and up to a blank.
fn values<'t>(bytes: &'t [u8], key: &'static [u8]) -> impl Iterator<Item = &'t str> {
    let value = move |at: usize| {
        let rest = bytes.get(at + key.len()..)?;
        let start = rest.iter().position(|byte| !b"\"': \t".contains(byte))?;
        let value = rest.get(start..)?;
        let end = value.iter().position(|byte| b"\"', \t\r\n".contains(byte)).unwrap_or(value.len());
        std::str::from_utf8(value.get(..end)?).ok()
    };
    memmem::find_iter(bytes, key).filter_map(value)
}

fn found(
    session: &Session,
    path: &Path,
    uri: &Uri,
    bytes: Vec<u8>,
    crds: &Arc<Index>,
    forms: &FileForms,
) -> Vec<Diagnostic> {
    let config = session.state().workspace.config(uri);
    let file = Arc::new(File::from_bytes(bytes).with_form(forms.form(path)));
    let snapshot = Snapshot::of_closed(uri.clone(), file, config, Arc::clone(crds));
    let kustomizations = session.state().kustomizations.clone();
    let mut findings = shown(&snapshot, &kustomizations);
    findings.extend(failing_cases(&snapshot));
    let reported = |found: &FileFinding| {
        !found.hidden && matches!(found.finding.severity, Severity::Error | Severity::Warning)
    };
    findings.retain(reported);
    findings.truncate(MOST);
    // The number of a finding is that of an open document.
    let features = session.features().without_diagnostic_data();
    diagnostics::convert(&snapshot, &findings, &features)
}

/// Takes what a pass found in a file, unless another pass has begun or the file is open now. True where its diagnostics
/// differ from before.
fn take(session: &Session, pass: u64, name: String, file: ClosedFile) -> bool {
    let mut state = session.state();
    if !state.closed.is_last(pass) || state.is_open(&name) {
        return false;
    }
    let (uri, diagnostics) = (file.uri.clone(), file.diagnostics.clone());
    let changed = state.closed.insert(name, file);
    if changed {
        session.publish_closed(uri, diagnostics);
    }
    changed
}

/// Forgets files that are no longer there, or open now. True where any had diagnostics.
fn forget(session: &Session, pass: u64, names: &BTreeSet<String>) -> bool {
    let mut state = session.state();
    if !state.closed.is_last(pass) {
        return false;
    }
    let gone = state.closed.keep(names);
    let closed = gone.iter().filter(|file| !state.is_open(&document_name(&file.uri)));
    closed.for_each(|file| session.publish_nothing(file.uri.clone()));
    !gone.is_empty()
}

/// Waits until the files that are not open were checked.
pub(crate) async fn files_checked(session: &Session) {
    // First the CRDs of files, then the files.
    drop(session.reading.lock().await);
    let mut busy = session.state().closed.busy.subscribe();
    // The sender lives as long as the session.
    let _ = busy.wait_for(|busy| !*busy).await;
}

/// Answers a client that pulls the diagnostics of the workspace. `previous`: the reports that it has.
pub(crate) async fn pull_closed(
    session: &Arc<Session>,
    previous: Vec<PreviousResultId>,
) -> WorkspaceDiagnosticReport {
    files_checked(session).await;
    let state = session.state();
    let previous: HashMap<_, _> =
        previous.into_iter().map(|previous| (document_name(&previous.uri), previous)).collect();
    let found = state.closed.found().filter(|(name, _)| !state.is_open(name));
    let mut items: Vec<_> = found
        .map(|(name, file)| {
            let id = file.result_id();
            match previous.get(name).is_some_and(|previous| previous.value == id) {
                true => unchanged(file.uri.clone(), id),
                false => full(file.uri.clone(), Some(id), file.diagnostics.clone()),
            }
        })
        .collect();
    let found: HashSet<_> = state.closed.found().map(|(name, _)| name).collect();
    let gone = previous.iter().filter(|(name, _)| !state.is_open(name) && !found.contains(&***name));
    items.extend(gone.map(|(_, previous)| full(previous.uri.clone(), None, Vec::new())));
    WorkspaceDiagnosticReport { items }
}

fn full(uri: Uri, result_id: Option<String>, items: Vec<Diagnostic>) -> WorkspaceDocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id, items };
    WorkspaceFullDocumentDiagnosticReport { uri, version: None, full_document_diagnostic_report }.into()
}

fn unchanged(uri: Uri, result_id: String) -> WorkspaceDocumentDiagnosticReport {
    let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
    WorkspaceUnchangedDocumentDiagnosticReport { uri, version: None, unchanged_document_diagnostic_report }
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_read_without_a_tree() {
        let text =
            b"apiVersion: example.org/v1\nitems:\n- {\"apiVersion\": \"b.c/v1\"}\n---\napiVersion: v1\n---\ncrdName: 'as.d.e'";
        let expected: BTreeSet<_> = ["example.org", "b.c", "d.e"].map(str::to_owned).into();
        assert_eq!(groups(text), expected);
    }
}
