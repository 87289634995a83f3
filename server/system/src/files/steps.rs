//! The steps of tests of kuttl, a folder of files with numbers, which are applied in their order, and the files that a
//! test of chainsaw applies.
//!
//! Both apply an object that exists as a merge patch, so that a later step need only have what changes. Chainsaw reads
//! the names of kuttl too. Must not know what is checked in a step.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_manifest::objects::{objects, text_of};
use crdls_yaml::{Node, Tree};

use crate::seen;

/// The objects of the steps of folders, as far as they were read.
#[derive(Debug, Default)]
pub(super) struct Steps {
    folders: Mutex<HashMap<PathBuf, Arc<TestFolder>>>,
}

/// The kind and name of an object.
type ObjectName = (String, String);

/// The files and objects that a test of chainsaw has applied so far.
#[derive(Debug, Default)]
pub(super) struct Applied {
    files: HashSet<PathBuf>,
    objects: HashSet<ObjectName>,
}

impl Applied {
    /// Applies a file. Whether it has nothing but objects that earlier files have.
    pub(super) fn is_update(&mut self, file: &Path) -> bool {
        if !self.files.insert(file.to_owned()) {
            return false;
        }
        let Some((objects, has_others)) = objects_of(file) else { return false };
        let exist = objects.iter().all(|object| self.objects.contains(object));
        let is_update = !has_others && !objects.is_empty() && exist;
        self.objects.extend(objects);
        is_update
    }
}

/// The steps of a folder.
#[derive(Debug, Default)]
struct TestFolder {
    steps: HashMap<PathBuf, Step>,
    /// The number of the first step that has an object.
    first: HashMap<ObjectName, u64>,
}

/// A file of a folder of steps.
#[derive(Debug)]
struct Step {
    number: u64,
    /// Those with a name.
    objects: Vec<ObjectName>,
    /// It has objects without a name.
    has_others: bool,
}

impl Steps {
    /// Whether a file has nothing but objects that earlier steps of its test have too, or expect.
    pub(super) fn is_update(&self, file: &Path) -> bool {
        let (Some(_), Some(folder)) = (number(file), file.parent()) else { return false };
        let folder = self.of_folder(folder);
        let Some(step) = folder.steps.get(file) else { return false };
        let exists = |object: &ObjectName| folder.first.get(object).is_some_and(|first| *first < step.number);
        !step.has_others && !step.objects.is_empty() && step.objects.iter().all(exists)
    }

    fn of_folder(&self, folder: &Path) -> Arc<TestFolder> {
        let known = || self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(folder) {
            return known.clone();
        }
        let found = Arc::new(TestFolder::read(folder));
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

impl TestFolder {
    /// The steps in a folder; none where no file says what is expected, so that its numbers mean something else.
    fn read(folder: &Path) -> Self {
        let entries = seen::read_dir(folder).into_iter().flatten().flatten();
        let files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| number(path).is_some()).collect();
        let mut found = Self::default();
        if !files.iter().any(|file| is_assertion(file)) {
            return found;
        }
        for file in files {
            let Some(step) = step(&file) else { continue };
            for object in &step.objects {
                let first = found.first.entry(object.clone()).or_insert(step.number);
                *first = step.number.min(*first);
            }
            found.steps.insert(file, step);
        }
        found
    }
}

fn step(file: &Path) -> Option<Step> {
    let (number, _) = number(file)?;
    let (objects, has_others) = objects_of(file)?;
    Some(Step { number, objects, has_others })
}

/// The objects of a file that have a name, and whether it has others.
fn objects_of(file: &Path) -> Option<(Vec<ObjectName>, bool)> {
    let text = seen::read_to_string(file).ok()?;
    let tree = Tree::parse(&text);
    let roots = tree.documents().iter().filter_map(|document| tree.root(&text, document));
    let nodes: Vec<_> = roots.flat_map(objects).map(|object| object.node).collect();
    let objects: Vec<_> = nodes.iter().filter_map(|node| identity(*node)).collect();
    let has_others = objects.len() < nodes.iter().filter(|node| node.get("kind").is_some()).count();
    Some((objects, has_others))
}

fn identity(object: Node<'_>) -> Option<ObjectName> {
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
