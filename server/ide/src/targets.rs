//! What navigation leads to: a place in a CRD, a kind, a property of one of its versions.
//!
//! Must not know how one gets there.

use crdls_resource::{Index, IndexedCrd};
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::version::{OwnedStep, value};

/// A place in a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The file, as it was named.
    pub source: String,
    /// The name or the key that defines it, in bytes of that file.
    pub range: TextRange,
}

/// A kind, or a property of it, wherever it is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The file of the CRD, as it was named.
    pub source: String,
    /// The group of the CRD.
    pub group: String,
    /// The kind that it defines.
    pub kind: String,
    /// Nothing where the kind itself is meant.
    pub(crate) property: Option<Property>,
}

/// A property of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) version: String,
    pub(crate) route: Vec<OwnedStep>,
}

impl Property {
    /// Its name, where the way ends with one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self.route.last()? {
            OwnedStep::Property(name) => Some(name),
            _ => None,
        }
    }
}

/// Where a CRD says its kind.
pub(crate) fn kind_node(crd: Node<'_>) -> Option<Node<'_>> {
    value(value(value(crd, "spec")?, "names")?, "kind").filter(|kind| kind.kind().is_scalar())
}

pub(crate) fn group(crd: Node<'_>) -> Option<String> {
    Some(value(value(crd, "spec")?, "group")?.str()?.into_owned())
}

impl Meaning {
    /// Words of which a file has one that means the kind or the property: the kind, and of a kind its plural.
    pub fn words<'m>(&'m self, crds: &'m Index) -> Vec<&'m str> {
        let known = crds.all().find(|known| *known.source == *self.source && self.is_about(known));
        let plural =
            known.filter(|_| self.property.is_none()).map(|known| known.header().spec().names().plural());
        std::iter::once(&*self.kind).chain(plural.filter(|plural| !plural.is_empty())).collect()
    }

    /// Whether a CRD that is known defines the kind.
    pub fn is_about(&self, known: &IndexedCrd) -> bool {
        let spec = known.header().spec();
        (spec.group(), spec.names().kind()) == (&*self.group, &*self.kind)
    }

    /// Whether a CRD defines the kind.
    pub(crate) fn is_of(&self, crd: Node<'_>) -> bool {
        let is_kind = || kind_node(crd).and_then(Node::str).is_some_and(|kind| *kind == *self.kind);
        group(crd).is_some_and(|group| group == self.group) && is_kind()
    }
}
