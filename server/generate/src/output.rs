//! Schemas as the values of a CRD.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_values::{Json, JsonValue};

use crate::data::Object;
use crate::kept::Kept;
use crate::schema::{Additional, Keyword, Schema};
use crate::{Data, Item, Member, Origin};

/// Makes values of schemas. What was made of a schema is kept with it.
pub(crate) struct Values<'k> {
    pub kept: &'k mut Kept,
    /// Whether an unknown type of which nothing was written accepts anything.
    pub opens_unknown: bool,
}

impl Values<'_> {
    /// The schema as `openAPIV3Schema` has it. A type that is unknown is taken from `written`, the schema of a CRD that
    /// controller-gen wrote before.
    pub(crate) fn schema(&mut self, schema: &Arc<Schema>, written: Option<&Json>) -> Item {
        self.made(schema, written).0
    }

    /// The value of a schema, and whether a type in it is unknown.
    fn made(&mut self, schema: &Arc<Schema>, written: Option<&Json>) -> (Item, bool) {
        if let Some(known) = self.kept.values.get(&(Arc::as_ptr(schema) as usize)) {
            return (known.value.clone(), false);
        }
        let origin = schema.origin;
        let mut object = own(schema);
        let mut has_unknown = schema.unknown.is_some();
        let mut inner = |schema: &Arc<Schema>, written: Option<&Json>| {
            let (value, is_unknown) = self.made(schema, written);
            has_unknown |= is_unknown;
            value
        };
        if let (Some(items), below) = (&schema.items, part(written, "items")) {
            object.set("items", inner(items, below));
        }
        for (name, parts) in [("allOf", &schema.all_of), ("anyOf", &schema.any_of)] {
            let written = part(written, name).map_or(&[][..], Json::items);
            let parts = parts.iter().enumerate();
            let parts: Vec<Item> = parts.map(|(index, part)| inner(part, written.get(index))).collect();
            if !parts.is_empty() {
                object.set(name, Item::new(Data::List(parts), origin));
            }
        }
        if !schema.properties.is_empty() {
            let properties = part(written, "properties");
            let members = schema.properties.iter().map(|(name, property)| Member {
                name: name.clone(),
                origin: property.origin,
                value: inner(&property.schema, part(properties, name)),
            });
            object.set("properties", Item::new(Data::Map(members.collect()), origin));
        }
        match &schema.additional {
            Some(Additional::Allowed) => object.set("additionalProperties", Item::bool(true, origin)),
            Some(Additional::Schema(values)) => {
                let below = part(written, "additionalProperties");
                object.set("additionalProperties", inner(values, below));
            }
            None => {}
        }
        match written {
            _ if schema.unknown.is_none() => {}
            Some(written) => complete(&mut object, written, origin),
            None if self.opens_unknown => {
                object.set(Keyword::PreserveUnknownFields.name(), Item::bool(true, origin));
                return (Item { is_unknown: true, ..object.item(origin) }, true);
            }
            None => {}
        }
        let value = object.item(origin);
        // What has one node is made as fast as it is found.
        let is_kept = !has_unknown && !schema.is_leaf();
        (if is_kept { self.kept.keep_value(schema, value) } else { value }, has_unknown)
    }

    /// Whether a type in the schema is unknown.
    pub(crate) fn has_unknown(&self, schema: &Arc<Schema>) -> bool {
        !self.kept.values.contains_key(&(Arc::as_ptr(schema) as usize))
            && (schema.unknown.is_some() || parts(schema, None).any(|(part, _)| self.has_unknown(part)))
    }
}

