//! Reading the CRDs of files.
//!
//! Knows where to look and how to do it quickly: most files say nothing of CRDs, and are not parsed. Must
//! not know what is open, nor the client.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crdls_crd::Config;
use crdls_crd::instance::{Index, Known};
use crdls_ide::File;
use memchr::memmem;
use tower_lsp_server::ls_types::Uri;

use crate::cli::{Threads, guarded, manifests};

/// Where to look: a folder, a file or a glob.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Of two CRDs of one kind that of the lower rank judges.
    pub(super) rank: usize,
    pub(super) path: PathBuf,
    pub(super) config: Arc<Config>,
}

/// A file to be read, as a part of a place.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) path: PathBuf,
    pub(super) rank: usize,
    pub(super) config: Arc<Config>,
}

/// The CRDs of a file, under its URI.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) source: String,
    pub(super) crds: Vec<Known>,
}

/// How far a scan is, for those who wait for it.
#[derive(Debug, Default)]
pub(super) struct Stage {
    /// Nobody waits any more.
    late: AtomicBool,
    files: AtomicUsize,
    read: AtomicUsize,
}

impl Stage {
    pub(super) fn stop(&self) {
        self.late.store(true, Ordering::Relaxed);
    }

    /// `12 of 2000 files`
    pub(super) fn words(&self) -> String {
        let [read, files] = [&self.read, &self.files].map(|count| count.load(Ordering::Relaxed));
        format!("{read} of {files} files")
    }

    /// From 0 to 100.
    pub(super) fn percentage(&self) -> u32 {
        let [read, files] = [&self.read, &self.files].map(|count| count.load(Ordering::Relaxed));
        (read * 100 / files.max(1)) as u32
    }

    fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }
}

/// All CRDs of the places; of a file that is in several of them as the first has it. And what went wrong.
pub(super) fn scan(places: &[Place], stage: &Stage) -> (Index, Vec<String>) {
    let wanted: Vec<_> = places.iter().flat_map(files).collect();
    stage.files.store(wanted.len(), Ordering::Relaxed);
    let step = |wanted: Wanted| {
        let found = if stage.is_late() { Ok(None) } else { read(&wanted) };
        stage.read.fetch_add(1, Ordering::Relaxed);
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

/// Threads that are left beside the one that answers the client.
fn spare() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

fn files(place: &Place) -> impl Iterator<Item = Wanted> {
    let Place { rank, path, config } = place;
    manifests(path).into_iter().map(|path| Wanted { path, rank: *rank, config: Arc::clone(config) })
}

/// The CRDs of a file; nothing where it has none or is gone. The fault where it is ours.
pub(super) fn read(wanted: &Wanted) -> Result<Option<Found>, String> {
    let name = wanted.path.to_string_lossy();
    guarded(&name, || found(&wanted.path, wanted.rank, &wanted.config))
}

fn found(path: &Path, rank: usize, config: &Config) -> Option<Found> {
    let bytes = std::fs::read(path).ok()?;
    memmem::find(&bytes, b"CustomResourceDefinition")?;
    let source = Uri::from_file_path(path)?.to_string();
    let file = File::from_bytes(bytes);
    let crds = Index::found(&source, rank, file.shared_text(), file.tree(), config);
    (!crds.is_empty()).then_some(Found { source, crds })
}
