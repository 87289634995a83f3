//! What a document differs in from its old state.
//!
//! It is found after the findings of a text, and kept until it is found anew: what an edit touches is no longer shown,
//! what stands after it moves. Must not know how it is found.

use std::sync::Arc;

use crdls_ide::FileFinding;
use crdls_schema::Related;
use crdls_schema::stop::Stop;
use crdls_text::{Edit, TextRange};

use super::workers::StopOnDrop;
use crate::lsp::workspace::old::OldManifests;

/// The comparison of a document.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// The old state; `None` until it is known, `Some(None)` where there is none.
    pub(crate) old: Option<Option<Arc<OldManifests>>>,
    /// The generation that is being compared or was compared last, and what stops it.
    begun: Option<(u64, StopOnDrop)>,
    found: Arc<Differences>,
    /// How often they were others than before.
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

    /// Takes what was found in the latest text. True where it differs from what was shown for it.
    pub(crate) fn take(&mut self, found: Differences) -> bool {
        let changed = *self.found != found;
        self.number += u64::from(changed);
        self.found = Arc::new(found);
        changed
    }

    /// What was found last, as far as it is still in the text.
    pub(crate) fn differences(&self) -> Arc<Differences> {
        Arc::clone(&self.found)
    }

    /// Follows an edit of the text.
    pub(crate) fn edited(&mut self, edit: &Edit) {
        self.follow(|| ChangedPart { range: edit.range, length: edit.new_text.len() as u32 });
    }

    /// Follows a new text.
    pub(crate) fn replaced(&mut self, old: &str, new: &str) {
        self.follow(|| ChangedPart::between(old, new));
    }

    fn follow(&mut self, part: impl FnOnce() -> ChangedPart) {
        if self.is_empty() {
            return;
        }
        let part = part();
        let Differences { findings, hovers, lenses, page: _ } = Arc::make_mut(&mut self.found);
        findings.retain_mut(|found| part.moves(found));
        for notes in [hovers, lenses] {
            notes.retain_mut(|note| part.moves_range(&mut note.range));
        }
    }
}

/// The part in which two texts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChangedPart {
    /// Its bytes in the old one.
    range: TextRange,
    /// How many bytes of the new one are in its place.
    length: u32,
}

impl ChangedPart {
    pub(super) fn between(old: &str, new: &str) -> Self {
        let shorter = old.len().min(new.len());
        let start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let ends = old.bytes().rev().zip(new.bytes().rev()).take(shorter - start);
        let after = ends.take_while(|(a, b)| a == b).count();
        let range = TextRange { start: start as u32, end: (old.len() - after) as u32 };
        Self { range, length: (new.len() - after - start) as u32 }
    }

    /// Moves a finding into the new text; false where the part touches it.
    pub(super) fn moves(&self, found: &mut FileFinding) -> bool {
        let is_kept = |related: &mut Related| related.file.is_some() || self.moves_range(&mut related.range);
        found.finding.related.retain_mut(is_kept);
        self.moves_range(&mut found.finding.range)
    }

    pub(super) fn moves_range(&self, range: &mut TextRange) -> bool {
        if range.end < self.range.start {
            return true;
        }
        let moved = |offset: u32| offset - self.range.len() + self.length;
        let is_after = range.start > self.range.end;
        if is_after {
            *range = TextRange { start: moved(range.start), end: moved(range.end) };
        }
        is_after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_edit_does_not_touch_moves_with_it() {
        let part = ChangedPart::between("a: 1\nb: 2\nc: 3\n", "a: 1\nb: twenty\nc: 3\n");
        let moved = |start, end| {
            let mut range = TextRange { start, end };
            part.moves_range(&mut range).then_some((range.start, range.end))
        };
        assert_eq!(moved(0, 4), Some((0, 4)));
        assert_eq!(moved(5, 9), None);
        assert_eq!(moved(10, 14), Some((15, 19)));
        let same = ChangedPart::between("aa", "aaa");
        assert_eq!(same, ChangedPart { range: TextRange::empty(2), length: 1 });
    }
}
