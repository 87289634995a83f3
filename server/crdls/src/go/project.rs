//! The packages of a project that controller-gen reads, those that they need, and the CRDs that it makes of them.
//!
//! CRDs are made when they are asked for, and again after an edit. Must not know what is found in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_change::IgnoredChange;
use crdls_generate::{Cache, Generated, Modules, Options, Packages, Wanted, generate_again, load, mapped};
use crdls_ide::File;
use crdls_markers::apply::Flags;
use crdls_markers::findings::{Settings, Survey};
use crdls_markers::program::{GoFile, Package, Program};
use crdls_markers::registry::Version;

use super::crds::{Call, GoCrd, GoCrds, Manifests};
use super::disk::GoFiles;
use super::module::GoModule;
use super::reader::{GoInputs, Reader, absolute};
use super::written::WrittenCrds;
use crate::files::name;
use crate::threads::Threads;

/// What crdls.toml says of controller-gen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoSettings {
    /// The version, in place of the one that the CRDs have.
    pub(crate) version: Option<Version>,
    /// The flags of `crd`, in place of those that follow from the CRDs.
    pub(crate) flags: Option<Vec<String>>,
    /// The packages that it reads, as it takes them; all where there are none.
    pub(crate) paths: Vec<String>,
    /// In what the manifests may differ from what is generated.
    pub(crate) expected: Vec<IgnoredChange>,
}

/// The packages of one or more modules.
#[derive(Debug)]
pub(crate) struct GoProject {
    pub(crate) program: Program,
    pub(crate) survey: Survey,
    pub(crate) settings: Settings,
    /// What others than its own packages are read from.
    files: GoFiles,
    /// The version that is in use, where it is newer than what is known.
    pub(crate) newer: Option<Version>,
    /// What controller-gen is told, except of kinds whose manifest shows other flags.
    options: Options,
    written: WrittenCrds,
    /// In what the manifests may differ from what is generated.
    expected: Vec<IgnoredChange>,
    /// Where each file is: its package.
    packages: BTreeMap<PathBuf, String>,
    /// Where each package is; none without a `go.mod`.
    modules: BTreeMap<String, GoModule>,
    /// Its CRDs, if they were asked for.
    pub(super) kept: Mutex<Kept>,
}

impl GoProject {
    /// Reads the modules that files belong to: the packages that have markers, and what they import of these modules.
    /// `manifests` tell how controller-gen is called. `None` where there are no markers.
    pub(crate) fn read(
        inputs: GoInputs<'_>,
        (settings, base): (&GoSettings, &Path),
        manifests: Manifests<'_>,
        threads: &Threads,
    ) -> Option<Self> {
        let files = inputs.files.clone();
        let mut reader = Reader::new(inputs);
        let marked = reader.marked(threads);
        if marked.is_empty() {
            return None;
        }
        let starts =
            marked.iter().filter(|folder| is_named(&settings.paths, base, folder)).cloned().collect();
        let folders = reader.needed(starts, threads);
        let is_given = settings.flags.is_some();
        let written = WrittenCrds::of(manifests, &reader.groups(&marked), is_given);
        let version = settings.version.or(written.version()).unwrap_or(Version::NEWEST);
        let options = written.options(version.known(), settings.flags.as_deref());
        let flags = Flags {
            allow_dangerous_types: options.dangerous_types,
            ignore_unexported_fields: options.ignore_unexported,
        };
        let used = Settings { version: options.version, flags };
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
        let (kept, expected) = (Mutex::default(), settings.expected.clone());
        Some(Self {
            files,
            expected,
            program,
            survey,
            settings: used,
            newer,
            options,
            written,
            packages,
            modules,
            kept,
        })
    }

    /// The package and the file of a path.
    pub(crate) fn file(&self, path: &Path) -> Option<(&Package, &GoFile)> {
        let package = self.program.package(self.packages.get(path)?)?;
        let wanted = name(path);
        let file = package.files.iter().find(|file| file.path == wanted)?;
        Some((package, file))
    }

