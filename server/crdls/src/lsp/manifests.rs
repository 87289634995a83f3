//! The workspace's manifests that are not open, of which so many are read as can be in the time of a keystroke.
//!
//! Must not know what is looked for in them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crdls_ide::File;
use memchr::memmem;
use tower_lsp_server::ls_types::Uri;

use super::documents::Snapshot;
use super::index;
use super::session::Session;
use crate::cli::manifests;

/// What is known beside a document.
pub(super) struct Surroundings {
    pub(super) open: Vec<Snapshot>,
    places: Vec<PathBuf>,
}

/// The most files that are read for an answer, and bytes of them.
const FILES: usize = 5000;
const BYTES: u64 = 64 << 20;

impl Surroundings {
    pub(super) fn of(session: &Session) -> Self {
        let state = session.state();
        let (open, places) = (state.snapshots(), state.workspace.places());
        Self { open, places: places.into_iter().map(|place| place.path).collect() }
    }

    /// Whether there is more than what is open.
    pub(super) fn has_files(&self) -> bool {
        !self.places.is_empty()
    }

    /// Calls for each file that is not open and mentions a word, with its name, until that says that it is enough.
    pub(super) fn closed(&self, word: &str, mut each: impl FnMut(&File, &Uri, &str) -> bool) {
        let mut seen: BTreeSet<String> = self.open.iter().map(|open| open.name.to_string()).collect();
        let mut left = BYTES;
        let paths = self.places.iter().flat_map(|place| manifests(place)).take(FILES);
        for path in paths {
            crdls_crd::stop::checkpoint();
            let Some(uri) = Uri::from_file_path(&path) else { continue };
            let name = index::name(&uri);
            if !seen.insert(name.clone()) {
                continue;
            }
            let size = std::fs::metadata(&path).map_or(0, |about| about.len());
            if size > left {
                return;
            }
            left -= size;
            let Ok(bytes) = std::fs::read(&path) else { continue };
            // Most files are of other kinds, and are not parsed.
            if memmem::find(&bytes, word.as_bytes()).is_none() {
                continue;
            }
            if !each(&File::from_bytes(bytes), &uri, &name) {
                return;
            }
        }
    }
}
