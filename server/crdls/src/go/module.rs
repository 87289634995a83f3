//! Modules of Go: the folder of a `go.mod`, the `go.work` that counts, and how the packages below are imported.

use std::collections::HashMap;
use std::env;
use std::path::{Path, PathBuf};

use crdls_generate::{Modules as Packages, module_path};

use super::disk::{GoFiles, folders};
use crdls_system::files::name;

/// Modules by the folders that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Modules {
    pub(super) files: GoFiles,
    known: HashMap<PathBuf, Around>,
}

/// What is around a folder.
#[derive(Clone, Debug, Default)]
struct Around {
    /// The folder of the nearest `go.mod`, and its path.
    module: Option<(PathBuf, String)>,
    /// The folder of the nearest `go.work`.
    work: Option<PathBuf>,
}

/// A module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GoModule {
    /// The folder of its `go.mod`.
    pub(crate) folder: PathBuf,
    /// Its path.
    pub(crate) path: String,
    /// The folder of the `go.work` that counts.
    pub(crate) work: Option<PathBuf>,
}

impl GoModule {
    /// The packages that it can import.
    pub(crate) fn packages<'f>(&self, files: &'f GoFiles) -> Packages<'f, GoFiles> {
        let work = self.work.as_deref().map(name);
        Packages::new(files, &name(&self.folder), work.as_deref(), folders())
    }
}

impl Modules {
    /// Modules that some files make.
    pub(super) fn of_files(files: GoFiles) -> Self {
        Self { files, known: HashMap::new() }
    }

    /// The module that a folder belongs to, which is named from the root.
    pub(crate) fn of(&mut self, folder: &Path) -> Option<GoModule> {
        let Around { module, work } = self.around(folder);
        let (folder, path) = module?;
        let work = match env::var_os("GOWORK") {
            Some(off) if off == "off" => None,
            Some(file) => PathBuf::from(file).parent().map(Path::to_owned),
            None => work,
        };
        Some(GoModule { folder, path, work })
    }

    fn around(&mut self, folder: &Path) -> Around {
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let mut around = folder.parent().map(|above| self.around(above)).unwrap_or_default();
        if let Some(text) = self.files.text(&folder.join("go.mod")) {
            around.module = Some((folder.to_owned(), module_path(&text)));
        }
        if self.files.has(&folder.join("go.work")) {
            around.work = Some(folder.to_owned());
        }
        self.known.insert(folder.to_owned(), around.clone());
        around
    }

    /// How the package in a folder is imported; by the folder where there is no module.
    pub(super) fn import_path(&mut self, folder: &Path) -> String {
        let Some(module) = self.of(folder) else { return name(folder) };
        let below = name(folder.strip_prefix(&module.folder).unwrap_or(Path::new("")));
        if below.is_empty() { module.path } else { format!("{}/{below}", module.path) }
    }
}
