//! Updates of a stored object that leave one part of it as it is: with a label, and with something else in each of the
//! values around the part.
//!
//! What ratcheting forgives depends on which of the values around a part are unchanged, so each of them is changed once.

use crdls_manifest::model::{Schema, Version};
use crdls_minors::Minor;
use crdls_report::{FieldPath, PathStep};
use crdls_values::{Json, JsonValue};

/// So many edits are made in each value around a part.
const MOST_HERE: usize = 4;

/// The object after each edit, the smallest edits first.
pub(crate) fn elsewhere<'e>(
    stored: &'e Json,
    part: &'e FieldPath,
    version: Version<'e>,
    minor: Minor,
) -> impl Iterator<Item = Json> + use<'e> {
    let root = version.schema();
    let around = (0..part.steps().len()).map_while(move |depth| {
        let (around, kept) = (part.first_steps(depth), part.steps().get(depth));
        let (value, schema) = (around.value_in(stored)?, root?.at(around.steps())?);
        let edited = edited(value, schema, kept, minor).into_iter().take(MOST_HERE);
        Some(edited.filter_map(move |value| replaced(stored, around.steps(), value)))
    });
    std::iter::once(labelled(stored)).chain(around.flatten())
}

fn labelled(stored: &Json) -> Json {
    let text = |text: &str| Json::unplaced(JsonValue::Str(text.into()));
    let mut object = stored.clone();
    let metadata = stored.get("metadata").cloned().unwrap_or(Json::unplaced(JsonValue::Map(Vec::new())));
    let labels = metadata.get("labels").cloned().unwrap_or(Json::unplaced(JsonValue::Map(Vec::new())));
    object.set("metadata", |_| set_in(metadata, "labels", set_in(labels, "edited", text("yes"))));
    object
}

fn set_in(mut map: Json, name: &str, value: Json) -> Json {
    map.set(name, |_| value);
    map
}

/// A value with something else in it than in the step that is kept.
fn edited(value: &Json, schema: Schema<'_>, kept: Option<&PathStep>, minor: Minor) -> Vec<Json> {
    match &value.value {
        JsonValue::Map(members) => {
            let kept = kept.and_then(PathStep::member);
            let is_own = |name: &str| !crdls_resource::is_resource_field(name) && Some(name) != kept;
            let others = schema.properties().filter(|property| is_own(property.name));
            let is_there = |name: &str| members.iter().any(|member| *member.name == *name);
            // What is not there is added, smallest schemas first; then what is there gets another value.
            let (mut there, mut absent): (Vec<_>, Vec<_>) =
                others.partition(|property| is_there(property.name));
            let is_deep = |schema: Schema<'_>| matches!(schema.type_(), "object" | "array" | "");
            absent.sort_by_key(|property| is_deep(property.schema));
            there.sort_by_key(|property| is_deep(property.schema));
            let added = absent.into_iter().take(2).map(|property| {
                let example = crdls_witness::example(property.schema, property.name, minor);
                set_in(value.clone(), property.name, example)
            });
            let changed = there.into_iter().take(2).filter_map(|property| {
                let other = other(value.get(property.name)?, property.schema)?;
                Some(set_in(value.clone(), property.name, other))
            });
            let entry = schema.value_schema().map(|values| {
                set_in(value.clone(), "edited", crdls_witness::example(values, "value", minor))
            });
            added.chain(changed).chain(entry).collect()
        }
        JsonValue::List(items) => {
            let example = schema.item_schema().map(|schema| crdls_witness::example(schema, "edited", minor));
            let varied =
                items.first().zip(schema.item_schema()).and_then(|(first, schema)| other(first, schema));
            let new = example.into_iter().chain(varied).filter(|item| !items.contains(item));
            new.map(|item| Json::unplaced(JsonValue::List(items.iter().cloned().chain([item]).collect())))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A value next to one: another of `enum`, the next number, a longer text; of an object or a list one with such a member.
/// `None` where there is nothing to change.
fn other(value: &Json, schema: Schema<'_>) -> Option<Json> {
    if schema.enum_values().len() > 0 {
        return schema.enum_values().find(|other| *other != value).cloned();
    }
    match &value.value {
        JsonValue::Null => None,
        JsonValue::Bool(value) => Some(Json::unplaced(JsonValue::Bool(!value))),
        JsonValue::Int(value) => Some(Json::unplaced(JsonValue::Int(value.checked_add(1)?))),
        JsonValue::Float(value) => Some(Json::unplaced(JsonValue::Float(value + 1.0))),
        JsonValue::Str(text) => Some(Json::unplaced(JsonValue::Str(format!("{text}0").into()))),
        JsonValue::List(items) => {
            let first = other(items.first()?, schema.item_schema()?)?;
            Some(Json::unplaced(JsonValue::List(
                std::iter::once(first).chain(items.iter().skip(1).cloned()).collect(),
            )))
        }
        JsonValue::Map(members) => members.iter().find_map(|member| {
            let its = schema.property(&member.name).or_else(|| schema.value_schema())?;
            Some(set_in(value.clone(), &member.name, other(&member.value, its)?))
        }),
    }
}

/// An object with another value at a path.
fn replaced(object: &Json, path: &[PathStep], value: Json) -> Option<Json> {
    let Some((first, rest)) = path.split_first() else { return Some(value) };
    let mut object = object.clone();
    let inner = match (first, &mut object.value) {
        (PathStep::Name(name) | PathStep::Key(name), _) => object.get_mut(name),
        (PathStep::Index(index), JsonValue::List(items)) => items.get_mut(*index),
        _ => None,
    }?;
    *inner = replaced(inner, rest, value)?;
    Some(object)
}
