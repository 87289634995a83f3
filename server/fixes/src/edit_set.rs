//! Edits of several fixes that are applied together.
//!
//! Must not know what the fixes are for.

use std::collections::BTreeMap;

use crdls_report::Fix;
use crdls_text::{Edit, TextChange, TextRange};

use crate::File;

/// So many edits are made one after the other: each costs a part of what it costs to read the text.
const FEW: usize = 8;

/// Edits that neither overlap nor touch those of another fix.
#[derive(Debug)]
pub(super) struct EditSet<'e> {
    text: &'e str,
    /// By start, end and number among the edits of their fix: two may insert at one place.
    edits: BTreeMap<(u32, u32, usize), &'e Edit>,
}

impl<'e> EditSet<'e> {
    /// An empty set of edits of a text.
    pub(super) const fn of(text: &'e str) -> Self {
        Self { text, edits: BTreeMap::new() }
    }

    /// Adds the edits of a fix; false, and nothing added, where one meets an edit of another fix or is none of the
    /// text, or where the fix has none.
    pub(super) fn add(&mut self, fix: &'e Fix) -> bool {
        let is_free = |edit: &Edit| self.is_of_text(edit.range) && self.is_free(edit.range);
        let fits = !fix.edits.is_empty() && fix.edits.iter().all(is_free);
        if fits {
            let numbered = fix.edits.iter().enumerate();
            self.edits.extend(numbered.map(|(n, edit)| ((edit.range.start, edit.range.end, n), edit)));
        }
        fits
    }

    /// Whether a range neither overlaps nor touches an edit: those are apart from each other.
    fn is_free(&self, range: TextRange) -> bool {
        let before = self.edits.range(..(range.end.saturating_add(1), 0, 0)).next_back();
        before.is_none_or(|(_, other)| other.range.end < range.start)
    }

    fn is_of_text(&self, range: TextRange) -> bool {
        self.text.get(range.start as usize..range.end as usize).is_some()
    }

    /// The file of the text with the edits applied: a few edits change it one by one, many as one change around all of
    /// them. Nothing where the edits of one fix overlap.
    pub(super) fn edited(&self, file: &File) -> Option<File> {
        if self.edits.len() > FEW {
            return self.edited_at_once(file).map(|(file, _)| file);
        }
        let ends = self.edits.values().map(|edit| edit.range.end);
        let starts = self.edits.values().skip(1).map(|edit| edit.range.start);
        let mut file = file.draft();
        let are_apart = ends.zip(starts).all(|(end, start)| end <= start);
        (are_apart && self.edits.values().rev().all(|edit| file.edit(edit))).then_some(file)
    }

    /// The same by one change, which suits edits that are next to each other; with that change.
    pub(super) fn edited_at_once(&self, file: &File) -> Option<(File, TextChange)> {
        let (first, last) = (self.edits.values().next()?, self.edits.values().next_back()?);
        let old = TextRange::new(first.range.start, last.range.end);
        let text = self.applied()?;
        let behind = self.text.len() - old.end as usize;
        let change = TextChange { old, inserted: (text.len() - behind) as u32 - old.start };
        let mut file = file.draft();
        file.change(change, text);
        Some((file, change))
    }

    /// The text with the edits applied; nothing where the edits of one fix overlap.
    pub(super) fn applied(&self) -> Option<String> {
        let mut text = String::with_capacity(self.text.len());
        let mut end = 0;
        for edit in self.edits.values() {
            text += self.text.get(end..edit.range.start as usize)?;
            text += &edit.new_text;
            end = edit.range.end as usize;
        }
        text += self.text.get(end..)?;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(u32, u32, &str)]) -> Fix {
        let edit = |&(start, end, text): &(u32, u32, &str)| Edit {
            range: TextRange::new(start, end),
            new_text: text.into(),
        };
        Fix { title: "fix".into(), safe: true, edits: edits.iter().map(edit).collect() }
    }

    #[test]
    fn fixes_that_do_not_meet_are_applied_together() {
        let fixes = [fix(&[(0, 1, "AAA"), (4, 5, "E")]), fix(&[(1, 2, "-")]), fix(&[(7, 8, "")])];
        let mut set = EditSet::of("abcdefgh");
        assert_eq!(fixes.each_ref().map(|fix| set.add(fix)), [true, false, true]);
        assert_eq!(set.applied().as_deref(), Some("AAAbcdEfg"));
    }

    #[test]
    fn a_fix_that_does_not_fit_the_text_is_not_added() {
        assert!(!EditSet::of("abc").add(&fix(&[])));
        assert!(!EditSet::of("é").add(&fix(&[(1, 2, "x")])));
        assert!(!EditSet::of("abc").add(&fix(&[(2, 4, "x")])));
    }

    #[test]
    fn edits_of_one_fix_may_touch() {
        let fix = fix(&[(1, 1, "x"), (1, 1, "y"), (1, 2, "z")]);
        let mut set = EditSet::of("abc");
        assert!(set.add(&fix));
        assert_eq!(set.applied().as_deref(), Some("axyzc"));
        let edited = set.edited(&File::new("abc".to_owned()));
        assert_eq!(edited.as_ref().map(File::text), Some("axyzc"));
    }

    #[test]
    fn edits_of_one_fix_do_not_overlap() {
        let fix = fix(&[(0, 2, "x"), (1, 3, "y")]);
        let mut set = EditSet::of("abc");
        assert!(set.add(&fix));
        assert_eq!(set.applied(), None);
        assert!(set.edited(&File::new("abc".to_owned())).is_none());
    }
}
