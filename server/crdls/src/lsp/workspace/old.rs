//! Manifests as they were before: those of a folder in a git revision, or those of another path.
//!
//! Knows how they are read, each state once. Must not know what is compared with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_check::Old;
use crdls_ide::File;
use crdls_schema::Config;

use crate::files::{Excluded, IgnoreFiles, Repository, manifests, name, plain};
use crate::settings::Since;

/// What the manifests of a workspace folder are compared with.
#[derive(Clone, Debug)]
pub(crate) struct OldPlace {
    pub(crate) folder: PathBuf,
    /// The setting.
    pub(crate) since: Since,
    pub(crate) config: Arc<Config>,
    pub(crate) excluded: Excluded,
}

/// Manifests as they were.
#[derive(Debug)]
pub(crate) struct OldManifests {
    /// When: `v1.4.0`, `HEAD`, a path.
    pub(crate) since: String,
    pub(crate) objects: Old,
    /// `None` where they are read from files, which change.
    commit: Option<FolderOfCommit>,
}

/// What of a commit was read.
#[derive(Debug, PartialEq, Eq)]
struct FolderOfCommit {
    commit: String,
    folder: PathBuf,
}

/// The old state of the manifests next to a document: one of those that are known, otherwise it is read. `None` where
/// nothing is to be compared; the sentence where it cannot be read.
pub(crate) fn read(
    place: &OldPlace,
    document: &Path,
    known: &[Arc<OldManifests>],
) -> Result<Option<Arc<OldManifests>>, String> {
    match &place.since {
        Since::Off => Ok(None),
        Since::Path(path) => of_path(place, path).map(Some),
        Since::Revision(revision) => of_revision(place, revision, document, known).map(Some),
    }
}

fn of_path(place: &OldPlace, path: &str) -> Result<Arc<OldManifests>, String> {
    let root = place.folder.join(path);
    if !root.exists() {
        return Err(format!("there is no file or folder {}", name(&root)));
    }
    let texts = manifests(&root).into_iter().filter_map(|path| std::fs::read(path).ok());
    let objects = objects(texts, &place.config);
    Ok(Arc::new(OldManifests { since: path.to_owned(), objects, commit: None }))
}

fn of_revision(
    place: &OldPlace,
    revision: &str,
    document: &Path,
    known: &[Arc<OldManifests>],
) -> Result<Arc<OldManifests>, String> {
    let repository = Repository::around(document)?;
    let revision = repository.revision(revision, document)?;
    let root = repository.root();
    let folder = plain(&place.folder);
    let folder = if folder.starts_with(root) { folder } else { root.to_owned() };
    let commit = Some(FolderOfCommit { commit: revision.commit(), folder: folder.clone() });
    if let Some(known) = known.iter().find(|known| known.commit == commit) {
        return Ok(Arc::clone(known));
    }
    let mut files = repository.manifests(&revision, &folder, IgnoreFiles::Respected, |_| true)?;
    files.retain(|file| !place.excluded.covers(&root.join(&file.path)));
    let objects = objects(files.into_iter().map(|file| file.bytes), &place.config);
    Ok(Arc::new(OldManifests { since: revision.name, objects, commit }))
}

fn objects(texts: impl Iterator<Item = Vec<u8>>, config: &Config) -> Old {
    let mut old = Old::default();
    for bytes in texts {
        let file = File::from_bytes(bytes);
        // What cannot be replaced is not compared.
        let _ = old.read(file.text(), file.tree(), config);
    }
    old
}
