//! CRDs that kustomizations change before a cluster gets them, in the place of what is written.
//!
//! Must not know how a kustomization is built.

use std::sync::Arc;

use super::{BuiltCrd, Index, IndexedCrd, Layer};

impl Index {
    /// Takes CRDs of a file, or of the open document in its place, as kustomizations apply them. True where that is something
    /// else than was known.
    pub fn take_built(&mut self, source: &str, built: &[BuiltCrd]) -> bool {
        let of_build = |known: &IndexedCrd| {
            built.iter().find(|built| built.range == known.range() && known.is_current()).cloned()
        };
        let mut known = self.of_source(source).filter_map(|known| Some((known, of_build(known)?))).peekable();
        if known.peek().is_none() {
            return false;
        }
        let differs = known.any(|(known, built)| !known.has_build(&built));
        drop(known);
        self.changed();
        let layer: &mut Layer = match self.is_open(source) {
            true => &mut self.open,
            false => Arc::make_mut(&mut self.files),
        };
        layer.replace(source, |known| match of_build(known) {
            Some(built) => Arc::new(known.with_build(built)),
            None => Arc::clone(known),
        });
        differs
    }

    /// The CRDs of a document that is opened, as kustomizations apply those of its file where it is the same text.
    pub(super) fn with_builds_of_file(&self, source: &str, mut found: Vec<IndexedCrd>) -> Vec<IndexedCrd> {
        let built: Vec<_> = self.files.of_source(source).iter().filter(|known| known.is_built()).collect();
        for known in &mut found {
            let same = built.iter().find(|file| file.is_written_as(known));
            if let Some(with_build) = same.and_then(|file| Some(known.with_build(file.build()?.clone()))) {
                *known = with_build;
            }
        }
        found
    }
}
