//! Rules that look at what a schema has: such as hold of some values, fail on others and err on others.

use crdls_cel::types::Type;
use crdls_rules::documented;
use serde_json::{Value, json};

use super::expression::{self, Givens};
use super::{Pool, samples};
use crate::random::Random;

const MESSAGES: &[&str] = &[
    "'bad'",
    "string(self)",
    "'n ' + string(self)",
    "''",
    "'  '",
    "'a\\nb'",
    "self.size() > 0 ? 'x' : 'y'",
    "['a'][5]",
    "'\u{e4}'",
];

const REASONS: &[&str] =
    &["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

/// Adds rules to a schema. With a pool some are about something else, or wrong.
pub(super) fn add(schema: &mut Value, pool: Option<&Pool>, random: &mut Random) {
    let rules = (0..1 + random.below(3)).map(|_| rule(schema, pool, random)).collect();
    schema["x-kubernetes-validations"] = Value::Array(rules);
}

/// Rules that look at the old value, by the type of a node, and whether `oldSelf` is optional.
const TRANSITIONS: &[(&str, bool, &[&str])] = &[
    ("integer", false, &["self >= oldSelf", "self == oldSelf", "self - oldSelf < 3", "10 / oldSelf >= 0"]),
    (
        "integer",
        true,
        &[
            "oldSelf.orValue(0) <= self",
            "!oldSelf.hasValue() || self == oldSelf.value()",
            "oldSelf.hasValue()",
        ],
    ),
    ("string", false, &["self == oldSelf", "self.startsWith(oldSelf)", "size(self) <= size(oldSelf)"]),
    ("string", true, &["oldSelf.orValue(self) == self", "oldSelf.value() == self"]),
    ("boolean", false, &["self == oldSelf", "self || !oldSelf"]),
    ("array", false, &["size(self) >= size(oldSelf)", "self == oldSelf", "oldSelf.all(x, x in self)"]),
    ("array", true, &["!oldSelf.hasValue() || size(oldSelf.value()) <= size(self)"]),
    ("map", false, &["oldSelf.all(k, k in self)", "self == oldSelf", "size(self) >= size(oldSelf)"]),
    (
        "object",
        false,
        &["self == oldSelf", "has(self.A) == has(oldSelf.A)", "!has(oldSelf.A) || self.A == oldSelf.A"],
    ),
    (
        "object",
        true,
        &[
            "oldSelf.optMap(o, has(o.A)).orValue(false) == has(self.A)",
            "!oldSelf.hasValue() || self == oldSelf.value()",
        ],
    ),
];

/// Adds rules that look at the old value, here and there where the server has one: not below a list that is no map
/// and not below an atomic one.
pub(super) fn add_transitions(schema: &mut Value, random: &mut Random) {
    if random.below(3) == 0
        && let Some(rule) = transition(schema, random)
    {
        match &mut schema["x-kubernetes-validations"] {
            Value::Array(rules) => rules.push(rule),
            rules => *rules = json!([rule]),
        }
    }
    let atomic = schema["x-kubernetes-map-type"] == "atomic";
    let parts: &[&str] = match (atomic, schema["x-kubernetes-list-type"] == "map") {
        (true, _) => &[],
        (false, true) => &["properties", "additionalProperties", "items"],
        (false, false) => &["properties", "additionalProperties"],
    };
    for part in parts {
        match &mut schema[part] {
            Value::Object(members) if *part == "properties" => {
                let own = members.iter_mut().filter(|(name, _)| *name != "metadata");
                own.for_each(|(_, member)| add_transitions(member, random));
            }
            Value::Null => drop(schema.as_object_mut().map(|members| members.remove(*part))),
            part if part.is_object() => add_transitions(part, random),
            _ => {}
        }
    }
}

fn transition(schema: &Value, random: &mut Random) -> Option<Value> {
    let kind = match schema["type"].as_str()? {
        "object" if !schema["properties"].is_object() => "map",
        kind => kind,
    };
    let of_kind: Vec<_> = TRANSITIONS.iter().filter(|(of, ..)| *of == kind).collect();
    let (_, optional, texts) = random.pick(&of_kind)?;
    let names: Vec<_> =
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let name = random.pick(&names).map_or("a", |name| name.as_str());
    let mut rule = json!({"rule": random.pick(texts)?.replace(".A", &format!(".{}", escaped(name)))});
    if *optional {
        rule["optionalOldSelf"] = json!(true);
    }
    if random.below(2) == 0 {
        rule["message"] = json!("must not change so");
    }
    Some(rule)
}

fn rule(schema: &Value, pool: Option<&Pool>, random: &mut Random) -> Value {
    let chosen = text(schema, pool, random);
    let mut rule = json!({ "rule": chosen });
    match random.below(4) {
        0 => rule["message"] = json!(["must be good", "  padded ", "\u{e4}"][random.below(3)]),
        1 => rule["messageExpression"] = json!(random.pick(MESSAGES)),
        2 => {
            rule["message"] = json!("m");
            rule["messageExpression"] = json!(random.pick(MESSAGES));
        }
        _ => {}
    }
    if random.below(4) == 0 {
        rule["reason"] = json!(random.pick(REASONS));
    }
    if random.below(6) == 0 {
        let names: Vec<_> = schema["properties"].as_object().into_iter().flatten().collect();
        if let Some((name, _)) = random.pick(&names) {
            rule["fieldPath"] = json!(format!(".{name}"));
        }
    }
    if random.below(2) == 0 && chosen.contains("oldSelf") {
        rule["optionalOldSelf"] = json!(true);
    }
    if pool.is_some() {
        spoil(&mut rule, schema, random);
    }
    rule
}

fn text(schema: &Value, pool: Option<&Pool>, random: &mut Random) -> String {
    let Some(pool) = pool else { return of_schema(schema, random) };
    let depth = 2 + random.below(3);
    let other = match random.below(8) {
        0 => samples::text("rule", random),
        1 => pool.rule(random),
        2 => random.pick(documented()).map(|function| format!("[{}].size() == 1", function.example)),
        3 => Some(of_schema(schema, random)),
        _ => Some(expression::make(random, &givens(schema), &Type::Bool, depth, 0)),
    };
    other.unwrap_or_default()
}

/// Other members, as they are worth a try.
fn spoil(rule: &mut Value, schema: &Value, random: &mut Random) {
    for name in ["message", "reason", "fieldPath", "messageExpression"] {
        if random.below(10) == 0 {
            rule[name] = json!(samples::text(name, random));
        }
    }
    if random.below(12) == 0 {
        rule["messageExpression"] = json!(expression::make(random, &givens(schema), &Type::String, 3, 0));
    }
    if random.below(12) == 0 {
        rule["optionalOldSelf"] = json!(random.below(3) > 0);
    }
}

/// One of the rules of the schema's type, with names of its properties in place of those in capitals.
fn of_schema(schema: &Value, random: &mut Random) -> String {
    let t = schema["type"].as_str().unwrap_or("");
    let list = schema["items"]["type"].as_str().unwrap_or("");
    let t = if schema["format"].is_null() || t != "string" { t } else { "" };
    let of_type = of_type(t, list, schema["properties"].is_object());
    let names: Vec<_> =
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let mut rule = random.pick(of_type).copied().unwrap_or("true").to_owned();
    for hole in ["A", "B", "C"] {
        let name = random.pick(&names).copied().unwrap_or("a");
        rule = rule.replace(&format!("self.{hole}"), &format!("self.{}", escaped(name)));
    }
    rule
}

/// What a rule can say of a schema.
fn givens(schema: &Value) -> Givens {
    let mut found = Givens::new();
    let mut add = |schema: &Value, text: String| {
        let t = match (schema["type"].as_str(), schema["items"]["type"].as_str()) {
            (Some("integer"), _) => Type::Int,
            (Some("number"), _) => Type::Double,
            (Some("string"), _) => Type::String,
            (Some("boolean"), _) => Type::Bool,
            (Some("array"), Some("integer")) => Type::list(Type::Int),
            (Some("array"), Some("string")) => Type::list(Type::String),
            (Some("array"), Some("object")) => Type::list(Type::map(Type::String, Type::Int)),
            (Some("object"), _) => Type::map(Type::String, Type::Int),
            _ => return,
        };
        found.push((t, text));
    };
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        add(inner, format!("self.{name}"));
    }
    add(schema, "self".to_owned());
    add(schema, "oldSelf".to_owned());
    found
}

