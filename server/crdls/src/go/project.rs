//! The packages of a project that controller-gen reads, and those that they need.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_generate::Options;
use crdls_markers::apply::Flags;
use crdls_markers::findings::{Settings, Survey};
use crdls_markers::program::{GoFile, Package, Program, is_built};
use crdls_markers::registry::Version;
use memchr::memmem;

use super::crds::Kept;
use super::module::{GoModule, Modules};
use super::written::{self, CrdOrigin};
use crate::files::{self, Input, name};
use crate::threads::Threads;

/// What crdls.toml says of controller-gen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoSettings {
    /// The version, in place of the one that the CRDs have.
    pub(crate) version: Option<Version>,
    /// The flags of `crd`, in place of those that follow from the CRDs.
    pub(crate) flags: Option<Flags>,
    /// `generateEmbeddedObjectMeta`, if flags are named.
    pub(crate) embedded_object_meta: Option<bool>,
    /// The packages that it reads, as it takes them; all where there are none.
    pub(crate) paths: Vec<String>,
}

/// A file that is open in an editor: its text counts, and not what is on disk.
#[derive(Clone, Debug)]
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) text: Arc<str>,
}

/// The packages of one or more modules.
#[derive(Debug)]
pub(crate) struct GoProject {
    pub(crate) program: Program,
    pub(crate) survey: Survey,
    pub(crate) settings: Settings,
    /// The version that is in use, where it is newer than what is known.
    pub(crate) newer: Option<Version>,
    /// Whether metadata inside of objects has properties.
    embedded_object_meta: bool,
    /// Where each file is: its package.
    packages: BTreeMap<PathBuf, String>,
    /// Where each package is; none without a `go.mod`.
    modules: BTreeMap<String, GoModule>,
    /// Its CRDs, if they were asked for.
    pub(super) kept: Mutex<Kept>,
}

/// Whether a text of Go has markers, or may have some.
pub(crate) fn names_markers(bytes: &[u8]) -> bool {
    memmem::find(bytes, b"+kubebuilder:").is_some() || memmem::find(bytes, b"+groupName").is_some()
}

impl GoProject {
    /// Reads the modules that files belong to: the packages that have markers, and what they import of these modules.
    /// `None` where there are no markers.
    pub(crate) fn read(
        inputs: &[Input],
        open: &[OpenFile],
        settings: &GoSettings,
        base: &Path,
        threads: &Threads,
    ) -> Option<Self> {
        let mut reader = Reader::new(inputs, open);
        let marked = reader.marked(threads);
        if marked.is_empty() {
            return None;
        }
        let starts =
            marked.iter().filter(|folder| is_named(&settings.paths, base, folder)).cloned().collect();
        let folders = reader.needed(starts, threads);
        let groups = reader.groups(&marked);
        let written = reader.written(&groups);
        let version = settings.version.or(written.version).unwrap_or(Version::NEWEST);
        let flags = Flags { allow_dangerous_types: written.has_numbers, ..Flags::default() };
        let used = Settings { version: version.known(), flags: settings.flags.unwrap_or(flags) };
        let newer = version.is_newer_than_known().then_some(version);
        let (mut packages, mut modules) = (BTreeMap::new(), BTreeMap::new());
        let texts: Vec<_> = folders.iter().flat_map(|folder| reader.texts(folder)).collect();
        let parse = |(folder, path, text): (PathBuf, PathBuf, Arc<str>)| {
            (folder, path.clone(), GoFile::new(name(&path), text, used.version))
        };
        let mut by_folder: BTreeMap<PathBuf, Vec<Arc<GoFile>>> = BTreeMap::new();
        for (folder, path, file) in threads.map(texts, parse) {
            if file.is_built() {
                let import = reader.modules.import_path(&folder);
                modules.extend(reader.modules.of(&folder).map(|module| (import.clone(), module)));
                packages.insert(path, import);
                by_folder.entry(folder).or_default().push(Arc::new(file));
            }
        }
        let all = by_folder
            .into_iter()
            .map(|(folder, files)| Package::new(reader.modules.import_path(&folder), files));
        let program = Program::new(all);
        let survey = Survey::of(&program);
        let embedded_object_meta = settings.embedded_object_meta.unwrap_or(written.has_embedded_meta);
        let kept = Mutex::default();
        Some(Self { program, survey, settings: used, newer, embedded_object_meta, packages, modules, kept })
    }

