//! `crdls versions --compare`: what becomes of objects of a version in another one.
//!
//! Must not know how that is found, nor how it looks.

use crdls_change::{Definition, between};
use crdls_manifest::model::{Crd, set_storage_version};
use crdls_resource::IndexedCrd;

use super::{Crds, no_version, object};
use crate::cli::args::Format;
use crate::cli::outcome::{Ended, Outcome, print, say};
use crate::render::{Changes, Compared, Position, count};

/// Prints, for each CRD that has both versions, what objects of one lose in the other, and what it refuses them for. Ends
/// with 1 where an object shows something.
pub(super) fn run(crds: &Crds<'_>, [from, to]: [&str; 2], format: Format, color: bool) -> Ended {
    let has_both = crds
        .with_version(from)
        .into_iter()
        .filter(|known| known.crd().versions().any(|version| version.name() == to));
    let found: Vec<_> = has_both.collect();
    if found.is_empty() {
        let missing = if crds.with_version(from).is_empty() { from } else { to };
        return Err(no_version(crds, missing).into());
    }
    let mut compared = Compared { old: from.to_owned(), new: to.to_owned(), ..Compared::default() };
    for known in found {
        add(crds, known, [from, to], &mut compared);
    }
    let view = Changes { compared: &compared, sources: [crds.sources, crds.sources] };
    let printed = match format {
        Format::Json => print([view.json()]),
        _ => print([view.full(color)]),
    };
    let breaking = compared.changes.iter().filter(|(change, _)| change.is_breaking()).count();
    let unproven = compared.changes.len() - breaking;
    say(format_args!("{}, {unproven} unproven", count(breaking, "difference")));
    Ok(printed.max(if breaking > 0 { Outcome::Errors } else { Outcome::Clean }))
}

fn add(crds: &Crds<'_>, known: &IndexedCrd, [from, to]: [&str; 2], compared: &mut Compared) {
    let Some(at) = crds.sources.iter().position(|source| source.name == known.source) else { return };
    let Some(root) = crds.sources.get(at).and_then(|source| object(source, known)) else { return };
    let mut object = known.kind().decode(root, crds.config).object;
    set_storage_version(&mut object, from);
    let definition = Definition { crd: Crd::new(&object), root };
    let position = Some(Position { source: at, document: known.number() });
    let found = between(definition, from, to, crds.config);
    compared.changes.extend(found.into_iter().map(|change| (change, [position, position])));
}
