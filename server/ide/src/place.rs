//! What is at an offset of the manifest of a CRD, for features to match.
//!
//! Must not know what is said about it.

use crdls_text::TextRange;
use crdls_yaml::cursor::Level;
use crdls_yaml::{Entry, Node};

use crate::expression::OwnedStep;

/// What is at an offset.
pub(crate) enum ManifestPlace<'t> {
    /// The name of a version.
    Version { number: usize, name: Node<'t> },
    /// A key that leads to a schema: of a property, or `items`, `additionalProperties`, `openAPIV3Schema`.
    Schema { key: TextRange, schema: SchemaPath },
    /// The key of a rule, or the one that holds the rules of a schema.
    Rules { entry: Entry<'t>, schema: Option<SchemaPath> },
}

/// The number of a version, from 0, and the steps to a schema in it.
pub(crate) type SchemaPath = (usize, Vec<OwnedStep>);

impl<'t> ManifestPlace<'t> {
    /// `around`: the nodes from the root of the manifest down to the offset. `None`: nothing but what the tables of fields say.
    pub(crate) fn of(around: &[Level<'t>], offset: u32) -> Option<Self> {
        let last = around.last()?;
        let (entry, at_key) = (last.entry?, last.is_at_key(offset));
        let is_rules = || matches!(last.name().as_deref(), Some("x-kubernetes-validations" | "rule"));
        Some(match (schema(around), around) {
            (Some((schema, [])), _) if at_key => Self::Schema { key: entry.key.range(), schema },
            (found, _) if at_key && is_rules() => {
                Self::Rules { entry, schema: found.map(|(schema, _)| schema) }
            }
            (None, [_, spec, versions, version, name])
                if are([spec, versions, name], ["spec", "versions", "name"])
                    && name.node.range().touches(offset) =>
            {
                Self::Version { number: index(versions, version), name: name.node }
            }
            _ => return None,
        })
    }
}

/// The innermost schema of a version, and the nodes after it.
fn schema<'l, 't>(around: &'l [Level<'t>]) -> Option<(SchemaPath, &'l [Level<'t>])> {
    let [_, spec, versions, version, schema, whole, rest @ ..] = around else { return None };
    if !are([spec, versions, schema, whole], ["spec", "versions", "schema", "openAPIV3Schema"]) {
        return None;
    }
    let (mut steps, mut rest) = (Vec::new(), rest);
    while let [level, below @ ..] = rest {
        let (step, below) = match (&*level.name()?, below) {
            ("properties", [own, below @ ..]) => (OwnedStep::Property(own.name()?.into_owned()), below),
            ("items", _) if level.node.kind().is_map() => (OwnedStep::Item, below),
            ("additionalProperties", _) if level.node.kind().is_map() => (OwnedStep::Value, below),
            _ => break,
        };
        steps.push(step);
        rest = below;
    }
    Some(((index(versions, version), steps), rest))
}

fn are<const N: usize>(levels: [&Level<'_>; N], names: [&str; N]) -> bool {
    levels.iter().zip(names).all(|(level, name)| level.name().is_some_and(|its| its == name))
}

fn index(list: &Level<'_>, item: &Level<'_>) -> usize {
    list.node.items().position(|other| other == item.node).unwrap_or_default()
}
