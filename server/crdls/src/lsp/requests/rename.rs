//! Rename: in the CRD, in the custom resources of open documents, and in those of files that are not open.
//!
//! Must not know what can be renamed, nor what refers to it.

use std::collections::BTreeMap;

use crdls_ide::{File, RenameTarget, Renaming};
use crdls_text::Edit;
use ls_types::{PrepareRenameResponse, Uri, WorkspaceEdit};

use super::edits::{FileEdits, text_edits, workspace_edit};
use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::{Manifest, WorkspaceManifests};
use crate::lsp::transport::jsonrpc::{Error, Result};
use crdls_wire::Encoding;

/// The name at an offset that can be renamed.
pub(crate) fn prepare(
    snapshot: &Snapshot,
    offset: u32,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
) -> Result<Option<PrepareRenameResponse>> {
    let Some(target) = target(snapshot, offset) else { return Ok(None) };
    let crd = defining(snapshot, &target, manifests)?;
    if let Some(why) = target.refusal(&crd.snapshot.file, &snapshot.config) {
        return Err(refused(why));
    }
    let (range, placeholder) = (encoding.range(&snapshot.file, target.range), target.name);
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
}

/// The edits of all files that give what is at an offset a new name.
pub(crate) fn rename(
    snapshot: &Snapshot,
    offset: u32,
    new: &str,
    manifests: &WorkspaceManifests,
    features: &ClientFeatures,
) -> Result<WorkspaceEdit> {
    let files = file_edits(snapshot, offset, new, manifests, features)?;
    Ok(workspace_edit(files, features))
}

/// The same, file by file.
pub(super) fn file_edits(
    snapshot: &Snapshot,
    offset: u32,
    new: &str,
    manifests: &WorkspaceManifests,
    features: &ClientFeatures,
) -> Result<Vec<FileEdits>> {
    let mut changed = ChangedFiles { features, all: BTreeMap::new() };
    let Some(target) = target(snapshot, offset) else {
        return Err(refused("no property, kind, plural, group, version or variable is here".to_owned()));
    };
    let crd = defining(snapshot, &target, manifests)?;
    let edits = match target.in_crd(&crd.snapshot.file, new, &snapshot.config) {
        Renaming::Refused(why) => return Err(refused(why)),
        Renaming::Edits(edits) => edits,
    };
    // The same name again changes nothing.
    if !edits.is_empty() {
        changed.add(&crd.snapshot.uri, crd.version(), &crd.snapshot.file, &edits);
        for open in &manifests.open {
            let edits = target.in_instances(&open.file, &open.name, &snapshot.crds, new);
            changed.add(&open.uri, Some(open.version), &open.file, &edits);
        }
        if let Some(meaning) = &target.meaning {
            manifests.closed_with(&meaning.words(&snapshot.crds), |file, uri, name| {
                let edits = target.in_instances(file, name, &snapshot.crds, new);
                changed.add(uri, None, file, &edits);
                true
            });
        }
    }
    let mut files: Vec<_> = changed.all.into_values().collect();
    // The CRD first, then what is open.
    files.sort_by_key(|file| (file.uri != crd.snapshot.uri, file.version.is_none()));
    Ok(files)
}

fn target(snapshot: &Snapshot, offset: u32) -> Option<RenameTarget> {
    crdls_ide::rename_target(&snapshot.file, offset, snapshot.context(), &snapshot.config)
}

/// The document of the CRD, or of a variable.
fn defining(snapshot: &Snapshot, target: &RenameTarget, manifests: &WorkspaceManifests) -> Result<Manifest> {
    let name = target.meaning.as_ref().map_or(&*snapshot.name, |meaning| &*meaning.source);
    let found = manifests.document(name, snapshot);
    found.ok_or_else(|| refused(format!("the CRD that defines `{}` is in no file", target.name)))
}

/// The edits so far, by the URI of their file: a CRD and its custom resources may share one.
struct ChangedFiles<'f> {
    features: &'f ClientFeatures,
    all: BTreeMap<String, FileEdits>,
}

impl ChangedFiles<'_> {
    fn add(&mut self, uri: &Uri, version: Option<i32>, file: &File, edits: &[Edit]) {
        if edits.is_empty() {
            return;
        }
        let positions = self.features.encoding.converter(file);
        let of_file = self.all.entry(uri.to_string());
        let of_file = of_file.or_insert_with(|| FileEdits { uri: uri.clone(), version, edits: Vec::new() });
        of_file.edits.extend(text_edits(&positions, edits));
    }
}

/// `RequestFailed`: what was asked for makes sense, and cannot be.
pub(super) fn refused(why: String) -> Error {
    Error::new(Error::REQUEST_FAILED, why)
}
