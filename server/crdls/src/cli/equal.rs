//! Files that are equal, as catalogs have many: the result of the first one counts for the others too.
//!
//! Must not know what is found in a file.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

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
