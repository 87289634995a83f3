//! Changes to a manifest that know what its keys mean: what stands there is of a type, and so is what
//! comes in its place, or on purpose not.

use crdls_manifest::fields::{CUSTOM_RESOURCE_DEFINITION, JSON_SCHEMA_PROPS, Ty, TypeDef};
use serde_json::{Map, Value, json};

use super::{Pool, crd, rule, samples, schema};
use crate::random::Random;

/// A place in a manifest, and what the tables say of it.
#[derive(Clone)]
struct Place {
    /// A JSON pointer.
    at: String,
    /// The nearest key.
    name: String,
    ty: Option<Ty>,
}

impl Place {
    fn root() -> Self {
        Self { at: String::new(), name: String::new(), ty: Some(Ty::Object(&CUSTOM_RESOURCE_DEFINITION)) }
    }

    fn is_schema(&self) -> bool {
        matches!(self.ty, Some(Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings))
            || self.def().is_some_and(|def| *def == JSON_SCHEMA_PROPS)
    }

    /// The struct, where there is an object.
    fn def(&self) -> Option<&'static TypeDef> {
        match self.ty? {
            Ty::Object(def) => Some(def),
            Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => Some(&JSON_SCHEMA_PROPS),
            _ => None,
        }
    }

    fn child(&self, key: &str) -> Self {
        let ty = match self.ty {
            Some(Ty::Map(elem)) => Some(elem.ty),
            _ => self.def().and_then(|def| Some(def.field(key)?.ty)),
        };
        let at = format!("{}/{}", self.at, key.replace('~', "~0").replace('/', "~1"));
        Self { at, name: key.to_owned(), ty }
    }

    fn item(&self, i: usize) -> Self {
        let ty = match self.ty {
            Some(Ty::List(elem)) => Some(elem.ty),
            Some(Ty::SchemaOrArray) => Some(Ty::Object(&JSON_SCHEMA_PROPS)),
            _ => None,
        };
        Self { at: format!("{}/{i}", self.at), name: self.name.clone(), ty }
    }
}

fn places(value: &Value, place: Place, found: &mut Vec<Place>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| places(value, place.child(key), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| places(value, place.item(i), found));
        }
        _ => {}
    }
    found.push(place);
}

type Change = fn(&mut Value, &Place, &Pool, &mut Random);

/// Changes a manifest by one edit.
pub fn mutate(manifest: &mut Value, pool: &Pool, random: &mut Random) {
    let changes: [Change; 13] =
        [replace, replace, junk, add, add, add, rename, double, forget, wrap, swap, extensions, adorn];
    let mut found = Vec::new();
    places(manifest, Place::root(), &mut found);
    let change = random.pick(&changes).copied().unwrap_or(replace);
    // Schemas are the most of a manifest; the rest is looked at as often.
    let wanted = random.below(2) == 0;
    let near: Vec<_> = found.iter().filter(|place| place.at.contains("/openAPIV3Schema") == wanted).collect();
    let place = random.pick(&near).map(|place| (*place).clone()).unwrap_or_else(Place::root);
    if !place.at.is_empty() || random.below(4) == 0 {
        change(manifest, &place, pool, random);
    }
}

fn at<'v>(manifest: &'v mut Value, place: &Place) -> Option<&'v mut Value> {
    manifest.pointer_mut(&place.at)
}

/// The object or list that a place is in, with its key there.
fn parent<'v>(manifest: &'v mut Value, place: &Place) -> Option<(&'v mut Value, String)> {
    let (parent, key) = place.at.rsplit_once('/')?;
    Some((manifest.pointer_mut(parent)?, key.replace("~1", "/").replace("~0", "~")))
}

fn replace(manifest: &mut Value, place: &Place, pool: &Pool, random: &mut Random) {
    let Some(value) = at(manifest, place) else { return };
    let Some(ty) = place.ty else { return *value = samples::junk(random) };
    // Structs are mended in parts rather than replaced.
    if matches!(ty, Ty::Object(_)) && random.below(4) > 0 {
        return;
    }
    *value = crd::value(ty, &place.name, pool, random, 3);
}

fn junk(manifest: &mut Value, place: &Place, pool: &Pool, random: &mut Random) {
    let Some(value) = at(manifest, place) else { return };
    *value = match random.below(3) {
        0 => pool.value(&place.name, random).unwrap_or_default(),
        _ => samples::junk(random),
    };
}

/// A field that is not there yet, or another value of one that is.
fn add(manifest: &mut Value, place: &Place, pool: &Pool, random: &mut Random) {
    let Some(def) = place.def() else { return replace(manifest, place, pool, random) };
    let Some(Value::Object(members)) = at(manifest, place) else { return };
    for _ in 0..1 + random.below(3) {
        if let Some(field) = random.pick(def.fields) {
            members.insert(field.name.to_owned(), crd::field(field, pool, random, 3));
        }
    }
}

