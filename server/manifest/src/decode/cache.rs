//! The CRDs of a text as they were decoded last, to be followed through its edits and shared by all who ask.
//!
//! Knows texts by their edits alone: whoever keeps one tells it of each.

use std::sync::{Arc, Mutex, PoisonError};

use crdls_text::TextChange;
use crdls_yaml::Node;

use super::Decoded;
use crdls_minors::Minor;
use crdls_minors::trace::{note, traced};
use crdls_report::{Advice, Config, FieldValidation};

/// What was decoded of a text. A copy takes it over: it is of use to the text that is edited on, and what it knows
/// can be changed in place only where nobody else has it.
#[derive(Debug, Default)]
pub struct DecodeCache(Mutex<Vec<CachedCrd>>);

#[derive(Clone, Debug)]
struct CachedCrd {
    key: ObjectKey,
    /// The minors that decode it so: the oldest and the newest that is known.
    minors: (Minor, Minor),
    validation: FieldValidation,
    decoded: Arc<Decoded>,
    /// Whether it can be followed through an edit.
    plain: bool,
    /// What was done to the text since.
    change: Option<TextChange>,
}

/// Which object of a text it is: the number of its document, from 0, and its index in each list around it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectKey {
    /// The number of its document in the text, from 0.
    pub document: u32,
    /// The index of the object in each list around it, the outermost first; empty if the document is the object.
    pub list_indices: Vec<usize>,
}

impl Clone for DecodeCache {
    fn clone(&self) -> Self {
        Self(Mutex::new(std::mem::take(&mut *self.entries())))
    }
}

impl DecodeCache {
    /// A copy for a text that is edited to try something: this one keeps what it knows.
    #[must_use]
    pub fn shared(&self) -> Self {
        Self(Mutex::new(self.entries().clone()))
    }

    /// Follows a change of the text.
    pub fn edited(&self, next: TextChange) {
        let mut kept = self.entries();
        kept.retain(|kept| kept.plain);
        for kept in kept.iter_mut() {
            kept.change = Some(kept.change.map_or(next, |change| change.then(next)));
        }
    }

    /// A CRD, decoded by `decode` where it has to be; `plain` where its document is, see [`crdls_yaml::Tree::is_plain`].
    pub fn crd(
        &self,
        root: Node<'_>,
        key: ObjectKey,
        plain: bool,
        config: &Config,
        decode: impl FnOnce() -> Arc<Decoded>,
    ) -> Arc<Decoded> {
        let mut all = self.entries();
        let at = all.iter().position(|kept| kept.key == key);
        let known = at.map(|at| all.swap_remove(at)).filter(|known| known.is_read_by(config));
        let (before, newest) = match &known {
            Some(CachedCrd { minors, change: None, .. }) => *minors,
            // What changed is decoded as of this minor.
            Some(changed) => (changed.minors.0, config.kubernetes),
            None => (Minor::OLDEST, config.kubernetes),
        };
        let (followed, changed) = traced(|| known.and_then(|known| known.now(root, plain, config)));
        let (decoded, oldest) = match followed {
            Some(decoded) => (decoded, before.max(changed)),
            None => traced(decode),
        };
        note(oldest);
        let (minors, validation) = ((oldest, newest), config.field_validation);
        all.push(CachedCrd { key, minors, validation, decoded: Arc::clone(&decoded), plain, change: None });
        decoded
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, Vec<CachedCrd>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedCrd {
    fn is_read_by(&self, config: &Config) -> bool {
        let (oldest, newest) = self.minors;
        (oldest..=newest).contains(&config.kubernetes)
            && self.validation == config.field_validation
            && (self.decoded.json_size.is_some() || config.advice != Advice::All)
    }

    /// The current model, if it can be updated incrementally.
    fn now(self, root: Node<'_>, plain: bool, config: &Config) -> Option<Arc<Decoded>> {
        match self.change {
            None => Some(self.decoded),
            Some(change) if plain && self.decoded.is_flawless() => {
                Arc::unwrap_or_clone(self.decoded).updated(root, change, config).map(Arc::new)
            }
            Some(_) => None,
        }
    }
}
