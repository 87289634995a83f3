//! Manifests as they were before: those of a folder in a git revision, or those of another path.
//!
//! Knows how they are read, each state once. Must not know what is compared with them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crdls_change::{Definition, IgnoredChange, crds_by_name};
use crdls_check::{Kustomizations, Old};
use crdls_ide::File;
use crdls_kustomize::Files;
use crdls_manifest::model::Crd;
use crdls_report::Config;
use crdls_resource::{BuiltCrd, Index, IndexedCrd};
use crdls_text::TextRange;
use ls_types::{Location, Uri};
use memchr::memmem;

use crate::go::{GoFiles, GoInputs, GoProject, GoSettings, Manifests, manifest_kinds};
use crate::settings::Since;
use crdls_system::files::{
    DiskFiles, Excluded, IgnoreFiles, Input, Repository, Revision, kustomization_folders, kustomize_path,
    manifests, mentions_crds, name, plain,
};
use crdls_system::threads::Threads;
use crdls_wire::Encoding;

/// What the manifests of a workspace folder are compared with.
#[derive(Clone, Debug)]
pub(crate) struct OldPlace {
    pub(crate) folder: PathBuf,
    /// The setting, or its default.
    pub(crate) since: Since,
    /// Whether it was set: custom resources are compared too, and the log has why nothing is.
    pub(crate) is_chosen: bool,
    pub(crate) config: Arc<Config>,
    pub(crate) excluded: Excluded,
    /// Changes that are accepted.
    pub(crate) ignored_changes: Vec<IgnoredChange>,
}

/// Manifests as they were.
#[derive(Debug)]
pub(crate) struct OldManifests {
    /// When: `v1.4.0`, `HEAD`, a path.
    pub(crate) since: String,
    /// All objects, where custom resources are compared.
    pub(crate) objects: Option<Old>,
    /// A number that no other has.
    pub(crate) number: u64,
    /// The files that may have CRDs, by path.
    files: Vec<OldFile>,
    from: OldSource,
    excluded: Excluded,
    /// The CRDs that only Go types gave, made when one is first asked for.
    of_go: OnceLock<Vec<OldFile>>,
    config: Arc<Config>,
    /// `None` where they are read from files, which change.
    commit: Option<FolderOfCommit>,
}

/// Where they were read.
#[derive(Clone, Debug)]
enum OldSource {
    Path(PathBuf),
    /// The folder, and the revision.
    Revision(PathBuf, Revision),
}

/// What of a commit was read.
#[derive(Debug, PartialEq, Eq)]
struct FolderOfCommit {
    commit: String,
    folder: PathBuf,
    with_objects: bool,
}

/// A file as it was.
#[derive(Debug)]
pub(crate) struct OldFile {
    /// `v1.4.0:crds/a.yaml`, or a path.
    pub(crate) name: String,
    /// Where it is now, if it was not moved since.
    path: PathBuf,
    bytes: Vec<u8>,
    /// Its CRDs as kustomizations applied them.
    built: Vec<BuiltCrd>,
    parsed: OnceLock<Parsed>,
    /// Where a client finds its text.
    pub(crate) page: OnceLock<Option<Uri>>,
}

/// What a file had.
#[derive(Debug)]
struct Parsed {
    file: File,
    written: BTreeMap<String, IndexedCrd>,
    /// CRDs that kustomizations applied in another way.
    built: BTreeMap<String, IndexedCrd>,
}

impl OldManifests {
    /// The CRD of a name, as it was written or as kustomizations applied it, and its file: the one at the same path,
    /// otherwise the first that has it.
    pub(crate) fn crd(&self, name: &str, path: &Path, as_built: bool) -> Option<(&OldFile, Definition<'_>)> {
        let (same, others): (Vec<_>, Vec<_>) = self.files.iter().partition(|file| file.path == path);
        let named = memmem::Finder::new(name);
        let mut files = same.into_iter().chain(others).filter(|file| named.find(&file.bytes).is_some());
        files.find_map(|old| {
            let Parsed { file, written, built } = old.parsed(&self.config);
            let applied = built.get(name).filter(|_| as_built);
            Some((old, Definition::of(applied.or_else(|| written.get(name))?, file.tree())?))
        })
    }

