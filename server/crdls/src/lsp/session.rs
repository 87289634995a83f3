//! What the server knows: the client's features, open documents, settings.
//!
//! Every method that sees or changes the state is synchronous: it is called before the first await of a message, and
//! so does it in the order of arrival.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crdls_crd::Wanted;
use crdls_crd::instance::Index;
use tokio::sync::watch;
use tower_lsp_server::Client;
use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::{
    ClientCapabilities, DidChangeTextDocumentParams, DidSaveTextDocumentParams, MessageType, SemanticToken,
    TextDocumentItem, Uri,
};

use super::answer;
use super::documents::{Document, Snapshot};
use super::features::Features;
use super::outbox::{Outbox, Said};
use super::scan::Stage;
use super::work::{Failure, Workers};
use super::workspace::Workspace;

#[derive(Debug)]
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) outbox: Outbox,
    pub(super) workers: Workers,
    /// False while the editor is being asked for its settings: nothing is checked by wrong ones.
    pub(super) settled: watch::Sender<bool>,
    /// Held by whoever reads CRDs of files.
    pub(super) reading: tokio::sync::Mutex<()>,
    features: OnceLock<Features>,
    state: Mutex<State>,
    shut_down: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) workspace: Workspace,
    documents: BTreeMap<String, Document>,
    generation: u64,
    /// The CRDs of open documents and, once they are read, of the workspace's files.
    pub(super) crds: Arc<Index>,
    /// How often the files were asked for; what an earlier asking finds comes too late.
    pub(super) scans: u64,
    /// How far the last of those is.
    pub(super) stage: Arc<Stage>,
}

/// What a change of a document means for others.
#[derive(Debug, Default)]
pub(super) struct News {
    /// It has CRDs, or had some: they judge custom resources.
    pub(super) any: bool,
    /// What its CRDs want for themselves now, and what they wanted.
    wanted: Vec<Wanted>,
    /// The names that they want are others than before.
    renamed: bool,
}

impl News {
    fn new(any: bool, before: Vec<Wanted>, mut now: Vec<Wanted>) -> Self {
        let renamed = before != now;
        if renamed {
            now.extend(before);
        }
        Self { any, wanted: now, renamed }
    }

    /// Whether it may change what is said of a CRD that wants something: one of the same name, or of a group in
    /// which other names are taken now.
    fn concerns(&self, wanted: &Wanted) -> bool {
        let near = |own: &Wanted| own.name == wanted.name || self.renamed && own.group == wanted.group;
        self.wanted.iter().any(near)
    }
}

impl Session {
    pub(super) fn new(client: Client, outbox: Outbox, shut_down: Arc<AtomicBool>) -> Arc<Self> {
        Arc::new(Self {
            client,
            workers: Workers::new(outbox.clone()),
            outbox,
            settled: watch::Sender::new(true),
            reading: tokio::sync::Mutex::default(),
            features: OnceLock::new(),
            state: Mutex::default(),
            shut_down,
        })
    }

