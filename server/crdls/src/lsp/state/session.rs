//! The session: the client's features, open documents, settings, known CRDs.
//!
//! Every method that reads or changes the state is synchronous, so that it runs before the first await of a message,
//! in the order of arrival. Must not know which message calls it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crdls_check::Form;
use crdls_crd::Wanted;
use crdls_ide::File;
use crdls_resource::Index;
use ls_types::notification::PublishDiagnostics;
use ls_types::request::{
    CodeLensRefresh, InlayHintRefreshRequest, SemanticTokensRefresh, WorkspaceDiagnosticRefresh,
};
use ls_types::{
    Diagnostic, DidChangeTextDocumentParams, DidSaveTextDocumentParams, MessageType,
    PublishDiagnosticsParams, SemanticToken, TextDocumentItem, Uri,
};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::closed::ClosedFiles;
use super::comparison::Comparison;
use super::documentation::LongDocumentation;
use super::documents::{Document, Snapshot};
use super::go::{GoDocuments, GoSnapshot};
use super::pages::Pages;
use super::workers::{Failure, Workers};
use crate::go::GoProject;
use crate::lsp::protocol::features::{ClientFeatures, Refresh};
use crate::lsp::transport::client::Client;
use crate::lsp::transport::jsonrpc::{Error, Result};
use crate::lsp::transport::{Parent, router};
use crate::lsp::workspace::built::KnownKustomizations;
use crate::lsp::workspace::old::{OldManifests, OldPlace};
use crate::lsp::workspace::scan::{ScanProgress, SearchPlace};
use crate::lsp::workspace::{FILE, Workspace};
use crdls_system::files::{FileForms, name};

/// One client and all that is known of its workspace.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) client: Client,
    pub(crate) workers: Workers,
    /// False while the editor is being asked for its settings: findings by other settings would flicker.
    pub(crate) settled: watch::Sender<bool>,
    /// The process that the client is.
    pub(crate) parent: Parent,
    /// What commands show.
    pub(crate) pages: Pages,
    /// Locked by whoever reads CRDs of files.
    pub(crate) reading: tokio::sync::Mutex<()>,
    /// Locked by whoever reads old states of manifests.
    pub(crate) reading_old: tokio::sync::Mutex<()>,
    /// Locked by whoever runs test suites.
    pub(crate) testing: tokio::sync::Mutex<()>,
    /// Open documents of Go.
    pub(crate) go: GoDocuments,
    features: OnceLock<ClientFeatures>,
    state: Mutex<State>,
}

/// What messages change.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) workspace: Workspace,
    documents: BTreeMap<String, Document>,
    /// Open documents of TOML: no manifests. Of these crdls.toml alone is checked.
    toml: BTreeMap<String, Document>,
    /// The faults of each crdls.toml that the client was told last, by URI.
    pub(crate) told_faults: BTreeMap<String, Vec<Diagnostic>>,
    generation: u64,
    /// The document that was opened or changed last: commands without arguments are about it.
    pub(crate) latest: String,
    /// The CRDs of open documents and, once they are read, of the workspace's files.
    pub(crate) crds: Arc<Index>,
    /// The forms of the workspace's files, once their names are known.
    pub(crate) forms: Arc<FileForms>,
    pub(crate) kustomizations: KnownKustomizations,
    /// How often a file changed that kustomizations read; the result of a build is dropped if one changed meanwhile.
    pub(crate) builds: u64,
    /// Whether kustomizations are being built, or soon.
    pub(crate) is_building: bool,
    /// What is known of files that are not open.
    pub(crate) closed: ClosedFiles,
    /// How often a scan of the files was started; the result of any but the last one is dropped.
    pub(crate) scans: u64,
    /// The places that the last scan found too large for a project.
    pub(crate) too_large: BTreeMap<PathBuf, bool>,
    /// The progress of the last scan.
    pub(crate) scan_progress: Arc<ScanProgress>,
    /// The old states of manifests that were read last.
    pub(crate) old: Vec<Arc<OldManifests>>,
    /// Why old states could not be read, as far as the log has it.
    pub(crate) told_old: BTreeSet<String>,
    /// How often old states may have become others.
    outdated_old: u64,
    /// The documentation that the last list of completion items leaves out.
    pub(crate) documentation: LongDocumentation,
    /// Shared by all documents and snapshots, which are counted by it.
    held: Arc<()>,
}

