//! Breaking changes of CRDs, against the cases of public checkers and the histories of public projects.

mod acceptance;
mod classes;
mod complete;
mod fixes;
mod histories;
mod live;

use std::path::{Path, PathBuf};

use crdls_change::{Change, Definition, Snapshot, added, compare, removed};
use crdls_report::Config;
use crdls_tests::corpus;
use crdls_yaml::Tree;

/// The CRDs of some files.
#[derive(Default)]
struct Side {
    files: Vec<(String, Tree)>,
    crds: Snapshot,
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
        self.crds.add(self.files.len(), &text, &tree, &Config::default());
        self.files.push((text, tree));
    }

    fn definition(&self, name: &str) -> Option<Definition<'_>> {
        let located = self.crds.get(name)?;
        let (text, tree) = &self.files[located.file];
        located.definition(text, tree)
    }
}

/// All changes between two sides.
fn changes(old: &Side, new: &Side, config: &Config) -> Vec<Change> {
    let mut found = Vec::new();
    for name in old.crds.names() {
        let before = old.definition(name).expect("it is there");
        match new.definition(name) {
            Some(after) => found.extend(compare(before, after, &[], config).changes),
            None => found.push(removed(before.crd, config)),
        }
    }
    let is_new = |name: &&str| old.crds.get(name).is_none();
    found.extend(new.crds.names().filter(is_new).filter_map(|name| Some(added(new.definition(name)?.crd))));
    found
}
