//! Definition, references, highlights and rename.
//!
//! Custom resources are searched in open documents, then in the files of the workspace. Must not know what a property
//! means.

use crdls_ide::{File, Meaning, MentionRole, Reference, Renamable, Renaming};
use crdls_text::TextRange;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::{
    DocumentHighlight, DocumentHighlightKind, Location, PrepareRenameResponse, Uri, WorkspaceEdit,
};

use super::edits::{text_edits, workspace_edit};
use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::protocol::locations::location_in_crd;
use crate::lsp::protocol::position::Encoding;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;

/// The most locations of an answer; nobody reads a longer list.
const MOST: usize = 1000;

/// Where what is at an offset is defined.
pub(crate) fn definition(snapshot: &Snapshot, offset: u32, encoding: Encoding) -> Option<Location> {
    let Snapshot { file, uri, name, crds, config, .. } = snapshot;
    let found = crdls_ide::definition(file, offset, snapshot.context(), config)?;
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
    let Snapshot { file, crds, config, .. } = snapshot;
    let meaning = crdls_ide::meaning(file, offset, snapshot.context(), config)?;
    let mut found = in_crd(snapshot, &meaning, declaration, manifests, encoding);
    for open in &manifests.open {
        let of_file = crdls_ide::instance_references(&open.file, &open.name, crds, &meaning);
        found.extend(locations(&open.file, &open.uri, of_file, encoding));
    }
    in_files(snapshot, &meaning, manifests, encoding, &mut found);
    found.truncate(MOST);
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
    let part = known.and_then(|known| crds.part(&known.source, TextRange::empty(known.start())));
    let Some(((text, line, _), uri)) = part.zip(meaning.source.parse().ok()) else { return Vec::new() };
    let below = |mut location: Location| {
        location.range.start.line += line;
        location.range.end.line += line;
        location
    };
    of(&File::new(text.to_owned()), &uri).into_iter().map(below).collect()
}

/// The custom resources of files that are not open.
fn in_files(
    snapshot: &Snapshot,
    meaning: &Meaning,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
    found: &mut Vec<Location>,
) {
    manifests.closed_with(&meaning.kind, |file, uri, name| {
        let of_file = crdls_ide::instance_references(file, name, &snapshot.crds, meaning);
        found.extend(locations(file, uri, of_file, encoding));
        found.len() < MOST
    });
}

fn locations(file: &File, uri: &Uri, found: Vec<Reference>, encoding: Encoding) -> Vec<Location> {
    if found.is_empty() {
        return Vec::new();
    }
    let positions = encoding.converter(file);
    found.into_iter().map(|found| Location::new(uri.clone(), positions.range(found.range))).collect()
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

/// The name at an offset that can be renamed.
pub(crate) fn prepare_rename(
    snapshot: &Snapshot,
    offset: u32,
    encoding: Encoding,
) -> Result<Option<PrepareRenameResponse>> {
    match crdls_ide::renamable(&snapshot.file, offset, &snapshot.config) {
        Renamable::Nothing => Ok(None),
        Renamable::Refused(why) => Err(refused(why)),
        Renamable::Name(range, placeholder) => {
            let range = encoding.range(&snapshot.file, range);
            Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
        }
    }
}

/// A new name in the CRD, and in the custom resources of open documents that it judges. Files that are not
/// open stay: what lies in a repository may be what a cluster still has.
pub(crate) fn rename(
    snapshot: &Snapshot,
    offset: u32,
    name: &str,
    manifests: &WorkspaceManifests,
    features: &ClientFeatures,
) -> Result<WorkspaceEdit> {
    let Snapshot { file, config, crds, .. } = snapshot;
    let edits = match crdls_ide::rename(file, offset, name, config) {
        Renaming::Refused(why) => return Err(refused(why)),
        Renaming::Edits(edits) => edits,
    };
    // The same name again changes nothing.
    let meaning = crdls_ide::meaning(file, offset, snapshot.context(), config).filter(|_| !edits.is_empty());
    let mut changed = vec![(snapshot, edits)];
    if let Some(meaning) = meaning {
        changed.extend(
            manifests.open.iter().map(|open| {
                (open, crdls_ide::rename_instances(&open.file, &open.name, crds, &meaning, name))
            }),
        );
    }
    // The custom resources of the CRD's own file are edits of the same document.
    let mut merged: Vec<(&Snapshot, Vec<_>)> = Vec::new();
    for (open, edits) in changed.into_iter().filter(|(_, edits)| !edits.is_empty()) {
        let positions = features.encoding.converter(&open.file);
        let edits = text_edits(&positions, &edits);
        match merged.iter_mut().find(|(other, _)| other.uri == open.uri) {
            Some((_, all)) => all.extend(edits),
            None => merged.push((open, edits)),
        }
    }
    Ok(workspace_edit(merged, features))
}

/// `RequestFailed`: what was asked for makes sense, and cannot be.
fn refused(why: String) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: why.into(), data: None }
}
