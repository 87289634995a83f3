//! Updates of a stored object that leave one part of it as it is: with a label, and with something else in each of the
//! values around the part.
//!
//! What ratcheting forgives depends on which of the values around a part are unchanged, so each of them is changed once.

use crdls_schema::model::{Schema, Version};
use crdls_schema::{FieldPath, Minor, PathStep};
use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue};

use crate::trial::at;

/// So many edits are made in each value around a part.
const MOST_HERE: usize = 4;

/// The object after each edit, the smallest edits first.
pub(crate) fn elsewhere(stored: &Json, part: &FieldPath, version: Version<'_>, minor: Minor) -> Vec<Json> {
    let mut found = vec![labelled(stored)];
    let Some(root) = version.schema() else { return found };
    for depth in 0..part.steps().len() {
        let around = part.first_steps(depth);
        let kept = part.steps().get(depth);
        let (Some(value), Some(schema)) = (at(stored, &around), schema_at(root, &around)) else { break };
        let edited = edited(value, schema, kept, minor);
        found.extend(
            edited.into_iter().take(MOST_HERE).filter_map(|value| replaced(stored, around.steps(), value)),
        );
    }
    found
}

const NOWHERE: TextRange = TextRange { start: 0, end: 0 };

const fn json(value: JsonValue) -> Json {
    Json { value, range: NOWHERE }
}

fn labelled(stored: &Json) -> Json {
    let text = |text: &str| json(JsonValue::Str(text.into()));
    let mut object = stored.clone();
    let metadata = stored.get("metadata").cloned().unwrap_or(json(JsonValue::Map(Vec::new())));
    let labels = metadata.get("labels").cloned().unwrap_or(json(JsonValue::Map(Vec::new())));
    set(&mut object, "metadata", set_in(metadata, "labels", set_in(labels, "edited", text("yes"))));
    object
}

fn set_in(mut map: Json, name: &str, value: Json) -> Json {
    set(&mut map, name, value);
    map
}

fn set(map: &mut Json, name: &str, value: Json) {
    let JsonValue::Map(members) = &mut map.value else { return };
    match members.binary_search_by(|member| (*member.name).cmp(name)) {
        Ok(at) => {
            if let Some(member) = members.get_mut(at) {
                member.value = value;
            }
        }
        Err(at) => members.insert(at, JsonMember { name: name.into(), key: NOWHERE, value }),
    }
}

/// The schema of a value of an object, clauses aside.
pub(crate) fn schema_at<'m>(root: Schema<'m>, path: &FieldPath) -> Option<Schema<'m>> {
    path.steps().iter().try_fold(root, |schema, step| match (step.member(), step.index()) {
        (Some(name), _) => schema.property(name).or_else(|| schema.value_schema()),
        (_, Some(_)) => schema.item_schema(),
        _ => None,
    })
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
            let changed = there.into_iter().take(2).flat_map(|property| {
                let now = value.get(property.name).map(Json::to_json);
                let all = crdls_witness::boundary_values(&[property.schema], property.name, minor);
                let other = all.into_iter().find(|other| !other.is_null() && Some(other.to_json()) != now);
                other.map(|other| set_in(value.clone(), property.name, other))
            });
            let entry = schema.value_schema().map(|values| {
                set_in(value.clone(), "edited", crdls_witness::example(values, "value", minor))
            });
            added.chain(changed).chain(entry).collect()
        }
        JsonValue::List(items) => {
            let all =
                schema.item_schema().map(|items| crdls_witness::boundary_values(&[items], "item", minor));
            let is_new = |item: &Json| !item.is_null() && !items.contains(item);
            let new = all.into_iter().flatten().filter(is_new).take(2);
            new.map(|item| json(JsonValue::List(items.iter().cloned().chain([item]).collect()))).collect()
        }
        _ => Vec::new(),
    }
}

/// An object with another value at a path.
fn replaced(object: &Json, path: &[PathStep], value: Json) -> Option<Json> {
    let Some((first, rest)) = path.split_first() else { return Some(value) };
    let mut object = object.clone();
    let inner = match (&mut object.value, first.member(), first.index()) {
        (JsonValue::Map(members), Some(name), _) => {
            members.iter_mut().find(|member| &*member.name == name).map(|member| &mut member.value)
        }
        (JsonValue::List(items), _, Some(index)) => items.get_mut(index),
        _ => None,
    }?;
    *inner = replaced(inner, rest, value)?;
    Some(object)
}
