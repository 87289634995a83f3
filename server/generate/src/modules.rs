//! Where the files of a package are: modules of the workspace, local replacements, `vendor`, the module cache, Go's own
//! source (https://go.dev/ref/mod); for those of Kubernetes, which may be nowhere, what crdls brings along. Nothing is
//! fetched and no `go` is run.

mod go_mod;

use std::sync::Arc;

use crate::{Packages, bundled};
use go_mod::GoMod;

/// Reads files. Paths have slashes.
pub trait Files {
    /// The text of a file, also if it is only open in an editor; `None` if there is none.
    fn read(&self, path: &str) -> Option<Arc<str>>;

    /// The names of the files in a folder, `None` if there is no such folder.
    fn names(&self, folder: &str) -> Option<Vec<String>>;
}

/// The folders outside of the workspace that Go has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoFolders {
    /// `GOMODCACHE`
    pub module_cache: Option<String>,
    /// `GOROOT`
    pub root: Option<String>,
}

/// The packages that a module can import.
#[derive(Debug)]
pub struct Modules<'f, F> {
    files: &'f F,
    /// The module itself, then the other modules of its `go.work`.
    own: Vec<GoMod>,
    /// Replacements of `go.work`, which come first.
    work: GoMod,
    folders: GoFolders,
}

impl<'f, F: Files> Modules<'f, F> {
    /// The packages of the module in a folder. `work` is the folder of a `go.work` that counts for it.
    pub fn new(files: &'f F, module: &str, work: Option<&str>, folders: GoFolders) -> Self {
        let of = |folder: &str| {
            let text = files.read(&joined(folder, "go.mod"))?;
            Some(GoMod::parse(&text, folder))
        };
        let main = of(module).unwrap_or_else(|| GoMod { folder: module.to_owned(), ..GoMod::default() });
        let mut own = vec![main];
        let work_text = work.and_then(|folder| Some((folder, files.read(&joined(folder, "go.work"))?)));
        let work = work_text.map(|(folder, text)| GoMod::parse(&text, folder)).unwrap_or_default();
        for used in &work.uses {
            let folder = joined(&work.folder, used);
            if folder != module {
                own.extend(of(&folder));
            }
        }
        Self { files, own, work, folders }
    }

    /// The path of the module.
    pub fn path(&self) -> &str {
        self.own.first().map_or("", |module| &module.path)
    }

    /// The import path of a folder of the module, given below it; empty for the module itself.
    pub fn import_path(&self, below: &str) -> String {
        let below = below.trim_start_matches("./").trim_matches('/');
        match below {
            "" | "." => self.path().to_owned(),
            below => format!("{}/{below}", self.path()),
        }
    }

    /// The version of a module that is required, such as `v0.34.1` of `k8s.io/api`.
    pub fn required(&self, module: &str) -> Option<&str> {
        self.own.first()?.requires.get(module).map(String::as_str)
    }

    /// The folder of a package.
    pub fn folder(&self, import_path: &str) -> Option<String> {
        self.own_folder(import_path)
            .or_else(|| self.replaced_folder(import_path))
            .or_else(|| self.vendored_folder(import_path))
            .or_else(|| self.cached_folder(import_path))
            .or_else(|| self.go_folder(import_path))
    }

    /// Whether a package belongs to the workspace, so that its author can change it.
    pub fn is_own(&self, import_path: &str) -> bool {
        self.own_folder(import_path).or_else(|| self.replaced_folder(import_path)).is_some()
    }

    fn existing(&self, folder: String) -> Option<String> {
        let names = self.files.names(&folder)?;
        names.iter().any(|name| name.ends_with(".go")).then_some(folder)
    }

    fn own_folder(&self, import_path: &str) -> Option<String> {
        let mut modules: Vec<&GoMod> = self.own.iter().filter(|module| !module.path.is_empty()).collect();
        modules.sort_by_key(|module| std::cmp::Reverse(module.path.len()));
        modules.into_iter().find_map(|module| {
            let below = below(import_path, &module.path)?;
            self.existing(joined(&module.folder, below))
        })
    }

