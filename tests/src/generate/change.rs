//! Changes of CRDs as authors make them: one keyword of one node, a field that is gone, a rule that is new.

use serde_json::{Map, Value, json};

use crate::random::Random;

/// A CRD with a few changes in the schema of one of its versions; `None` where it has none that can be changed.
pub fn changed(crd: &Value, random: &mut Random) -> Option<Value> {
    let mut crd = crd.clone();
    let versions = crd["spec"]["versions"].as_array_mut()?;
    let at = random.below(versions.len());
    let root = versions.get_mut(at)?["schema"].get_mut("openAPIV3Schema")?;
    let before = root.clone();
    for _ in 0..*random.pick(&[1, 1, 1, 2, 3])? {
        let mut nodes = Vec::new();
        pointers(root, String::new(), true, &mut nodes);
        let pointer = random.pick(&nodes)?.clone();
        change(root.pointer_mut(&pointer)?, pointer.is_empty(), random);
    }
    (*root != before).then_some(crd)
}

/// The nodes of a schema whose values belong to the author, as JSON pointers.
fn pointers(schema: &Value, at: String, is_root: bool, found: &mut Vec<String>) {
    found.push(at.clone());
    let properties = schema["properties"].as_object().into_iter().flatten();
    for (name, property) in properties {
        if is_root && ["apiVersion", "kind", "metadata"].contains(&name.as_str()) {
            continue;
        }
        let name = name.replace('~', "~0").replace('/', "~1");
        pointers(property, format!("{at}/properties/{name}"), false, found);
    }
    for keyword in ["items", "additionalProperties"] {
        if schema[keyword].is_object() {
            pointers(&schema[keyword], format!("{at}/{keyword}"), false, found);
        }
    }
}

fn change(node: &mut Value, is_root: bool, random: &mut Random) {
    let type_ = node["type"].as_str().unwrap_or_default().to_owned();
    let Some(schema) = node.as_object_mut() else { return };
    if is_root {
        let rule = random.pick(&["has(self.spec)", "!has(self.spec)", "self.metadata.name.size() < 8"]);
        return add_rule(schema, rule.copied().unwrap_or_default());
    }
    if random.below(8) == 0 {
        return anywhere(schema, &type_, random);
    }
    match type_.as_str() {
        "string" => text(schema, random),
        "integer" | "number" => number(schema, random),
        "array" => list(schema, random),
        "object" => object(schema, random),
        _ => anywhere(schema, &type_, random),
    }
}

fn anywhere(schema: &mut Map<String, Value>, type_: &str, random: &mut Random) {
    match random.below(4) {
        0 => drop(schema.insert("description".to_owned(), json!("changed"))),
        1 => {
            let is_nullable = schema.get("nullable") == Some(&json!(true));
            schema.insert("nullable".to_owned(), json!(!is_nullable));
        }
        2 if schema.contains_key("default") => drop(schema.remove("default")),
        _ => {
            let others: Vec<_> =
                ["string", "integer", "boolean"].into_iter().filter(|other| *other != type_).collect();
            let other = random.pick(&others).copied().unwrap_or("string");
            *schema = Map::from_iter([("type".to_owned(), json!(other))]);
        }
    }
}

fn add_rule(schema: &mut Map<String, Value>, rule: &str) {
    let rules = schema.entry("x-kubernetes-validations").or_insert_with(|| json!([]));
    if let Some(rules) = rules.as_array_mut() {
        rules.push(json!({"rule": rule}));
    }
}

/// Sets a keyword, or takes it out where it has the value already.
fn set(schema: &mut Map<String, Value>, keyword: &str, value: Value) {
    if schema.get(keyword) == Some(&value) {
        schema.remove(keyword);
    } else {
        schema.insert(keyword.to_owned(), value);
    }
}