    /// All files, each with its package.
    pub(super) fn files(&self) -> impl Iterator<Item = (&Package, &GoFile)> {
        self.packages.keys().filter_map(|path| self.file(path))
    }

    /// Whether a file is one of its packages.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.packages.contains_key(path)
    }

    /// In what the manifests may differ from what is generated.
    pub(crate) fn expected(&self) -> &[IgnoredChange] {
        &self.expected
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

    /// The CRDs of all its packages.
    pub(crate) fn crds(&self, threads: &Threads) -> Arc<GoCrds> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.is_current {
            let made = made(self, &mut kept, &|_, _| true, threads);
            (kept.crds, kept.is_current) = (Arc::new(made), true);
        }
        Arc::clone(&kept.crds)
    }

    /// The CRDs of some kinds, each by its group and name, made now.
    pub(super) fn crds_of(&self, is_asked: &dyn Fn(&str, &str) -> bool, threads: &Threads) -> GoCrds {
        made(self, &mut Kept::default(), is_asked, threads)
    }

    /// The text of a CRD as it would be if some files had other texts; `None` where it would not be made.
    pub(super) fn made_of(&self, crd: &GoCrd, texts: &[(&Path, Arc<str>)]) -> Option<File> {
        let instead = self.packages_with(texts)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let options = self.written.options_of((&crd.kind.0, &crd.kind.1), &self.options);
        let before = Made::entry(kept.made.entry(crd.call.module.clone()).or_default(), &options)?;
        let is_wanted = |group: &str, kind: &str| (group, kind) == (&crd.kind.0, &crd.kind.1);
        let made = before.again(self, &crd.call, instead, &is_wanted);
        let made = made.crds.into_iter().next()?;
        Some(File::new(mapped(made.checked.as_ref().unwrap_or(&made.object)).0))
    }

    /// Whether it has files that another project has too.
    pub(crate) fn shares_files(&self, other: &Self) -> bool {
        self.packages.keys().any(|path| other.packages.contains_key(path))
    }

    /// The packages of some files as they are if these have other texts.
    fn packages_with(&self, texts: &[(&Path, Arc<str>)]) -> Option<Vec<Package>> {
        let mut by_import: BTreeMap<&String, Vec<Arc<GoFile>>> = BTreeMap::new();
        for (path, text) in texts {
            let import = self.packages.get(*path)?;
            let file = GoFile::new(name(path), text.clone(), self.settings.version);
            let own = self.program.package(import)?;
            let files = by_import.entry(import).or_insert_with(|| own.files.clone());
            files.retain(|known| known.path != file.path);
            files.push(Arc::new(file));
        }
        Some(by_import.into_iter().map(|(import, files)| Package::new(import.clone(), files)).collect())
    }

    /// Puts another text in place of the one of a file.
    pub(crate) fn replace(&mut self, path: &Path, text: Arc<str>) -> bool {
        let Some(packages) = self.packages_with(&[(path, text)]) else { return false };
        packages.into_iter().for_each(|package| self.program.insert(package));
        self.survey = Survey::of(&self.program);
        self.kept.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        true
    }
}

/// What is kept from one making to the next.
#[derive(Debug, Default)]
pub(super) struct Kept {
    crds: Arc<GoCrds>,
    is_current: bool,
    made: BTreeMap<GoModule, Vec<Made>>,
}

impl Kept {
    /// Has the CRDs made again when they are asked for next.
    pub(super) fn forget(&mut self) {
        self.is_current = false;
    }
}

/// What does not change while an author types: the packages of others, and their schemas.
#[derive(Debug)]
struct Made {
    options: Options,
    program: Program,
    cache: Cache,
}

