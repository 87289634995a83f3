//! Schemas: structural in the main, with bounds, defaults and rules that look at what is there.

use crdls_rules::documented;
use crdls_schema::fields::JSON_SCHEMA_PROPS;
use serde_json::{Map, Value, json};

use super::{Pool, make, samples};
use crate::expressions;
use crate::random::Random;

const PROPERTIES: &[&str] = &[
    "a",
    "b",
    "c",
    "name",
    "spec",
    "status",
    "items",
    "x-y",
    "size",
    "namespace",
    "in",
    "a.b",
    "replicas",
    "apiVersion",
    "kind",
    "metadata",
    "\u{e4}",
    "a/b",
    "__x",
    "1",
    "true",
    "int",
    "self",
    "",
];

/// The name of a property; the first are the usual ones.
pub fn property(random: &mut Random) -> String {
    let near = if random.below(4) == 0 { PROPERTIES.len() } else { 7 };
    PROPERTIES.get(random.below(near)).map(|name| (*name).to_owned()).unwrap_or_default()
}

/// The schema of a version.
pub fn root(pool: &Pool, random: &mut Random) -> Value {
    let mut root = json!({ "type": "object", "properties": {
        "spec": object(pool, random, 4), "status": schema(pool, random, 2) } });
    match random.below(8) {
        0 => root["properties"]["metadata"] = schema(pool, random, 2),
        1 => {
            root["properties"]["metadata"] =
                json!({ "type": "object", "properties": { "name": schema(pool, random, 0) } });
        }
        _ => {}
    }
    if random.below(4) == 0 {
        rules(&mut root, pool, random);
    }
    root
}

/// A schema of any type.
pub fn schema(pool: &Pool, random: &mut Random, depth: usize) -> Value {
    if depth > 0 && random.below(12) == 0 {
        return pool.value("openAPIV3Schema", random).unwrap_or_else(|| json!({}));
    }
    let mut schema = match random.below(if depth == 0 { 6 } else { 13 }) {
        0 | 1 => string(random),
        2 => number("integer", random),
        3 => number("number", random),
        4 => json!({ "type": "boolean" }),
        5 => json!({ "x-kubernetes-int-or-string": true }),
        6 | 7 => array(pool, random, depth),
        8 => map(pool, random, depth),
        9 => json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true }),
        10 => json!({ "type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true }),
        _ => object(pool, random, depth),
    };
    adorn(&mut schema, pool, random, depth);
    schema
}

fn string(random: &mut Random) -> Value {
    let mut schema = json!({ "type": "string" });
    let choices = [("maxLength", 3), ("minLength", 6), ("format", 6), ("pattern", 6)];
    for (name, one_in) in choices {
        if random.below(one_in) == 0 {
            schema[name] = samples::text(name, random).map_or_else(|| samples::number(random), Value::from);
        }
    }
    if random.below(6) == 0 {
        schema["enum"] = json!(["a", "b", ""][..1 + random.below(3)]);
    }
    schema
}

fn number(type_: &str, random: &mut Random) -> Value {
    let mut schema = json!({ "type": type_ });
    for name in ["minimum", "maximum", "multipleOf", "format"] {
        if random.below(6) == 0 {
            schema[name] = samples::text(name, random).map_or_else(|| samples::number(random), Value::from);
        }
    }
    for name in ["exclusiveMinimum", "exclusiveMaximum"] {
        if random.below(12) == 0 {
            schema[name] = json!(true);
        }
    }
    schema
}

fn array(pool: &Pool, random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({ "type": "array", "items": self::schema(pool, random, depth.saturating_sub(1)) });
    for (name, one_in) in [("maxItems", 2), ("minItems", 6)] {
        if random.below(one_in) == 0 {
            schema[name] = samples::number(random);
        }
    }
    match random.below(6) {
        0 => schema["x-kubernetes-list-type"] = json!("set"),
        1 | 2 => {
            schema["x-kubernetes-list-type"] = json!("map");
            schema["x-kubernetes-list-map-keys"] = json!(["a", "b"][..1 + random.below(2)]);
            if random.below(4) > 0 {
                let mut items = object(pool, random, depth.saturating_sub(1));
                items["properties"]["a"] = self::schema(pool, random, 0);
                items["required"] = json!(["a"]);
                schema["items"] = items;
            }
        }
        _ => {}
    }
    schema
}

fn map(pool: &Pool, random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({ "type": "object", "additionalProperties": self::schema(pool, random, depth.saturating_sub(1)) });
    if random.below(2) == 0 {
        schema["maxProperties"] = samples::number(random);
    }
    schema
}

fn object(pool: &Pool, random: &mut Random, depth: usize) -> Value {
    let many = if depth == 0 { 1 } else { 1 + random.below(4) };
    let properties: Map<_, _> =
        (0..many).map(|_| (property(random), schema(pool, random, depth.saturating_sub(1)))).collect();
    let mut object = json!({ "type": "object", "properties": properties });
    if random.below(3) == 0 {
        object["required"] = json!(properties.keys().take(1 + random.below(2)).collect::<Vec<_>>());
    }
    object
}

/// What any schema may have beside its type.
fn adorn(schema: &mut Value, pool: &Pool, random: &mut Random, depth: usize) {
    if random.below(8) == 0 {
        schema["nullable"] = json!(true);
    }
    if random.below(7) == 0 {
        schema["default"] = sample(schema, random, 4);
    }
    if random.below(20) == 0 {
        schema["enum"] = json!([sample(schema, random, 2), sample(schema, random, 2)]);
    }
    if random.below(7) == 0 {
        rules(schema, pool, random);
    }
    if random.below(14) == 0 {
        let junctor = random.pick(&["allOf", "anyOf", "oneOf"]).copied().unwrap_or("allOf");
        schema[junctor] = json!([junction(schema, pool, random), junction(schema, pool, random)]);
    }
    if random.below(20) == 0 {
        schema["not"] = junction(schema, pool, random);
    }
    if random.below(10) == 0
        && let Some(field) = random.pick(JSON_SCHEMA_PROPS.fields)
    {
        schema[field.name] = make::field(field, pool, random, depth.saturating_sub(1));
    }
}

