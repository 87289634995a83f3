//! Reading the CRDs of files.
//!
//! Knows where to search and how to do it fast: most files do not mention CRDs, and are not parsed. Must not know what
//! is open, nor the client.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crdls_ide::File;
use crdls_report::Config;
use crdls_resource::{Index, IndexedCrd, Shared};
use ls_types::Uri;

use super::built::{KnownKustomizations, build};
use crdls_system::files::{
    DiskFiles, Excluded, FileForms, Manifests, is_workspace, kustomization_folders, manifests, mentions_crds,
    projects, read_again,
};
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// Where CRDs are searched: a folder, a file or a glob.
#[derive(Clone, Debug)]
pub(crate) struct SearchPlace {
    /// The number of a place that the user names, from 1; 0 for a folder of the workspace. See [`Index::found`].
    pub(crate) rank: usize,
    pub(crate) path: PathBuf,
    pub(crate) config: Arc<Config>,
    /// Files of it that are not read.
    pub(crate) excluded: Excluded,
}

impl SearchPlace {
    /// Whether a file is in it, and not excluded.
    pub(crate) fn has(&self, file: &Path) -> bool {
        file.starts_with(&self.path) && !self.excluded.covers(file)
    }

    /// Its files that are not excluded.
    pub(crate) fn manifests(&self, is_stopped: impl Fn() -> bool) -> Manifests {
        let mut found = manifests(&self.path, is_stopped);
        found.paths.retain(|path| !self.excluded.covers(path));
        found
    }
}

/// A file to be read, with the rank and settings of its place.
#[derive(Clone, Debug)]
pub(crate) struct FileToScan {
    pub(crate) path: PathBuf,
    pub(crate) rank: usize,
    pub(crate) config: Arc<Config>,
}

/// The CRDs of a file, under its URI.
#[derive(Debug)]
pub(crate) struct CrdFile {
    pub(crate) source: String,
    pub(crate) path: PathBuf,
    pub(crate) crds: Vec<IndexedCrd>,
}

/// The progress of a scan, for those who wait for it.
#[derive(Debug, Default)]
pub(crate) struct ScanProgress {
    /// Nobody waits any more.
    stopped: AtomicBool,
    files: AtomicUsize,
    read: AtomicUsize,
}

impl ScanProgress {
    /// The scan is to end: its result is not used.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// `12 of 2000 files`
    pub(crate) fn text(&self) -> String {
        let [read, files] = [&self.read, &self.files].map(|count| count.load(Ordering::Relaxed));
        format!("{read} of {files} files")
    }

    /// From 0 to 100.
    pub(crate) fn percentage(&self) -> u32 {
        let [read, files] = [&self.read, &self.files].map(|count| count.load(Ordering::Relaxed));
        (read * 100 / files.max(1)) as u32
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// What a scan finds.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) crds: Index,
    pub(crate) forms: FileForms,
    pub(crate) kustomizations: KnownKustomizations,
    /// The places that are too large for a project, and whether only a part of each was searched.
    pub(crate) too_large: BTreeMap<PathBuf, bool>,
    /// Messages about faults of crdls.
    pub(crate) faults: Vec<String>,
}

/// All CRDs of the places and the forms of their files. A file in several places is read as part of the
/// first.
pub(crate) fn scan(places: &[SearchPlace], progress: &ScanProgress) -> Scanned {
    let (mut wanted, mut too_large, mut kustomized) = (Vec::new(), BTreeMap::new(), Vec::new());
    for place in places {
        let found = place.manifests(|| progress.is_stopped());
        if found.is_cut || place.rank == 0 && !is_workspace(&place.path) {
            // What all kustomizations of a machine build is nobody's, and takes more memory than all that is read.
            too_large.insert(place.path.clone(), found.is_cut);
        } else {
            kustomized.extend(kustomization_folders(found.paths.iter().map(|path| &**path)));
        }
        let file = |path| FileToScan { path, rank: place.rank, config: Arc::clone(&place.config) };
        wanted.extend(found.paths.into_iter().map(file));
    }
    kustomized.sort_unstable();
    kustomized.dedup();
    let forms = FileForms::of_files(wanted.iter().map(|wanted| &*wanted.path));
    let config = places.first().map(|place| Arc::clone(&place.config)).unwrap_or_default();
    progress.files.store(wanted.len(), Ordering::Relaxed);
    let step = |wanted: FileToScan| {
        if progress.is_stopped() {
            return Ok(None);
        }
        let found = read(&wanted, &forms);
        progress.read.fetch_add(1, Ordering::Relaxed);
        found
    };
    let (mut crds, mut faults, mut paths) = (Index::default(), Vec::new(), Vec::new());
    for found in Threads::new(Some(spare())).map(wanted, step) {
        match found {
            Ok(Some(found)) if !crds.has(&found.source) => {
                crds.insert(&found.source, found.crds);
                paths.push(found.path);
            }
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
    }
    let folders = projects(paths.iter().map(PathBuf::as_path)).into_iter();
    let uris = folders.filter_map(|folder| Some(Uri::from_file_path(folder)?.to_string()));
    crds.set_layout("", uris);
    let (built, kustomizations) =
        build(&DiskFiles, &KnownKustomizations::of(kustomized), HashMap::new(), &crds, &config);
    for (source, built) in built {
        crds.take_built(&source, &built);
    }
    Scanned { crds, forms, kustomizations, too_large, faults }
}

/// The number of threads that are left when one answers the client.
fn spare() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

/// The CRDs of a file; `None` where it has none, is no whole manifest or was removed. The message where there is a fault in crdls.
pub(crate) fn read(wanted: &FileToScan, forms: &FileForms) -> Result<Option<CrdFile>, String> {
    let name = wanted.path.to_string_lossy();
    guarded(&name, || crds_of(&wanted.path, wanted.rank, &wanted.config, forms))
}

fn crds_of(path: &Path, rank: usize, config: &Config, forms: &FileForms) -> Option<CrdFile> {
    let bytes = std::fs::read(path).ok()?;
    if !mentions_crds(&bytes) {
        return None;
    }
    if forms.form(path).is_partial() {
        return None;
    }
    let source = Uri::from_file_path(path)?.to_string();
    let file = File::from_bytes(bytes);
    // Most of the CRDs of a workspace are never asked for more than their names.
    let again = path.to_owned();
    let again = Shared::later(move || Arc::clone(read_again(&again).shared_text()));
    let crds = Index::found_in(&source, rank, file.text(), &again, file.tree(), config);
    (!crds.is_empty()).then(|| CrdFile { source, path: path.to_owned(), crds })
}
