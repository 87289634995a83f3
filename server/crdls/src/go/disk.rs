//! Go on disk or in a commit: files, the packages below a folder, and the folders of Go itself.
//!
//! Runs no `go`. Must not know what is in a file.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_generate::{Files, GoFolders, is_built};

use crdls_system::files::{self, CommittedFiles, name};
use crdls_system::seen;

/// The files of the disk; in the working tree of a repository those that a commit has, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct GoFiles {
    commit: Option<Arc<CommittedFiles>>,
}

impl GoFiles {
    /// The files of a commit, and of the disk what is outside of its repository.
    pub(crate) fn of_commit(commit: CommittedFiles) -> Self {
        Self { commit: Some(Arc::new(commit)) }
    }

    /// The commit that has a path.
    fn commit(&self, path: &Path) -> Option<&CommittedFiles> {
        self.commit.as_deref().filter(|commit| commit.covers(path))
    }

    /// The bytes of a file; `None` if it cannot be read.
    pub(super) fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        match self.commit(path) {
            Some(commit) => commit.read(path),
            None => files::bytes_of(path).ok(),
        }
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &Path) -> Option<Arc<str>> {
        Some(String::from_utf8_lossy(&self.bytes(path)?).into())
    }

    /// Whether there is a file.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.commit(path).map_or_else(|| seen::is_file(path), |commit| commit.has(path))
    }

    /// The files of Go below a folder, without those of other packages: on disk by .gitignore.
    pub(crate) fn go_files(&self, root: &Path) -> Vec<PathBuf> {
        match self.commit(root) {
            Some(commit) => commit.go_files(root),
            None => files::go_files(root).into_iter().filter_map(|input| input.to_path()).collect(),
        }
    }
}

impl Files for GoFiles {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.text(Path::new(path))
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        if let Some(commit) = self.commit(Path::new(folder)) {
            return Some(commit.names(Path::new(folder))).filter(|names| !names.is_empty());
        }
        let entries = seen::read_dir(Path::new(folder)).ok()?.flatten();
        let files = entries.filter(|entry| seen::is_file(&entry.path()));
        Some(files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }
}

/// The packages of a module in a folder and below it, named from the module on.
pub(crate) fn packages(module: &Path, folder: &Path) -> Vec<String> {
    let mut packages = Vec::new();
    packages_below(module, folder, &mut packages);
    packages
}

/// As `./...` means them: without `vendor`, `testdata`, other modules, and what begins with a dot or an underscore.
fn packages_below(root: &Path, folder: &Path, packages: &mut Vec<String>) {
    let mut folders = Vec::new();
    let mut has_go = false;
    for entry in seen::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A symbolic link to a folder is not followed, as by `go`.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let is_left_out = name.starts_with(['.', '_']) || matches!(name.as_str(), "vendor" | "testdata");
            if !is_left_out && !seen::exists(&entry.path().join("go.mod")) {
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

/// The folders of modules below a folder, wherever they are, sorted (`addNestedGoModulesToRoots` of controller-tools'
/// pkg/loader).
pub(crate) fn nested_modules(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in seen::read_dir(&folder).into_iter().flatten().flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && entry.file_name() != ".git" {
                found.extend(seen::exists(&entry.path().join("go.mod")).then(|| entry.path()));
                open.push(entry.path());
            }
        }
    }
    found.sort();
    found
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
        |folder: Option<PathBuf>| folder.filter(|folder| seen::is_dir(folder)).map(|folder| name(&folder));
    GoFolders { module_cache: existing(module_cache), root: existing(root) }
}

/// The folder of the `go` on the path.
fn installed() -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let program = format!("go{}", env::consts::EXE_SUFFIX);
    let found =
        env::split_paths(&paths).map(|folder| folder.join(&program)).find(|path| seen::is_file(path))?;
    Some(seen::canonical(&found).ok()?.parent()?.parent()?.to_owned())
}