    /// The package and the file of a path.
    pub(crate) fn file(&self, path: &Path) -> Option<(&Package, &GoFile)> {
        let package = self.program.package(self.packages.get(path)?)?;
        let wanted = name(path);
        let file = package.files.iter().find(|file| file.path == wanted)?;
        Some((package, file))
    }

    /// What controller-gen is told.
    pub(crate) fn options(&self) -> Options {
        let Flags { allow_dangerous_types, ignore_unexported_fields } = self.settings.flags;
        Options {
            dangerous_types: allow_dangerous_types,
            ignore_unexported: ignore_unexported_fields,
            embedded_object_meta: self.embedded_object_meta,
            ..Options::new(self.settings.version)
        }
    }

    /// All files, each with its package.
    pub(super) fn files(&self) -> impl Iterator<Item = (&Package, &GoFile)> {
        self.packages.keys().filter_map(|path| self.file(path))
    }

    /// Whether a file is one of its packages.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.packages.contains_key(path)
    }

    /// The files of its packages.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.packages.keys().cloned().collect()
    }

    /// The text of a file by the path that it is named by.
    pub(crate) fn text_of(&self, path: &str) -> Option<Arc<str>> {
        let (_, file) = self.file(Path::new(path))?;
        Some(file.text.clone())
    }

    /// The module of a package.
    pub(super) fn module(&self, package: &Package) -> Option<&GoModule> {
        self.modules.get(&package.import_path)
    }

    /// Whether it has files that another project has too.
    pub(crate) fn shares_files(&self, other: &Self) -> bool {
        self.packages.keys().any(|path| other.packages.contains_key(path))
    }

    /// The package of a file as it is if the file has another text.
    pub(super) fn package_with(&self, path: &Path, text: Arc<str>) -> Option<Package> {
        let import = self.packages.get(path)?;
        let file = GoFile::new(name(path), text, self.settings.version);
        let mut files = self.program.package(import)?.files.clone();
        files.retain(|known| known.path != file.path);
        files.push(Arc::new(file));
        Some(Package::new(import.clone(), files))
    }

    /// Puts another text in place of the one of a file.
    pub(crate) fn replace(&mut self, path: &Path, text: Arc<str>) -> bool {
        let Some(package) = self.package_with(path, text) else { return false };
        self.program.insert(package);
        self.survey = Survey::of(&self.program);
        self.kept.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        true
    }
}

/// Reads files of Go, each once.
struct Reader {
    modules: Modules,
    /// The files of each folder, which is named from the root; a file by the first of its names.
    folders: BTreeMap<PathBuf, Vec<PathBuf>>,
    texts: BTreeMap<PathBuf, Arc<str>>,
    roots: BTreeSet<PathBuf>,
}

impl Reader {
    /// The files of the modules around some files; around a file without a module those of its folder.
    fn new(inputs: &[Input], open: &[OpenFile]) -> Self {
        let mut modules = Modules::default();
        let mut roots = BTreeSet::new();
        let paths = inputs
            .iter()
            .filter_map(|input| input.path.as_deref())
            .chain(open.iter().map(|file| &*file.path));
        let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        let mut add = |path: &Path| {
            let Some(folder) = path.parent() else { return };
            let files = folders.entry(absolute(folder)).or_default();
            if !files.iter().any(|known| known.file_name() == path.file_name()) {
                files.push(path.to_owned());
            }
        };
        for path in paths {
            add(path);
            let Some(folder) = path.parent() else { continue };
            // A folder as it is named has no names of what is above it.
            let absolute = absolute(folder);
            match modules.of(&absolute) {
                Some(module) => roots.insert(as_named(folder, &absolute, &module.folder)),
                None => roots.insert(folder.to_owned()),
            };
        }
        for root in &roots {
            files::go_files(root).iter().filter_map(|input| input.path.as_deref()).for_each(&mut add);
        }
        let texts = open.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
        Self { modules, folders, texts, roots }
    }

    /// The folders with a file that has markers.
    fn marked(&mut self, threads: &Threads) -> BTreeSet<PathBuf> {
        let of_folder = |(folder, paths): (&PathBuf, &Vec<PathBuf>)| {
            paths.iter().map(|path| (folder.clone(), path.clone())).collect::<Vec<_>>()
        };
        let mut paths: Vec<_> = self.folders.iter().flat_map(of_folder).collect();
        paths.retain(|(_, path)| is_built(&name(path)));
        let texts = &self.texts;
        let read = |(folder, path): (PathBuf, PathBuf)| {
            let bytes = match texts.get(&path) {
                Some(text) => text.as_bytes().to_vec(),
                None => files::bytes_of(&path).unwrap_or_default(),
            };
            let has_markers = names_markers(&bytes);
            let text: Option<Arc<str>> = has_markers.then(|| String::from_utf8_lossy(&bytes).into());
            (folder, path, text)
        };
        let mut marked = BTreeSet::new();
        for (folder, path, text) in threads.map(paths, read) {
            let Some(text) = text else { continue };
            marked.insert(folder);
            self.texts.insert(path, text);
        }
        marked
    }

