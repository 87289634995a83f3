//! Files that are equal, as catalogs have many: the result of the first one counts for the others too.
//!
//! Must not know what is found in a file.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crdls_resource::{IndexedCrd, Shared};
use crdls_system::files::read_again;

use crate::render::Reload;

/// Results of files, by the name of everything that they depend on (`entry_name`).
#[derive(Debug)]
pub(crate) struct EqualFiles<T>(Mutex<HashMap<String, Arc<T>>>);

impl<T> Default for EqualFiles<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> EqualFiles<T> {
    /// The result of a file that is equal.
    pub(crate) fn get(&self, key: &str) -> Option<Arc<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Notes the result of a file.
    pub(crate) fn note(&self, key: String, given: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::new(given));
    }
}

/// CRDs and webhooks that a file adds to the index.
#[derive(Debug, Default)]
pub(crate) struct KnownCrds {
    /// The CRDs in it.
    pub(crate) crds: Vec<IndexedCrd>,
    /// The resources that webhooks configured in it may change, each after its group.
    pub(crate) mutated: Vec<(String, String)>,
}

impl KnownCrds {
    /// The same of an equal file, which `again` reads.
    pub(crate) fn of_copy(&self, name: &str, again: &Reload) -> Self {
        let (source, text) = (name.into(), text_of(again));
        let crds = self.crds.iter().map(|known| known.in_copy(&source, &text)).collect();
        Self { crds, mutated: self.mutated.clone() }
    }
}

/// A text that CRDs are decoded from when one is asked for.
pub(crate) fn text_of(again: &Reload) -> Shared {
    let again = again.clone();
    Shared::later(move || Arc::clone(again.read().shared_text()))
}

/// Reads a file again.
pub(crate) fn reload(path: &Path) -> Reload {
    let path = path.to_owned();
    Reload::new(move || read_again(&path))
}
