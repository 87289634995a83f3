//! One side of a comparison: the CRDs and custom resources of a file, a folder or standard input.
//!
//! Must not know what is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_change::Definition;
use crdls_check::Kustomizations;
use crdls_ide::File;
use crdls_kustomize::Files;
use crdls_manifest::decode::Decoded;
use crdls_manifest::model::set_stored_versions;
use crdls_manifest::objects::objects;
use crdls_report::{Config, FieldPath, PathStep, Unit};
use crdls_resource::{Index, IndexedCrd};
use crdls_values::Json;
use crdls_yaml::Document;

use crate::built_crds;
use crate::cli::go_crds::{self, GoCrdText};
use crate::cli::inputs::{GoOptions, collect_with_go, read, successes, without_excluded};
use crate::cli::outcome::Outcome;
use crate::go::{GeneratedText, GoFiles, GoInputs, manifest_kinds};
use crate::render::{Position, Source, count, first_and_more};
use crdls_system::files::{
    DiskFiles, Excluded, FileForms, IgnoreFiles, Input, LATEST_TAG, MERGE_BASE, Repository, Revision,
    kustomization_folders, kustomizations_around, kustomize_path, mentions_crds, name, path_in_repository,
    plain, projects,
};
use crdls_system::threads::Threads;

/// All that one side has.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// As the user named it.
    pub(crate) label: String,
    /// The files with CRDs.
    pub(crate) sources: Vec<Source>,
    /// Those CRDs that are compared, see [`choose`].
    crds: BTreeMap<String, SideCrd>,
    /// The CRDs that can be compared, by the paths of their files from the root of the side.
    index: Index,
    /// Those paths, a path for each of the sources.
    paths: Vec<String>,
    /// How kustomizations name the files, by those paths.
    kustomize_paths: BTreeMap<String, String>,
    pub(crate) objects: Vec<NamedObject>,
    pub(crate) warnings: Vec<String>,
    /// The path that the user names, and why it is not there.
    named: Option<PathBuf>,
    missing: Option<String>,
    /// The files with CRDs that cannot be compared, by why that is.
    unusable: BTreeMap<&'static str, Vec<String>>,
    /// Which files are patches.
    forms: FileForms,
    /// The folder that its paths begin at.
    root: PathBuf,
    /// Its files of Go.
    go: GoSide,
}

/// The files of Go of a side.
#[derive(Debug, Default)]
struct GoSide {
    inputs: Vec<Input>,
    /// What else of their modules is read from.
    files: GoFiles,
    /// The revision, and the root of the repository.
    revision: Option<(Revision, PathBuf)>,
    /// The nodes of CRDs whose types are not found, each after the name of its CRD.
    unknown: Vec<(String, FieldPath)>,
}

impl GoSide {
    /// A file of Go as a text.
    fn source(&self, path: &Path, text: Arc<str>) -> Source {
        match &self.revision {
            None => go_crds::of_disk(path, text),
            Some((revision, root)) => {
                let below = path.strip_prefix(root).unwrap_or(path);
                go_crds::later(revision.file_name(below), text).of_commit(name(below))
            }
        }
    }
}

/// A CRD that is compared, after the number of its source.
type SideCrd = (usize, IndexedCrd);

/// By which a CRD of a side is found: its file, the number of its document, what leads to it there.
type Key = (String, usize, String);

/// A custom resource of a file.
#[derive(Clone, Debug)]
pub(crate) struct NamedObject {
    /// `a.yaml#0`: the file and the number of the document.
    pub(crate) name: String,
    pub(crate) value: Json,
}

impl Side {
    /// Reads a side: standard input, a file or folder, otherwise a revision of the repository around this folder, of
    /// which the files in this folder count, or those of a path (`REV:PATH`). The message where it cannot be read.
    pub(crate) fn read(
        place: &str,
        excluded: &Excluded,
        config: &Arc<Config>,
        outcome: &mut Outcome,
    ) -> Result<Self, String> {
        if Self::is_of_commit(place) {
            return Self::of_commit(place, excluded, config);
        }
        let path = PathBuf::from(place);
        let mut side = Self { label: place.to_owned(), named: Some(plain(&path)), ..Self::default() };
        let root = if path.is_dir() { path.clone() } else { PathBuf::new() };
        let (inputs, go) = collect_with_go(&[path], outcome);
        side.root.clone_from(&root);
        let inputs = without_excluded(inputs, excluded);
        side.go.inputs = without_excluded(go, excluded);
        let mut kustomizations = kustomization_folders(inputs.iter().filter_map(|input| input.path()));
        let reads = |input: Input| Ok((input.to_path().unwrap_or_default(), read(input)?));
        for (path, source) in successes(inputs.into_iter().map(reads).collect(), outcome) {
            side.add(source, &path, (&root, kustomize_path(&path)), config);
        }
        side.set_layout();
        // A file that is named is compared as it is written.
        if !root.as_os_str().is_empty() {
            kustomizations.extend(kustomizations_around(&DiskFiles, &root));
            side.take_built(&DiskFiles, &kustomizations, config);
        }
        Ok(side)
    }