/// Rules on a value of a type.
fn of_type(t: &str, list: &str, with_properties: bool) -> &'static [&'static str] {
    match t {
        "string" => &[
            "self.size() > 1",
            "self.matches('^a')",
            "int(self) > 0",
            "self == oldSelf",
            "self.substring(1) == 'b'",
            "quantity(self).isInteger()",
            "duration(self) > duration('1s')",
            "self.split(',')[1] == ''",
            "timestamp(self).getFullYear() == 2020",
            "cidr(self).containsIP('10.0.0.1')",
            "semver(self).major() > 0",
            "url(self).getHost() != ''",
            "self.charAt(3) == 'a'",
        ],
        "integer" => &[
            "self > 0",
            "10 / self > 1",
            "self % 2 == 0",
            "self * 9223372036854775807 > 0",
            "-self < 5",
            "self == oldSelf",
            "[1,2][self] == 2",
            "string(self).size() > 1",
        ],
        "number" => &["self > 0.5", "self / 0.0 > 1.0", "int(self) == 1", "self < 1"],
        "boolean" => &["self", "!self", "self == oldSelf"],
        "array" if list == "integer" => &[
            "self.sum() > 2",
            "self[0] > 0",
            "self.all(x, x > 0)",
            "self.exists_one(x, x == 1)",
            "self.isSorted()",
            "self.min() > 0",
            "self[?5].orValue(1) == 1",
        ],
        "array" if list.is_empty() => &["size(self) > 1", "self == oldSelf"],
        "array" => &[
            "size(self) > 1",
            "self.size() == 0 || self[5] == self[5]",
            "self.all(x, type(x) == type(x))",
            "self == oldSelf",
            "self[0] in self",
        ],
        "object" if with_properties => &[
            "has(self.A)",
            "self.A == self.A",
            "!has(self.A) || self.B == self.B",
            "self == oldSelf",
            "has(self.A) ? has(self.B) : has(self.C)",
            "dyn(self.A) == dyn(self.B)",
            "self.?A.hasValue()",
            "dyn(self.A) > 1",
            "string(dyn(self.A)) == 'a'",
        ],
        "object" => &[
            "size(self) > 1",
            "self.all(k, k.size() < 3)",
            "'a' in self",
            "self.exists(k, k == 'b')",
            "self == oldSelf",
        ],
        _ => &["self == self", "type(self) == int", "self == 1", "self == 'a' || self > 3"],
    }
}

/// As rules write it; in place of what they cannot see, a name that may be there.
fn escaped(name: &str) -> String {
    crdls_rules::escape(name).map_or_else(|| "a".to_owned(), |name| name.to_string())
}
