//! Reading the CRDs of files.
//!
//! Knows where to search and how to do it fast: most files do not mention CRDs, and are not parsed. Must not know what
//! is open, nor the client.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crdls_ide::File;
use crdls_resource::{Index, IndexedCrd};
use crdls_schema::Config;
use memchr::memmem;
use tower_lsp_server::ls_types::Uri;

use crate::files::manifests;
use crate::guard::guarded;
use crate::threads::Threads;

/// Where CRDs are searched: a folder, a file or a glob.
#[derive(Clone, Debug)]
pub(crate) struct SearchPlace {
    /// Of two CRDs of one kind the one of the lower rank is used.
    pub(crate) rank: usize,
    pub(crate) path: PathBuf,
    pub(crate) config: Arc<Config>,
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

/// All CRDs of the places, and messages about faults of crdls in it. A file in several places is read as part of the
/// first.
pub(crate) fn scan(places: &[SearchPlace], progress: &ScanProgress) -> (Index, Vec<String>) {
    let wanted: Vec<_> = places.iter().flat_map(files).collect();
    progress.files.store(wanted.len(), Ordering::Relaxed);
    let step = |wanted: FileToScan| {
        let found = if progress.is_stopped() { Ok(None) } else { read(&wanted) };
        progress.read.fetch_add(1, Ordering::Relaxed);
        found
    };
    let (mut index, mut faults) = (Index::default(), Vec::new());
    for found in Threads::new(Some(spare())).map(wanted, step) {
        match found {
            Ok(Some(found)) if !index.has(&found.source) => index.insert(&found.source, found.crds),
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
    }
    (index, faults)
}

/// The number of threads that are left when one answers the client.
fn spare() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

fn files(place: &SearchPlace) -> impl Iterator<Item = FileToScan> {
    let SearchPlace { rank, path, config } = place;
    manifests(path).into_iter().map(|path| FileToScan { path, rank: *rank, config: Arc::clone(config) })
}

/// The CRDs of a file; `None` where it has none or was removed. The message where there is a fault in crdls.
pub(crate) fn read(wanted: &FileToScan) -> Result<Option<CrdFile>, String> {
    let name = wanted.path.to_string_lossy();
    guarded(&name, || crds_of(&wanted.path, wanted.rank, &wanted.config))
}

fn crds_of(path: &Path, rank: usize, config: &Config) -> Option<CrdFile> {
    let bytes = std::fs::read(path).ok()?;
    memmem::find(&bytes, b"CustomResourceDefinition")?;
    let source = Uri::from_file_path(path)?.to_string();
    let file = File::from_bytes(bytes);
    let crds = Index::found(&source, rank, file.shared_text(), file.tree(), config);
    (!crds.is_empty()).then_some(CrdFile { source, crds })
}