fn rename(manifest: &mut Value, place: &Place, _: &Pool, random: &mut Random) {
    let Some((Value::Object(members), key)) = parent(manifest, place) else { return };
    let Some(value) = members.remove(&key) else { return };
    let mut letters: Vec<char> = key.chars().collect();
    let middle = random.below(letters.len());
    match random.below(4) {
        0 => letters.push('s'),
        1 if !letters.is_empty() => drop(letters.remove(middle)),
        2 => letters.iter_mut().take(1).for_each(|c| c.make_ascii_uppercase()),
        _ => letters = schema::property(random).chars().collect(),
    }
    members.insert(letters.into_iter().collect(), value);
}

/// An item twice, or an entry under another name too.
fn double(manifest: &mut Value, place: &Place, _: &Pool, random: &mut Random) {
    let Some((holder, key)) = parent(manifest, place) else { return };
    match holder {
        Value::Array(items) => {
            let copy = key.parse().ok().and_then(|i: usize| items.get(i).cloned());
            items.extend(copy);
        }
        Value::Object(members) => {
            let copy = members.get(&key).cloned();
            members.extend(copy.map(|copy| (schema::property(random), copy)));
        }
        _ => {}
    }
}

fn forget(manifest: &mut Value, place: &Place, _: &Pool, _: &mut Random) {
    let Some((holder, key)) = parent(manifest, place) else { return };
    match holder {
        Value::Array(items) => {
            if let Some(at) = key.parse().ok().filter(|i| *i < items.len()) {
                items.remove(at);
            }
        }
        Value::Object(members) => drop(members.remove(&key)),
        _ => {}
    }
}

/// A schema, or a part of its keywords, below a keyword that holds schemas.
fn wrap(manifest: &mut Value, place: &Place, _: &Pool, random: &mut Random) {
    if !place.is_schema() {
        return;
    }
    let Some(Value::Object(members)) = at(manifest, place) else { return };
    let mut moved = Map::new();
    let all = random.below(2) == 0;
    for key in members.keys().cloned().collect::<Vec<_>>() {
        if all || random.below(3) == 0 {
            moved.extend(members.remove(&key).map(|value| (key, value)));
        }
    }
    let moved = Value::Object(moved);
    let (key, value) = match random.below(11) {
        0 => ("allOf", json!([moved])),
        1 => ("anyOf", json!([moved, {}])),
        2 => ("oneOf", json!([moved])),
        3 => ("not", moved),
        4 => ("items", moved),
        5 => ("additionalProperties", moved),
        6 => ("properties", json!({ schema::property(random): moved })),
        7 => ("patternProperties", json!({ "a": moved })),
        8 => ("definitions", json!({ "a": moved })),
        9 => ("dependencies", json!({ "a": moved })),
        _ => ("additionalItems", moved),
    };
    members.insert(key.to_owned(), value);
    if all && random.below(2) == 0 {
        members.insert("type".to_owned(), json!(if key == "items" { "array" } else { "object" }));
    }
}

/// Something of the same type from elsewhere.
fn swap(manifest: &mut Value, place: &Place, pool: &Pool, random: &mut Random) {
    let mut other = if random.below(2) == 0 { manifest.clone() } else { pool.manifest(random) };
    let mut found = Vec::new();
    places(&other, Place::root(), &mut found);
    let same = |other: &&Place| {
        other.is_schema() && place.is_schema() || other.name == place.name && other.at != place.at
    };
    let same: Vec<_> = found.iter().filter(same).collect();
    let Some(from) = random.pick(&same) else { return };
    let value = at(&mut other, from).map(Value::take);
    if let (Some(value), Some(to)) = (value, at(manifest, place)) {
        *to = value;
    }
}

/// The extensions of a schema, several at once.
fn extensions(manifest: &mut Value, place: &Place, _: &Pool, random: &mut Random) {
    const FLAGS: [&str; 6] = [
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-int-or-string",
        "nullable",
        "uniqueItems",
        "exclusiveMinimum",
    ];
    if !place.is_schema() {
        return;
    }
    let Some(Value::Object(members)) = at(manifest, place) else { return };
    for _ in 0..1 + random.below(3) {
        let flag = random.pick(&FLAGS).copied().unwrap_or_default();
        members.insert(flag.to_owned(), json!(random.below(4) > 0));
    }
    for name in ["x-kubernetes-list-type", "x-kubernetes-map-type"] {
        if random.below(3) == 0 {
            members.insert(name.to_owned(), json!(samples::text(name, random)));
        }
    }
    if random.below(4) == 0 {
        members.insert("x-kubernetes-list-map-keys".to_owned(), json!([schema::property(random)]));
    }
}

/// A default, a list of values or rules for a schema that is there.
fn adorn(manifest: &mut Value, place: &Place, pool: &Pool, random: &mut Random) {
    if !place.is_schema() {
        return;
    }
    let Some(value) = at(manifest, place).filter(|value| value.is_object()) else { return };
    match random.below(3) {
        0 => value["default"] = schema::sample(value, random, 6),
        1 => value["enum"] = json!([schema::sample(value, random, 6), schema::sample(value, random, 6)]),
        _ => rule::add(value, Some(pool), random),
    }
}
