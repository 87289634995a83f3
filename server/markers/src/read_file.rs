//! The markers of a file, read by their definitions.

use std::collections::BTreeMap;

use crdls_go_source::File;
use crdls_text::TextRange;

use crate::collect::{Owner, attach};
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
    pub parsed: Option<Parsed>,
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
    by_owner: BTreeMap<Owner, Vec<u32>>,
}

impl ReadFile {
    /// Reads the markers of a file as a version of controller-gen does.
    pub fn new(text: &str, syntax: &File, version: Version) -> Self {
        let mut file = Self::default();
        for attached in attach(text, syntax, version) {
            let marker =
                attached.owner.target().and_then(|target| lookup(attached.text.text, target, version));
            file.by_owner.entry(attached.owner).or_default().push(file.markers.len() as u32);
            file.markers.push(Read {
                range: attached.text.range(),
                owner: attached.owner,
                from_godoc: attached.from_godoc,
                parsed: marker.map(|marker| Parsed::read(attached.text, marker, version)),
            });
        }
        file
    }

    /// All markers.
    pub fn markers(&self) -> &[Read] {
        &self.markers
    }

    /// The markers of a package, type or field.
    pub fn of(&self, owner: Owner) -> impl Iterator<Item = &Read> + Clone {
        let indices = self.by_owner.get(&owner).map_or(&[][..], Vec::as_slice);
        indices.iter().filter_map(|index| self.markers.get(*index as usize))
    }

    /// The markers of an owner that controller-gen reads without an error.
    pub fn values_of(&self, owner: Owner) -> impl Iterator<Item = &Parsed> + Clone {
        self.of(owner).filter_map(|read| read.parsed.as_ref()).filter(|parsed| parsed.errors.is_empty())
    }

    /// Whether an owner has a marker of a name.
    pub fn has(&self, owner: Owner, name: &str) -> bool {
        self.values_of(owner).any(|parsed| parsed.marker.name == name)
    }
}
