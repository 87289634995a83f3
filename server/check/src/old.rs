//! The objects that others replace: CRDs by name, custom resources by kind, namespace and name.
//!
//! Knows what is written of them; must not know what an update may change (`crd::validate::update`,
//! `resource::update`).

use std::collections::BTreeMap;

use crdls_yaml::{Node, Tree};

use crdls_manifest::model::{Crd, Object};
use crdls_manifest::objects::{DocumentObject, objects, text_of};
use crdls_report::{Config, Unit};
use crdls_resource::update::Subresource;
use crdls_values::Json;

/// Objects as they are in the cluster, or were when they were last applied.
#[derive(Clone, Debug, Default)]
pub struct Old {
    crds: BTreeMap<String, Object>,
    resources: BTreeMap<ResourceKey, OldResource>,
    subresource: Option<Subresource>,
}

/// What tells an object from others of all kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ResourceKey {
    group: String,
    kind: String,
    name: String,
    /// Empty where none is written.
    namespace: String,
}

/// A custom resource that is replaced.
#[derive(Clone, Debug)]
pub struct OldResource {
    /// The `apiVersion` of the resource.
    pub api_version: String,
    /// The `kind` of the resource.
    pub kind: String,
    /// The whole object, as it is written.
    pub object: Json,
}

/// Something in an old text that nothing can replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The number of the document, from 0.
    pub document: usize,
    /// Why nothing can replace it, without a final stop.
    pub why: &'static str,
}

impl Old {
    /// Nothing yet; `subresource` is the part of the objects that is nothing for all of it.
    pub fn of_subresource(subresource: Option<Subresource>) -> Self {
        Self { subresource, ..Self::default() }
    }

    /// Reads all objects of a text, and tells what nothing can replace. Of two with one name it is the last, as where
    /// both are applied.
    pub fn read(&mut self, text: &str, tree: &Tree, config: &Config) -> Vec<Unusable> {
        let mut unusable = Vec::new();
        for (number, document) in tree.documents().iter().enumerate() {
            let Some(root) = tree.root(text, document).filter(|root| !root.is_empty()) else { continue };
            if document.is_damaged() {
                unusable.push(Unusable { document: number, why: "it is not YAML" });
                continue;
            }
            for object in objects(root) {
                let why = self.add(&object, config);
                unusable.extend(why.map(|why| Unusable { document: number, why }));
            }
        }
        unusable
    }

    /// Adds an object; tells why nothing can replace it.
    fn add(&mut self, object: &DocumentObject<'_>, config: &Config) -> Option<&'static str> {
        let Some(kind) = object.kind.crd().filter(|kind| kind.is_served) else {
            return self.add_resource(object.node);
        };
        let object = kind.decode(object.node, config).object;
        let name = Crd::new(&object).metadata().name().to_owned();
        if name.is_empty() {
            return Some(NAMELESS);
        }
        self.crds.insert(name, object);
        None
    }

    /// A CRD can only have a group with a dot: of objects of other groups none is kept.
    fn add_resource(&mut self, root: Node<'_>) -> Option<&'static str> {
        if !root.kind().is_map() {
            return Some("it is not an object");
        }
        let (Some(api_version), Some(kind)) = (text_of(root, "apiVersion"), text_of(root, "kind")) else {
            return Some("it has no `apiVersion` or no `kind`");
        };
        let (group, _) = api_version.split_once('/').unwrap_or_default();
        if !group.contains('.') {
            return None;
        }
        let Some(key) = ResourceKey::of(root, &api_version, &kind) else { return Some(NAMELESS) };
        let object = Unit::Written(root).value();
        self.resources.insert(key, OldResource { api_version, kind, object });
        None
    }

    /// The CRD that one of this name replaces.
    pub fn get(&self, name: &str) -> Option<Crd<'_>> {
        self.crds.get(name).map(Crd::new)
    }

    /// The custom resource that an object replaces: that of its kind, namespace and name, or where the scale subresource is
    /// written and the object is of `autoscaling/v1`, that of its name. Where only one of the two has a namespace, and no
    /// other could be meant, it is the same.
    pub fn resource(&self, root: Node<'_>) -> Option<&OldResource> {
        if self.subresource == Some(Subresource::Scale) && is_scale(root) {
            return self.scaled(root);
        }
        let key = ResourceKey::of(root, &text_of(root, "apiVersion")?, &text_of(root, "kind")?)?;
        let same =
            |its: &ResourceKey| (&its.group, &its.kind, &its.name) == (&key.group, &key.kind, &key.name);
        self.resources.get(&key).or_else(|| self.only(&key, same))
    }

    /// The custom resource of whatever kind whose number of replicas an object of `autoscaling/v1` writes.
    fn scaled(&self, root: Node<'_>) -> Option<&OldResource> {
        let key = ResourceKey::of(root, "", "")?;
        let same = |its: &ResourceKey| its.name == key.name;
        self.only(&key, |its| same(its) && its.namespace == key.namespace).or_else(|| self.only(&key, same))
    }

    fn only(&self, key: &ResourceKey, same: impl Fn(&ResourceKey) -> bool) -> Option<&OldResource> {
        let one_has_none = |its: &ResourceKey| {
            its.namespace == key.namespace || its.namespace.is_empty() || key.namespace.is_empty()
        };
        let mut found = self.resources.iter().filter(|(its, _)| same(its) && one_has_none(its));
        let (_, first) = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Which part of custom resources is written; nothing for all of it.
    pub const fn subresource(&self) -> Option<Subresource> {
        self.subresource
    }

    /// Whether there is any CRD.
    pub fn has_crds(&self) -> bool {
        !self.crds.is_empty()
    }

    /// Whether there is any custom resource.
    pub fn has_resources(&self) -> bool {
        !self.resources.is_empty()
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.crds.is_empty() && self.resources.is_empty()
    }
}

fn is_scale(root: Node<'_>) -> bool {
    text_of(root, "apiVersion").is_some_and(|text| text == "autoscaling/v1")
        && text_of(root, "kind").is_some_and(|text| text == "Scale")
}

const NAMELESS: &str = "it has no `metadata.name`";

impl ResourceKey {
    fn of(root: Node<'_>, api_version: &str, kind: &str) -> Option<Self> {
        let metadata = root.get("metadata")?.value.resolved()?;
        let (group, _) = api_version.split_once('/').unwrap_or_default();
        Some(Self {
            group: group.to_owned(),
            kind: kind.to_owned(),
            name: text_of(metadata, "name")?,
            namespace: text_of(metadata, "namespace").unwrap_or_default(),
        })
    }
}