fn text(schema: &mut Map<String, Value>, random: &mut Random) {
    match random.below(7) {
        0 => set(schema, "maxLength", json!(*random.pick(&[0, 1, 3, 8, 63]).unwrap_or(&1))),
        1 => set(schema, "minLength", json!(*random.pick(&[1, 4, 20]).unwrap_or(&1))),
        2 => set(
            schema,
            "pattern",
            json!(*random.pick(&["^[a-z]+$", "^.{0,5}$", "^[a-z0-9.-]+$", "a"]).unwrap_or(&"a")),
        ),
        3 => {
            let mut values = schema
                .get("enum")
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_else(|| vec![json!("a"), json!("example")]);
            if schema.contains_key("enum") {
                let at = random.below(values.len().max(1));
                values = values
                    .into_iter()
                    .enumerate()
                    .filter(|(n, _)| *n != at)
                    .map(|(_, value)| value)
                    .collect();
            }
            if !values.is_empty() {
                schema.insert("enum".to_owned(), json!(values));
                schema.remove("default");
            }
        }
        4 => set(
            schema,
            "format",
            json!(*random.pick(&["date-time", "ipv4", "uuid", "email", "unheard-of"]).unwrap_or(&"ipv4")),
        ),
        5 => add_rule(
            schema,
            random
                .pick(&["size(self) < 4", "self.startsWith('a')", "self == oldSelf"])
                .copied()
                .unwrap_or_default(),
        ),
        _ => {
            schema.remove("pattern");
        }
    }
}

fn number(schema: &mut Map<String, Value>, random: &mut Random) {
    match random.below(5) {
        0 => set(schema, "maximum", json!(*random.pick(&[0, 1, 5, 100, 65535]).unwrap_or(&1))),
        1 => set(schema, "minimum", json!(*random.pick(&[0, 1, 10]).unwrap_or(&1))),
        2 => set(schema, "multipleOf", json!(2)),
        3 => add_rule(
            schema,
            random.pick(&["self > 3", "self < 1000", "self >= oldSelf"]).copied().unwrap_or_default(),
        ),
        _ => {
            schema.remove("maximum");
            schema.remove("minimum");
        }
    }
}

fn list(schema: &mut Map<String, Value>, random: &mut Random) {
    let is_scalar = schema.get("items").is_some_and(|items| items["type"] == "string");
    match random.below(4) {
        0 => set(schema, "maxItems", json!(*random.pick(&[0, 1, 2, 10]).unwrap_or(&1))),
        1 => set(schema, "minItems", json!(*random.pick(&[1, 2]).unwrap_or(&1))),
        2 if is_scalar => set(schema, "x-kubernetes-list-type", json!("set")),
        _ => {
            add_rule(schema, random.pick(&["size(self) < 2", "size(self) > 0"]).copied().unwrap_or_default())
        }
    }
}

fn object(schema: &mut Map<String, Value>, random: &mut Random) {
    let names: Vec<String> = schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .collect();
    let Some(name) = random.pick(&names).cloned() else {
        return set(schema, "maxProperties", json!(*random.pick(&[0, 1, 2]).unwrap_or(&1)));
    };
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric())
        && !["namespace", "if", "for", "in", "as", "const", "continue", "import", "package"]
            .contains(&name.as_str());
    match random.below(8) {
        0 => {
            let others: Vec<_> = required(schema).into_iter().filter(|other| *other != name).collect();
            set_required(schema, others);
            schema
                .get_mut("properties")
                .and_then(Value::as_object_mut)
                .and_then(|properties| properties.remove(&name));
            schema.remove("default");
        }
        1 | 2 => {
            let mut names = required(schema);
            match names.iter().position(|other| *other == name) {
                Some(at) => drop(names.remove(at)),
                None => names.push(name),
            }
            set_required(schema, names);
        }
        3 => {
            let other = random.pick(&names).cloned().unwrap_or_default();
            let of = |name: &str| json!({"required": [name]});
            let keyword = *random.pick(&["oneOf", "anyOf", "allOf"]).unwrap_or(&"anyOf");
            schema.insert(keyword.to_owned(), json!([of(&name), of(&other)]));
        }
        4 => drop(schema.insert("not".to_owned(), json!({"required": [name]}))),
        5 => set(schema, "minProperties", json!(*random.pick(&[1, 2]).unwrap_or(&1))),
        6 if is_plain => add_rule(
            schema,
            &format!("{}has(self.{name})", random.pick(&["", "!"]).copied().unwrap_or_default()),
        ),
        _ => set(schema, "maxProperties", json!(*random.pick(&[1, 2, 5]).unwrap_or(&1))),
    }
}

fn required(schema: &Map<String, Value>) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn set_required(schema: &mut Map<String, Value>, names: Vec<String>) {
    match names.is_empty() {
        true => drop(schema.remove("required")),
        false => drop(schema.insert("required".to_owned(), json!(names))),
    }
}
