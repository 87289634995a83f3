//! The schema of a CRD that is around an offset.

use crdls_yaml::Node;
use crdls_yaml::cursor::Level;

use crate::version::OwnedStep;

/// The number of a version, from 0, and the steps to a schema in it.
pub type SchemaPath = (usize, Vec<OwnedStep>);

/// The innermost schema around an offset.
#[derive(Debug)]
pub struct SchemaPlace<'l, 't> {
    /// The number of its version, from 0, and the steps to it.
    pub path: SchemaPath,
    /// The schema of the version.
    pub root: Node<'t>,
    /// The schema itself.
    pub node: Node<'t>,
    /// Whether it is inside allOf, anyOf, oneOf or not.
    pub nested: bool,
    /// The nodes in it that lead on.
    pub inside: &'l [Level<'t>],
}

impl<'l, 't> SchemaPlace<'l, 't> {
    /// `around`: the nodes from the root of a manifest downwards.
    pub fn of(around: &'l [Level<'t>]) -> Option<Self> {
        let [_, spec, versions, version, schema, whole, inside @ ..] = around else { return None };
        let way = [(spec, "spec"), (versions, "versions"), (schema, "schema"), (whole, "openAPIV3Schema")];
        if !way.iter().all(|(level, name)| is(level, &[name])) {
            return None;
        }
        let mut place = Self {
            path: (version.index, Vec::new()),
            root: whole.node,
            node: whole.node,
            nested: false,
            inside,
        };
        while let [level, below @ ..] = place.inside {
            let kind = level.node.kind();
            let (step, schema, below) = match (&*level.name()?, below) {
                ("properties", [own, below @ ..]) => {
                    (Some(OwnedStep::Property(own.name()?.into_owned())), own, below)
                }
                ("items", _) if kind.is_map() => (Some(OwnedStep::Item), level, below),
                ("items", [item, below @ ..]) if kind.is_seq() => (Some(OwnedStep::Item), item, below),
                ("additionalProperties", _) if kind.is_map() => (Some(OwnedStep::Value), level, below),
                ("not", [_, ..]) => (None, level, below),
                ("allOf" | "anyOf" | "oneOf", [item, below @ ..]) if !below.is_empty() => (None, item, below),
                _ => break,
            };
            place.nested |= step.is_none();
            place.node = schema.node;
            place.path.1.extend(step);
            place.inside = below;
        }
        Some(place)
    }
}

/// Whether one of these keys leads to a node.
pub fn is(level: &Level<'_>, names: &[&str]) -> bool {
    level.name().is_some_and(|name| names.contains(&&*name))
}
