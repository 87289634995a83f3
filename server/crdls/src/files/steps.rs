//! The steps of tests of kuttl: a folder of files with numbers, which are applied in their order.
//!
//! kuttl applies an object that exists as a merge patch, so that a later step need only have what changes. Chainsaw reads
//! the same names. Must not know what is checked in a step.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_schema::objects::{objects, text_of};
use crdls_yaml::{Node, Tree};

/// The objects of the steps of folders, as far as they were read.
#[derive(Debug, Default)]
pub(super) struct Steps {
    folders: Mutex<HashMap<PathBuf, Arc<Vec<Step>>>>,
}

/// A file of a folder of steps.
#[derive(Debug)]
struct Step {
    file: PathBuf,
    number: u64,
    /// Kind and name of each object with a name.
    objects: Vec<(String, String)>,
    /// It has objects without a name.
    has_others: bool,
}

impl Steps {
    /// Whether a file has nothing but objects that earlier steps of its test have too, or expect.
    pub(super) fn is_update(&self, file: &Path) -> bool {
        let (Some(_), Some(folder)) = (number(file), file.parent()) else { return false };
        let steps = self.of_folder(folder);
        let Some(step) = steps.iter().find(|step| step.file == file) else { return false };
        let exists = |object: &(String, String)| {
            let mut earlier = steps.iter().filter(|other| other.number < step.number);
            earlier.any(|other| other.objects.contains(object))
        };
        !step.has_others && !step.objects.is_empty() && step.objects.iter().all(exists)
    }

    fn of_folder(&self, folder: &Path) -> Arc<Vec<Step>> {
        let known = || self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(folder) {
            return known.clone();
        }
        let found = Arc::new(steps(folder));
        known().entry(folder.to_owned()).or_insert(found).clone()
    }
}

/// Whether a file is a step of kuttl that says what is expected: `00-assert.yaml`, `01-errors-again.yaml`.
pub(super) fn is_assertion(file: &Path) -> bool {
    let Some((_, rest)) = number(file) else { return false };
    let what = rest.split_once('-').map_or(rest, |(what, _)| what);
    ["assert", "error", "errors"].contains(&what)
}

/// The number of a step, and the rest of its name.
fn number(file: &Path) -> Option<(u64, &str)> {
    let (number, rest) = file.file_stem().and_then(OsStr::to_str)?.split_once('-')?;
    let is_number = number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| number.parse().ok()).flatten().map(|number| (number, rest))
}

/// The steps in a folder; none where no file says what is expected, so that its numbers mean something else.
fn steps(folder: &Path) -> Vec<Step> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| number(path).is_some()).collect();
    match files.iter().any(|file| is_assertion(file)) {
        true => files.into_iter().filter_map(step).collect(),
        false => Vec::new(),
    }
}

fn step(file: PathBuf) -> Option<Step> {
    let (number, _) = number(&file)?;
    let text = std::fs::read_to_string(&file).ok()?;
    let tree = Tree::parse(&text);
    let roots = tree.documents().iter().filter_map(|document| tree.root(&text, document));
    let nodes: Vec<_> = roots.flat_map(objects).map(|object| object.node).collect();
    let objects: Vec<_> = nodes.iter().filter_map(|node| identity(*node)).collect();
    let has_others = objects.len() < nodes.iter().filter(|node| node.get("kind").is_some()).count();
    Some(Step { file, number, objects, has_others })
}

fn identity(object: Node<'_>) -> Option<(String, String)> {
    Some((text_of(object, "kind")?, text_of(object.get("metadata")?.value, "name")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_tests_are_known_by_name() {
        for name in ["00-assert.yaml", "12-errors.yml", "01-assert-again.yaml"] {
            assert!(is_assertion(Path::new(name)), "{name}");
        }
        for name in ["00-install.yaml", "assert/00.yaml", "a-assert.yaml", "00-asserted.yaml", "-assert.yaml"]
        {
            assert!(!is_assertion(Path::new(name)), "{name}");
        }
    }
}
