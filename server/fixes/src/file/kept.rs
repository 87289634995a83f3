//! A value that a feature keeps of a text that is edited, with what was done to the text since.
//!
//! Must not know what the value is.

use std::any::Any;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crdls_text::TextChange;

use super::File;

/// The value that was kept last. A copy takes it over: it is of use to the text that is edited on.
#[derive(Default)]
pub(crate) struct KeptValue(Mutex<Option<Kept>>);

/// A value, and what was done to the text since it was made.
struct Kept {
    value: Box<dyn Any + Send>,
    change: Option<TextChange>,
}

impl fmt::Debug for KeptValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptValue")
    }
}

impl Clone for KeptValue {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.value().take()))
    }
}

impl KeptValue {
    /// Follows a change of the text.
    pub(super) fn edited(&self, next: TextChange) {
        if let Some(kept) = &mut *self.value() {
            kept.change = Some(kept.change.map_or(next, |change| change.then(next)));
        }
    }

    fn value(&self) -> MutexGuard<'_, Option<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl File {
    /// Takes the value that was kept last, if it is of this type, and what was done to the text since.
    pub fn take_kept<T: 'static>(&self) -> Option<(T, Option<TextChange>)> {
        let Kept { value, change } = self.kept.as_ref()?.value().take()?;
        Some((*value.downcast().ok()?, change))
    }

    /// Keeps a value that was made of the text, if the file is remembering.
    pub fn keep<T: Send + 'static>(&self, value: T) {
        if let Some(kept) = &self.kept {
            *kept.value() = Some(Kept { value: Box::new(value), change: None });
        }
    }
}
