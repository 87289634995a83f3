//! Definition, references, implementations, highlights and linked texts.
//!
//! Custom resources are searched in open documents, then in the files of the workspace. Must not know what a property
//! means.

use crdls_ide::{Definition, File, Meaning, MentionRole, Reference};
use ls_types::{DocumentHighlight, DocumentHighlightKind, LinkedEditingRanges, Location, Uri};

use crate::lsp::protocol::locations::location_in_crd;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crdls_wire::Encoding;

/// The most locations of an answer; nobody reads a longer list.
const MOST: usize = 1000;

/// Where what is at an offset is defined.
pub(crate) fn definition(snapshot: &Snapshot, offset: u32, encoding: Encoding) -> Option<Location> {
    let found = crdls_ide::definition(&snapshot.file, offset, snapshot.context(), &snapshot.config)?;
    location(snapshot, &found, encoding)
}

/// Where the CRD defines the kind of the custom resource at an offset.
pub(crate) fn type_definition(snapshot: &Snapshot, offset: u32, encoding: Encoding) -> Option<Location> {
    let found = crdls_ide::type_definition(&snapshot.file, offset, snapshot.context())?;
    location(snapshot, &found, encoding)
}

/// Where a definition is, in the document or in the CRD of another file.
fn location(snapshot: &Snapshot, found: &Definition, encoding: Encoding) -> Option<Location> {
    let Snapshot { file, uri, name, crds, .. } = snapshot;
    if *found.source == **name {
        return Some(Location::new(uri.clone(), encoding.range(file, found.range)));
    }
    location_in_crd(crds, &found.source, found.range, encoding)
}

/// All places that refer to what is at an offset: first those in its CRD, then those in custom resources.
pub(crate) fn references(
    snapshot: &Snapshot,
    offset: u32,
    declaration: bool,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
) -> Option<Vec<Location>> {
    let Snapshot { file, config, .. } = snapshot;
    if let Some(found) = crdls_ide::variable_references(file, offset, config) {
        let positions = encoding.converter(file);
        let wanted = found.into_iter().filter(|found| declaration || found.role != MentionRole::Definition);
        let location = |found: Reference| Location::new(snapshot.uri.clone(), positions.range(found.range));
        return Some(wanted.map(location).collect());
    }
    let meaning = crdls_ide::meaning(file, offset, snapshot.context(), config)?;
    let mut found = in_crd(snapshot, &meaning, declaration, manifests, encoding);
    in_instances(snapshot, &meaning, manifests, |_| true, encoding, &mut found);
    Some(found)
}

/// The places in the CRD itself, whether it is open or not.
fn in_crd(
    snapshot: &Snapshot,
    meaning: &Meaning,
    declaration: bool,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
) -> Vec<Location> {
    let Snapshot { crds, config, .. } = snapshot;
    let of = |file: &File, uri: &Uri| {
        let mut found = crdls_ide::references(file, meaning, config);
        found.retain(|reference| declaration || reference.role != MentionRole::Definition);
        locations(file, uri, found, encoding)
    };
    if let Some(open) = manifests.open.iter().find(|open| *open.name == *meaning.source) {
        return of(&open.file, &open.uri);
    }
    let known = crds.all().find(|known| *known.source == *meaning.source && meaning.is_about(known));
    let found = known.zip(meaning.source.parse().ok());
    found.map(|(known, uri)| of(&File::around(known), &uri)).unwrap_or_default()
}

/// The places of open documents first, then of other files: in custom resources, and where the kind is named; no more than
/// [`MOST`] in all.
fn in_instances(
    snapshot: &Snapshot,
    meaning: &Meaning,
    manifests: &WorkspaceManifests,
    counts: impl Fn(&Reference) -> bool,
    encoding: Encoding,
    found: &mut Vec<Location>,
) {
    manifests.with(&meaning.words(&snapshot.crds), |file, uri, name| {
        let mut of_file = crdls_ide::instance_references(file, name, &snapshot.crds, meaning);
        of_file.retain(&counts);
        found.extend(locations(file, uri, of_file, encoding));
        found.len() < MOST
    });
    found.truncate(MOST);
}

fn locations(file: &File, uri: &Uri, found: Vec<Reference>, encoding: Encoding) -> Vec<Location> {
    if found.is_empty() {
        return Vec::new();
    }
    let positions = encoding.converter(file);
    found.into_iter().map(|found| Location::new(uri.clone(), positions.range(found.range))).collect()
}

/// The custom resources of the kind that is at an offset, or their fields of the property that is there.
pub(crate) fn implementations(
    snapshot: &Snapshot,
    offset: u32,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
) -> Option<Vec<Location>> {
    let Snapshot { file, config, .. } = snapshot;
    let meaning = crdls_ide::meaning(file, offset, snapshot.context(), config)
        .or_else(|| crdls_ide::kind_at(file, offset, snapshot.context()))?;
    let mut found = Vec::new();
    let is_object = |reference: &Reference| reference.role == MentionRole::Instance;
    in_instances(snapshot, &meaning, manifests, is_object, encoding, &mut found);
    Some(found)
}

/// The texts that are edited together with the one at an offset: the plural of a CRD and the start of its name.
pub(crate) fn linked(snapshot: &Snapshot, offset: u32, encoding: Encoding) -> Option<LinkedEditingRanges> {
    let ranges = crdls_ide::linked_names(&snapshot.file, offset)?;
    let ranges = ranges.into_iter().map(|range| encoding.range(&snapshot.file, range)).collect();
    Some(LinkedEditingRanges { ranges, word_pattern: Some("[-a-z0-9]+".to_owned()) })
}

/// The places in the document that refer to what is at an offset.
pub(crate) fn highlights(snapshot: &Snapshot, offset: u32, encoding: Encoding) -> Vec<DocumentHighlight> {
    let Snapshot { file, config, .. } = snapshot;
    let positions = encoding.converter(file);
    let highlight = |found: Reference| DocumentHighlight {
        range: positions.range(found.range),
        kind: Some(match found.role {
            MentionRole::Definition => DocumentHighlightKind::WRITE,
            _ => DocumentHighlightKind::READ,
        }),
    };
    crdls_ide::highlights(file, offset, snapshot.context(), config).into_iter().map(highlight).collect()
}
