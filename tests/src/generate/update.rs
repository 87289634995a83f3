//! Updates of custom resources: an object with faults, and what somebody makes of it.
//!
//! Most of the new object is the old one, so that what did not change is forgiven and what did is not.

use serde_json::{Value, json};

use super::instance::{self, Terms};
use super::odd;
use crate::json as values;
use crate::random::Random;

/// What a CRD has to say on its objects.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    pub group: String,
    pub kind: String,
    /// The served versions with their schemas, the first of which objects are made for.
    pub versions: Vec<(String, Value)>,
    pub status: bool,
    pub scale: bool,
}

/// An object that is stored, and one that is written over it.
#[derive(Clone, Debug)]
pub struct Update {
    pub old: Value,
    pub new: Value,
    /// `status`, `scale`, or empty.
    pub subresource: &'static str,
}

/// How many nodes of an object are looked at.
const MOST_NODES: usize = 600;

/// Metadata that one of the two has or both: under each key what can stand there.
const METADATA: &[(&str, &[&str])] = &[
    (
        "finalizers",
        &[
            "[]",
            "[\"example.com/a\"]",
            "[\"example.com/a\",\"example.com/b\"]",
            "[\"orphan\"]",
            "[\"plain\"]",
            "[\"a b\"]",
        ],
    ),
    ("labels", &["{}", "{\"a\":\"b\"}", "{\"a\":\"c d\"}", "{\"A!\":\"b\"}", "{\"a\":5}", "null"]),
    ("annotations", &["{}", "{\"a\":\"b\"}", "{\"a b\":\"c\"}", "{\"a\":1}"]),
    ("generation", &["1", "4", "9"]),
    ("creationTimestamp", &["\"2020-01-01T00:00:00Z\""]),
    ("deletionTimestamp", &["\"2024-05-05T05:05:05Z\"", "\"2025-05-05T05:05:05Z\""]),
    ("deletionGracePeriodSeconds", &["0", "30"]),
    ("generateName", &["\"a-\"", "\"A-\""]),
    (
        "ownerReferences",
        &[
            "[]",
            "[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"u\"}]",
            "[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"\"}]",
            "[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"u\",\"controller\":true},{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"q\",\"uid\":\"w\",\"controller\":true}]",
        ],
    ),
    ("zzUnknown", &["1"]),
];

/// An update of an object of a kind; `base` is one that the server accepts.
pub fn make(random: &mut Random, kind: &Kind, base: Option<&Value>) -> Option<Update> {
    let (version, schema) = kind.versions.first()?;
    let mut old = match base {
        Some(base) if random.below(2) == 0 => base.clone(),
        _ => made(random, kind, (version, schema)),
    };
    for _ in 0..*random.pick(&[0, 0, 1, 1, 2, 4])? {
        change(random, &mut old, schema);
    }
    named(&mut old, random);
    if random.below(5) == 0 {
        metadata(random, &mut old);
    }
    if random.below(16) == 0 {
        old["metadata"]["deletionTimestamp"] = json!("2024-05-05T05:05:05Z");
        old["metadata"]["deletionGracePeriodSeconds"] = json!(0);
        old["metadata"]["finalizers"] = json!(["example.com/a"]);
    }
    old["apiVersion"] = json!(format!("{}/{version}", kind.group));
    old["kind"] = json!(kind.kind);
    let subresource = subresource(random, kind);
    let new = if subresource == "scale" { scaled(random) } else { changed(random, kind, &old) };
    Some(Update { old, new, subresource })
}

fn subresource(random: &mut Random, kind: &Kind) -> &'static str {
    match random.below(16) {
        0..=4 if kind.status => "status",
        5 if kind.scale => "scale",
        _ => "",
    }
}

fn made(random: &mut Random, kind: &Kind, (version, schema): (&str, &Value)) -> Value {
    let fault = [0, 0, 6, 15, 30, 60][random.below(6)];
    let terms = Terms { group: &kind.group, version, kind: &kind.kind, schema, fault };
    sent(&instance::make(random, terms).flow())
}

