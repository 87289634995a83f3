//! The packages of a project that controller-gen reads, those that they need, and the CRDs that it makes of them.
//!
//! A project is one state of its files. An edit gives another one, which shares what the edit did not change. Must not know
//! what is found in the CRDs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crdls_change::IgnoredChange;
use crdls_check::{GoContext, check_go};
use crdls_ide::{File, FileFinding};
use crdls_markers::findings::{Settings, Survey};
use crdls_markers::program::{GoFile, Package, Program};
use crdls_markers::registry::Version;
use crdls_report::Config;
use crdls_resource::Index;

use super::crds::{GoCrd, GoCrds, Manifests};
use super::layout::Layout;
use super::making::{Making, ProjectPackages};
use super::reader::{GoInputs, Reader, absolute};
use super::written::WrittenCrds;
use crdls_system::files::name;
use crdls_system::threads::Threads;

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
#[derive(Clone, Debug)]
pub(crate) struct GoProject {
    pub(crate) program: Program,
    pub(crate) survey: Survey,
    pub(crate) settings: Settings,
    /// The version that is in use, where it is newer than what is known.
    pub(crate) newer: Option<Version>,
    layout: Arc<Layout>,
    /// Its CRDs, if they were asked for.
    pub(super) crds: OnceLock<Arc<GoCrds>>,
    /// What its other states have made.
    pub(super) making: Arc<Mutex<Making>>,
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
        let written = written.with_variants(&options);
        let used = Settings { version: options.version, flags: options.flags };
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
        let expected = settings.expected.clone();
        let layout = Arc::new(Layout {
            files,
            options,
            written,
            is_given: !settings.paths.is_empty(),
            expected,
            packages,
            modules,
        });
        let (crds, making) = (OnceLock::new(), Arc::default());
        Some(Self { program, survey, settings: used, newer, layout, crds, making })
    }

    /// The package and the file of a path.
    pub(crate) fn file(&self, path: &Path) -> Option<(&Package, &GoFile)> {
        let package = self.program.package(self.layout.packages.get(path)?)?;
        let wanted = name(path);
        let file = package.files.iter().find(|file| file.path == wanted)?;
        Some((package, file))
    }

    /// The findings in the markers of a file. `crds`: those that are known.
    pub(crate) fn marker_findings(
        &self,
        (package, file): (&Package, &GoFile),
        crds: Option<&Index>,
        config: &Config,
    ) -> Vec<FileFinding> {
        let Self { program, survey, settings, .. } = self;
        let context = GoContext { program, survey, settings: *settings, crds };
        let found = check_go(context, package, file, config);
        found.into_iter().map(|finding| FileFinding::new(0, finding)).collect()
    }

    /// In what the manifests may differ from what is generated.
    pub(crate) fn expected(&self) -> &[IgnoredChange] {
        &self.layout.expected
    }

    /// The files of its packages.
    #[cfg(test)]
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.layout.packages.keys().cloned().collect()
    }

    /// The text of a file by the path that it is named by.
    pub(crate) fn text_of(&self, path: &str) -> Option<Arc<str>> {
        let (_, file) = self.file(Path::new(path))?;
        Some(file.text.clone())
    }

    fn making(&self) -> MutexGuard<'_, Making> {
        self.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The CRDs of all its packages. One state makes them after another, since each takes what it can from the last.
    pub(crate) fn crds(&self, threads: &Threads) -> Arc<GoCrds> {
        Arc::clone(
            self.crds.get_or_init(|| self.making().crds(&self.program, &self.layout, &|_, _| true, threads)),
        )
    }

    /// The CRDs of some kinds, each by its group and name, made now.
    pub(super) fn crds_of(&self, is_asked: &dyn Fn(&str, &str) -> bool, threads: &Threads) -> Arc<GoCrds> {
        Making::default().crds(&self.program, &self.layout, is_asked, threads)
    }

    /// The text of a CRD as it would be if some files had other texts; `None` where it would not be made.
    pub(super) fn made_of(&self, crd: &GoCrd, texts: &[(&Path, Arc<str>)]) -> Option<File> {
        let instead = self.packages_with(texts)?.into_iter().map(Arc::new).collect();
        let packages = ProjectPackages::new(&self.program, &self.layout, &crd.made.module, instead);
        self.making().text_of(&self.layout, crd, &packages, None)
    }

    /// The text of a CRD as another version of controller-gen makes it of the types of others.
    pub(super) fn made_by(&self, crd: &GoCrd, version: Version) -> Option<File> {
        let packages = ProjectPackages::new(&self.program, &self.layout, &crd.made.module, Vec::new());
        self.making().text_of(&self.layout, crd, &packages, Some(version))
    }

    /// Whether it has files that another project has too.
    pub(crate) fn shares_files(&self, other: &Self) -> bool {
        self.layout.packages.keys().any(|path| other.layout.packages.contains_key(path))
    }

    /// The packages of some files as they are if these have other texts.
    fn packages_with(&self, texts: &[(&Path, Arc<str>)]) -> Option<Vec<Package>> {
        let mut by_import: BTreeMap<&String, (&Package, Vec<Arc<GoFile>>)> = BTreeMap::new();
        for (path, text) in texts {
            let import = self.layout.packages.get(*path)?;
            let before = self.program.package(import)?;
            let path = name(path);
            let file = match before.files.iter().find(|file| file.path == path) {
                Some(known) => known.with_text(text.clone(), self.settings.version),
                None => GoFile::new(path, text.clone(), self.settings.version),
            };
            let (_, files) = by_import.entry(import).or_insert_with(|| (before, before.files.clone()));
            files.retain(|known| known.path != file.path);
            files.push(Arc::new(file));
        }
        let package = |(import, (before, files)): (&String, (&Package, Vec<_>))| {
            Package::new(import.clone(), files).remembering(before)
        };
        Some(by_import.into_iter().map(package).collect())
    }

    /// The project with another text of a file.
    pub(crate) fn with_text(&self, path: &Path, text: Arc<str>) -> Option<Self> {
        let mut new = self.clone();
        let package = self.packages_with(&[(path, text)])?.pop()?;
        let before = self.program.package(&package.import_path)?;
        let has_outlines = package.has_outline_of(before);
        new.program.insert(package);
        new.survey = self.survey.after_edit(&new.program, has_outlines);
        new.crds = OnceLock::new();
        Some(new)
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