    /// A panic under the lock leaves a state that is whole: it ends its message and no more.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_features(&self, client: &ClientCapabilities) -> &Features {
        self.features.get_or_init(|| Features::new(client))
    }

    pub(super) fn features(&self) -> &Features {
        self.features.get_or_init(|| Features::new(&ClientCapabilities::default()))
    }

    pub(super) fn set_shut_down(&self) {
        self.shut_down.store(true, Ordering::Relaxed);
    }

    /// What that means for other documents.
    pub(super) fn open(&self, item: TextDocumentItem) -> News {
        let document = Document::new(item.uri, item.version, item.text);
        let key = document.uri.to_string();
        let mut state = self.state();
        if state.documents.insert(key.clone(), document).is_some() {
            self.outbox.log(MessageType::WARNING, format!("{key} was opened twice"));
        }
        state.touch(&key);
        state.read_crds(&key)
    }

    /// What that means for other documents.
    pub(super) fn change(&self, params: DidChangeTextDocumentParams) -> News {
        let key = params.text_document.uri.to_string();
        let encoding = self.features().encoding;
        self.update(&key, |document| {
            document.change(params.text_document.version, params.content_changes, encoding)
        })
    }

    /// True where the text was another one than that which was saved.
    pub(super) fn save(&self, params: DidSaveTextDocumentParams) -> bool {
        let Some(text) = params.text else { return false };
        let mut differs = false;
        self.update(&params.text_document.uri.to_string(), |document| {
            differs = document.saved(text);
            let said = "the text was not the client's: taken from what was saved";
            differs.then(|| said.to_owned()).into_iter().collect()
        });
        differs
    }

    /// What that means for other documents.
    pub(super) fn close(&self, uri: Uri) -> News {
        let mut state = self.state();
        let closed = state.documents.remove(uri.as_str());
        if closed.is_none() {
            self.outbox.log(MessageType::WARNING, format!("{} is closed, but was not open", uri.as_str()));
        }
        self.publish_nothing(uri);
        let Some(document) = closed else { return News::default() };
        let before = crdls_crd::wanted(&state.crds, &document.name);
        let any = Arc::make_mut(&mut state.crds).close(&document.name);
        News::new(any, before, crdls_crd::wanted(&state.crds, &document.name))
    }

    pub(super) fn snapshot(&self, key: &str) -> Option<Snapshot> {
        let state = self.state();
        let document = state.documents.get(key)?;
        document.snapshot(state.workspace.config(&document.uri), Arc::clone(&state.crds))
    }

    /// Does something for the request that is being handled, on a worker.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let done = self.workers.run(&answer::during(), work).await;
        done.map_err(|failure| match failure {
            Failure::Stopped => Error::content_modified(),
            Failure::Fault(text) => {
                self.outbox.log(MessageType::ERROR, text);
                Error::internal_error()
            }
        })
    }

    /// The words of a document, by the name that the client knows them by.
    pub(super) fn kept_tokens(&self, snapshot: &Snapshot, id: &str) -> Option<Arc<[SemanticToken]>> {
        let state = self.state();
        let (generation, words) = state.documents.get(snapshot.uri.as_str())?.tokens.as_ref()?;
        (generation.to_string() == id).then(|| words.clone())
    }

    /// Keeps the words that the client is given.
    pub(super) fn keep_tokens(&self, snapshot: &Snapshot, words: &Arc<[SemanticToken]>) {
        if let Some(document) = self.state().document(snapshot.uri.as_str()) {
            document.tokens = Some((snapshot.generation, words.clone()));
        }
    }

    fn update(&self, key: &str, change: impl FnOnce(&mut Document) -> Vec<String>) -> News {
        let mut state = self.state();
        let odd = match state.documents.get_mut(key) {
            Some(document) => change(document),
            None => vec!["a change of a document that is not open".to_owned()],
        };
        for what in odd {
            self.outbox.log(MessageType::WARNING, format!("{key}: {what}"));
        }
        state.touch(key);
        state.read_crds(key)
    }

    pub(super) fn publish_nothing(&self, uri: Uri) {
        if !self.features().pull {
            self.outbox.say(Said::Publish { uri, diagnostics: Vec::new(), version: None });
        }
    }
}

impl State {
    /// What was found in a document no longer holds.
    pub(super) fn touch(&mut self, key: &str) {
        self.generation += 1;
        if let Some(document) = self.documents.get_mut(key) {
            document.generation = self.generation;
            document.check = None;
        }
    }

    /// Takes the CRDs of a document over into the index.
    pub(super) fn read_crds(&mut self, key: &str) -> News {
        let Some(document) = self.documents.get(key) else { return News::default() };
        let (file, config) = (Arc::clone(&document.file), self.workspace.config(&document.uri));
        let name = &document.name;
        let found = Index::found(name, 0, file.shared_text(), file.tree(), &config);
        if found.is_empty() && self.crds.is_open(name) && !self.crds.has(name) {
            return News::default();
        }
        let before = crdls_crd::wanted(&self.crds, name);
        let any = Arc::make_mut(&mut self.crds).open(name, found);
        News::new(any, before, crdls_crd::wanted(&self.crds, name))
    }

    /// The documents besides one in which news of its CRDs may change what is found.
    pub(super) fn touched_by(&self, key: &str, news: &News) -> Vec<String> {
        let others = self.documents.iter().filter(|(other, _)| *other != key);
        let touched = others.filter(|(_, document)| {
            let wants = || crdls_crd::wanted(&self.crds, &document.name);
            crdls_ide::holds_others(&document.file) || wants().iter().any(|wanted| news.concerns(wanted))
        });
        touched.map(|(other, _)| other.clone()).collect()
    }

    pub(super) fn touch_all(&mut self) {
        for key in self.keys() {
            self.touch(&key);
        }
    }

    /// All documents whose text is known.
    pub(super) fn snapshots(&self) -> Vec<Snapshot> {
        let of_one = |document: &Document| {
            document.snapshot(self.workspace.config(&document.uri), Arc::clone(&self.crds))
        };
        self.documents.values().filter_map(of_one).collect()
    }

    pub(super) fn keys(&self) -> Vec<String> {
        self.documents.keys().cloned().collect()
    }

    pub(super) fn document(&mut self, key: &str) -> Option<&mut Document> {
        self.documents.get_mut(key)
    }
}
