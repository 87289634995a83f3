//! Open documents of Go, and the projects that they belong to.
//!
//! They are no manifests, and have nothing to do with the other documents. Must not know what is found in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crdls_change::IgnoredChange;
use crdls_ide::File;
use crdls_markers::program::{GoFile, Package};
use crdls_report::Config;
use crdls_resource::Index;
use ls_types::{DidChangeTextDocumentParams, TextDocumentItem, Uri};

use super::comparison::Comparison;
use super::documents::{Document, Snapshot};
use crate::go::{GoCrds, GoFiles, GoInputs, GoProject, GoSettings, Manifests, OpenFile, names_markers};
use crdls_system::files::{FileForms, Input, is_go};
use crdls_system::threads::Threads;
use crdls_wire::Encoding;

/// What is known of Go.
#[derive(Debug, Default)]
pub(crate) struct GoDocuments {
    open: Mutex<BTreeMap<String, Document>>,
    projects: Mutex<Projects>,
    /// How often the projects were forgotten: what was taken before that is outdated.
    forgotten: AtomicU64,
    /// Made when first asked for.
    threads: OnceLock<Threads>,
}

/// The projects that were read. One reading waits for another.
#[derive(Debug, Default)]
struct Projects {
    read: Vec<Arc<GoProject>>,
    /// Files of modules without markers.
    silent: Vec<PathBuf>,
    /// The folders of modules that were read for manifests.
    of_manifests: Vec<PathBuf>,
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
    /// How often the projects had been forgotten before it was taken.
    forgotten: u64,
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
        let mut projects = self.projects();
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        *projects = Projects::default();
    }

    /// How often the projects were forgotten.
    pub(crate) fn forgotten(&self) -> u64 {
        self.forgotten.load(Ordering::SeqCst)
    }

    fn projects(&self) -> MutexGuard<'_, Projects> {
        self.projects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The URIs of all open documents.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.open().keys().cloned().collect()
    }

    /// Works on the comparison of an open document; `None` if the document is not open.
    pub(super) fn comparison<T>(&self, key: &str, work: impl FnOnce(&mut Comparison) -> T) -> Option<T> {
        self.open().get_mut(key).map(|document| work(&mut document.comparison))
    }

    /// The old states may be others now.
    pub(crate) fn outdate_old(&self) {
        self.open().values_mut().for_each(|document| document.comparison.outdate());
    }

    /// The version of an open document.
    pub(crate) fn version(&self, key: &str) -> Option<i32> {
        self.open().get(key).map(|document| document.version)
    }

    /// A document as it is now. `forgotten`: how often the projects had been forgotten before the rest was taken.
    pub(crate) fn snapshot(
        &self,
        key: &str,
        config: Arc<Config>,
        crds: Arc<Index>,
        (settings, base): (GoSettings, PathBuf),
        forgotten: u64,
    ) -> Option<GoSnapshot> {
        let open = self.open();
        let document = open.get(key)?;
        let path = document.uri.to_file_path()?.into_owned();
        let old = document.comparison.old.clone().flatten();
        let snapshot = Snapshot { old, ..document.snapshot(config, crds)? };
        drop(open);
        Some(GoSnapshot { snapshot, path, open: self.open_files(), settings, base, forgotten })
    }

    /// A file of Go that is not open, seen from a manifest.
    pub(crate) fn snapshot_of_closed(
        &self,
        path: &Path,
        text: &str,
        of: &Snapshot,
        (settings, base): (GoSettings, PathBuf),
    ) -> Option<GoSnapshot> {
        let (uri, file) = (Uri::from_file_path(path)?, Arc::new(File::new(text.to_owned())));
        let snapshot = Snapshot::of_closed(uri, file, Arc::clone(&of.config), Arc::clone(&of.crds));
        let (path, forgotten) = (path.to_owned(), self.forgotten());
        Some(GoSnapshot { snapshot, path, open: self.open_files(), settings, base, forgotten })
    }

    /// The files that are open.
    fn open_files(&self) -> Vec<OpenFile> {
        let of_file = |document: &Document| {
            let path = document.uri.to_file_path()?.into_owned();
            Some(OpenFile { path, text: document.file.text().into() })
        };
        self.open().values().filter_map(of_file).collect()
    }

    /// The projects of documents, and those of the module around a manifest, with the texts of the open documents.
    pub(crate) fn around(&self, of: &Snapshot, settings: (&GoSettings, &Path)) -> Vec<Arc<GoProject>> {
        let forgotten = self.forgotten();
        let mut projects = self.projects();
        let is_current = forgotten == self.forgotten();
        let (open, mut all) = (self.open_files(), projects.read.clone());
        let path = of.uri.to_file_path().unwrap_or_default();
        let module = path.ancestors().skip(1).find(|folder| folder.join("go.mod").is_file());
        if let Some(module) =
            module.filter(|module| !projects.of_manifests.iter().any(|known| known == module))
        {
            if is_current {
                projects.of_manifests.push(module.to_owned());
            }
            let files: Vec<_> =
                GoFiles::default().go_files(module).iter().map(|path| Input::of_path(path)).collect();
            let inputs = GoInputs { inputs: &files, open: &open, files: GoFiles::default() };
            let manifests = Manifests { crds: &of.crds, file: &of.name };
            if let Some(project) = GoProject::read(inputs, settings, manifests, self.threads()) {
                all.retain(|known| !known.shares_files(&project));
                all.push(Arc::new(project));
            }
        }
        all.iter_mut().for_each(|project| take_texts(project, &open));
        if is_current {
            projects.read.clone_from(&all);
        }
        all
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

    /// The CRDs of the project of a document, and in what their manifests may differ from them. What is done with them is
    /// not waited for by others.
    pub(crate) fn crds(&self, go: &GoSnapshot) -> Option<(Arc<GoCrds>, Vec<IgnoredChange>)> {
        self.with(go, |project, _, _| (project.crds(self.threads()), project.expected().to_vec()))
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
        let is_current = go.forgotten == self.forgotten();
        let at = match known {
            Some(at) => at,
            // What was taken before files or settings changed is good for this answer and no other.
            None if !is_current => return read(go, self.threads()).map(Arc::new),
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
        let known = projects.read.get_mut(at)?;
        let mut project = Arc::clone(known);
        take_texts(&mut project, &go.open);
        if is_current {
            *known = Arc::clone(&project);
        }
        Some(project)
    }
}

/// Gives a project the texts of open documents.
fn take_texts(project: &mut Arc<GoProject>, open: &[OpenFile]) {
    for OpenFile { path, text } in open {
        if project.file(path).is_some_and(|(_, file)| file.text != *text)
            && let Some(edited) = project.with_text(path, Arc::clone(text))
        {
            *project = Arc::new(edited);
        }
    }
}

fn read(go: &GoSnapshot, threads: &Threads) -> Option<GoProject> {
    let input = Input::of_path(&go.path);
    let inputs = GoInputs { inputs: &[input], open: &go.open, files: GoFiles::default() };
    GoProject::read(inputs, (&go.settings, &go.base), go.manifests(), threads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crdls_tests::oven_types;

    #[test]
    fn a_snapshot_that_is_outdated_does_not_decide_what_is_read() {
        let folder = std::env::temp_dir().join(format!("crdls-outdated-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("types.go");
        std::fs::write(folder.join("go.mod"), "module example.com/ovens\n").expect("a file");
        std::fs::write(&path, oven_types::OPTIONAL_FIELDS).expect("a file");
        let uri = Uri::from_file_path(&path).expect("a path");
        let go = GoDocuments::default();
        let text = oven_types::OPTIONAL_FIELDS.replace("example.com", "typed.example.com");
        go.insert(TextDocumentItem::new(uri.clone(), "go".to_owned(), 1, text));
        let take = || {
            let settings = (GoSettings::default(), folder.clone());
            go.snapshot(uri.as_str(), Arc::default(), Arc::default(), settings, go.forgotten())
        };
        let group = |of: &GoSnapshot| go.with(of, |_, package, _| package.group_name().map(str::to_owned));
        let before = take().expect("an open document");
        go.forget();
        assert_eq!(group(&before).flatten().as_deref(), Some("typed.example.com"));
        assert!(go.projects().read.is_empty());
        assert!(group(&take().expect("an open document")).is_some());
        assert_eq!(go.projects().read.len(), 1);
        std::fs::remove_dir_all(&folder).expect("a folder");
    }
}
