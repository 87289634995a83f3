//! What a document differs in from its old state.
//!
//! It is found after the findings of a text, and kept until it is found anew: what an edit touches is no longer shown,
//! what stands after it moves. Must not know how it is found.

use std::sync::Arc;

use crdls_ide::FileFinding;
use crdls_report::stop::Stop;
use crdls_text::{Edit, TextChange, TextRange};

use super::workers::StopOnDrop;
use crate::lsp::protocol::features::Refresh;
use crate::lsp::workspace::old::OldManifests;

/// The comparison of a document.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// The old state; `None` until it is known, `Some(None)` where there is none.
    pub(crate) old: Option<Option<Arc<OldManifests>>>,
    /// The generation that is being compared or was compared last, and what stops it.
    begun: Option<(u64, StopOnDrop)>,
    found: Arc<Differences>,
    /// How often the findings were others than before.
    pub(crate) number: u64,
}

/// What was found, at its places in the latest text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Differences {
    pub(crate) findings: Vec<FileFinding>,
    /// What hover adds, in Markdown.
    pub(crate) hovers: Vec<Note>,
    /// The titles of code lenses.
    pub(crate) lenses: Vec<Note>,
    /// All changes, in Markdown; empty where there is none.
    pub(crate) page: String,
}

/// A text about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) range: TextRange,
    pub(crate) text: String,
}

impl Comparison {
    /// Begins with a generation. Returns what stops it; `None` where that was begun already.
    pub(crate) fn begin(&mut self, generation: u64) -> Option<Stop> {
        if self.begun.as_ref().is_some_and(|(begun, _)| *begun == generation) {
            return None;
        }
        let stop = Stop::default();
        self.begun = Some((generation, StopOnDrop(stop.clone())));
        Some(stop)
    }

    /// Stops what was begun: the text is another one.
    pub(crate) fn stop(&mut self) {
        self.begun = None;
    }

    /// Whether nothing is shown.
    pub(crate) fn is_empty(&self) -> bool {
        *self.found == Differences::default()
    }

    /// The old state may be another one now.
    pub(crate) fn outdate(&mut self) {
        self.old = None;
        self.begun = None;
    }

    /// Takes what was found in the latest text. Returns what differs from what was shown for it.
    pub(crate) fn take(&mut self, found: Differences) -> Vec<Refresh> {
        let findings_differ = self.found.findings != found.findings;
        self.number += u64::from(findings_differ);
        let differs = Refresh::of(findings_differ, self.found.lenses != found.lenses);
        self.found = Arc::new(found);
        differs
    }

    /// What was found last, as far as it is still in the text.
    pub(crate) fn differences(&self) -> Arc<Differences> {
        Arc::clone(&self.found)
    }

    /// Follows an edit of the text.
    pub(crate) fn edited(&mut self, edit: &Edit) {
        self.follow(|| TextChange::from(edit));
    }

    /// Follows a new text.
    pub(crate) fn replaced(&mut self, old: &str, new: &str) {
        self.follow(|| TextChange::between(old, new));
    }

    fn follow(&mut self, change: impl FnOnce() -> TextChange) {
        if self.is_empty() {
            return;
        }
        let change = change();
        let Differences { findings, hovers, lenses, page: _ } = Arc::make_mut(&mut self.found);
        findings.retain_mut(|found| Arc::make_mut(&mut found.finding).moved_by(change));
        for notes in [hovers, lenses] {
            notes.retain_mut(|note| change.moves(&mut note.range));
        }
    }
}
