//! Go modules on disk: the module that a folder belongs to, its packages, and the folders of Go itself.
//!
//! Runs no `go`. Must not know what is in a file.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_generate::{Files, GoFolders, is_built};

use crate::files::{name, plain};

/// The files of the disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoFiles;

impl Files for GoFiles {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let bytes = fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into())
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let entries = fs::read_dir(folder).ok()?.flatten();
        let files = entries.filter(|entry| entry.path().is_file());
        Some(files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }
}

/// Folders with Go packages that belong to one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoModule {
    /// The folder of `go.mod`.
    pub(crate) folder: String,
    /// The folder of the `go.work` that counts.
    pub(crate) work: Option<String>,
    /// The packages, below the folder.
    pub(crate) packages: Vec<String>,
}

/// The module that a folder belongs to, and the packages in the folder and below it.
pub(crate) fn module(folder: &Path) -> Option<GoModule> {
    let folder = plain(folder);
    let with = |name: &str| folder.ancestors().find(|around| around.join(name).is_file());
    let root = with("go.mod")?;
    let work = match env::var_os("GOWORK") {
        Some(off) if off == "off" => None,
        Some(file) => PathBuf::from(file).parent().map(name),
        None => with("go.work").map(name),
    };
    let mut packages = Vec::new();
    packages_below(root, &folder, &mut packages);
    Some(GoModule { folder: name(root), work, packages })
}

/// As `./...` means them: without `vendor`, `testdata`, other modules, and what begins with a dot or an underscore.
fn packages_below(root: &Path, folder: &Path, packages: &mut Vec<String>) {
    let mut folders = Vec::new();
    let mut has_go = false;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A symbolic link to a folder is not followed, as by `go`.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let is_left_out = name.starts_with(['.', '_']) || matches!(name.as_str(), "vendor" | "testdata");
            if !is_left_out && !entry.path().join("go.mod").exists() {
                folders.push(entry.path());
            }
        } else {
            has_go |= is_built(&name);
        }
    }
    if has_go {
        packages.push(name(folder.strip_prefix(root).unwrap_or(folder)));
    }
    folders.sort();
    folders.iter().for_each(|folder| packages_below(root, folder, packages));
}

/// The module cache and Go's own source, by the variables of Go or where they are by default.
pub(crate) fn folders() -> GoFolders {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = variable("HOME").or_else(|| variable("USERPROFILE"));
    let path = variable("GOPATH").and_then(|paths| env::split_paths(&paths).next());
    let path = path.or_else(|| home.map(|home| home.join("go")));
    let module_cache = variable("GOMODCACHE").or_else(|| path.map(|path| path.join("pkg").join("mod")));
    let root = variable("GOROOT").or_else(installed).or_else(|| Some(PathBuf::from("/usr/local/go")));
    let existing =
        |folder: Option<PathBuf>| folder.filter(|folder| folder.is_dir()).map(|folder| name(&folder));
    GoFolders { module_cache: existing(module_cache), root: existing(root) }
}

/// The folder of the `go` on the path.
fn installed() -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let program = format!("go{}", env::consts::EXE_SUFFIX);
    let found = env::split_paths(&paths).map(|folder| folder.join(&program)).find(|path| path.is_file())?;
    Some(found.canonicalize().ok()?.parent()?.parent()?.to_owned())
}