    /// Whether a side is of a revision: neither standard input nor on the disk.
    pub(crate) fn is_of_commit(place: &str) -> bool {
        place != "-" && !Path::new(place).exists()
    }

    /// Reads a side of a revision.
    pub(crate) fn of_commit(place: &str, excluded: &Excluded, config: &Arc<Config>) -> Result<Self, String> {
        let path = PathBuf::from(place);
        let mut side = Self { label: place.to_owned(), named: Some(plain(&path)), ..Self::default() };
        let folder = std::env::current_dir().unwrap_or_default();
        let repository = Repository::around(&folder)
            .map_err(|why| format!("there is no file or folder `{place}`, and no revision: {why}"))?;
        let (named, below) = revision_and_path(place);
        let revision = match repository.revision(named, &folder) {
            Ok(revision) => revision,
            Err(why) => return Ok(Self { missing: Some(why), ..side }),
        };
        side.named = None;
        let is_named = below.is_some();
        let below = match below {
            Some(path) if path.starts_with("./") || path.starts_with("../") => folder.join(path),
            Some(path) => repository.root().join(path),
            None => folder,
        };
        if !repository.has(&revision, &below)? {
            let path = path_in_repository(&below.to_string_lossy()).unwrap_or_else(|| place.to_owned());
            let missing = format!("`{named}` has no file or folder `{path}`");
            // The folder may be new.
            if is_named {
                return Ok(Self { named: Some(plain(&below)), missing: Some(missing), ..side });
            }
            side.warnings.push(missing);
        }
        let found = repository.manifests(&revision, &below, IgnoreFiles::Respected, mentions_crds)?;
        for file in found.read {
            if !excluded.covers(&repository.root().join(&file.path)) {
                let source = Source::new(revision.file_name(&file.path), File::from_bytes(file.bytes));
                let path = repository.root().join(&file.path);
                let source = source.of_commit(name(&file.path));
                side.add(source, &path, (&below, kustomize_path(&file.path)), config);
            }
        }
        side.root.clone_from(&below);
        side.set_layout();
        let files = repository.files(&revision);
        let of_repository = below.strip_prefix(repository.root()).unwrap_or(Path::new(""));
        if !found.paths.iter().any(|path| path == of_repository) {
            let mut kustomizations = kustomization_folders(found.paths.iter().map(PathBuf::as_path));
            kustomizations.extend(kustomizations_around(&files, of_repository));
            side.take_built(&files, &kustomizations, config);
        }
        let go = files.go_files(&below).into_iter().filter(|path| !excluded.covers(path));
        side.go.inputs = go.map(|path| Input::of_path(&path)).collect();
        side.go.files = GoFiles::of_commit(files);
        side.go.revision = Some((revision.clone(), repository.root().to_owned()));
        side.named = is_named.then(|| plain(&below));
        side.label = match place == LATEST_TAG {
            true => revision.name,
            false => place.to_owned(),
        };
        Ok(side)
    }

    /// An error where a path that the user names is not there. It may be on one side only, if that is the same path: then
    /// the folder is new, or was removed.
    pub(crate) fn demand(&mut self, other: &Self) -> Result<(), String> {
        let Some(missing) = self.missing.take() else { return Ok(()) };
        if other.missing.is_some() || self.named.is_none() || self.named != other.named {
            return Err(missing);
        }
        self.warnings.push(missing);
        Ok(())
    }