/// The old state that a document is compared with, as long as old states are not outdated again.
#[derive(Debug)]
pub(crate) struct AskedOld {
    pub(crate) place: OldPlace,
    /// How often old states had been outdated before.
    pub(crate) number: u64,
}

/// How many old states of manifests are kept: folders can have versions of their own.
const MOST_OLD: usize = 4;

/// Whether a document is a file of settings.
fn is_setting_file(uri: &Uri) -> bool {
    uri.to_file_path().is_some_and(|path| path.file_name().is_some_and(|name| name == FILE))
}

/// How the CRDs of a document changed, as far as other documents are concerned.
#[derive(Debug, Default)]
pub(crate) struct CrdChange {
    /// The document has CRDs, or had some: they judge custom resources.
    pub(crate) has_crds: bool,
    /// The names that its CRDs claim now, and where these differ those that they claimed before.
    wanted: Vec<Wanted>,
    /// The names that they claim differ from before.
    pub(crate) renamed: bool,
}

impl CrdChange {
    fn new(has_crds: bool, before: Vec<Wanted>, mut now: Vec<Wanted>) -> Self {
        let renamed = before != now;
        if renamed {
            now.extend(before);
        }
        Self { has_crds, wanted: now, renamed }
    }

    /// That the CRDs of a source differ, though not in their names.
    pub(crate) fn of_source(crds: &Index, source: &str) -> Self {
        let wanted = crdls_crd::wanted(crds, source);
        Self::new(true, wanted.clone(), wanted)
    }

    /// Whether it may change the findings of a CRD that claims these names: of one with the same name, or in a group
    /// where other names are taken now.
    fn concerns(&self, wanted: &Wanted) -> bool {
        let near = |own: &Wanted| own.name == wanted.name || self.renamed && own.group == wanted.group;
        self.wanted.iter().any(near)
    }

    /// The groups of the CRDs, now and before.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &str> {
        self.wanted.iter().map(|wanted| &*wanted.group)
    }
}

impl Session {
    /// A session that was not initialized yet.
    pub(crate) fn new(client: Client, background: Handle, parent: Parent) -> Arc<Self> {
        Arc::new(Self {
            workers: Workers::new(client.clone(), background),
            client,
            settled: watch::Sender::new(true),
            parent,
            pages: Pages::default(),
            reading: tokio::sync::Mutex::default(),
            reading_old: tokio::sync::Mutex::default(),
            testing: tokio::sync::Mutex::default(),
            go: GoDocuments::default(),
            features: OnceLock::new(),
            state: Mutex::default(),
        })
    }

    /// The state, locked. A panic under the lock leaves it consistent, and ends only its own message.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what the client announces, and its name, once.
    pub(crate) fn set_features(&self, client: &Value, name: &str) -> &ClientFeatures {
        self.features.get_or_init(|| ClientFeatures::new(client, name))
    }

    /// What the client announced; nothing before `initialize`.
    pub(crate) fn features(&self) -> &ClientFeatures {
        self.features.get_or_init(|| ClientFeatures::new(&Value::Null, ""))
    }

    /// Works on the comparison of an open document; `None` if the document is not open.
    pub(crate) fn comparison<T>(
        &self,
        state: &mut State,
        uri: &Uri,
        work: impl FnOnce(&mut Comparison) -> T,
    ) -> Option<T> {
        match state.document(uri.as_str()) {
            Some(document) => Some(work(&mut document.comparison)),
            None => self.go.comparison(uri.as_str(), work),
        }
    }

    /// The old states of documents may be others now.
    pub(crate) fn outdate_old(&self, state: &mut State) {
        state.outdated_old += 1;
        state.documents.values_mut().for_each(|document| document.comparison.outdate());
        self.go.outdate_old();
    }

    /// Opens a document. Returns what that means for others.
    pub(crate) fn open(&self, item: TextDocumentItem) -> CrdChange {
        let held = Arc::clone(&self.state().held);
        let forms = Arc::clone(&self.state().forms);
        let is_toml = item.language_id == "toml" || is_setting_file(&item.uri);
        let document = Document::new(item.uri, item.version, item.text, &forms, held);
        let key = document.uri.to_string();
        let mut state = self.state();
        if is_toml {
            state.toml.insert(key, document);
            return CrdChange::default();
        }
        if state.documents.insert(key.clone(), document).is_some() {
            self.client.log(MessageType::WARNING, format!("{key} was opened twice"));
        }
        state.latest.clone_from(&key);
        state.invalidate(&key);
        state.read_crds(&key)
    }