    /// The CRD of a name as a manifest had it, without kustomizations, and its file; otherwise as Go types gave it.
    pub(crate) fn crd_or_go(
        &self,
        name: &str,
        path: &Path,
        settings: (&GoSettings, &Path),
        threads: &Threads,
    ) -> Option<(Option<&OldFile>, Definition<'_>)> {
        if let Some((file, definition)) = self.crd(name, path, false) {
            return Some((Some(file), definition));
        }
        let of_go = self.of_go.get_or_init(|| self.generated(settings, threads));
        of_go.iter().find_map(|old| {
            let Parsed { file, written, .. } = old.parsed(&self.config);
            Some((None, Definition::of(written.get(name)?, file.tree())?))
        })
    }

    /// The CRDs that Go types gave and no manifest had.
    fn generated(&self, settings: (&GoSettings, &Path), threads: &Threads) -> Vec<OldFile> {
        let (paths, files) = self.from.go_files();
        let paths = paths.into_iter().filter(|path| !self.excluded.covers(path));
        let inputs: Vec<Input> = paths.map(|path| Input::of_path(&path)).collect();
        let mut manifests = Index::default();
        for old in &self.files {
            let file = &old.parsed(&self.config).file;
            manifests.read(&name(&old.path), 0, file.shared_text(), file.tree(), &self.config);
        }
        let inputs = GoInputs { inputs: &inputs, open: &[], files };
        let known = Manifests { crds: &manifests, file: &name(self.from.folder()) };
        let Some(project) = GoProject::read(inputs, settings, known, threads) else { return Vec::new() };
        let texts = project.texts(&manifest_kinds(&manifests, |_| true), |_| true, threads).into_iter();
        // With types that are not found there is no CRD to compare with.
        let complete = texts.filter(|text| text.unknown_types().next().is_none());
        complete.map(|text| OldFile::new(name(&text.path), text.path, text.text.into_bytes())).collect()
    }

    /// The CRDs that the file at a path had.
    pub(crate) fn crds_at(&self, path: &Path) -> impl Iterator<Item = Crd<'_>> {
        let file = self.files.iter().find(|file| file.path == path);
        let crds = file.map(|file| &file.parsed(&self.config).written);
        crds.into_iter().flat_map(|crds| crds.values().map(IndexedCrd::crd))
    }

    /// The file of a name, as findings have it.
    pub(crate) fn file(&self, name: &str) -> Option<&OldFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// A range of one of the files; `None` where no client can see it.
    pub(crate) fn location(&self, name: &str, range: TextRange, encoding: Encoding) -> Option<Location> {
        let old = self.file(name)?;
        let file = &old.parsed(&self.config).file;
        Some(Location { uri: old.page.get()?.clone()?, range: encoding.range(file, range) })
    }
}

impl OldFile {
    fn new(name: String, path: PathBuf, bytes: Vec<u8>) -> Self {
        Self { name, path, bytes, built: Vec::new(), parsed: OnceLock::new(), page: OnceLock::new() }
    }

    /// Its text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    fn parsed(&self, config: &Config) -> &Parsed {
        self.parsed.get_or_init(|| {
            let file = File::from_bytes(self.bytes.clone());
            let written = crds_by_name(file.shared_text(), file.tree(), config);
            let of_build = |known: &IndexedCrd| {
                self.built.iter().find(|built| built.range == known.range() && built.decoded.is_some())
            };
            let built = written
                .iter()
                .filter_map(|(name, known)| Some((name.clone(), known.with_build(of_build(known)?.clone()))));
            let built = built.collect();
            Parsed { file, written, built }
        })
    }
}

/// The old state of the manifests next to a document: one of those that are known, otherwise it is read. `None` where
/// nothing is to be compared; the sentence where it cannot be read.
pub(crate) fn read(
    place: &OldPlace,
    document: &Path,
    known: &[Arc<OldManifests>],
) -> Result<Option<Arc<OldManifests>>, String> {
    let read = match &place.since {
        Since::Off => return Ok(None),
        Since::Path(path) => of_path(place, path),
        Since::Revision(revision) => of_revision(place, revision, document, known),
    };
    match read {
        // There need not be a repository, nor a tag.
        Err(_) if !place.is_chosen => Ok(None),
        read => read.map(Some),
    }
}

