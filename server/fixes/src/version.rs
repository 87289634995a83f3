//! The versions of a CRD in the tree, and the nodes of their schemas.

use crdls_manifest::model::SchemaStep;
use crdls_yaml::{Entry, Node};

use crate::File;

/// A step that outlives the schema that it was found in.
pub type OwnedStep = SchemaStep<String>;

/// A version of a CRD.
#[derive(Clone, Copy, Debug)]
pub struct Version<'t> {
    /// The file of the CRD.
    pub file: &'t File,
    /// The CRD.
    pub crd: Node<'t>,
    /// The version itself.
    pub node: Node<'t>,
    /// Its place among the versions, from 0.
    pub number: usize,
    /// `openAPIV3Schema`
    pub schema: Node<'t>,
}

impl<'t> Version<'t> {
    /// The version that an offset is in.
    pub fn at(file: &'t File, offset: u32) -> Option<Self> {
        let crd = file.crd_at(offset)?;
        versions(file, crd).find(|version| version.node.range().touches(offset))
    }

    /// The name, if that is a text.
    pub fn name(&self) -> Option<String> {
        Some(value(self.node, "name")?.str()?.into_owned())
    }
}

/// The versions of a CRD that have a schema.
pub fn versions<'t>(file: &'t File, crd: Node<'t>) -> impl Iterator<Item = Version<'t>> {
    schemas(crd).map(move |(number, node, schema)| Version { file, crd, node, number, schema })
}

/// The schemas of a CRD's versions, each with the number of the version, from 0, and the version.
pub fn schemas(crd: Node<'_>) -> impl Iterator<Item = (usize, Node<'_>, Node<'_>)> {
    let list = value(crd, "spec").and_then(|spec| value(spec, "versions"));
    let versions = list.into_iter().flat_map(Node::items).enumerate();
    versions.filter_map(|(number, version)| {
        Some((number, version, value(value(version, "schema")?, "openAPIV3Schema")?))
    })
}

/// The value of a key.
pub fn value<'t>(map: Node<'t>, key: &str) -> Option<Node<'t>> {
    map.get(key).map(|entry| entry.value)
}

/// The schema at the end of a way.
pub fn schema_at<'t>(root: Node<'t>, route: &[OwnedStep]) -> Option<Node<'t>> {
    route.iter().try_fold(root, |schema, step| match step {
        OwnedStep::Property(name) => property(schema, name).map(|entry| entry.value),
        OwnedStep::Item => value(schema, "items"),
        OwnedStep::Value => value(schema, "additionalProperties"),
    })
}

/// A property of a schema.
pub fn property<'t>(schema: Node<'t>, name: &str) -> Option<Entry<'t>> {
    value(schema, "properties")?.get(name)
}

/// Where a member of an object leads: to a property, or to the values of a map.
pub fn member(schema: Node<'_>, name: &str) -> Option<OwnedStep> {
    if property(schema, name).is_some() {
        return Some(OwnedStep::Property(name.to_owned()));
    }
    let values = value(schema, "additionalProperties")?;
    values.kind().is_map().then_some(OwnedStep::Value)
}
