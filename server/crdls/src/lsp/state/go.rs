//! Open documents of Go, and the projects that they belong to.
//!
//! They are no manifests, and have nothing to do with the other documents. Must not know what is found in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crdls_markers::program::{GoFile, Package};
use crdls_resource::Index;
use crdls_schema::Config;
use tower_lsp_server::ls_types::{DidChangeTextDocumentParams, TextDocumentItem, Uri};

use super::documents::{Document, Snapshot};
use crate::files::{FileForms, Input, is_go};
use crate::go::{GoFiles, GoInputs, GoProject, GoSettings, Manifests, OpenFile, names_markers};
use crate::lsp::protocol::position::Encoding;
use crate::lsp::workspace::old::OldManifests;
use crate::threads::Threads;

/// What is known of Go.
#[derive(Debug, Default)]
pub(crate) struct GoDocuments {
    open: Mutex<BTreeMap<String, Document>>,
    projects: Mutex<Projects>,
    /// Made when first asked for.
    threads: OnceLock<Threads>,
}

/// The projects that were read. One reading waits for another.
#[derive(Debug, Default)]
struct Projects {
    read: Vec<Arc<GoProject>>,
    /// Files of modules without markers.
    silent: Vec<PathBuf>,
}

/// Whether a document is a file of Go.
pub(crate) fn is_go_document(item: &TextDocumentItem) -> bool {
    item.language_id == "go" || item.uri.to_file_path().is_some_and(|path| is_go(&path))
}

/// Whether a file is one of Go, or says how those are imported.
pub(crate) fn is_of_go(uri: &Uri) -> bool {
    let path = uri.to_file_path();
    path.is_some_and(|path| is_go(&path) || path.file_name().is_some_and(|name| name == "go.mod"))
}

/// A document of Go at one moment, with what its project is read by.
#[derive(Debug)]
pub(crate) struct GoSnapshot {
    pub(crate) snapshot: Snapshot,
    pub(crate) path: PathBuf,
    open: Vec<OpenFile>,
    settings: GoSettings,
    base: PathBuf,
}

impl GoSnapshot {
    /// What holds for controller-gen, and the folder that paths are relative to.
    pub(crate) fn settings(&self) -> (&GoSettings, &Path) {
        (&self.settings, &self.base)
    }

    /// The CRDs that are known.
    pub(crate) fn manifests(&self) -> Manifests<'_> {
        Manifests { crds: &self.snapshot.crds, file: &self.snapshot.name }
    }
}

impl GoDocuments {
    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Document>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The threads on which projects are read and their CRDs are checked.
    pub(crate) fn threads(&self) -> &Threads {
        self.threads.get_or_init(|| Threads::new(None))
    }

    /// Opens a document.
    pub(crate) fn insert(&self, item: TextDocumentItem) {
        let key = item.uri.to_string();
        let document =
            Document::new(item.uri, item.version, item.text, &FileForms::default(), Arc::default());
        self.open().insert(key, document);
    }

    /// Whether a document is open as one of Go.
    pub(crate) fn has(&self, uri: &Uri) -> bool {
        self.open().contains_key(uri.as_str())
    }

    /// Applies changes. Returns what the log is to have of them.
    pub(crate) fn change(&self, params: DidChangeTextDocumentParams, encoding: Encoding) -> Vec<String> {
        let mut open = self.open();
        let Some(document) = open.get_mut(params.text_document.uri.as_str()) else { return Vec::new() };
        document.change(params.text_document.version, params.content_changes, encoding)
    }

    /// Takes the text that was saved.
    pub(crate) fn save(&self, uri: &Uri, text: String) {
        if let Some(document) = self.open().get_mut(uri.as_str()) {
            document.saved(text);
        }
    }

    /// Closes a document. Its file counts again.
    pub(crate) fn close(&self, uri: &Uri) {
        self.open().remove(uri.as_str());
        self.forget();
    }

    /// Reads the projects again when they are asked for next: files or settings changed.
    pub(crate) fn forget(&self) {
        *self.projects() = Projects::default();
    }