    /// Applies changes of a document. Returns what that means for others.
    pub(crate) fn change(&self, params: DidChangeTextDocumentParams) -> CrdChange {
        let key = params.text_document.uri.to_string();
        let encoding = self.features().encoding;
        self.update(&key, |document| {
            document.change(params.text_document.version, params.content_changes, encoding)
        })
    }

    /// Compares a document with the text that was saved. True where they differed.
    pub(crate) fn save(&self, params: DidSaveTextDocumentParams) -> bool {
        let Some(text) = params.text else { return false };
        let mut differs = false;
        self.update(&params.text_document.uri.to_string(), |document| {
            differs = document.saved(text);
            let problem = "the text was not the client's: taken from what was saved";
            differs.then(|| problem.to_owned()).into_iter().collect()
        });
        differs
    }

    /// Shows all findings of a document, also those that wait for what is being typed. True where some may have waited.
    pub(crate) fn end_typing(&self, key: &str) -> bool {
        let mut state = self.state();
        let waited = state.document(key).is_some_and(|document| document.typed.take().is_some());
        if waited {
            state.invalidate(key);
        }
        waited
    }

    /// Closes a document. Returns what that means for others.
    pub(crate) fn close(&self, uri: Uri) -> CrdChange {
        let mut state = self.state();
        if state.toml.remove(uri.as_str()).is_some() {
            return CrdChange::default();
        }
        let closed = state.documents.remove(uri.as_str());
        if closed.is_none() {
            self.client.log(MessageType::WARNING, format!("{} is closed, but was not open", uri.as_str()));
        }
        self.publish_nothing(uri);
        let Some(document) = closed else { return CrdChange::default() };
        let before = crdls_crd::wanted(&state.crds, &document.name);
        let any = Arc::make_mut(&mut state.crds).close(&document.name);
        CrdChange::new(any, before, crdls_crd::wanted(&state.crds, &document.name))
    }

    /// A document as it is now; `None` where it is not open, or its text is not known.
    pub(crate) fn snapshot(&self, key: &str) -> Option<Snapshot> {
        let state = self.state();
        let document = state.documents.get(key)?;
        document.snapshot(state.workspace.config(&document.uri), Arc::clone(&state.crds))
    }

    /// A document of Go as it is now; `None` where it is not open, or excluded.
    pub(crate) fn go_snapshot(&self, key: &str) -> Option<GoSnapshot> {
        let forgotten = self.go.forgotten();
        let state = self.state();
        let uri: Uri = key.parse().ok()?;
        if !self.go.has(&uri) || state.workspace.excludes(&uri) {
            return None;
        }
        let (config, crds) = (state.workspace.config(&uri), Arc::clone(&state.crds));
        let settings = state.workspace.go(&uri);
        drop(state);
        self.go.snapshot(key, config, crds, settings, forgotten)
    }

    /// The projects of Go that a manifest may be generated from: those that are open, and the module around it.
    pub(crate) fn go_projects(&self, of: &Snapshot) -> Vec<Arc<GoProject>> {
        let (settings, base) = self.state().workspace.go(&of.uri);
        self.go.around(of, (&settings, &base))
    }

    /// A file of Go of a project, open or not, seen from a manifest.
    pub(crate) fn go_file(&self, project: &GoProject, path: &Path, of: &Snapshot) -> Option<GoSnapshot> {
        let uri = Uri::from_file_path(path)?;
        self.go_snapshot(uri.as_str()).or_else(|| {
            let text = project.text_of(&name(path))?;
            let settings = self.state().workspace.go(&of.uri);
            self.go.snapshot_of_closed(path, &text, of, settings)
        })
    }

    /// What names the diagnostics of a snapshot to a client that pulls them.
    pub(crate) fn result_id(&self, snapshot: &Snapshot) -> String {
        let added = |document: &mut Document| document.comparison.number + document.tests.number;
        let compared = self.state().document(snapshot.uri.as_str()).map_or(0, added);
        format!("{}.{compared}", snapshot.generation)
    }

    /// A crdls.toml as it is now; `None` where it is not open, or its text is not known.
    pub(crate) fn setting_file(&self, uri: &Uri) -> Option<Snapshot> {
        let state = self.state();
        let document = state.toml.get(uri.as_str()).filter(|document| is_setting_file(&document.uri))?;
        document.snapshot(Arc::default(), Arc::default())
    }