/// The calls of controller-gen that a project needs: one for each module, except that packages of one group and version
/// are made apart, each with the packages of the group that are next to it.
fn calls(project: &GoProject) -> Vec<Call> {
    let mut roots: BTreeMap<&GoModule, BTreeMap<&str, &Package>> = BTreeMap::new();
    for (package, file) in project.files() {
        // Others have CRDs that are written by hand.
        if let Some(module) = project.module(package).filter(|_| file.text.contains("+kubebuilder:")) {
            roots.entry(module).or_default().insert(&package.import_path, package);
        }
    }
    let mut calls = Vec::new();
    for (module, packages) in roots {
        let mut seen = BTreeSet::new();
        let group = |package: &Package| package.group_name().unwrap_or_default().to_owned();
        let again = packages.values().filter(|it| !seen.insert((group(it), it.name().to_owned())));
        let several: BTreeSet<_> = again.map(|package| group(package)).filter(|it| !it.is_empty()).collect();
        let mut by_folder: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (path, package) in packages {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let folder = if several.contains(&group(package)) { folder } else { "" };
            by_folder.entry(folder).or_default().push(path.to_owned());
        }
        calls.extend(by_folder.into_values().map(|roots| Call { module: module.clone(), roots }));
    }
    calls
}

fn made(
    project: &GoProject,
    kept: &mut Kept,
    is_asked: &dyn Fn(&str, &str) -> bool,
    threads: &Threads,
) -> GoCrds {
    let mut all = GoCrds::default();
    for call in calls(project) {
        let call = Arc::new(call);
        let packages = call.roots.iter().filter_map(|root| project.program.package(root));
        let groups: Vec<_> = packages.filter_map(Package::group_name).collect();
        let before = kept.made.entry(call.module.clone()).or_default();
        for options in project.written.all_options(&groups, &project.options) {
            let Some(before) = Made::entry(before, &options) else { continue };
            let is_wanted = |group: &str, kind: &str| {
                is_asked(group, kind)
                    && project.written.options_of((group, kind), &project.options) == options
            };
            let made = before.again(project, &call, Vec::new(), &is_wanted);
            all.add(made, Arc::clone(&call), |path| project.has(path), &kept.crds, threads);
        }
    }
    all
}

impl Made {
    /// What was made with some options before.
    fn entry<'m>(all: &'m mut Vec<Self>, options: &Options) -> Option<&'m mut Self> {
        if !all.iter().any(|made| made.options == *options) {
            let (options, program, cache) = (options.clone(), Program::default(), Cache::default());
            all.push(Self { options, program, cache });
        }
        all.iter_mut().find(|made| made.options == *options)
    }

    /// Makes the CRDs of a call, with packages that count in place of the project's.
    fn again(
        &mut self,
        project: &GoProject,
        Call { module, roots }: &Call,
        instead: Vec<Package>,
        kind: &dyn Fn(&str, &str) -> bool,
    ) -> Generated {
        let options = &self.options;
        let others = module.packages(&project.files);
        let packages = ProjectPackages { project, others: &others, before: &self.program, instead };
        let program = load(&packages, roots, options.version);
        let wanted = Wanted {
            is_own: &|path| packages.is_own(path),
            kind,
            written: &|group, kind| project.written.crd((group, kind)),
        };
        let made = generate_again(&program, roots, options, &mut self.cache, wanted);
        self.program = program;
        made
    }
}

/// The packages that CRDs are made of: those of a project as it has them, the others as they were read before.
struct ProjectPackages<'p> {
    project: &'p GoProject,
    others: &'p Modules<'p, GoFiles>,
    before: &'p Program,
    /// Those that count in place of the project's.
    instead: Vec<Package>,
}

impl ProjectPackages<'_> {
    fn is_own(&self, import_path: &str) -> bool {
        self.project.program.package(import_path).is_some() || self.others.is_own(import_path)
    }
}

impl Packages for ProjectPackages<'_> {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        self.others.files(import_path)
    }

    fn parsed(&self, import_path: &str) -> Option<Package> {
        let instead = self.instead.iter().find(|package| package.import_path == import_path);
        let own = || self.project.program.package(import_path);
        let before = || self.before.package(import_path).filter(|_| !self.is_own(import_path));
        instead.or_else(own).or_else(before).cloned()
    }
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