/// What kubectl sends for a text. It writes -0.0 as -0, which the server reads as a whole number. A backslash and a quote in
/// a key of metadata are written differently by the two sides, of which `probe made` knows.
fn sent(text: &str) -> Value {
    let mut value = values::of_text(&text.replace(r"a\\b", "ab").replace(r#""\"": "#, r#""q": "#));
    without_negative_zero(&mut value);
    value
}

fn without_negative_zero(value: &mut Value) {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) => *value = json!(0),
        Value::Array(items) => items.iter_mut().for_each(without_negative_zero),
        Value::Object(members) => members.values_mut().for_each(without_negative_zero),
        _ => {}
    }
}

/// The two have one name, and no namespace as a rule.
fn named(object: &mut Value, random: &mut Random) {
    if !object["metadata"].is_object() {
        object["metadata"] = json!({});
    }
    let Some(metadata) = object["metadata"].as_object_mut() else { return };
    metadata
        .retain(|key, _| ["labels", "annotations", "finalizers", "ownerReferences"].contains(&key.as_str()));
    if random.below(3) > 0 {
        metadata.clear();
    }
    metadata.insert("name".to_owned(), json!("sample"));
}

fn scaled(random: &mut Random) -> Value {
    let replicas = [json!(0), json!(1), json!(3), json!(-1), json!(2_147_483_647), Value::Null];
    let mut scale =
        json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "sample"}, "spec": {}});
    if let Some(replicas) = random.pick(&replicas).filter(|replicas| !replicas.is_null()) {
        scale["spec"]["replicas"] = replicas.clone();
    }
    scale
}

/// What is sent in place of the old object.
fn changed(random: &mut Random, kind: &Kind, old: &Value) -> Value {
    let mut new = old.clone();
    let other = if random.below(5) == 0 { random.pick(&kind.versions) } else { None };
    let Some((version, schema)) = other.or(kind.versions.first()) else { return new };
    for _ in 0..[0, 1, 1, 1, 2, 2, 3, 5][random.below(8)] {
        change(random, &mut new, schema);
    }
    if !new["metadata"].is_object() {
        new["metadata"] = json!({"name": "sample"});
    }
    if random.below(4) == 0 {
        metadata(random, &mut new);
    }
    new["apiVersion"] = json!(format!("{}/{version}", kind.group));
    match random.below(60) {
        0 => new["metadata"]["name"] = json!("other"),
        1 => new["metadata"]["namespace"] = json!("elsewhere"),
        2 => drop(new.as_object_mut().map(|members| members.remove("metadata"))),
        _ => {}
    }
    new["kind"] = json!(kind.kind);
    new
}

fn metadata(random: &mut Random, object: &mut Value) {
    for _ in 0..=random.below(2) {
        let Some((key, texts)) = random.pick(METADATA) else { return };
        let value = random.pick(texts).and_then(|text| serde_json::from_str(text).ok());
        object["metadata"][key] = value.unwrap_or_default();
    }
}

/// A value in an object with its schema, null where it has none.
struct Position<'s> {
    pointer: String,
    schema: &'s Value,
}

/// Changes one value somewhere.
fn change(random: &mut Random, object: &mut Value, schema: &Value) {
    let mut positions = Vec::new();
    let root = Position { pointer: String::new(), schema };
    collect(object, root, &mut positions);
    // Two of three times something deep.
    let deepest = random.pick(&positions).map_or("", |at| at.pointer.as_str());
    let at = positions.iter().rev().find(|at| random.below(3) > 0 && at.pointer.starts_with(deepest));
    let Some(Position { pointer, schema }) = at.or_else(|| random.pick(&positions)) else { return };
    // Of metadata only what a table has.
    if ["", "/kind", "/apiVersion"].contains(&pointer.as_str()) || pointer.starts_with("/metadata") {
        return add(random, object, schema);
    }
    let Some(value) = object.pointer_mut(pointer) else { return };
    match random.below(14) {
        0..=2 => *value = of_schema(random, schema, 0),
        3 => *value = of_schema(random, schema, 4),
        4..=6 => touch(random, value),
        7 => *value = odd_value(random),
        8 => *value = Value::Null,
        9 | 10 => add(random, value, schema),
        11 => reorder(random, value),
        _ => remove(object, pointer),
    }
}

