//! All CRDs that define a kind, as Markdown with links.

use std::fmt::Write as _;

use crdls_manifest::fields::Field;
use crdls_resource::IndexedCrd;

/// A list of the CRDs of a kind, where there is more than one; the first one validates.
pub(super) fn list(of_kind: &[&IndexedCrd]) -> Option<String> {
    if of_kind.len() < 2 {
        return None;
    }
    let shared = shared_folders(of_kind);
    let mut text = format!("Defined by {} CRDs; the first one validates:\n", of_kind.len());
    for known in of_kind {
        let name = known.source.get(shared..).unwrap_or(&known.source);
        let line = line(known);
        let _ = write!(text, "\n- [`{name}`, line {line}](<{}#L{line}>)", known.source);
    }
    Some(text)
}

/// Where a CRD names its kind, counted from 1.
fn line(known: &IndexedCrd) -> usize {
    let kind = known.header().spec().names().span(Field::Kind).map_or(0, |span| span.value.start);
    let before = known.text().0.get(..kind as usize).unwrap_or_default();
    before.matches('\n').count() + 1
}

/// How much of their names is folders that they all are in.
fn shared_folders(crds: &[&IndexedCrd]) -> usize {
    let Some((first, rest)) = crds.split_first() else { return 0 };
    let ends = first.source.match_indices('/').map(|(end, _)| end + 1);
    let shared = |end: usize| rest.iter().all(|other| other.source.get(..end) == first.source.get(..end));
    ends.take_while(|end| shared(*end)).last().unwrap_or(0)
}
