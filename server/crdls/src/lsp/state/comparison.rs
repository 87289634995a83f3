//! What a document differs in from its old state.
//!
//! It is found after the findings of a text, and kept until it is found anew: for the texts between, what the edits did
//! not touch is moved with them. Must not know how it is found.

use std::sync::Arc;

use crdls_ide::{File, FileFinding};
use crdls_schema::Related;
use crdls_schema::stop::Stop;
use crdls_text::TextRange;

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

/// What was found, and the text that it was found in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Differences {
    text: Arc<String>,
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

    /// Whether nothing is shown.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.text.is_empty()
    }

    /// The old state may be another one now.
    pub(crate) fn outdate(&mut self) {
        self.old = None;
        self.begun = None;
    }

    /// Takes what was found in a text. True where it differs from what was shown for it.
    pub(crate) fn take(&mut self, file: &File, found: Differences) -> bool {
        let found = Arc::new(Differences { text: Arc::clone(file.shared_text()), ..found });
        let changed = self.differences(file) != found;
        self.number += u64::from(changed);
        self.found = found;
        changed
    }

    /// What was found last, as far as it is still in the text.
    pub(crate) fn differences(&self, file: &File) -> Arc<Differences> {
        let Differences { text, findings, hovers, lenses, page } = &*self.found;
        if text.is_empty() || Arc::ptr_eq(text, file.shared_text()) {
            return Arc::clone(&self.found);
        }
        let edit = ChangedPart::between(text, file.text());
        let moved = |notes: &[Note]| {
            let moved = |note: &Note| Some(Note { range: edit.range(note.range)?, text: note.text.clone() });
            notes.iter().filter_map(moved).collect()
        };
        Arc::new(Differences {
            text: Arc::clone(file.shared_text()),
            findings: findings.iter().filter_map(|found| edit.moved(found)).collect(),
            hovers: moved(hovers),
            lenses: moved(lenses),
            page: page.clone(),
        })
    }
}

/// How many bytes are compared at once.
const CHUNK: usize = 4096;

/// The part in which two texts differ.
pub(super) struct ChangedPart {
    /// Where it begins in both.
    start: u32,
    /// Where it ends in the old one.
    end: u32,
    /// How much longer the new one is.
    growth: i64,
}

impl ChangedPart {
    pub(super) fn between(old: &str, new: &str) -> Self {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let whole = old.chunks(CHUNK).zip(new.chunks(CHUNK)).take_while(|(a, b)| a == b).count() * CHUNK;
        let start = whole.min(old.len()).min(new.len());
        let tail = old.get(start..).into_iter().flatten().zip(new.get(start..).into_iter().flatten());
        let same = start + tail.take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - same;
        let ends = old.rchunks(CHUNK).zip(new.rchunks(CHUNK));
        let whole = ends.take_while(|(a, b)| a == b).count() * CHUNK;
        let end = whole.min(rest);
        let head = old
            .get(..old.len() - end)
            .into_iter()
            .flatten()
            .rev()
            .zip(new.get(..new.len() - end).into_iter().flatten().rev())
            .take(rest - end);
        let after = end + head.take_while(|(a, b)| a == b).count();
        let growth = new.len() as i64 - old.len() as i64;
        Self { start: same as u32, end: (old.len() - after) as u32, growth }
    }

    /// A finding in the new text; `None` where the part touches it.
    pub(super) fn moved(&self, found: &FileFinding) -> Option<FileFinding> {
        let mut found = found.clone();
        found.finding.range = self.range(found.finding.range)?;
        let moved = |mut related: Related| {
            if related.file.is_none() {
                related.range = self.range(related.range)?;
            }
            Some(related)
        };
        found.finding.related = found.finding.related.into_iter().filter_map(moved).collect();
        Some(found)
    }

    pub(super) fn range(&self, range: TextRange) -> Option<TextRange> {
        if range.end < self.start {
            return Some(range);
        }
        let moved = |offset: u32| u32::try_from(i64::from(offset) + self.growth).ok();
        let after = (range.start > self.end).then_some(range)?;
        Some(TextRange { start: moved(after.start)?, end: moved(after.end)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_edit_does_not_touch_moves_with_it() {
        let range = |start, end| TextRange { start, end };
        let part = ChangedPart::between("a: 1\nb: 2\nc: 3\n", "a: 1\nb: twenty\nc: 3\n");
        assert_eq!(part.range(range(0, 4)), Some(range(0, 4)));
        assert_eq!(part.range(range(5, 9)), None);
        assert_eq!(part.range(range(10, 14)), Some(range(15, 19)));
        let same = ChangedPart::between("aa", "aaa");
        assert_eq!((same.start, same.end, same.growth), (2, 2, 1));
    }
}
