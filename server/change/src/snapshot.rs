//! The CRDs of one side, by name.

use std::collections::BTreeMap;

use crdls_manifest::crd_kinds::mentions_crds;
use crdls_manifest::model::{Crd, Object, set_stored_versions};
use crdls_manifest::objects::objects;
use crdls_report::{Config, FieldPath};
use crdls_resource::{BuiltCrd, IndexedCrd};
use crdls_yaml::{Node, Tree};

use crate::Definition;

/// The CRDs of a folder, of a revision or of an editor's workspace at one time. Knows files by their numbers.
#[derive(Debug, Default)]
pub struct Snapshot {
    crds: BTreeMap<String, Located>,
}

/// A CRD and where it is written.
#[derive(Debug)]
pub struct Located {
    /// The number of its file.
    pub file: usize,
    /// The number of its document, from 0.
    pub document: usize,
    list_indices: Vec<usize>,
    object: Object,
}

impl Snapshot {
    /// Adds the CRDs of a file that clusters take; of two with one name the first counts.
    pub fn add(&mut self, file: usize, text: &str, tree: &Tree, config: &Config) {
        self.add_chosen(file, text, tree, |_, _| true, config);
    }

    /// The same of those that are chosen, each by the number of its document and its index in each list around it there.
    pub fn add_chosen(
        &mut self,
        file: usize,
        text: &str,
        tree: &Tree,
        is_chosen: impl Fn(usize, &[usize]) -> bool,
        config: &Config,
    ) {
        if !mentions_crds(text.as_bytes()) {
            return;
        }
        for (document, its) in tree.documents().iter().enumerate().filter(|(_, its)| !its.is_damaged()) {
            let Some(root) = tree.root(text, its).filter(|root| !root.is_empty()) else { continue };
            for found in objects(root) {
                let Some(kind) = found.kind.crd().filter(|kind| kind.is_served) else { continue };
                if !is_chosen(document, &found.list_indices) {
                    continue;
                }
                let object = kind.decode(found.node, config).object;
                let name = Crd::new(&object).metadata().name().to_owned();
                let located = Located { file, document, list_indices: found.list_indices, object };
                if !name.is_empty() {
                    self.crds.entry(name).or_insert(located);
                }
            }
        }
    }

    /// Takes CRDs of its one file as kustomizations apply them.
    pub fn take_built<'b>(&mut self, built: impl IntoIterator<Item = &'b BuiltCrd>) {
        for BuiltCrd { range, decoded, .. } in built {
            let written = self.crds.values_mut().find(|located| located.object.range == *range);
            if let Some((located, decoded)) = written.zip(decoded.as_ref()) {
                located.object = decoded.object.clone();
            }
        }
    }

    /// Takes a CRD as kustomizations apply it.
    pub fn take_applied(&mut self, known: &IndexedCrd) {
        if let (Some(located), Some(applied)) = (self.crds.get_mut(known.name()), known.changed()) {
            located.object = applied.object.clone();
        }
    }

    /// Takes each CRD as one whose objects are stored in these versions, as `status.storedVersions` says in a cluster; a
    /// manifest does not have that, and its storage version is assumed.
    pub fn set_stored_versions(&mut self, names: &[String]) {
        self.crds.values_mut().for_each(|located| set_stored_versions(&mut located.object, names));
    }

    /// The names of the CRDs, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.crds.keys().map(String::as_str)
    }

    /// The CRD of a name.
    pub fn get(&self, name: &str) -> Option<&Located> {
        self.crds.get(name)
    }
}

impl Located {
    /// The decoded manifest.
    pub fn crd(&self) -> Crd<'_> {
        Crd::new(&self.object)
    }

    /// The CRD in its file's text.
    pub fn definition<'m>(&'m self, text: &'m str, tree: &'m Tree) -> Option<Definition<'m>> {
        let root: Node<'m> = tree.root(text, tree.documents().get(self.document)?)?;
        let found = objects(root).into_iter().find(|found| found.list_indices == self.list_indices)?;
        Some(Definition { crd: self.crd(), root: found.node })
    }

    /// What leads to the CRD from its document, where that is a list.
    pub fn prefix(&self) -> FieldPath {
        FieldPath::of_list_item(&self.list_indices)
    }
}