fn collect<'s>(value: &Value, at: Position<'s>, found: &mut Vec<Position<'s>>) {
    if found.len() >= MOST_NODES {
        return;
    }
    let Position { pointer, schema } = at;
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let step = name.replace('~', "~0").replace('/', "~1");
                let own = &schema["properties"][name];
                let schema = if own.is_null() { &schema["additionalProperties"] } else { own };
                collect(member, Position { pointer: format!("{pointer}/{step}"), schema }, found);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                collect(
                    item,
                    Position { pointer: format!("{pointer}/{i}"), schema: &schema["items"] },
                    found,
                );
            }
        }
        _ => {}
    }
    found.push(Position { pointer, schema });
}

fn of_schema(random: &mut Random, schema: &Value, fault: usize) -> Value {
    sent(&instance::value(random, schema, fault).flow())
}

fn odd_value(random: &mut Random) -> Value {
    sent(&odd::anything(random, 2).flow())
}

/// Changes a value a little.
fn touch(random: &mut Random, value: &mut Value) {
    match value {
        Value::Bool(b) => *b = !*b,
        Value::Number(n) => {
            let by = [1, -1, 10, -100][random.below(4)];
            *value = n.as_i64().map_or(json!(by), |n| json!(n.saturating_add(by)));
        }
        Value::String(text) => match random.below(4) {
            0 => text.clear(),
            1 => drop(text.pop()),
            _ => text.push(['x', 'A', '1', ' '][random.below(4)]),
        },
        Value::Array(items) => {
            let copied = random.pick(items).cloned();
            items.extend(copied);
        }
        Value::Object(members) => {
            let name = members.keys().nth(random.below(members.len())).cloned();
            name.map(|name| members.remove(&name));
        }
        Value::Null => *value = json!(0),
    }
}

/// Adds a member or an item that the schema knows, or one that it does not.
fn add(random: &mut Random, value: &mut Value, schema: &Value) {
    match value {
        Value::Object(members) => {
            let known: Vec<_> = schema["properties"].as_object().into_iter().flatten().collect();
            let known = if random.below(5) > 0 { random.pick(&known) } else { None };
            let (name, schema) = match known {
                Some((name, schema)) if !["metadata", "kind", "apiVersion"].contains(&name.as_str()) => {
                    ((*name).clone(), *schema)
                }
                _ => (odd::key(random).replace(['\\', '"'], "q"), &schema["additionalProperties"]),
            };
            let made = of_schema(random, schema, 8);
            members.insert(name, made);
        }
        Value::Array(items) => {
            let made = of_schema(random, &schema["items"], 8);
            items.insert(random.below(items.len() + 1), made);
        }
        _ => *value = of_schema(random, schema, 2),
    }
}

fn reorder(random: &mut Random, value: &mut Value) {
    match value {
        Value::Array(items) if random.below(2) == 0 => items.reverse(),
        Value::Array(items) => {
            let by = random.below(items.len());
            items.rotate_left(by);
        }
        _ => {}
    }
}

fn remove(object: &mut Value, pointer: &str) {
    let Some((holder, key)) = pointer.rsplit_once('/') else { return };
    let key = key.replace("~1", "/").replace("~0", "~");
    match object.pointer_mut(holder) {
        Some(Value::Object(members)) => drop(members.remove(&key)),
        Some(Value::Array(items)) => drop(key.parse().ok().map(|i: usize| items.remove(i))),
        _ => {}
    }
}