fn of_path(place: &OldPlace, path: &str) -> Result<Arc<OldManifests>, String> {
    let root = place.folder.join(path);
    if !root.exists() {
        return Err(format!("there is no file or folder {}", name(&root)));
    }
    let read = |path: PathBuf| {
        let file = OldFile::new(name(&path), path.clone(), std::fs::read(&path).ok()?);
        let _ = file.page.set(Uri::from_file_path(path));
        Some(file)
    };
    let paths = manifests(&root, || false).paths;
    let folders = kustomization_folders(paths.iter().map(PathBuf::as_path));
    let mut files: Vec<OldFile> = paths.into_iter().filter_map(read).collect();
    take_built(&mut files, &DiskFiles, &folders, kustomize_path, &place.config);
    Ok(Arc::new(OldManifests::new(path.to_owned(), files, OldSource::Path(root), None, place)))
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
    let with_objects = place.is_chosen;
    let commit = Some(FolderOfCommit { commit: revision.commit(), folder: folder.clone(), with_objects });
    if let Some(known) = known.iter().find(|known| known.commit == commit && known.since == revision.name) {
        return Ok(Arc::clone(known));
    }
    let wanted = if with_objects { |_: &[u8]| true } else { mentions_crds };
    let found = repository.manifests(&revision, &folder, IgnoreFiles::Respected, wanted)?;
    let (mut files, folders) = (found.read, kustomization_folders(found.paths.iter().map(PathBuf::as_path)));
    files.retain(|file| !place.excluded.covers(&root.join(&file.path)));
    let files = files.into_iter();
    let files =
        files.map(|file| OldFile::new(revision.file_name(&file.path), root.join(&file.path), file.bytes));
    let mut files: Vec<OldFile> = files.collect();
    let of_repository = |path: &Path| kustomize_path(path.strip_prefix(root).ok()?);
    take_built(&mut files, &repository.files(&revision), &folders, of_repository, &place.config);
    let from = OldSource::Revision(folder, revision.clone());
    Ok(Arc::new(OldManifests::new(revision.name, files, from, commit, place)))
}

/// Takes the CRDs of files as the kustomizations in folders applied them. `path`: how those name a file.
fn take_built(
    files: &mut [OldFile],
    of_kustomize: &dyn Files,
    folders: &[String],
    path: impl Fn(&Path) -> Option<String>,
    config: &Config,
) {
    let of_crds = files.iter_mut().filter(|file| mentions_crds(&file.bytes));
    let mut by_path: HashMap<String, &mut OldFile> =
        of_crds.filter_map(|file| Some((path(&file.path)?, file))).collect();
    let mut kustomizations = Kustomizations::of(of_kustomize, folders);
    let built = kustomizations.crds(&|path| by_path.contains_key(path), config);
    for (path, built) in built {
        if let Some(file) = by_path.get_mut(&path) {
            file.built = built;
        }
    }
}

impl OldManifests {
    fn new(
        since: String,
        mut files: Vec<OldFile>,
        from: OldSource,
        commit: Option<FolderOfCommit>,
        place: &OldPlace,
    ) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let objects = place.is_chosen.then(|| objects(&files, &place.config));
        files.retain(|file| mentions_crds(&file.bytes));
        let (config, excluded) = (Arc::clone(&place.config), place.excluded.clone());
        Self { since, objects, number, files, from, excluded, of_go: OnceLock::new(), config, commit }
    }
}

impl OldSource {
    fn folder(&self) -> &Path {
        match self {
            Self::Path(folder) | Self::Revision(folder, _) => folder,
        }
    }

    /// The files of Go, and what else of their modules is read from.
    fn go_files(&self) -> (Vec<PathBuf>, GoFiles) {
        let files = match self {
            Self::Path(_) => GoFiles::default(),
            Self::Revision(folder, revision) => {
                let Ok(repository) = Repository::around(folder) else { return Default::default() };
                GoFiles::of_commit(repository.files(revision))
            }
        };
        (files.go_files(self.folder()), files)
    }
}

fn objects(files: &[OldFile], config: &Config) -> Old {
    let mut old = Old::default();
    for file in files {
        let file = File::from_bytes(file.bytes.clone());
        // What cannot be replaced is not compared.
        let _ = old.read(file.text(), file.tree(), config);
    }
    old
}
