//! The CRDs that others replace, by name.
//!
//! Knows what is written of them; must not know what an update may change (`validate::update`).

use std::collections::BTreeMap;

use crdls_yaml::{Node, Tree};

use crdls_schema::Config;
use crdls_schema::Path;
use crdls_schema::decode::decode;
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_schema::model::{Crd, Object};
use crdls_schema::objects::{Kind, objects};

/// CRDs as they are in the cluster, or were when they were last applied.
#[derive(Clone, Debug, Default)]
pub struct Old(BTreeMap<String, Object>);

impl Old {
    /// Reads all CRDs of a text. Of two with one name it is the last, as where both are applied.
    pub fn read(&mut self, text: &str, tree: &Tree, config: &Config) {
        for document in tree.documents() {
            let Some(root) = tree.root(text, document) else { continue };
            for object in objects(root).into_iter().filter(|object| object.kind == Kind::Crd) {
                self.add(object.node, config);
            }
        }
    }

    fn add(&mut self, root: Node<'_>, config: &Config) {
        let object = decode(root, &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config).object;
        let name = Crd::new(&object).metadata().name().to_owned();
        if !name.is_empty() {
            self.0.insert(name, object);
        }
    }

    /// The CRD that one of this name replaces.
    pub fn get(&self, name: &str) -> Option<Crd<'_>> {
        self.0.get(name).map(Crd::new)
    }

    /// Whether no CRD was read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