    /// Some folders, and those of the packages that they import.
    fn needed(&mut self, starts: BTreeSet<PathBuf>, threads: &Threads) -> BTreeSet<PathBuf> {
        let by_import: BTreeMap<String, PathBuf> =
            self.folders.keys().cloned().map(|folder| (self.modules.import_path(&folder), folder)).collect();
        let mut needed = BTreeSet::new();
        let mut open: Vec<PathBuf> = starts.into_iter().collect();
        while !open.is_empty() {
            let round: Vec<_> = open.drain(..).filter(|folder| needed.insert(folder.clone())).collect();
            let texts: Vec<_> = round.iter().flat_map(|folder| self.read(folder)).collect();
            let imports = threads.map(texts, |text| imported(&text));
            open =
                imports.into_iter().flatten().filter_map(|import| by_import.get(&import).cloned()).collect();
        }
        needed
    }

    fn read(&mut self, folder: &Path) -> Vec<Arc<str>> {
        let paths = self.folders.get(folder).cloned().unwrap_or_default();
        let built = paths.into_iter().filter(|path| is_built(&name(path)));
        let texts = &mut self.texts;
        built
            .map(|path| {
                let read = || String::from_utf8_lossy(&files::bytes_of(&path).unwrap_or_default()).into();
                texts.entry(path.clone()).or_insert_with(read).clone()
            })
            .collect()
    }

    /// The texts of a folder, which were read.
    fn texts(&self, folder: &Path) -> Vec<(PathBuf, PathBuf, Arc<str>)> {
        let paths = self.folders.get(folder).map_or(&[][..], Vec::as_slice);
        let text = |path: &PathBuf| Some((folder.to_owned(), path.clone(), self.texts.get(path)?.clone()));
        paths.iter().filter_map(text).collect()
    }

    /// The groups that packages name.
    fn groups(&self, marked: &BTreeSet<PathBuf>) -> Vec<String> {
        let texts = marked.iter().flat_map(|folder| self.texts(folder));
        let named = |text: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
            lines.filter_map(|line| line.trim().strip_prefix("+groupName=")).map(str::to_owned).collect()
        };
        texts.flat_map(|(_, _, text)| named(&text)).collect()
    }

    fn written(&self, groups: &[String]) -> CrdOrigin {
        // The CRDs are in the repository, and often not in the module of the types.
        let repository = |root: &PathBuf| {
            let root = absolute(root);
            root.ancestors().find(|folder| folder.join(".git").exists()).map_or(root.clone(), Path::to_owned)
        };
        let roots: BTreeSet<PathBuf> = self.roots.iter().map(repository).collect();
        roots
            .iter()
            .map(|root| written::read(root, groups))
            .find(|found| found.version.is_some())
            .unwrap_or_default()
    }
}

fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// A folder above another one, named from where that is named.
fn as_named(folder: &Path, absolute: &Path, above: &Path) -> PathBuf {
    let up = absolute.strip_prefix(above).map_or(0, |below| below.components().count());
    let mut named = folder.to_owned();
    for _ in 0..up {
        let is_plain = named
            .components()
            .next_back()
            .is_some_and(|part| matches!(part, std::path::Component::Normal(_)));
        if is_plain {
            named.pop();
        } else {
            named.push("..");
        }
    }
    if named.as_os_str().is_empty() { PathBuf::from(".") } else { named }
}

/// The paths that a text of Go imports.
fn imported(text: &str) -> Vec<String> {
    let file = crdls_markers::program::imports_of(text);
    file.into_iter().map(|import| import.path).collect()
}

/// Whether paths such as `./api/...` name a folder.
fn is_named(paths: &[String], base: &Path, folder: &Path) -> bool {
    let names = |path: &String| {
        let (path, is_below) = match path.strip_suffix("...") {
            Some(path) => (path.trim_end_matches('/'), true),
            None => (path.as_str(), false),
        };
        let named = absolute(&base.join(path));
        folder == named || is_below && folder.starts_with(&named)
    };
    paths.is_empty() || paths.iter().any(names)
}