    /// Adds a file below the root of the side, unless it is a patch.
    fn add(
        &mut self,
        source: Source,
        path: &Path,
        (root, kustomize_path): (&Path, Option<String>),
        config: &Arc<Config>,
    ) {
        if !root.as_os_str().is_empty() && self.forms.form(path).is_partial() {
            return;
        }
        let file = source.file();
        let path = name(path.strip_prefix(root).unwrap_or(path));
        let mut found = Index::found(&path, 0, file.shared(config), file.tree(), config);
        found.retain(|known| {
            let is_damaged = || file.tree().documents().get(known.number()).is_some_and(Document::is_damaged);
            // Neither a template nor a part of a CRD is what a cluster gets.
            let why = match known.header().spec().group() {
                _ if known.is_template() => return false,
                _ if is_damaged() => Some("the document is not valid YAML"),
                "" => return false,
                _ if !known.is_current() => {
                    Some("`apiextensions.k8s.io/v1beta1` was removed in Kubernetes 1.22")
                }
                _ => known.name().is_empty().then_some("it has no `metadata.name`"),
            };
            why.into_iter()
                .for_each(|why| self.unusable.entry(why).or_default().push(source.name.to_string()));
            why.is_none()
        });
        self.index.insert(&path, found);
        self.kustomize_paths.extend(kustomize_path.map(|its| (path.clone(), its)));
        self.paths.push(path);
        self.read_objects(&source);
        self.sources.push(source);
    }

    /// Takes the CRDs as kustomizations in folders apply them.
    fn take_built(&mut self, files: &dyn Files, kustomizations: &[String], config: &Arc<Config>) {
        let mut kustomizations = Kustomizations::of(files, kustomizations);
        let path = |known: &IndexedCrd| self.kustomize_paths.get(&*known.source).cloned();
        built_crds::take_built(&mut self.index, &mut kustomizations, path, config);
    }

    /// The index with its files where they are: the folders around the root tell which CRDs are the project's. A file that
    /// is named is.
    fn placed_index(&self) -> Index {
        let mut index = self.index.clone();
        let is_folder = !self.root.as_os_str().is_empty();
        let base = if is_folder { name(&plain(&self.root)) } else { "/crds".to_owned() };
        index.set_layout(&base, self.projects());
        index
    }

    /// The folders below the root that are the root of a project, from what is on the disk now, for a revision too.
    fn projects(&self) -> impl Iterator<Item = String> {
        let root = self.root.clone();
        let files: Vec<_> = self.paths.iter().map(|path| root.join(path)).collect();
        let projects = projects(files.iter().map(PathBuf::as_path)).into_iter();
        let below = projects.filter_map(move |project| Some(name(project.strip_prefix(&root).ok()?)));
        below.map(|project| if project.is_empty() { ".".to_owned() } else { project })
    }

    /// Takes the projects around the files.
    fn set_layout(&mut self) {
        let projects: Vec<_> = self.projects().collect();
        self.index.set_layout("/side", projects);
        for (why, files) in std::mem::take(&mut self.unusable) {
            self.warnings.push(format!(
                "{} not compared: {why} ({})",
                count(files.len(), "CRD"),
                first_and_more(&files)
            ));
        }
    }

    /// The CRDs that only its Go types give, as texts. If it has no manifests, those of the other side tell how
    /// controller-gen is called.
    fn generated(&self, other: &Self, settings: GoOptions<'_>, threads: &Threads) -> Vec<GoCrdText> {
        let manifests = if self.index.is_empty() { other.placed_index() } else { self.placed_index() };
        let inputs = GoInputs { inputs: &self.go.inputs, open: &[], files: self.go.files.clone() };
        let known = manifest_kinds(&self.index, |_| true);
        let source = |path: &Path, text: Arc<str>| self.go.source(path, text);
        go_crds::sources(inputs, (&manifests, &known), settings, (&source, GeneratedText::whole), threads)
    }

    fn add_generated(&mut self, generated: Vec<GoCrdText>, config: &Arc<Config>) {
        let root = self.root.clone();
        for GoCrdText { path, source, unknown } in generated {
            self.add(source, &path, (&root, None), config);
            self.go.unknown.extend(unknown);
        }
        self.set_layout();
    }

    /// Takes the CRDs that are compared, and names those that are not since they are copies.
    fn take(&mut self, chosen: &BTreeSet<Key>) {
        let is_chosen = |known: &&IndexedCrd| chosen.contains(&key(known));
        let numbers: BTreeMap<&str, usize> =
            self.paths.iter().enumerate().map(|(number, path)| (path.as_str(), number)).collect();
        for known in self.index.all().filter(is_chosen) {
            let Some(number) = numbers.get(&*known.source) else { continue };
            self.crds.entry(known.name().to_owned()).or_insert_with(|| (*number, known.clone()));
        }
        let copies: Vec<_> = self
            .index
            .all()
            .filter(|known| !is_chosen(known))
            .map(|known| known.source.to_string())
            .collect();
        if !copies.is_empty() {
            let copies_are = if copies.len() == 1 { "copy of a CRD is" } else { "copies of CRDs are" };
            let (label, number, listed) = (&self.label, copies.len(), first_and_more(&copies));
            self.warnings.push(format!("{label}: {number} {copies_are} not compared ({listed})"));
        }
    }

