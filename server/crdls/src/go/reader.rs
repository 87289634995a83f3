//! Reads the files of Go that a project has, each once.
//!
//! Must not know what is in a file, except for whether it has markers and what it imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_markers::program::is_built;
use memchr::memmem;

use super::disk::GoFiles;
use super::module::Modules;
use crdls_system::files::{Input, name};
use crdls_system::seen;
use crdls_system::threads::Threads;

/// A file that is open in an editor: its text counts, and not what is on disk.
#[derive(Clone, Debug)]
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) text: Arc<str>,
}

/// What a project is read from.
#[derive(Clone, Debug)]
pub(crate) struct GoInputs<'i> {
    /// Files of the modules that are read.
    pub(crate) inputs: &'i [Input],
    pub(crate) open: &'i [OpenFile],
    /// What the other files of the modules are read from.
    pub(crate) files: GoFiles,
}

impl<'i> GoInputs<'i> {
    /// Files of the disk.
    pub(crate) fn of_disk(inputs: &'i [Input]) -> Self {
        Self { inputs, open: &[], files: GoFiles::default() }
    }
}

/// Whether a text of Go has markers, or may have some.
pub(crate) fn names_markers(bytes: &[u8]) -> bool {
    memmem::find(bytes, b"+kubebuilder:").is_some() || memmem::find(bytes, b"+groupName").is_some()
}

/// Reads files of Go, each once.
pub(super) struct Reader {
    pub(super) modules: Modules,
    /// The files of each folder, which is named from the root; a file by the first of its names.
    folders: BTreeMap<PathBuf, Vec<PathBuf>>,
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl Reader {
    /// The files of the modules around some files; around a file without a module those of its folder.
    pub(super) fn new(GoInputs { inputs, open, files }: GoInputs<'_>) -> Self {
        let mut modules = Modules::of_files(files);
        let mut roots = BTreeSet::new();
        let paths = inputs.iter().filter_map(|input| input.path()).chain(open.iter().map(|file| &*file.path));
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
            modules.files.go_files(root).iter().map(PathBuf::as_path).for_each(&mut add);
        }
        let texts = open.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
        Self { modules, folders, texts }
    }

    /// The folders with a file that has markers.
    pub(super) fn marked(&mut self, threads: &Threads) -> BTreeSet<PathBuf> {
        let of_folder = |(folder, paths): (&PathBuf, &Vec<PathBuf>)| {
            paths.iter().map(|path| (folder.clone(), path.clone())).collect::<Vec<_>>()
        };
        let mut paths: Vec<_> = self.folders.iter().flat_map(of_folder).collect();
        paths.retain(|(_, path)| is_built(&name(path)));
        let (texts, files) = (&self.texts, &self.modules.files);
        let read = |(folder, path): (PathBuf, PathBuf)| {
            let bytes = match texts.get(&path) {
                Some(text) => text.as_bytes().to_vec(),
                None => files.bytes(&path).unwrap_or_default(),
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
    pub(super) fn needed(&mut self, starts: BTreeSet<PathBuf>, threads: &Threads) -> BTreeSet<PathBuf> {
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
        let (texts, files) = (&mut self.texts, &self.modules.files);
        built
            .map(|path| {
                let read = || files.text(&path).unwrap_or_default();
                texts.entry(path.clone()).or_insert_with(read).clone()
            })
            .collect()
    }

    /// The texts of a folder, which were read.
    pub(super) fn texts(&self, folder: &Path) -> Vec<(PathBuf, PathBuf, Arc<str>)> {
        let paths = self.folders.get(folder).map_or(&[][..], Vec::as_slice);
        let text = |path: &PathBuf| Some((folder.to_owned(), path.clone(), self.texts.get(path)?.clone()));
        paths.iter().filter_map(text).collect()
    }

    /// The groups that packages name.
    pub(super) fn groups(&self, marked: &BTreeSet<PathBuf>) -> Vec<String> {
        let texts = marked.iter().flat_map(|folder| self.texts(folder));
        let named = |text: &str| -> Vec<String> {
            if !text.contains("+groupName=") {
                return Vec::new();
            }
            let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
            lines.filter_map(|line| line.trim().strip_prefix("+groupName=")).map(str::to_owned).collect()
        };
        texts.flat_map(|(_, _, text)| named(&text)).collect()
    }
}

pub(super) fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    seen::canonical(folder).unwrap_or_else(|_| folder.to_owned())
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
