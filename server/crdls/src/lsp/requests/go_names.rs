//! The `json` name of a field in Go: its definition in the manifest, its references, and another name for it, in Go, in the
//! manifest, in custom resources and in suites.
//!
//! What manifests know of the property, and what names it in other files, is asked of the answers for YAML. Must not know
//! what names a property.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_ide::{File, Meaning, MentionRole};
use crdls_text::{Edit, TextRange};
use ls_types::{Location, PrepareRenameResponse, Uri, WorkspaceEdit};

use super::edits::{FileEdits, text_edits, workspace_edit};
use super::{navigation, rename};
use crate::go::names::{self, JsonName, json_name_at, mentions};
use crate::go::{GoCrd, GoCrds, GoProject};
use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::go::GoSnapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::session::Session;
use crate::lsp::transport::jsonrpc::Result;
use crdls_system::files;
use crdls_wire::Encoding;

/// A name of a field, with what it is asked of.
struct Asked<'p> {
    go: &'p GoSnapshot,
    project: &'p GoProject,
    crds: Arc<GoCrds>,
    name: JsonName,
}

/// Works on the name of a field at an offset; `None` if there is none.
fn at<T>(session: &Session, go: &GoSnapshot, offset: u32, work: impl FnOnce(&Asked<'_>) -> T) -> Option<T> {
    let found = session.go.with(go, |project, _, file| {
        let crds = project.crds(session.go.threads());
        let name = json_name_at(&crds, (&go.path, &file.text), offset)?;
        Some(work(&Asked { go, project, crds, name }))
    });
    found.flatten()
}

/// The name at an offset that can be another one.
pub(crate) fn prepare(session: &Session, go: &GoSnapshot, offset: u32) -> Option<PrepareRenameResponse> {
    let encoding = session.features().encoding;
    at(session, go, offset, |asked| PrepareRenameResponse::RangeWithPlaceholder {
        range: encoding.range(&go.snapshot.file, asked.name.range),
        placeholder: asked.name.name.clone(),
    })
}

/// The edits of all files that give the field at an offset another name.
pub(crate) fn rename(
    session: &Session,
    go: &GoSnapshot,
    offset: u32,
    new: &str,
    manifests: &WorkspaceManifests,
) -> Result<WorkspaceEdit> {
    let features = session.features();
    let edits =
        at(session, go, offset, |asked| Ok(workspace_edit(asked.edits(session, new, manifests)?, features)));
    edits.unwrap_or_else(|| Err(rename::refused("no name of a field of a CRD is here".to_owned())))
}

/// Adds edits to those of the same files.
fn add(all: &mut Vec<FileEdits>, more: Vec<FileEdits>) {
    for file in more {
        match all.iter_mut().find(|known| known.uri == file.uri) {
            Some(known) => {
                let new = file.edits.into_iter().filter(|edit| !known.edits.contains(edit));
                let new: Vec<_> = new.collect();
                known.edits.extend(new);
            }
            None => all.push(file),
        }
    }
}

/// Where the manifests define the property of the field at an offset.
pub(crate) fn definition(
    session: &Session,
    go: &GoSnapshot,
    offset: u32,
    manifests: &WorkspaceManifests,
) -> Option<Location> {
    let encoding = session.features().encoding;
    at(session, go, offset, |asked| {
        let (snapshot, offset) = asked.in_manifests(manifests).into_iter().next()?;
        navigation::definition(&snapshot, offset, encoding)
    })?
}

/// What refers to the field at an offset: in Go, then in manifests and what they define.
pub(crate) fn references(
    session: &Session,
    go: &GoSnapshot,
    offset: u32,
    declaration: bool,
    manifests: &WorkspaceManifests,
) -> Option<Vec<Location>> {
    let encoding = session.features().encoding;
    at(session, go, offset, |asked| {
        let (config, own) = (&go.snapshot.config, asked.name.range);
        let mentions = asked.name.mentions(asked.project, &asked.crds, config).into_iter();
        let is_asked = |path: &Path, range| declaration || (path, range) != (&*go.path, own);
        let in_go = mentions.filter(|(path, range)| is_asked(path, *range));
        let mut found: Vec<Location> =
            in_go.filter_map(|place| location(asked.project, place, encoding)).collect();
        for (snapshot, offset) in asked.in_manifests(manifests) {
            found.extend(
                navigation::references(&snapshot, offset, true, manifests, encoding).into_iter().flatten(),
            );
        }
        found
    })
}

/// The places in Go that name what is at an offset of a manifest or a custom resource.
pub(crate) fn mentions_in_go(session: &Session, snapshot: &Snapshot, offset: u32) -> Vec<Location> {
    let (encoding, config) = (session.features().encoding, &snapshot.config);
    let meaning = crdls_ide::meaning(&snapshot.file, offset, snapshot.context(), config);
    let Some(meaning) = meaning else { return Vec::new() };
    let of_project = |project: &Arc<GoProject>| -> Vec<Location> {
        let crds = project.crds(session.go.threads());
        let mentions = mentions(project, &crds, &meaning, config).into_iter();
        mentions.filter_map(|place| location(project, place, encoding)).collect()
    };
    session.go_projects(snapshot).iter().flat_map(of_project).collect()
}

/// The field or the type in Go of what is at an offset of a manifest or a custom resource, with its project.
fn in_go(
    session: &Session,
    snapshot: &Snapshot,
    offset: u32,
) -> Option<(Arc<GoProject>, (PathBuf, TextRange))> {
    let config = &snapshot.config;
    let meaning = crdls_ide::meaning(&snapshot.file, offset, snapshot.context(), config)?;
    session.go_projects(snapshot).into_iter().find_map(|project| {
        let crds = project.crds(session.go.threads());
        let place = names::definition(&project, &crds, &meaning, config)?;
        Some((project, place))
    })
}

/// The field in Go of a key that a manifest defines at an offset: what is at another place leads to the key first.
pub(crate) fn definition_in_go(session: &Session, snapshot: &Snapshot, offset: u32) -> Option<Location> {
    let encoding = session.features().encoding;
    let here = crdls_ide::definition(&snapshot.file, offset, snapshot.context(), &snapshot.config)?;
    if *here.source != *snapshot.name || !here.range.touches(offset) {
        return None;
    }
    let (project, place) = in_go(session, snapshot, offset)?;
    location(&project, place, encoding)
}

/// The edits of a rename that begins in a manifest or a custom resource whose property comes from Go; `None` if it does not.
pub(crate) fn rename_from_manifest(
    session: &Session,
    snapshot: &Snapshot,
    offset: u32,
    new: &str,
    manifests: &WorkspaceManifests,
) -> Option<Result<WorkspaceEdit>> {
    let (project, (path, range)) = in_go(session, snapshot, offset)?;
    let go = session.go_file(&project, &path, snapshot)?;
    let features = session.features();
    at(session, &go, range.start, |asked| {
        let mut files = asked.edits(session, new, manifests)?;
        add(&mut files, rename::file_edits(snapshot, offset, new, manifests, features)?);
        Ok(workspace_edit(files, features))
    })
}

fn location(
    project: &GoProject,
    (path, range): (PathBuf, TextRange),
    encoding: Encoding,
) -> Option<Location> {
    let file = file_of(project, &path)?;
    Some(Location::new(Uri::from_file_path(&path)?, encoding.range(&file, range)))
}

fn file_of(project: &GoProject, path: &Path) -> Option<File> {
    Some(File::new(project.text_of(&files::name(path))?.to_string()))
}

impl Asked<'_> {
    /// The edits of all files.
    fn edits(&self, session: &Session, new: &str, manifests: &WorkspaceManifests) -> Result<Vec<FileEdits>> {
        let mut files = self.go_edits(session, new)?;
        for (snapshot, offset) in self.in_manifests(manifests) {
            add(&mut files, rename::file_edits(&snapshot, offset, new, manifests, session.features())?);
        }
        Ok(files)
    }

    /// The edits of files of Go.
    fn go_edits(&self, session: &Session, new: &str) -> Result<Vec<FileEdits>> {
        let features: &ClientFeatures = session.features();
        let edits = self.name.rename(self.project, &self.crds, new, &self.go.snapshot.config);
        let edits = edits.map_err(rename::refused)?;
        let of_file = |(path, edits): (PathBuf, Vec<Edit>)| {
            let (uri, file) = (Uri::from_file_path(&path)?, file_of(self.project, &path)?);
            let version = session.go.version(uri.as_str());
            let edits = text_edits(&features.encoding.converter(&file), &edits);
            Some(FileEdits { uri, version, edits })
        };
        Ok(edits.into_iter().filter_map(of_file).collect())
    }

    /// The manifests of the CRDs that have the property, each with an offset at which it is defined: those that come first
    /// for the file, and copies that are the same.
    fn in_manifests(&self, manifests: &WorkspaceManifests) -> Vec<(Snapshot, u32)> {
        let (snapshot, config) = (&self.go.snapshot, &self.go.snapshot.config);
        let files = |crd: &GoCrd| {
            let first = snapshot.crds.first_of_name(&crd.made.name, &snapshot.name);
            let copies = first
                .into_iter()
                .flat_map(|first| snapshot.crds.copies(first).map(move |copy| (first, copy)));
            let same = copies.filter(|(first, copy)| !copy.is_template() && first.is_same(copy));
            let others = same.filter(|(first, copy)| !std::ptr::eq(*first, *copy)).map(|(_, copy)| copy);
            first.into_iter().chain(others).map(|known| known.source.to_string()).collect()
        };
        let place = |meaning: Meaning| {
            let manifest = manifests.document(&meaning.source, snapshot)?.snapshot;
            let places = crdls_ide::references(&manifest.file, &meaning, config);
            let definition = places.iter().find(|place| place.role == MentionRole::Definition)?;
            Some((manifest, definition.range.start))
        };
        let meanings = self.name.meanings(&self.crds, &files, config).into_iter();
        meanings.filter_map(|(_, meaning)| place(meaning)).collect()
    }
}
