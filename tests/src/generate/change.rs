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
        let is_union = |node: &String| {
            root.pointer(node).is_some_and(|node| UNIONS.iter().any(|keyword| node.get(keyword).is_some()))
        };
        let unions: Vec<_> = nodes.iter().filter(|node| is_union(node)).cloned().collect();
        let nodes = if !unions.is_empty() && random.below(3) == 0 { unions } else { nodes };
        let pointer = random.pick(&nodes)?.clone();
        change(root.pointer_mut(&pointer)?, pointer.is_empty(), random);
    }
    (*root != before).then_some(crd)
}

/// A CRD with alternatives at a node of a version, as an author may have written them before the change; the same CRD where
/// none has properties for them.
pub fn with_alternatives(crd: &Value, random: &mut Random) -> Value {
    let mut crd = crd.clone();
    for version in crd["spec"]["versions"].as_array_mut().into_iter().flatten() {
        let Some(root) = version["schema"].get_mut("openAPIV3Schema") else { continue };
        let mut nodes = Vec::new();
        pointers(root, String::new(), true, &mut nodes);
        nodes.retain(|node| !node.is_empty() && root.pointer(node).is_some_and(|node| names(node).len() > 1));
        let Some(node) = random.pick(&nodes).and_then(|node| root.pointer_mut(node)) else { continue };
        let number = *random.pick(&[2, 3]).unwrap_or(&2);
        let all = alternatives(node, number, random);
        node[*random.pick(&UNIONS).unwrap_or(&"oneOf")] = json!(all);
    }
    crd
}

/// A CRD that converts by a webhook, or no longer does.
pub fn with_other_conversion(crd: &Value) -> Value {
    let mut crd = crd.clone();
    if let Some(spec) = crd["spec"].as_object_mut()
        && spec.remove("conversion").is_none()
    {
        let client = json!({"url": "https://hook.example.com/convert"});
        let webhook = json!({"conversionReviewVersions": ["v1"], "clientConfig": client});
        spec.insert("conversion".to_owned(), json!({"strategy": "Webhook", "webhook": webhook}));
    }
    crd
}

const UNIONS: [&str; 2] = ["oneOf", "anyOf"];

fn names(schema: &Value) -> Vec<String> {
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// So many alternatives, each about a member of its own, or all about the values of one member.
fn alternatives(node: &Value, number: usize, random: &mut Random) -> Vec<Value> {
    let mut names = names(node);
    let about_values = |name: &String| {
        let property = &node["properties"][name];
        let values = property["enum"].as_array().cloned().unwrap_or_default();
        let values = if values.is_empty() { vec![json!("a"), json!("b"), json!("c")] } else { values };
        let said: Vec<_> = match property["type"].as_str() {
            Some("string") => values.into_iter().map(|value| json!({"enum": [value]})).collect(),
            Some("integer") => {
                [0, 4, 20].map(|least| json!({"minimum": least, "maximum": least + 5})).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let alternative = |said: Value| json!({"properties": {name.clone(): said}, "required": [name]});
        said.into_iter().take(number).map(alternative).collect::<Vec<_>>()
    };
    let by_value = random.pick(&names).map(about_values).unwrap_or_default();
    if by_value.len() > 1 {
        return by_value;
    }
    let mut found = Vec::new();
    while found.len() < number && !names.is_empty() {
        found.push(json!({"required": [names.remove(random.below(names.len()))]}));
    }
    found
}

/// Another alternative, one fewer, the other keyword, or no alternatives any more.
fn union(schema: &mut Map<String, Value>, random: &mut Random) {
    let node = Value::Object(schema.clone());
    if names(&node).len() < 2 {
        return;
    }
    let Some(keyword) = UNIONS.into_iter().find(|keyword| schema.contains_key(*keyword)) else {
        let all = alternatives(&node, 2, random);
        schema.insert((*random.pick(&UNIONS).unwrap_or(&"anyOf")).to_owned(), json!(all));
        return;
    };
    let mut all = schema.remove(keyword).and_then(|all| all.as_array().cloned()).unwrap_or_default();
    let mut to = keyword;
    match random.below(5) {
        0 => all.extend(alternatives(&node, 3, random).into_iter().find(|other| !all.contains(other))),
        1 => to = if keyword == "oneOf" { "anyOf" } else { "oneOf" },
        2 => all.clear(),
        _ => drop((!all.is_empty()).then(|| all.remove(random.below(all.len())))),
    }
    if !all.is_empty() {
        schema.insert(to.to_owned(), json!(all));
    }
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
    let has_union = UNIONS.iter().any(|keyword| schema.contains_key(*keyword));
    if type_ == "object" && random.below(if has_union { 2 } else { 12 }) == 0 {
        return union(schema, random);
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
