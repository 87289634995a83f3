//! What is at an offset of the manifest of a CRD, for features to match.
//!
//! Must not know what is said about it.

use crdls_fixes::schema_place::{SchemaPath, SchemaPlace, is};
use crdls_fixes::version::{OwnedStep, member, schema_at};
use crdls_yaml::cursor::Level;
use crdls_yaml::{Entry, Node};

/// What is at an offset.
pub(crate) enum ManifestPlace<'t> {
    /// The name of a version.
    Version { number: usize, name: Node<'t> },
    /// A key that leads to a schema: of a property, or `items`, `additionalProperties`, `openAPIV3Schema`. `nested`: inside
    /// allOf, anyOf, oneOf or not.
    Schema { key: Node<'t>, schema: SchemaPath, nested: bool },
    /// The key of a rule, or the one that holds the rules of a schema.
    Rules { entry: Entry<'t>, schema: Option<SchemaPath> },
    /// The name of a property, written where it is not defined, and the way to the property.
    Property { name: Node<'t>, schema: SchemaPath, role: MentionRole },
    /// A path that names properties, from the schema on.
    Path { path: Node<'t>, schema: SchemaPath, role: MentionRole },
    /// An expression of a rule of the schema.
    Expression { rule: Node<'t>, schema: SchemaPath },
}

/// The relation of a place to a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionRole {
    /// A key of `properties`.
    Definition,
    /// A key of `properties` inside allOf, anyOf, oneOf or not.
    Constraint,
    /// An item of `required`.
    Required,
    /// `x-kubernetes-list-map-keys`
    MapKey,
    /// A key of a value in `default`, `example` or `enum`.
    Value,
    /// In the path of a printer column.
    Column,
    /// In the path of `scale` or of a selectable field.
    Path,
    /// In the `fieldPath` of a rule.
    FieldPath,
    /// In a rule, or in its messageExpression.
    Expression,
    /// A field of a custom resource, or its kind.
    Instance,
    /// The name of a CRD in a document that is no object of it, such as a suite or a role.
    Name,
}

impl<'t> ManifestPlace<'t> {
    /// `around`: the nodes from the root of the manifest down to the offset. `None`: nothing but what the tables of fields say.
    pub(crate) fn of(around: &[Level<'t>], offset: u32) -> Option<Self> {
        let last = around.last()?;
        let key = last.entry.filter(|_| last.is_at_key(offset));
        let found = SchemaPlace::of(around);
        let rules = key.filter(|_| is(last, &["x-kubernetes-validations", "rule"]));
        if let Some(entry) = rules.filter(|_| found.as_ref().is_none_or(|found| !found.inside.is_empty())) {
            return Some(Self::Rules { entry, schema: found.map(|found| found.path) });
        }
        match found {
            Some(found) => in_schema(found, last, key, offset),
            None if key.is_none() && last.node.range().touches(offset) => Self::of_version(around),
            None => None,
        }
    }

    /// A value in a version outside of its schema.
    fn of_version(around: &[Level<'t>]) -> Option<Self> {
        let [_, spec, versions, version, inside @ ..] = around else { return None };
        let is_version = is(spec, &["spec"]) && is(versions, &["versions"]);
        let path = |level: &Level<'t>, role| Self::Path {
            path: level.node,
            schema: (version.index, Vec::new()),
            role,
        };
        match inside.split_first().filter(|_| is_version)? {
            (name, []) if is(name, &["name"]) => {
                Some(Self::Version { number: version.index, name: name.node })
            }
            (list, [_, of_item]) if is(of_item, &["jsonPath", "JSONPath"]) => {
                let role = match &*list.name()? {
                    "additionalPrinterColumns" => MentionRole::Column,
                    "selectableFields" => MentionRole::Path,
                    _ => return None,
                };
                Some(path(of_item, role))
            }
            (above, [scale, of_scale]) if is(above, &["subresources"]) && is(scale, &["scale"]) => {
                Some(path(of_scale, MentionRole::Path))
            }
            _ => None,
        }
    }
}

/// The place at an offset in a schema. `last`: the last node down to the offset; `key`: its entry, if the offset is in the key.
fn in_schema<'t>(
    found: SchemaPlace<'_, 't>,
    last: &Level<'t>,
    key: Option<Entry<'t>>,
    offset: u32,
) -> Option<ManifestPlace<'t>> {
    let SchemaPlace { path: mut schema, root, nested, inside, .. } = found;
    let Some(entry) = key else {
        let node = Some(last.node).filter(|node| node.range().touches(offset))?;
        return Some(match inside {
            [list, _] if is(list, &["required"]) && node.kind().is_scalar() => {
                schema.1.push(OwnedStep::Property(node.str()?.into_owned()));
                ManifestPlace::Property { name: node, schema, role: MentionRole::Required }
            }
            [list, _] if is(list, &["x-kubernetes-list-map-keys"]) => {
                schema.1.extend([OwnedStep::Item, OwnedStep::Property(node.str()?.into_owned())]);
                ManifestPlace::Property { name: node, schema, role: MentionRole::MapKey }
            }
            [rules, rule, field] if is(rules, &["x-kubernetes-validations"]) => match &*field.name()? {
                "fieldPath" => ManifestPlace::Path { path: node, schema, role: MentionRole::FieldPath },
                "rule" | "messageExpression" => ManifestPlace::Expression { rule: rule.node, schema },
                _ => return None,
            },
            _ => return None,
        });
    };
    let inside_value = match inside {
        [] => return Some(ManifestPlace::Schema { key: entry.key, schema, nested }),
        [keyword, inside @ ..] if is(keyword, &["default", "example"]) => inside,
        [keyword, _, inside @ ..] if is(keyword, &["enum"]) => inside,
        _ => return None,
    };
    for level in inside_value {
        schema.1.push(match level.entry {
            None => OwnedStep::Item,
            Some(_) => member(schema_at(root, &schema.1)?, &level.name()?)?,
        });
    }
    let is_property = !inside_value.is_empty() && matches!(schema.1.last(), Some(OwnedStep::Property(_)));
    is_property.then_some(ManifestPlace::Property { name: entry.key, schema, role: MentionRole::Value })
}