    /// Runs the work of the request that is being handled, on a worker, until the request is cancelled.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let done = self.workers.run(&router::current_method(), work).await;
        done.map_err(|failure| match failure {
            Failure::Stopped => Error::content_modified(),
            Failure::Fault(_) => Error::internal_error(),
        })
    }

    /// The semantic tokens that the client has of a document; `None` where they are not those of the id.
    pub(crate) fn kept_tokens(&self, uri: &Uri, id: &str) -> Option<Arc<[SemanticToken]>> {
        let state = self.state();
        let (generation, tokens) = state.documents.get(uri.as_str())?.tokens.as_ref()?;
        (generation.to_string() == id).then(|| tokens.clone())
    }

    /// Keeps the semantic tokens that the client is given.
    pub(crate) fn keep_tokens(&self, snapshot: &Snapshot, tokens: &Arc<[SemanticToken]>) {
        if let Some(document) = self.state().document(snapshot.uri.as_str()) {
            document.tokens = Some((snapshot.generation, tokens.clone()));
        }
    }

    /// The offset in the rule that was evaluated last in a document; `None` once the document was edited.
    pub(crate) fn evaluated(&self, snapshot: &Snapshot) -> Option<u32> {
        let evaluated = self.state().documents.get(snapshot.uri.as_str())?.evaluated;
        evaluated.filter(|(generation, _)| *generation == snapshot.generation).map(|(_, offset)| offset)
    }

    /// Keeps which rule was evaluated last.
    pub(crate) fn keep_evaluated(&self, snapshot: &Snapshot, offset: u32) {
        if let Some(document) = self.state().document(snapshot.uri.as_str()) {
            document.evaluated = Some((snapshot.generation, offset));
        }
    }

    fn update(&self, key: &str, change: impl FnOnce(&mut Document) -> Vec<String>) -> CrdChange {
        let mut state = self.state();
        let State { documents, toml, .. } = &mut *state;
        let problems = match documents.get_mut(key).or_else(|| toml.get_mut(key)) {
            Some(document) => change(document),
            None => vec!["a change of a document that is not open".to_owned()],
        };
        for problem in problems {
            self.client.log(MessageType::WARNING, format!("{key}: {problem}"));
        }
        if state.toml.contains_key(key) {
            return CrdChange::default();
        }
        key.clone_into(&mut state.latest);
        state.invalidate(key);
        state.read_crds(key)
    }

    /// Sends the findings of a document, all of them.
    pub(crate) fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        self.client.notify::<PublishDiagnostics>(&PublishDiagnosticsParams { uri, diagnostics, version });
    }

    /// Sends the findings of a file that is not open to a client that does not pull.
    pub(crate) fn publish_closed(&self, uri: Uri, diagnostics: Vec<Diagnostic>) {
        if !self.features().pull {
            self.publish(uri, diagnostics, None);
        }
    }

    /// Asks the client to ask again, for what it announced that it can be asked so.
    pub(crate) fn refresh(&self, what: &[Refresh]) {
        for refresh in what.iter().filter(|refresh| self.features().refreshes.contains(refresh)) {
            // Nobody waits for the answer: a client that refuses asks when it likes.
            match refresh {
                Refresh::Diagnostics => drop(self.client.request::<WorkspaceDiagnosticRefresh>(&())),
                Refresh::Lenses => drop(self.client.request::<CodeLensRefresh>(&())),
                Refresh::Hints => drop(self.client.request::<InlayHintRefreshRequest>(&())),
                Refresh::Tokens => drop(self.client.request::<SemanticTokensRefresh>(&())),
            }
        }
    }

    /// Takes back the findings of a document, from a client that does not pull.
    pub(crate) fn publish_nothing(&self, uri: Uri) {
        self.publish_closed(uri, Vec::new());
    }
}

impl State {
    /// The findings of a document are outdated: it will be checked again.
    pub(crate) fn invalidate(&mut self, key: &str) {
        self.generation += 1;
        if let Some(document) = self.documents.get_mut(key) {
            document.generation = self.generation;
            document.check = None;
            document.comparison.stop();
        }
    }