    fn projects(&self) -> MutexGuard<'_, Projects> {
        self.projects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The URIs of all open documents.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.open().keys().cloned().collect()
    }

    /// The old state of an open document, if it is known; `None` if the document is not open.
    pub(crate) fn old(&self, key: &str) -> Option<Option<Option<Arc<OldManifests>>>> {
        self.open().get(key).map(|document| document.comparison.old.clone())
    }

    /// Keeps the old state of an open document.
    pub(crate) fn keep_old(&self, key: &str, old: Option<Arc<OldManifests>>) {
        if let Some(document) = self.open().get_mut(key) {
            document.comparison.old = Some(old);
        }
    }

    /// The old states may be others now.
    pub(crate) fn outdate_old(&self) {
        self.open().values_mut().for_each(|document| document.comparison.outdate());
    }

    /// The version of an open document.
    pub(crate) fn version(&self, key: &str) -> Option<i32> {
        self.open().get(key).map(|document| document.version)
    }

    /// A document as it is now.
    pub(crate) fn snapshot(
        &self,
        key: &str,
        config: Arc<Config>,
        crds: Arc<Index>,
        (settings, base): (GoSettings, PathBuf),
    ) -> Option<GoSnapshot> {
        let open = self.open();
        let document = open.get(key)?;
        let of_file = |document: &Document| {
            let path = document.uri.to_file_path()?.into_owned();
            Some(OpenFile { path, text: document.file.text().into() })
        };
        let path = document.uri.to_file_path()?.into_owned();
        let old = document.comparison.old.clone().flatten();
        let snapshot = Snapshot { old, ..document.snapshot(config, crds)? };
        Some(GoSnapshot { snapshot, path, open: open.values().filter_map(of_file).collect(), settings, base })
    }

    /// Works on each project that was read for a document.
    pub(crate) fn each<T>(&self, work: impl FnMut(&Arc<GoProject>) -> T) -> Vec<T> {
        let read = self.projects().read.clone();
        read.iter().map(work).collect()
    }

    /// Works on a document with its project; `None` where its module has no markers. Meanwhile others may work on it, or on
    /// a later state of it.
    pub(crate) fn with<T>(
        &self,
        go: &GoSnapshot,
        work: impl FnOnce(&GoProject, &Package, &GoFile) -> T,
    ) -> Option<T> {
        let project = self.project(go)?;
        let (package, file) = project.file(&go.path)?;
        Some(work(&project, package, file))
    }

    /// The project of a document, in the state that has the texts of the open documents.
    fn project(&self, go: &GoSnapshot) -> Option<Arc<GoProject>> {
        let mut projects = self.projects();
        let text = go.snapshot.file.text();
        let has_markers = names_markers(text.as_bytes());
        if projects.silent.contains(&go.path) && !has_markers {
            return None;
        }
        let known = projects.read.iter().position(|project| project.file(&go.path).is_some());
        let at = match known {
            Some(at) => at,
            None => {
                let Some(project) = read(go, self.threads()) else {
                    projects.silent.push(go.path.clone());
                    return None;
                };
                let is_there = project.file(&go.path).is_some();
                // What was read of the module before is outdated: it did not have this file.
                projects.read.retain(|known| !known.shares_files(&project));
                projects.read.push(Arc::new(project));
                if !is_there {
                    projects.silent.push(go.path.clone());
                    return None;
                }
                projects.read.len() - 1
            }
        };
        let project = projects.read.get_mut(at)?;
        for OpenFile { path, text } in &go.open {
            if project.file(path).is_some_and(|(_, file)| file.text != *text) {
                *project = Arc::new(project.with_text(path, Arc::clone(text))?);
            }
        }
        Some(Arc::clone(project))
    }
}

fn read(go: &GoSnapshot, threads: &Threads) -> Option<GoProject> {
    let input = Input::of_path(&go.path);
    let inputs = GoInputs { inputs: &[input], open: &go.open, files: GoFiles::default() };
    GoProject::read(inputs, (&go.settings, &go.base), go.manifests(), threads)
}
