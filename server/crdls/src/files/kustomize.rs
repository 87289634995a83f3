//! Which files a kustomization names as patches: a patch has only a part of an object.
//!
//! Knows the fields of a kustomization.yaml that name files; must not know what is found in them.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_yaml::{Node, Tree};

const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// How many folders up a kustomization is looked for.
const FOLDERS: usize = 4;

/// The kustomizations read so far, by folder.
#[derive(Debug, Default)]
pub(crate) struct Kustomizations(Mutex<HashMap<PathBuf, Arc<HashSet<PathBuf>>>>);

impl Kustomizations {
    /// Whether a kustomization in the file's folder or above it names the file as a patch.
    pub(crate) fn name_as_patch(&self, file: &Path) -> bool {
        let Ok(file) = std::path::absolute(file) else { return false };
        let file = plain(&file);
        file.ancestors().skip(1).take(FOLDERS).any(|folder| self.patches(folder).contains(&file))
    }

    fn patches(&self, folder: &Path) -> Arc<HashSet<PathBuf>> {
        if let Some(known) = self.known().get(folder) {
            return known.clone();
        }
        let text = NAMES.iter().find_map(|name| std::fs::read_to_string(folder.join(name)).ok());
        let found = Arc::new(text.map(|text| patches(&text, folder)).unwrap_or_default());
        self.known().insert(folder.to_owned(), found.clone());
        found
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Arc<HashSet<PathBuf>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files that a kustomization names under `patches` and under the older lists.
fn patches(text: &str, folder: &Path) -> HashSet<PathBuf> {
    let tree = Tree::parse(text);
    let roots = tree.documents().iter().filter_map(|document| tree.root(text, document));
    let items = |root: Node<'_>, key: &str| -> Vec<String> {
        let items = root.get(key).into_iter().flat_map(|entry| entry.value.items());
        let path = |item: Node<'_>| match item.get("path") {
            Some(entry) => entry.value.str().map(|text| text.into_owned()),
            None => item.str().map(|text| text.into_owned()),
        };
        items.filter_map(path).filter(|text| !text.contains('\n')).collect()
    };
    roots
        .flat_map(|root| ["patches", "patchesStrategicMerge", "patchesJson6902"].map(|key| items(root, key)))
        .flatten()
        .map(|path| plain(&folder.join(path)))
        .collect()
}

/// A path without `.` and `..`, by its text.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            component => out.push(component),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_of_patches_are_read() {
        let text = "resources: [bases/a.yaml]\npatches:\n- path: patches/b.yaml\n- patch: |-\n    x: y\n  target: {kind: A}\n\
                    patchesStrategicMerge:\n- ../c.yaml\npatchesJson6902:\n- path: ./d.yaml\n  target: {}\n";
        let found = patches(text, Path::new("/w/crd"));
        let expected = ["/w/crd/patches/b.yaml", "/w/c.yaml", "/w/crd/d.yaml"];
        assert_eq!(found, expected.iter().map(PathBuf::from).collect());
    }
}