    /// Puts the CRDs of a document into the index. While its text does not parse, those of the last text that did stay:
    /// they judge custom resources as before.
    pub(crate) fn read_crds(&mut self, key: &str) -> CrdChange {
        let Some(document) = self.documents.get(key) else { return CrdChange::default() };
        let (file, config) = (Arc::clone(&document.file), self.workspace.config(&document.uri));
        let name = &document.name;
        if !file.parses() && self.crds.is_open(name) && self.crds.has(name) {
            return CrdChange::default();
        }
        let path = document.uri.to_file_path();
        let rank = path.and_then(|path| self.workspace.place(&path)).map_or(0, |place| place.rank);
        let copy = document.is_copy(|path| self.workspace.place(path).is_some());
        let found = match file.form() {
            Form::Whole | Form::Verbatim if !copy => {
                Index::found(name, rank, file.shared(&config), file.tree(), &config)
            }
            _ => Vec::new(),
        };
        if found.is_empty() && self.crds.is_open(name) && !self.crds.has(name) {
            return CrdChange::default();
        }
        let before = crdls_crd::wanted(&self.crds, name);
        let any = Arc::make_mut(&mut self.crds).open(name, found);
        CrdChange::new(any, before, crdls_crd::wanted(&self.crds, name))
    }

    /// The documents other than `key` whose findings a change of its CRDs may change.
    pub(crate) fn affected_by(&self, key: &str, change: &CrdChange) -> Vec<String> {
        let others = self.documents.iter().filter(|(other, _)| *other != key);
        let affected = others.filter(|(_, document)| {
            let wants = || crdls_crd::wanted(&self.crds, &document.name);
            crdls_ide::holds_others(&document.file) || wants().iter().any(|wanted| change.concerns(wanted))
        });
        affected.map(|(other, _)| other.clone()).collect()
    }

    /// Where files that are not open are checked and searched: not in a folder that is too large for a project.
    pub(crate) fn places_of_project(&self) -> Vec<SearchPlace> {
        let places = self.workspace.places().into_iter();
        places.filter(|place| !self.too_large.contains_key(&place.path)).collect()
    }

    /// Takes the forms of the workspace's files. True where that of an open document differs from before.
    pub(crate) fn take_forms(&mut self, forms: FileForms) -> bool {
        self.forms = Arc::new(forms);
        let documents = self.documents.iter_mut();
        let changed: Vec<_> =
            documents.filter_map(|(key, d)| d.take_form(&self.forms).then(|| key.clone())).collect();
        changed.iter().for_each(|key| drop(self.read_crds(key)));
        !changed.is_empty()
    }

    /// Keeps an old state of manifests, which others may be compared with.
    pub(crate) fn keep_old(&mut self, old: &Arc<OldManifests>) {
        self.old.retain(|known| !Arc::ptr_eq(known, old));
        self.old.insert(0, Arc::clone(old));
        self.old.truncate(MOST_OLD);
    }

    /// Whether old states were not outdated since a number of times.
    pub(crate) const fn is_current(&self, number: u64) -> bool {
        self.outdated_old == number
    }

    /// The old state that a document is compared with, if it has one.
    pub(crate) fn asked_old(&self, uri: &Uri) -> Option<AskedOld> {
        Some(AskedOld { place: self.workspace.old_place(uri)?, number: self.outdated_old })
    }

    /// The findings of all documents are outdated.
    pub(crate) fn invalidate_all(&mut self) {
        for key in self.keys() {
            self.invalidate(&key);
        }
    }

    /// The text of an open document.
    pub(crate) fn file_of(&self, key: &str) -> Option<&Arc<File>> {
        self.documents.get(key).map(|document| &document.file)
    }

    /// All documents whose text is known, but for other states and other names of a file.
    pub(crate) fn snapshots(&self) -> Vec<Snapshot> {
        let of_one = |document: &Document| {
            document.snapshot(self.workspace.config(&document.uri), Arc::clone(&self.crds))
        };
        let is_copy = |document: &Document| document.is_copy(|path| self.workspace.place(path).is_some());
        self.documents.values().filter(|document| !is_copy(document)).filter_map(of_one).collect()
    }

    /// All open crdls.toml whose text is known.
    pub(crate) fn setting_files(&self) -> Vec<Snapshot> {
        let files = self.toml.values().filter(|document| is_setting_file(&document.uri));
        files.filter_map(|document| document.snapshot(Arc::default(), Arc::default())).collect()
    }

    /// How many states of documents are in memory: those of open documents, and those that unfinished work uses.
    pub(crate) fn held_states(&self) -> usize {
        Arc::strong_count(&self.held) - 1
    }

    /// The URIs of all open documents, as the client writes them.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.documents.keys().cloned().collect()
    }

    /// Whether a document with a name in the index of CRDs is open.
    pub(crate) fn is_open(&self, name: &str) -> bool {
        self.documents.values().any(|document| *document.name == *name)
    }

    /// The open document of a URI.
    pub(crate) fn document(&mut self, key: &str) -> Option<&mut Document> {
        self.documents.get_mut(key)
    }
}
