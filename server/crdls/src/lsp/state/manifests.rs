//! All manifests of the workspace: those of open documents, and those of files that are not open.
//!
//! Of files as many are read as can be within the time of a keystroke. Must not know what is looked for in them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crdls_ide::File;
use ls_types::Uri;
use memchr::memmem;

use super::documents::Snapshot;
use super::session::Session;
use crate::lsp::protocol::locations::document_name;
use crate::lsp::workspace::scan::SearchPlace;
use crdls_system::files::read_again;

/// The open documents, and where files are.
pub(crate) struct WorkspaceManifests {
    /// The open documents.
    pub(crate) open: Vec<Snapshot>,
    places: Vec<SearchPlace>,
}

/// A document of the workspace.
pub(crate) struct Manifest {
    pub(crate) snapshot: Snapshot,
    is_open: bool,
}

impl Manifest {
    /// The editor's version; `None` where the document is not open.
    pub(crate) fn version(&self) -> Option<i32> {
        self.is_open.then_some(self.snapshot.version)
    }
}

/// The most files that are read for an answer, and the most bytes of them.
const FILES: usize = 5000;
const BYTES: u64 = 64 << 20;

impl WorkspaceManifests {
    /// What is open now, and the folders of now.
    pub(crate) fn of(session: &Session) -> Self {
        let state = session.state();
        let (open, places) = (state.snapshots(), state.places_of_project());
        Self { open, places }
    }

    /// The document that the index names so, whether it is open or not. `of`: an open one, whose settings and CRDs a closed
    /// one has.
    pub(crate) fn document(&self, name: &str, of: &Snapshot) -> Option<Manifest> {
        let open = std::iter::once(of).chain(&self.open).find(|open| *open.name == *name);
        if let Some(open) = open {
            return Some(Manifest { snapshot: open.clone(), is_open: true });
        }
        let uri: Uri = name.parse().ok()?;
        let file = Arc::new(read_again(&uri.to_file_path()?));
        let snapshot = Snapshot::of_closed(uri, file, Arc::clone(&of.config), Arc::clone(&of.crds));
        Some(Manifest { snapshot, is_open: false })
    }

    /// Whether there is more than what is open.
    pub(crate) fn has_files(&self) -> bool {
        !self.places.is_empty()
    }

    /// Calls `each` for each open document, then for files as [`Self::closed_with`] does, until `each` returns false.
    pub(crate) fn with(&self, words: &[&str], mut each: impl FnMut(&File, &Uri, &str) -> bool) {
        if self.open.iter().all(|open| each(&open.file, &open.uri, &open.name)) {
            self.closed_with(words, each);
        }
    }

    /// Calls `each` for each file that is not open and contains one of some words, with its URI and its name in the index,
    /// until `each` returns false.
    pub(crate) fn closed_with(&self, words: &[&str], mut each: impl FnMut(&File, &Uri, &str) -> bool) {
        let mut seen: BTreeSet<String> = self.open.iter().map(|open| open.name.to_string()).collect();
        let mut left = BYTES;
        let paths = self.places.iter().flat_map(|place| place.manifests(|| false).paths).take(FILES);
        for path in paths {
            crdls_report::stop::checkpoint();
            let Some(uri) = Uri::from_file_path(&path) else { continue };
            let name = document_name(&uri);
            if !seen.insert(name.clone()) {
                continue;
            }
            let size = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
            if size > left {
                return;
            }
            left -= size;
            let Ok(bytes) = std::fs::read(&path) else { continue };
            // Most files are of other kinds, and are not parsed.
            if !words.iter().any(|word| memmem::find(&bytes, word.as_bytes()).is_some()) {
                continue;
            }
            if !each(&File::from_bytes(bytes), &uri, &name) {
                return;
            }
        }
    }
}