    /// A module that is replaced by a folder.
    fn replaced_folder(&self, import_path: &str) -> Option<String> {
        let (by, replacement, below) = self.replacement(import_path)?;
        let is_local = replacement.version.is_none();
        is_local.then(|| self.existing(joined(&joined(&by.folder, &replacement.path), below)))?
    }

    fn vendored_folder(&self, import_path: &str) -> Option<String> {
        let folders = [&self.work, self.own.first()?];
        folders
            .into_iter()
            .filter(|module| !module.folder.is_empty())
            .find_map(|module| self.existing(joined(&joined(&module.folder, "vendor"), import_path)))
    }

    fn cached_folder(&self, import_path: &str) -> Option<String> {
        let cache = self.folders.module_cache.as_deref()?;
        let folder = |path: &str, version: &str, below: &str| {
            let module = format!("{}@{}", escaped(path), escaped(version));
            self.existing(joined(&joined(cache, &module), below))
        };
        if let Some((_, replacement, below)) = self.replacement(import_path)
            && let Some(version) = &replacement.version
        {
            return folder(&replacement.path, version, below);
        }
        prefixes(import_path).find_map(|prefix| {
            let version = self.own.iter().find_map(|module| module.requires.get(prefix))?;
            folder(prefix, version, below(import_path, prefix)?)
        })
    }

    /// The files of a package of Kubernetes as the required minor has them. Where modules are replaced, what by is unknown.
    fn bundled(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        let module = bundled::module_of(import_path)?;
        let replaced = self.replacement(import_path).map(|(_, replacement, _)| replacement);
        if replaced.is_some_and(|replaced| replaced.path != module) {
            return None;
        }
        let replaced = replaced.and_then(|replaced| replaced.version.as_deref());
        // Its modules have the same version, and a `go.mod` need not name all of them.
        let required = [module].into_iter().chain(bundled::MODULES);
        let mut required = required.filter_map(|module| {
            self.own.iter().find_map(|own| own.requires.get(module).map(String::as_str))
        });
        bundled::files(import_path, replaced.or_else(|| required.next()))
    }

    fn go_folder(&self, import_path: &str) -> Option<String> {
        // Go's own packages have no dot in the first part of their path.
        let first = import_path.split('/').next().unwrap_or("");
        let root = self.folders.root.as_deref().filter(|_| !first.contains('.'))?;
        self.existing(joined(&joined(root, "src"), import_path))
    }

    /// The replacement of the longest module path that a package belongs to.
    fn replacement<'i>(&self, import_path: &'i str) -> Option<(&GoMod, &go_mod::Replacement, &'i str)> {
        prefixes(import_path).find_map(|prefix| {
            let files = [&self.work].into_iter().chain(self.own.first());
            let (by, replacement) =
                files.into_iter().find_map(|module| Some((module, module.replaces.get(prefix)?)))?;
            Some((by, replacement, below(import_path, prefix)?))
        })
    }
}

impl<F: Files> Packages for Modules<'_, F> {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        let Some(folder) = self.folder(import_path) else { return self.bundled(import_path) };
        let mut names = self.files.names(&folder)?;
        names.retain(|name| crdls_markers::program::is_built(name));
        names.sort();
        let read = names.into_iter().filter_map(|name| {
            let path = joined(&folder, &name);
            let text = self.files.read(&path)?;
            Some((path, text))
        });
        Some(read.collect())
    }
}

/// The path that a `go.mod` gives its module; empty if it gives none.
pub fn module_path(text: &str) -> String {
    GoMod::parse(text, "").path
}

/// What is left of a path below a module or folder.
fn below<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(prefix)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// The path and the paths around it, the longest first.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(parent, _)| parent))
}

/// A path below a folder, `.` and `..` resolved.
fn joined(folder: &str, path: &str) -> String {
    if path.starts_with('/') || path.get(1..3) == Some(":/") {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    if parts.first() == Some(&".") && parts.len() > 1 {
        parts.remove(0);
    }
    if parts.len() > 1 && parts.first() == Some(&"") && folder.is_empty() {
        parts.remove(0);
    }
    parts.join("/")
}

/// Capitals as the module cache writes them (golang.org/x/mod/module, `EscapePath`).
fn escaped(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_ascii_uppercase() {
            out.push('!');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests;