    fn read_objects(&mut self, source: &Source) {
        let (text, tree) = (source.file().text(), source.file().tree());
        for (number, document) in
            tree.documents().iter().enumerate().filter(|(_, document)| !document.is_damaged())
        {
            let Some(root) = tree.root(text, document) else { continue };
            for found in objects(root).into_iter().filter(|found| found.kind.is_resource()) {
                self.objects.push(NamedObject {
                    name: format!("{}#{number}", source.name),
                    value: Unit::Written(found.node).value(),
                });
            }
        }
    }

    /// Takes each CRD as one whose objects are stored in these versions, as `status.storedVersions` says in a cluster; a
    /// manifest does not have that, and its storage version is assumed.
    pub(crate) fn set_stored_versions(&mut self, names: &[String]) {
        for (_, known) in self.crds.values_mut() {
            let mut decoded = Decoded::clone(known.decoded());
            set_stored_versions(&mut decoded.object, names);
            *known = known.with_model(decoded);
        }
    }

    /// The names of the CRDs, sorted.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.crds.keys().map(String::as_str)
    }

    /// Whether there is no CRD.
    pub(crate) fn is_empty(&self) -> bool {
        self.crds.is_empty()
    }

    /// The CRD of a name.
    pub(crate) fn definition(&self, name: &str) -> Option<Definition<'_>> {
        let (source, known) = self.crds.get(name)?;
        Definition::of(known, self.sources.get(*source)?.file().tree())
    }

    /// Whether what is at a path of a CRD depends on a type that is not found. What a struct has besides such a type is
    /// known, unless it may be a field of that type.
    pub(crate) fn is_unknown(&self, crd: &str, path: &FieldPath, is_in_both: bool) -> bool {
        let is_own = |way: &[PathStep]| {
            is_in_both
                && matches!(way, [PathStep::Name(name), PathStep::Key(_), ..] if &**name == "properties")
        };
        let nodes = self.go.unknown.iter().filter(|(of, _)| of == crd);
        let mut ways = nodes.filter_map(|(_, node)| path.steps().strip_prefix(node.steps()));
        ways.any(|way| !is_own(way))
    }

    /// Where the CRD of a name is written.
    pub(crate) fn position(&self, name: &str) -> Option<Position> {
        let (source, known) = self.crds.get(name)?;
        Some(Position { source: *source, document: known.number() })
    }
}

/// Adds the CRDs that only Go types give, on each side.
pub(crate) fn add_go(
    old: &mut Side,
    new: &mut Side,
    settings: GoOptions<'_>,
    config: &Arc<Config>,
    threads: &Threads,
) {
    let (before, after) = (&*old, &*new);
    let (of_old, of_new) = threads
        .both(|| before.generated(after, settings, threads), || after.generated(before, settings, threads));
    old.add_generated(of_old, config);
    new.add_generated(of_new, config);
}

/// Chooses the CRDs that are compared: of each name the project's, by the precedence of all commands; on the old side the
/// copy in the same file, if there is one.
pub(crate) fn choose(old: &mut Side, new: &mut Side) {
    let of_new = new.index.of_project();
    let of_old = old.index.of_project().into_iter().map(|first| {
        let same = of_new.iter().find(|known| known.name() == first.name());
        let mut copies = old.index.copies(first);
        same.and_then(|same| copies.find(|copy| copy.source == same.source)).unwrap_or(first)
    });
    let of_old = of_old.map(key).collect();
    let of_new = of_new.into_iter().map(key).collect();
    old.take(&of_old);
    new.take(&of_new);
}

fn key(known: &IndexedCrd) -> Key {
    (known.source.to_string(), known.number(), known.prefix().to_string())
}

/// A revision, and the path of `REV:PATH`, which begins at the root of the repository as in git.
fn revision_and_path(place: &str) -> (&str, Option<&str>) {
    let start = if place.starts_with(MERGE_BASE) { MERGE_BASE.len() } else { 0 };
    // A colon in braces belongs to the revision: `HEAD^{/fix: it}`.
    let colon = place.char_indices().skip(start).find(|(_, c)| [':', '{'].contains(c));
    match colon.filter(|(_, c)| *c == ':').and_then(|(at, _)| place.split_at_checked(at)) {
        Some((revision, path)) if !revision.is_empty() => (revision, path.get(1..)),
        _ => (place, None),
    }
}
