//! The markers of a file, read by their definitions.

use std::sync::Arc;

use crdls_go_source::File;
use crdls_text::TextRange;

use crate::collect::{Attached, Owner, attach};
use crate::registry::{Version, lookup};
use crate::{MarkerText, Parsed};

/// A marker of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The whole marker, from the plus on.
    pub range: TextRange,
    /// What it belongs to.
    pub owner: Owner,
    /// Whether it stands in the documentation of its declaration.
    pub from_godoc: bool,
    /// The marker by its definition; `None` where the version has none of that name there, or nobody reads it.
    pub parsed: Option<Arc<Parsed>>,
}

impl Read {
    /// Whether controller-gen cannot read it.
    pub fn is_refused(&self) -> bool {
        self.parsed.as_ref().is_some_and(|parsed| !parsed.errors.is_empty())
    }

    /// The text of the marker in `source`, the text of its file.
    pub fn text<'t>(&self, source: &'t str) -> MarkerText<'t> {
        MarkerText { text: self.range.of(source), start: self.range.start }
    }
}

/// The markers of a file in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadFile {
    markers: Vec<Read>,
    /// The numbers of the markers, sorted by what they belong to.
    by_owner: Vec<(Owner, u32)>,
}

impl ReadFile {
    /// Reads the markers of a file as a version of controller-gen does. `before`: another state of the file, as that version
    /// reads it, of which is taken what is the same at both ends.
    pub fn new(text: &str, syntax: &File, version: Version, before: Option<(&Self, &str)>) -> Self {
        let attached = attach(text, syntax, version);
        let (known, old_text) = before.map_or((&[][..], ""), |(known, text)| (&*known.markers, text));
        let is_same = |now: &Attached<'_>, then: &Read| {
            now.owner.target() == then.owner.target() && now.text.text == then.range.of(old_text)
        };
        let both = || attached.iter().zip(known);
        let start = both().take_while(|(now, then)| is_same(now, then)).count();
        let both = attached.iter().rev().zip(known.iter().rev());
        let end = both.take_while(|(now, then)| is_same(now, then)).count();
        // Where markers are repeated, both ends may meet in one.
        let end = end.min(attached.len().min(known.len()) - start);
        let behind = (attached.len() - end, known.len() - end);
        let parsed = |number: usize, now: &Attached<'_>| {
            let then = match number.checked_sub(behind.0) {
                Some(number) => known.get(behind.1 + number),
                None => known.get(number).filter(|_| number < start),
            };
            if let Some(then) = then {
                let by = now.text.start.wrapping_sub(then.range.start);
                let parsed = then.parsed.as_ref()?;
                return Some(if by == 0 { Arc::clone(parsed) } else { Arc::new(parsed.shifted(by)) });
            }
            let marker = now.owner.target().and_then(|target| lookup(now.text.text, target, version))?;
            Some(Arc::new(Parsed::read(now.text, marker, version)))
        };
        let read = |(number, now): (usize, &Attached<'_>)| {
            let (range, parsed) = (now.text.range(), parsed(number, now));
            Read { range, owner: now.owner, from_godoc: now.from_godoc, parsed }
        };
        let markers: Vec<Read> = attached.iter().enumerate().map(read).collect();
        let mut by_owner: Vec<(Owner, u32)> = markers.iter().map(|read| read.owner).zip(0..).collect();
        by_owner.sort_unstable();
        Self { markers, by_owner }
    }

    /// All markers.
    pub fn markers(&self) -> &[Read] {
        &self.markers
    }

    /// The markers of a package, type or field.
    pub fn of(&self, owner: Owner) -> impl Iterator<Item = &Read> + Clone {
        let start = self.by_owner.partition_point(|(known, _)| *known < owner);
        let rest = self.by_owner.get(start..).unwrap_or_default();
        let own = rest.iter().take_while(move |(known, _)| *known == owner);
        own.filter_map(|(_, number)| self.markers.get(*number as usize))
    }

    /// The markers of an owner that controller-gen reads without an error.
    pub fn values_of(&self, owner: Owner) -> impl Iterator<Item = &Parsed> + Clone {
        self.of(owner).filter_map(|read| read.parsed.as_deref()).filter(|parsed| parsed.errors.is_empty())
    }

    /// Whether an owner has a marker of a name.
    pub fn has(&self, owner: Owner, name: &str) -> bool {
        self.values_of(owner).any(|parsed| parsed.marker.name == name)
    }
}
