//! The versions of a CRD in the tree, and the nodes of their schemas.

use crdls_yaml::{Entry, Node};

use crate::File;
use crate::expression::OwnedStep;

/// A version of a CRD.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version<'t> {
    pub(super) file: &'t File,
    pub(super) crd: Node<'t>,
    pub(super) node: Node<'t>,
    /// Its place among the versions, from 0.
    pub(super) number: usize,
    /// `openAPIV3Schema`
    pub(super) schema: Node<'t>,
}

impl<'t> Version<'t> {
    /// The version that an offset is in.
    pub(super) fn at(file: &'t File, offset: u32) -> Option<Self> {
        let crd = file.crd_at(offset)?;
        versions(file, crd).find(|version| version.node.range().touches(offset))
    }

    pub(super) fn name(&self) -> Option<String> {
        Some(value(self.node, "name")?.str()?.into_owned())
    }
}

/// The versions of a CRD that have a schema.
pub(super) fn versions<'t>(file: &'t File, crd: Node<'t>) -> impl Iterator<Item = Version<'t>> {
    let list = value(crd, "spec").and_then(|spec| value(spec, "versions"));
    list.into_iter().flat_map(Node::items).enumerate().filter_map(move |(number, node)| {
        let schema = value(value(node, "schema")?, "openAPIV3Schema")?;
        Some(Version { file, crd, node, number, schema })
    })
}

/// The value of a key.
pub(super) fn value<'t>(map: Node<'t>, key: &str) -> Option<Node<'t>> {
    map.get(key).map(|entry| entry.value)
}

/// The schema at the end of a way.
pub(super) fn schema_at<'t>(root: Node<'t>, route: &[OwnedStep]) -> Option<Node<'t>> {
    route.iter().try_fold(root, |schema, step| match step {
        OwnedStep::Property(name) => property(schema, name).map(|entry| entry.value),
        OwnedStep::Item => value(schema, "items"),
        OwnedStep::Value => value(schema, "additionalProperties"),
    })
}

/// A property of a schema.
pub(super) fn property<'t>(schema: Node<'t>, name: &str) -> Option<Entry<'t>> {
    value(schema, "properties")?.get(name)
}

/// Where a member of an object leads: to a property, or to the values of a map.
pub(super) fn member(schema: Node<'_>, name: &str) -> Option<OwnedStep> {
    if property(schema, name).is_some() {
        return Some(OwnedStep::Property(name.to_owned()));
    }
    let values = value(schema, "additionalProperties")?;
    values.kind().is_map().then_some(OwnedStep::Value)
}