/// What a schema has but for the schemas in it.
fn own(schema: &Schema) -> Object {
    let origin = schema.origin;
    let mut object = Object::default();
    object.set_some("description", schema.description.clone());
    object.set_some("type", schema.ty.clone());
    object.set_some("title", schema.title.clone());
    object.set_some("example", schema.example.clone());
    object.set_some("externalDocs", schema.external_docs.clone());
    for (keyword, value) in &schema.keywords {
        object.set_with(keyword.name(), value.origin, value.clone());
    }
    if let Some(values) = schema.enumeration.as_ref().filter(|values| !values.is_empty()) {
        object.set("enum", Item::new(Data::List(values.clone()), schema.enum_origin));
    }
    if !schema.required.is_empty() {
        object.set("required", Item::new(Data::List(schema.required.clone()), origin));
    }
    if !schema.list_map_keys.is_empty() {
        let at = schema.list_map_keys.first().map_or(origin, |key| key.origin);
        object.set("x-kubernetes-list-map-keys", Item::new(Data::List(schema.list_map_keys.clone()), at));
    }
    if !schema.rules.is_empty() {
        object.set("x-kubernetes-validations", Item::new(Data::List(schema.rules.clone()), origin));
    }
    object
}

/// A part of the schema that was written before.
fn part<'w>(written: Option<&'w Json>, name: &str) -> Option<&'w Json> {
    written?.get(name)
}

/// Adds what a schema that was written before has and the own part of it does not: of fields, required names and rules
/// those that are missing, of everything else what is not there.
fn complete(object: &mut Object, written: &Json, origin: Origin) {
    for member in written.members() {
        let item = Item::of_value(&member.value, &|_| origin);
        let Some(own) = object.0.iter_mut().find(|own| *own.name == *member.name) else {
            object.set(&member.name, item);
            continue;
        };
        match (&mut own.value.data, item.data) {
            (Data::Map(own), Data::Map(others)) if &*member.name == "properties" => {
                let is_missing = |other: &&Member| own.iter().all(|own| own.name != other.name);
                let missing = others.iter().filter(is_missing);
                *own = own.iter().chain(missing).cloned().collect();
            }
            (Data::List(own), Data::List(others)) if &*member.name != "enum" => {
                own.extend(others.into_iter().filter(|other| !own.contains(other)).collect::<Vec<_>>());
                if &*member.name == "required" {
                    own.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                }
            }
            _ => {}
        }
    }
}

/// The schema of a version in a CRD.
pub(crate) fn of_version<'w>(crd: &'w Json, version: &str) -> Option<&'w Json> {
    let versions = crd.get("spec")?.get("versions")?.items();
    let named = |value: &&Json| value.get("name").and_then(Json::as_str) == Some(version);
    let schema = versions.iter().find(named)?.get("schema")?.get("openAPIV3Schema")?;
    matches!(schema.value, JsonValue::Map(_)).then_some(schema)
}

/// Whether a type in a schema is unknown that is not flattened.
pub(crate) fn has_unknown(schema: &Schema) -> bool {
    schema.unknown.is_some() || parts(schema, None).any(|(part, _)| has_unknown(part))
}

/// Adds the types in a schema that are unknown and that the schema written before does not have, and how often.
pub(crate) fn unknown_in(schema: &Schema, written: Option<&Json>, found: &mut BTreeMap<Arc<str>, u32>) {
    if let Some(name) = schema.unknown.as_ref().filter(|_| written.is_none()) {
        *found.entry(name.clone()).or_default() += 1;
    }
    parts(schema, written).for_each(|(part, written)| unknown_in(part, written, found));
}

/// The schemas right in a schema, each with what was written before in its place.
pub(crate) fn parts<'s>(
    schema: &'s Schema,
    written: Option<&'s Json>,
) -> impl Iterator<Item = (&'s Arc<Schema>, Option<&'s Json>)> {
    let listed = move |list: &'s [Arc<Schema>], name: &str| {
        let written = part(written, name).map_or(&[][..], Json::items);
        list.iter().enumerate().map(move |(index, schema)| (schema, written.get(index)))
    };
    let properties = part(written, "properties");
    let properties =
        schema.properties.iter().map(move |(name, property)| (&property.schema, part(properties, name)));
    let values = match &schema.additional {
        Some(Additional::Schema(values)) => Some((values, part(written, "additionalProperties"))),
        _ => None,
    };
    let items = schema.items.iter().map(move |items| (items, part(written, "items")));
    listed(&schema.all_of, "allOf")
        .chain(listed(&schema.any_of, "anyOf"))
        .chain(items)
        .chain(properties)
        .chain(values)
}
