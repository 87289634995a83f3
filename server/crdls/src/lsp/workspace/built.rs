//! The kustomizations of the workspace, and the CRDs that they apply.
//!
//! Must not know open documents.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_check::{BuiltObjects, KnownBuilds, KustomizationFindings, Kustomizations};
use crdls_ide::{File, FileFinding};
use crdls_kustomize::Files;
use crdls_report::Config;
use crdls_resource::{BuiltCrd, Index};
use ls_types::Uri;

use crate::built_crds::{add_findings, built_crds};
use crdls_system::files::{folder_of, kustomize_path};

/// What is known of kustomizations since they were built last.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownKustomizations {
    /// Their folders.
    pub(crate) folders: Arc<[String]>,
    /// The files that were read or are named, by path.
    files: Arc<HashSet<String>>,
    /// The files and folders that they include as resources.
    included: Arc<HashSet<String>>,
    /// The findings in open documents.
    findings: Arc<KustomizationFindings>,
    /// The open documents as they were built, by path.
    open: Arc<HashMap<String, Arc<File>>>,
    /// The objects of files that somebody asked for.
    objects: Arc<Mutex<HashMap<String, Arc<BuiltObjects>>>>,
    /// Results that the next build takes over, as long as only open documents change.
    builds: Arc<Mutex<KnownBuilds>>,
}

impl KnownKustomizations {
    /// The kustomizations in folders, not built yet.
    pub(crate) fn of(folders: Vec<String>) -> Self {
        Self { folders: folders.into(), ..Self::default() }
    }

    /// Whether a build read a file.
    pub(crate) fn read(&self, uri: &Uri) -> bool {
        !self.files.is_empty() && path(uri).is_some_and(|path| self.files.contains(&path))
    }

    /// Takes away what the builds of a document change, and adds what they add.
    pub(crate) fn add_to(&self, found: &mut Vec<FileFinding>, uri: &Uri, file: &Arc<File>, config: &Config) {
        let Some(path) = path(uri).filter(|_| !self.folders.is_empty()) else { return };
        found.retain(|found| self.findings.keeps(&path, &found.finding));
        // Of another text the ranges are not known.
        if !self.open.get(&path).is_some_and(|built| Arc::ptr_eq(built, file)) {
            return;
        }
        add_findings(found, &path, &self.findings, config);
    }

    /// Whether the findings of a document are the same in a later state.
    pub(crate) fn finds_same(&self, later: &Self, uri: &Uri) -> bool {
        path(uri).is_none_or(|path| {
            let text = |state: &Self| state.open.get(&path).cloned();
            // Those of another text were not shown.
            let is_shown = text(self).zip(text(later)).is_some_and(|(one, other)| Arc::ptr_eq(&one, &other));
            self.findings.is_same_of(&later.findings, &path)
                && (is_shown || later.findings.has_none_of(&path))
        })
    }

    /// The objects of a file as they are built, once for each build. `files`: the texts.
    pub(crate) fn objects(&self, path: &str, files: &dyn Files) -> Arc<BuiltObjects> {
        let mut known = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        let objects = known.entry(path.to_owned());
        let built = || Arc::new(Kustomizations::of(files, &self.folders).objects_of(path));
        Arc::clone(objects.or_insert_with(built))
    }

    /// Forgets the files, since some changed on the disk.
    pub(crate) fn forget_files(&mut self) {
        self.builds = Arc::default();
    }

    /// Takes another state, and returns this one. What was forgotten since the other one was begun stays so.
    pub(crate) fn replace(&mut self, new: Self) -> Self {
        let new = Self { builds: Arc::clone(&self.builds), ..new };
        std::mem::replace(self, new)
    }

    /// Whether a kustomization includes a file as a resource.
    pub(crate) fn includes(&self, uri: &Uri) -> bool {
        !self.included.is_empty() && path(uri).is_some_and(|path| self.included.contains(&path))
    }
}

/// The path of a file as kustomizations name it.
pub(crate) fn path(uri: &Uri) -> Option<String> {
    kustomize_path(&uri.to_file_path()?)
}

/// CRDs of files as kustomizations apply them, by source.
pub(crate) type BuiltCrds = Vec<(Arc<str>, Vec<BuiltCrd>)>;

/// Builds the kustomizations in folders that include CRDs of an index, or open documents. Returns the CRDs by source.
/// `before`: the state of the last build.
pub(crate) fn build(
    files: &dyn Files,
    before: &KnownKustomizations,
    open: HashMap<String, Arc<File>>,
    crds: &Index,
    config: &Config,
) -> (BuiltCrds, KnownKustomizations) {
    let folders = Arc::clone(&before.folders);
    let mut builds = before.builds.lock().unwrap_or_else(PoisonError::into_inner);
    for path in before.open.keys().chain(open.keys()) {
        builds.changed(path, files.text(path).as_deref());
    }
    let mut kustomizations = Kustomizations::knowing(files, &folders, std::mem::take(&mut *builds));
    let of_source = |source: &str| path(&source.parse().ok()?);
    let built = built_crds(crds, &mut kustomizations, |known| of_source(&known.source), config);
    let mut findings = KustomizationFindings::default();
    if !open.is_empty() && !kustomizations.is_empty() {
        let mut crds = crds.clone();
        for (source, built) in &built {
            crds.take_built(source, built);
        }
        let around: HashSet<&str> = open.keys().map(|path| folder_of(path)).collect();
        let wanted = |path: &str| open.contains_key(path) || around.contains(path);
        findings = kustomizations.findings(&wanted, &crds, config, &source_of);
    }
    let mut read = kustomizations.named();
    read.extend(kustomizations.files().map(str::to_owned));
    let included = Arc::new(kustomizations.included());
    // Without open documents nothing is built soon again.
    if !open.is_empty() {
        *builds = kustomizations.into_known();
    }
    let known = KnownKustomizations {
        folders,
        files: Arc::new(read),
        included,
        findings: Arc::new(findings),
        open: Arc::new(open),
        objects: Arc::default(),
        builds: Arc::clone(&before.builds),
    };
    (built, known)
}

/// The name in the index of a file that kustomizations name.
fn source_of(path: &str) -> String {
    Uri::from_file_path(path).map_or_else(|| path.to_owned(), |uri| uri.to_string())
}
