//! The CRDs of one side, by name.

use std::collections::BTreeMap;

use crdls_schema::decode::decode;
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_schema::model::{Crd, Object, set_stored_versions};
use crdls_schema::objects::{Kind, objects};
use crdls_schema::{Config, FieldPath, Path};
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

/// A CRD of a file that cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The number of the document, from 0.
    pub document: usize,
    /// Why, without a final stop.
    pub why: String,
    /// The file that has a CRD of the same name, where that is why.
    pub first: Option<usize>,
}

impl Snapshot {
    /// Adds the CRDs of a file; tells which of them cannot be compared. Of two CRDs with one name the first counts.
    pub fn add(&mut self, file: usize, text: &str, tree: &Tree, config: &Config) -> Vec<Unusable> {
        let mut unusable = Vec::new();
        if !text.contains("CustomResourceDefinition") {
            return unusable;
        }
        for (document, its) in tree.documents().iter().enumerate() {
            let Some(root) = tree.root(text, its).filter(|root| !root.is_empty()) else { continue };
            for found in objects(root).into_iter().filter(|found| found.is_crd()) {
                let mut skip = |why: &str, first| {
                    unusable.push(Unusable { document, why: why.to_owned(), first });
                };
                if its.is_damaged() {
                    skip("it is not valid YAML", None);
                    continue;
                }
                if found.kind == Kind::OldCrd {
                    skip("`apiextensions.k8s.io/v1beta1` was removed in Kubernetes 1.22", None);
                    continue;
                }
                let object = decode(found.node, &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config).object;
                let name = Crd::new(&object).metadata().name().to_owned();
                match self.crds.get(&name) {
                    _ if name.is_empty() => skip("it has no `metadata.name`", None),
                    Some(first) => skip(&format!("it is the second CRD named `{name}`"), Some(first.file)),
                    None => {
                        let located = Located { file, document, list_indices: found.list_indices, object };
                        self.crds.insert(name, located);
                    }
                }
            }
        }
        unusable
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
