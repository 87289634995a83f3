//! Values that features keep of a text that is edited, each with what was done to the text since.
//!
//! Must not know what the values are.

use std::any::Any;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crdls_text::TextChange;

use super::File;

/// The values that were kept, one of each type. A copy takes them over: they are of use to the text that is edited on.
#[derive(Default)]
pub(crate) struct KeptValues(Mutex<Vec<Kept>>);

/// A value, and what was done to the text since it was made.
struct Kept {
    value: Box<dyn Any + Send>,
    change: Option<TextChange>,
}

impl fmt::Debug for KeptValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptValues")
    }
}

impl Clone for KeptValues {
    fn clone(&self) -> Self {
        Self(Mutex::new(std::mem::take(&mut *self.values())))
    }
}

impl KeptValues {
    /// Follows a change of the text.
    pub(super) fn edited(&self, next: TextChange) {
        for kept in &mut *self.values() {
            kept.change = Some(kept.change.map_or(next, |change| change.then(next)));
        }
    }

    fn values(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl File {
    /// Takes the value of this type that was kept last, and what was done to the text since.
    pub fn take_kept<T: 'static>(&self) -> Option<(T, Option<TextChange>)> {
        let mut values = self.kept.as_ref()?.values();
        let at = values.iter().position(|kept| kept.value.is::<T>())?;
        let Kept { value, change } = values.swap_remove(at);
        Some((*value.downcast().ok()?, change))
    }

    /// Keeps a value that was made of the text instead of the one of its type, if the file is remembering.
    pub fn keep<T: Send + 'static>(&self, value: T) {
        if let Some(kept) = &self.kept {
            let mut values = kept.values();
            values.retain(|kept| !kept.value.is::<T>());
            values.push(Kept { value: Box::new(value), change: None });
        }
    }
}
