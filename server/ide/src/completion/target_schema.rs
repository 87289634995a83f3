//! A schema around the cursor, and what the schemas around it make of it.
//!
//! Knows what a node inherits: whether it is the root, an item, a key of its list, inside allOf and the
//! like. Must not know what is suggested there.

use std::borrow::Cow;

use crdls_manifest::fields::CUSTOM_RESOURCE_DEFINITION_VERSION;

use super::context::CompletionContext;
use super::manifest_value::ManifestValue;
use crate::manifest_position::{Level, Shape, is_junctor};

/// What a schema is to the one around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SchemaRole<'t> {
    Root,
    Item,
    SchemaProperty(Cow<'t, str>),
    /// The values of a map.
    Value,
    /// Inside allOf, anyOf, oneOf or not.
    Clause,
}

#[derive(Debug)]
pub(super) struct TargetSchema<'t> {
    /// What is written of the schema.
    pub(super) schema: ManifestValue<'t>,
    pub(super) role: SchemaRole<'t>,
    /// The schema around it.
    pub(super) parent: ManifestValue<'t>,
    pub(super) nested: bool,
    /// The schema that a nested one restricts.
    pub(super) restricted: ManifestValue<'t>,
    /// It or a schema around it has a default, which the server holds against what is added.
    pub(super) defaulted: bool,
    /// The field of every object that it is or is part of: `metadata`, `kind` or `apiVersion`.
    pub(super) in_meta: Option<Cow<'t, str>>,
    /// It is the schema of the kind's own `metadata`, which may say next to nothing.
    pub(super) is_meta: bool,
    /// Whether the version's status has a subresource.
    pub(super) status: bool,
    /// A rule of it or of a schema around it reads metadata.
    pub(super) rules_read_metadata: bool,
    /// It is a property by which the items of a list are told apart.
    key_of: bool,
}

impl<'t> TargetSchema<'t> {
    /// The schema that the cursor is in, or that the keyword with the cursor in its value belongs to.
    pub(super) fn of(context: &CompletionContext<'t>) -> Option<Self> {
        let way = &context.place.way;
        let last = way.iter().rposition(|level| level.shape.is_schema())?;
        let way = way.get(..=last)?;
        let here = way.last()?;
        let Shape::Struct { nested, .. } = here.shape else { return None };
        let schema = ManifestValue(Some(here.node));
        let role = role(way);
        let outer = |n: usize| way.iter().rev().nth(n);
        let at = |n: usize| ManifestValue(outer(n).map(|level| level.node));
        let parent = if matches!(role, SchemaRole::SchemaProperty(_)) { at(2) } else { at(1) };
        let version = ManifestValue(context.place.within(&CUSTOM_RESOURCE_DEFINITION_VERSION));
        let meta = meta(way);
        let key_of = match &role {
            SchemaRole::SchemaProperty(name) => {
                outer(2).is_some_and(|level| level.name.as_deref() == Some("items"))
                    && at(3).str("x-kubernetes-list-type") == "map"
                    && at(3).texts("x-kubernetes-list-map-keys").contains(name)
            }
            _ => false,
        };
        let (outside, defaulted) = if nested { restricted(way) } else { (ManifestValue(None), false) };
        let has_default =
            |level: &Level<'_>| level.shape.is_schema() && ManifestValue(Some(level.node)).has("default");
        let reads_metadata = |level: &Level<'_>| rules_read_metadata(ManifestValue(Some(level.node)));
        Some(Self {
            rules_read_metadata: way.iter().any(reads_metadata),
            schema,
            role,
            parent,
            nested,
            restricted: outside,
            defaulted: defaulted || way.iter().any(has_default),
            is_meta: meta
                .as_ref()
                .is_some_and(|(at, root, name)| *root && at + 1 == way.len() && name == "metadata"),
            in_meta: meta.map(|(_, _, name)| name),
            status: version.at(&["subresources", "status"]).is_some(),
            key_of,
        })
    }

    pub(super) fn is_root(&self) -> bool {
        self.role == SchemaRole::Root
    }

    /// Whether it is the schema of a list's items, and the list of one of these types.
    pub(super) fn is_item_of(&self, list_types: &[&str]) -> bool {
        self.role == SchemaRole::Item && list_types.contains(&&*self.parent.str("x-kubernetes-list-type"))
    }

    /// Whether it is a property by which the items of a list are told apart.
    pub(super) fn is_list_map_key(&self) -> bool {
        self.key_of
    }

    /// Whether `anyOf` or `allOf` here may name the types of an int-or-string.
    pub(super) fn is_int_or_string(&self) -> bool {
        self.schema.is_true("x-kubernetes-int-or-string")
    }
}

fn rules_read_metadata(schema: ManifestValue<'_>) -> bool {
    let mut rules = schema.get("x-kubernetes-validations").items().map(|rule| ManifestValue(Some(rule)));
    rules.any(|rule| rule.str("rule").contains("metadata"))
}

fn role<'t>(way: &[Level<'t>]) -> SchemaRole<'t> {
    let Some(here) = way.last() else { return SchemaRole::Clause };
    let above = way.iter().rev().nth(1).map(|level| level.shape);
    match (here.name.as_ref(), above) {
        (Some(name), Some(Shape::Map { field, .. })) if field.name == "properties" => {
            SchemaRole::SchemaProperty(name.clone())
        }
        (Some(name), Some(above)) => match &**name {
            "openAPIV3Schema" => SchemaRole::Root,
            "items" if above.is_schema() => SchemaRole::Item,
            "additionalProperties" if above.is_schema() => SchemaRole::Value,
            _ => SchemaRole::Clause,
        },
        _ => SchemaRole::Clause,
    }
}

/// The node of an object's metadata, kind or apiVersion around the cursor: where on the way it is, and whether
/// the object is the kind's own.
fn meta<'t>(way: &[Level<'t>]) -> Option<(usize, bool, Cow<'t, str>)> {
    way.windows(3).enumerate().find_map(|(at, three)| {
        let [object, properties, field] = three else { return None };
        let name = field.name.clone().filter(|name| matches!(&**name, "metadata" | "kind" | "apiVersion"))?;
        let root = object.name.as_deref() == Some("openAPIV3Schema");
        let resource = root || ManifestValue(Some(object.node)).is_true("x-kubernetes-embedded-resource");
        let of_object = object.shape.is_schema() && properties.name.as_deref() == Some("properties");
        (resource && of_object).then_some((at + 2, root, name))
    })
}

/// The schema outside of allOf and the like that the last one on the way restricts, and whether it or one
/// between has a default.
fn restricted<'t>(way: &[Level<'t>]) -> (ManifestValue<'t>, bool) {
    let is_outer = |level: &Level<'_>| matches!(level.shape, Shape::Struct { nested: false, .. });
    let Some(outer) = way.iter().rposition(is_outer) else { return (ManifestValue(None), false) };
    let mut at = ManifestValue(way.get(outer).map(|level| level.node));
    let mut defaulted = false;
    let mut in_properties = false;
    for name in way.iter().skip(outer + 1).filter_map(|level| level.name.as_deref()) {
        match name {
            name if in_properties => {
                at = at.property(name);
                in_properties = false;
            }
            "properties" => in_properties = true,
            "items" => at = at.get("items"),
            name if is_junctor(name) => {}
            _ => return (ManifestValue(None), defaulted),
        }
        defaulted |= at.has("default");
    }
    (at, defaulted)
}
