//! Schemas as the values of a CRD.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::Object;
use crate::schema::{Additional, Keyword, Schema};
use crate::{Data, Item, Member, Origin};

/// The schema as `openAPIV3Schema` has it. A type that is unknown accepts anything if `opens_unknown`.
pub(crate) fn schema(schema: &Schema, opens_unknown: bool) -> Item {
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
    if let Some(items) = &schema.items {
        object.set("items", self::schema(items, opens_unknown));
    }
    for (name, parts) in [("allOf", &schema.all_of), ("anyOf", &schema.any_of)] {
        let parts: Vec<Item> =
            parts.iter().map(|part: &Arc<Schema>| self::schema(part, opens_unknown)).collect();
        if !parts.is_empty() {
            object.set(name, Item::new(Data::List(parts), origin));
        }
    }
    if !schema.properties.is_empty() {
        let members = schema.properties.iter().map(|(name, property)| Member {
            name: name.clone(),
            origin: property.origin,
            value: self::schema(&property.schema, opens_unknown),
        });
        object.set("properties", Item::new(Data::Map(members.collect()), origin));
    }
    match &schema.additional {
        Some(Additional::Allowed) => object.set("additionalProperties", Item::bool(true, origin)),
        Some(Additional::Schema(values)) => {
            object.set("additionalProperties", self::schema(values, opens_unknown));
        }
        None => {}
    }
    if !schema.list_map_keys.is_empty() {
        let at = schema.list_map_keys.first().map_or(origin, |key| key.origin);
        object.set("x-kubernetes-list-map-keys", Item::new(Data::List(schema.list_map_keys.clone()), at));
    }
    if !schema.rules.is_empty() {
        object.set("x-kubernetes-validations", Item::new(Data::List(schema.rules.clone()), origin));
    }
    if schema.unknown.is_some() && opens_unknown {
        open(&mut object, origin);
    }
    object.item(origin)
}

/// Whether a type in the schema is unknown.
pub(crate) fn has_unknown(schema: &Schema) -> bool {
    schema.unknown.is_some() || parts(schema).any(|part| has_unknown(part))
}

/// Adds the types in a schema that are unknown, and how often.
pub(crate) fn unknown_in(schema: &Schema, found: &mut BTreeMap<Arc<str>, u32>) {
    if let Some(name) = &schema.unknown {
        *found.entry(name.clone()).or_default() += 1;
    }
    parts(schema).for_each(|part| unknown_in(part, found));
}

/// The schemas right in a schema.
fn parts(schema: &Schema) -> impl Iterator<Item = &Arc<Schema>> {
    let properties = schema.properties.values().map(|property| &property.schema);
    let values = match &schema.additional {
        Some(Additional::Schema(values)) => Some(values),
        _ => None,
    };
    schema.all_of.iter().chain(&schema.any_of).chain(&schema.items).chain(properties).chain(values)
}

/// Makes a node accept anything.
fn open(object: &mut Object, origin: Origin) {
    object.set(Keyword::PreserveUnknownFields.name(), Item::bool(true, origin));
}