/// A schema that has nothing but value validations, in the main.
fn junction(around: &Value, pool: &Pool, random: &mut Random) -> Value {
    let mut inner = match random.below(6) {
        0 => return schema(pool, random, 1),
        1 => json!({ "required": [property(random)] }),
        2 => json!({ "type": random.pick(&["integer", "string"]) }),
        3 => json!({ "enum": [sample(around, random, 2)] }),
        4 => around.clone(),
        _ => number("number", random),
    };
    if random.below(4) > 0 && inner.get("multipleOf").is_some() {
        inner["type"].take();
    }
    if let Some(inner) = inner.as_object_mut() {
        inner.retain(|_, value| !value.is_null());
        let own = around["properties"].as_object().and_then(|own| own.keys().next());
        if let Some(name) = own.filter(|_| random.below(3) == 0) {
            inner.insert("properties".into(), json!({ name: { "minLength": 1 } }));
        }
    }
    inner
}

/// A value that fits, mostly.
pub fn sample(schema: &Value, random: &mut Random, depth: usize) -> Value {
    if depth == 0 || random.below(10) == 0 {
        return samples::junk(random);
    }
    if let Some(one) = schema["enum"].as_array().and_then(|values| random.pick(values)) {
        return one.clone();
    }
    let down = depth - 1;
    match schema["type"].as_str() {
        Some("string") => {
            json!(random.pick(&["a", "", "b", "2020-01-01", "10s", "aGk=", "1.2.3.4", "xxxxxxxxxxx"]))
        }
        Some("integer") => json!(random.below(12)),
        Some("number") => samples::number(random),
        Some("boolean") => json!(random.below(2) == 0),
        Some("array") => {
            Value::Array((0..random.below(4)).map(|_| sample(&schema["items"], random, down)).collect())
        }
        Some("object") if schema["x-kubernetes-embedded-resource"] == true => {
            let mut value = json!({ "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "a" } });
            let name = property(random);
            value[name] = samples::junk(random);
            value
        }
        Some("object") => fields(schema, random, down),
        _ => json!(random.pick(&["5", "a", "50%"])),
    }
}

fn fields(schema: &Value, random: &mut Random, depth: usize) -> Value {
    let mut members = Map::new();
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        if random.below(3) > 0 {
            members.insert(name.clone(), sample(inner, random, depth));
        }
    }
    let others = &schema["additionalProperties"];
    if others.is_object() || random.below(10) == 0 {
        members.insert(property(random), sample(others, random, depth));
    }
    Value::Object(members)
}

/// Adds rules about what is there.
pub fn rules(schema: &mut Value, pool: &Pool, random: &mut Random) {
    let rules = (0..1 + random.below(3)).map(|_| rule(schema, pool, random)).collect();
    schema["x-kubernetes-validations"] = Value::Array(rules);
}

fn rule(schema: &Value, pool: &Pool, random: &mut Random) -> Value {
    let given = givens(schema);
    let given: Vec<(&str, Vec<&str>)> =
        given.iter().map(|(t, names)| (*t, names.iter().map(String::as_str).collect())).collect();
    let given: Vec<(&str, &[&str])> = given.iter().map(|(t, names)| (*t, names.as_slice())).collect();
    let depth = 2 + random.below(3);
    let text = match random.below(7) {
        0 => samples::text("rule", random),
        1 => pool.rule(random),
        2 => random.pick(documented()).map(|function| format!("[{}].size() == 1", function.example)),
        _ => Some(expressions::expression(random, "bool", depth, &given)),
    };
    let mut rule = json!({ "rule": text.unwrap_or_default() });
    for name in ["message", "reason", "fieldPath"] {
        if random.below(5) == 0 {
            rule[name] = json!(samples::text(name, random));
        }
    }
    if random.below(6) == 0 {
        rule["messageExpression"] = match random.below(2) {
            0 => json!(samples::text("messageExpression", random)),
            _ => json!(expressions::expression(random, "string", 3, &given)),
        };
    }
    if random.below(12) == 0 {
        rule["optionalOldSelf"] = json!(random.below(3) > 0);
    }
    rule
}

/// What a rule can say of a schema, by the type of the expressions.
fn givens(schema: &Value) -> Vec<(&'static str, Vec<String>)> {
    let mut found: Vec<(&'static str, Vec<String>)> = Vec::new();
    let mut add = |schema: &Value, text: String| {
        let t = match (schema["type"].as_str(), schema["items"]["type"].as_str()) {
            (Some("integer"), _) => "int",
            (Some("number"), _) => "double",
            (Some("string"), _) => "string",
            (Some("boolean"), _) => "bool",
            (Some("array"), Some("integer")) => "ints",
            (Some("array"), Some("string")) => "strings",
            (Some("array"), Some("object")) => "maps",
            (Some("object"), _) => "map",
            _ => return,
        };
        match found.iter_mut().find(|(its, _)| *its == t) {
            Some((_, texts)) => texts.push(text),
            None => found.push((t, vec![text])),
        }
    };
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        add(inner, format!("self.{name}"));
    }
    add(schema, "self".to_owned());
    add(schema, "oldSelf".to_owned());
    found
}
