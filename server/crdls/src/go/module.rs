//! Modules of Go: the folder of a `go.mod`, and how the packages below it are imported.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Modules by the folders that were asked for.
#[derive(Debug, Default)]
pub(super) struct Modules {
    known: HashMap<PathBuf, Option<Module>>,
}

/// A module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// The folder of its `go.mod`.
    pub(super) folder: PathBuf,
    /// Its path.
    pub(super) path: String,
}

impl Modules {
    /// The module that a folder belongs to.
    pub(super) fn of(&mut self, folder: &Path) -> Option<Module> {
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let own = std::fs::read_to_string(folder.join("go.mod")).ok();
        let module = match own {
            Some(text) => Some(Module { folder: folder.to_owned(), path: module_path(&text) }),
            None => folder.parent().map(Path::to_owned).and_then(|above| self.of(&above)),
        };
        self.known.insert(folder.to_owned(), module.clone());
        module
    }

    /// How the package in a folder is imported; by the folder where there is no module.
    pub(super) fn import_path(&mut self, folder: &Path) -> String {
        let Some(module) = self.of(folder) else { return crate::files::name(folder) };
        let below = folder.strip_prefix(&module.folder).unwrap_or(Path::new(""));
        let below = crate::files::name(below);
        if below.is_empty() { module.path } else { format!("{}/{below}", module.path) }
    }
}

/// The path after `module` in a go.mod.
fn module_path(text: &str) -> String {
    let line = text.lines().map(str::trim).find_map(|line| line.strip_prefix("module"));
    let path = line.unwrap_or_default().split("//").next().unwrap_or_default();
    path.trim().trim_matches(['"', '`']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read() {
        for text in ["module a.b/c\n", "// x\nmodule \"a.b/c\" // y\n\ngo 1.26\n", "module\ta.b/c"] {
            assert_eq!(module_path(text), "a.b/c");
        }
        assert_eq!(module_path("go 1.26"), "");
    }
}
