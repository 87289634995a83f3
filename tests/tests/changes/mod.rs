//! Breaking changes of CRDs, against the cases of public checkers and the histories of public projects.

mod acceptance;
mod classes;
mod complete;
mod fixes;
mod histories;
mod live;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_change::{Change, Definition, added, compare, crds_by_name, removed};
use crdls_report::Config;
use crdls_resource::IndexedCrd;
use crdls_tests::corpus;
use crdls_yaml::Tree;

/// The CRDs of some files.
#[derive(Default)]
struct Side {
    files: Vec<Tree>,
    /// Each after the number of its file.
    crds: BTreeMap<String, (usize, IndexedCrd)>,
}

impl Side {
    fn read(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut side = Self::default();
        for path in files {
            side.add(corpus::read(&path));
        }
        side
    }

    fn add(&mut self, text: String) {
        let tree = Tree::parse(&text);
        for (name, known) in crds_by_name(text.as_str(), &tree, &Config::default()) {
            self.crds.entry(name).or_insert((self.files.len(), known));
        }
        self.files.push(tree);
    }

    fn definition(&self, name: &str) -> Option<Definition<'_>> {
        let (file, known) = self.crds.get(name)?;
        Definition::of(known, &self.files[*file])
    }
}

/// All changes between two sides.
fn changes(old: &Side, new: &Side, config: &Config) -> Vec<Change> {
    let mut found = Vec::new();
    for name in old.crds.keys() {
        let before = old.definition(name).expect("it is there");
        match new.definition(name) {
            Some(after) => found.extend(compare(before, after, &[], config).changes),
            None => found.push(removed(before.crd, config)),
        }
    }
    let is_new = |name: &&String| !old.crds.contains_key(*name);
    found.extend(new.crds.keys().filter(is_new).filter_map(|name| Some(added(new.definition(name)?.crd))));
    found
}
