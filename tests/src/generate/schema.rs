//! Structural schemas made at random, with all keywords.

use serde_json::{Map, Value, json};

use super::instance;
use super::odd;
use crate::random::Random;

/// The schema of a whole resource.
pub fn resource(random: &mut Random) -> Value {
    let mut maker = Maker { random };
    let mut spec = maker.object(4);
    maker.finish(&mut spec, 4);
    let mut properties = Map::new();
    properties.insert("spec".to_owned(), spec);
    if maker.random.below(2) == 0 {
        let status = maker.schema(2);
        properties.insert("status".to_owned(), status);
    }
    for name in ["extra", "list"] {
        if maker.random.below(3) == 0 {
            let value = maker.schema(3);
            properties.insert(name.to_owned(), value);
        }
    }
    let mut root = json!({"type": "object", "properties": properties});
    if maker.random.below(6) == 0 {
        root["properties"]["metadata"] = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 3, "pattern": "^[a-c]+$"}}});
    }
    if maker.random.below(4) == 0 {
        root["required"] = json!(["spec"]);
    }
    maker.rules(&mut root);
    root
}

struct Maker<'r> {
    random: &'r mut Random,
}

const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "name",
    "size",
    "x-y",
    "in",
    "kind",
    "metadata",
    "apiVersion",
    "a.b",
    "ä",
    "type",
    "items",
    "spec",
    "namespace",
    "A",
    "a_b",
    "__a",
    "list",
    "0",
];

impl Maker<'_> {
    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn schema(&mut self, depth: usize) -> Value {
        let mut schema = match self.random.below(if depth == 0 { 6 } else { 12 }) {
            0 | 1 => self.text(),
            2 => self.number("integer"),
            3 => self.number("number"),
            4 => json!({"type": "boolean"}),
            5 => self.int_or_string(),
            6 | 7 => self.array(depth),
            8 => json!({"x-kubernetes-preserve-unknown-fields": true}),
            9 => self.embedded(depth),
            _ => self.object(depth),
        };
        self.finish(&mut schema, depth);
        schema
    }

    /// What any schema can have.
    fn finish(&mut self, schema: &mut Value, depth: usize) {
        if self.one_in(6) {
            schema["nullable"] = json!(true);
        }
        if self.one_in(6) && !schema["type"].is_null() {
            self.clauses(schema, depth);
        }
        if self.one_in(10) && schema["type"] != "object" && schema["type"] != "array" {
            self.enumeration(schema);
        }
        if self.one_in(8) {
            let default = instance::value(self.random, schema, 0);
            if let Ok(value) = serde_json::from_str::<Value>(&default.flow()) {
                schema["default"] = value;
            }
        }
        if self.one_in(5) {
            self.rules(schema);
        }
    }

    fn enumeration(&mut self, schema: &mut Value) {
        let values: Vec<_> = (0..1 + self.random.below(4))
            .filter_map(|_| {
                let value = instance::value(self.random, schema, 12).flow();
                serde_json::from_str::<Value>(&value).ok()
            })
            .collect();
        if !values.is_empty() {
            schema["enum"] = Value::Array(values);
        }
    }

    fn text(&mut self) -> Value {
        let mut schema = json!({"type": "string"});
        if self.one_in(2) {
            schema["format"] = json!(self.random.pick(odd::FORMATS).map_or("date", |(format, _)| *format));
        }
        if self.one_in(4) {
            schema["maxLength"] = json!(self.random.below(6));
        }
        if self.one_in(5) {
            schema["minLength"] = json!(self.random.below(4));
        }
        if self.one_in(5) {
            let patterns = [
                "^[a-z]+$",
                "a|b",
                "^.{2,3}$",
                "\\d",
                "^$",
                "(?i)^AB",
                "^\\p{L}+$",
                "[^\\x00-\\x7F]",
                "b\\z",
            ];
            schema["pattern"] = json!(self.random.pick(&patterns));
        }
        schema
    }

    fn number(&mut self, t: &str) -> Value {
        let mut schema = json!({"type": t});
        let whole = t == "integer";
        if self.one_in(3) {
            schema["format"] = json!(
                ["int32", "int64", "float", "double", "int16", "uint32", "uint64", "byte"]
                    [self.random.below(8)]
            );
        }
        if self.one_in(3) {
            schema["minimum"] = self.bound(whole);
            schema["exclusiveMinimum"] = json!(self.one_in(3));
        }
        if self.one_in(3) {
            schema["maximum"] = self.bound(whole);
            schema["exclusiveMaximum"] = json!(self.one_in(3));
        }
        if self.one_in(4) {
            let steps = [
                json!(1),
                json!(2),
                json!(3),
                json!(0.1),
                json!(0.5),
                json!(0.01),
                json!(1e-9),
                json!(1e10),
                json!(7),
            ];
            schema["multipleOf"] = self.random.pick(&steps).cloned().unwrap_or_default();
        }
        schema
    }

    fn bound(&mut self, whole: bool) -> Value {
        let bounds = [
            json!(0),
            json!(1),
            json!(-5),
            json!(100),
            json!(9007199254740993_i64),
            json!(2147483648_i64),
            json!(i64::MAX),
            json!(1.5),
            json!(0.1),
            json!(1e20),
        ];
        let most = if whole { 7 } else { bounds.len() };
        bounds[self.random.below(most)].clone()
    }

    fn int_or_string(&mut self) -> Value {
        let mut schema = json!({"x-kubernetes-int-or-string": true});
        match self.random.below(4) {
            0 => schema["anyOf"] = json!([{"type": "integer"}, {"type": "string"}]),
            1 => {
                schema["anyOf"] = json!([{"type": "integer"}, {"type": "string"}]);
                schema["pattern"] = json!("^[0-9]+%?$");
            }
            2 => schema["maximum"] = json!(50),
            _ => {}
        }
        if self.one_in(4) {
            schema["maxLength"] = json!(2);
        }
        schema
    }

    fn array(&mut self, depth: usize) -> Value {
        let mut schema = json!({"type": "array"});
        match self.random.below(5) {
            0 => {
                schema["x-kubernetes-list-type"] = json!("set");
                schema["items"] = match self.random.below(4) {
                    0 => self.text(),
                    1 => self.number("integer"),
                    2 => self.number("number"),
                    _ => {
                        let mut items = self.object(1);
                        items["x-kubernetes-map-type"] = json!("atomic");
                        items
                    }
                };
            }
            1 | 2 => {
                schema["x-kubernetes-list-type"] = json!("map");
                self.keyed(&mut schema, depth);
            }
            _ => schema["items"] = self.schema(depth.saturating_sub(1)),
        }
        if self.one_in(4) {
            schema["maxItems"] = json!(self.random.below(4));
        }
        if self.one_in(5) {
            schema["minItems"] = json!(self.random.below(3));
        }
        schema
    }

    fn keyed(&mut self, schema: &mut Value, depth: usize) {
        let mut items = self.object(depth.saturating_sub(1));
        if let Some(members) = items.as_object_mut() {
            members.remove("additionalProperties");
        }
        let keys: &[&str] = [&["k"][..], &["k", "j"], &["j"]][self.random.below(3)];
        for key in keys {
            let mut of = match self.random.below(4) {
                0 => self.number("integer"),
                1 => json!({"type": "boolean"}),
                2 => self.number("number"),
                _ => self.text(),
            };
            if self.one_in(4) {
                let default = instance::value(self.random, &of, 0).flow();
                of["default"] = serde_json::from_str(&default).unwrap_or_default();
            }
            let defaulted = !of["default"].is_null();
            items["properties"][*key] = of;
            if !defaulted {
                let required = items["required"].as_array().cloned().unwrap_or_default();
                let required: Vec<_> =
                    required.into_iter().filter(|known| known != key).chain([json!(key)]).collect();
                items["required"] = Value::Array(required);
            }
        }
        schema["x-kubernetes-list-map-keys"] = json!(keys);
        schema["items"] = items;
    }

    fn embedded(&mut self, depth: usize) -> Value {
        let mut schema = if self.one_in(2) { json!({"type": "object"}) } else { self.object(depth) };
        schema["x-kubernetes-embedded-resource"] = json!(true);
        if schema["properties"].is_null() {
            schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
        } else if let Some(properties) = schema["properties"].as_object_mut() {
            for name in ["apiVersion", "kind", "metadata"] {
                properties.remove(name);
            }
            if properties.is_empty() {
                schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
            }
            let gone = ["apiVersion", "kind", "metadata"];
            if let Some(required) = schema["required"].as_array_mut() {
                required.retain(|name| !gone.iter().any(|gone| *name == *gone));
            }
        }
        if let Some(members) = schema.as_object_mut() {
            members.remove("additionalProperties");
        }
        schema
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut schema = json!({"type": "object"});
        if self.one_in(4) {
            let values = self.schema(depth.saturating_sub(1));
            schema["additionalProperties"] = values;
            self.counts(&mut schema);
            return schema;
        }
        let mut properties = Map::new();
        for _ in 0..1 + self.random.below(4) {
            let name = self.random.pick(NAMES).copied().unwrap_or("a");
            let property = self.schema(depth.saturating_sub(1));
            properties.insert(name.to_owned(), property);
        }
        let names: Vec<_> = properties.keys().cloned().collect();
        let required: Vec<_> = names.iter().filter(|_| self.one_in(3)).cloned().collect();
        schema["properties"] = Value::Object(properties);
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if self.one_in(5) {
            schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
        }
        if self.one_in(6) {
            self.counts(&mut schema);
        }
        if self.one_in(10) {
            schema["x-kubernetes-map-type"] = json!(["atomic", "granular"][self.random.below(2)]);
        }
        schema
    }

    fn counts(&mut self, schema: &mut Value) {
        if self.one_in(2) {
            schema["maxProperties"] = json!(self.random.below(4));
        }
        if self.one_in(3) {
            schema["minProperties"] = json!(self.random.below(3));
        }
    }

    /// Clauses say nothing that makes a type, and only of what is there.
    fn clauses(&mut self, schema: &mut Value, depth: usize) {
        let of = schema.clone();
        for _ in 0..1 + self.random.below(2) {
            let keyword = ["allOf", "anyOf", "oneOf", "not"][self.random.below(4)];
            if keyword == "not" {
                schema["not"] = self.clause(&of, depth.min(2));
            } else {
                let clauses: Vec<_> =
                    (0..1 + self.random.below(3)).map(|_| self.clause(&of, depth.min(2))).collect();
                schema[keyword] = Value::Array(clauses);
            }
        }
    }

    fn clause(&mut self, of: &Value, depth: usize) -> Value {
        let mut clause = json!({});
        match of["type"].as_str() {
            Some("object") => {
                let names: Vec<_> = of["properties"].as_object().into_iter().flatten().collect();
                if let Some((name, property)) = self.random.pick(&names).copied() {
                    if self.one_in(2) {
                        clause["required"] = json!([name]);
                    }
                    if depth > 0 && self.one_in(2) {
                        clause["properties"] = json!({name: self.clause(property, depth - 1)});
                    }
                }
                if self.one_in(5) {
                    self.counts(&mut clause);
                }
            }
            Some("array") => {
                if depth > 0 && self.one_in(2) {
                    clause["items"] = self.clause(&of["items"], depth - 1);
                }
                clause["minItems"] = json!(self.random.below(3));
            }
            Some("string") => {
                let made = self.text();
                copy(&made, &mut clause, &["format", "maxLength", "minLength", "pattern"]);
                if self.one_in(4) {
                    self.enumeration(&mut clause);
                }
            }
            Some(t @ ("integer" | "number")) => {
                let made = self.number(t);
                let all =
                    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"];
                copy(&made, &mut clause, &all);
                if self.one_in(4) {
                    clause["enum"] = json!([1, 2.0, "a", null]);
                }
            }
            _ => {}
        }
        if depth > 0 && self.one_in(6) {
            let keyword = ["allOf", "anyOf", "oneOf"][self.random.below(3)];
            let inner = self.clause(of, depth - 1);
            clause[keyword] = json!([inner, self.clause(of, depth - 1)]);
        }
        if depth > 0 && self.one_in(10) {
            clause["not"] = self.clause(of, depth - 1);
        }
        clause
    }

    /// Names of the schema for those that the rule has in capitals.
    fn of_properties(&mut self, schema: &Value, rule: &str) -> String {
        let names: Vec<_> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        let mut rule = rule.to_owned();
        for hole in ["A", "B", "C"] {
            let name = self.random.pick(&names).copied().unwrap_or("a");
            rule = rule.replace(&format!("self.{hole}"), &format!("self.{}", escaped(name)));
        }
        rule
    }

    /// Rules that hold of some values, fail on others and err on others.
    fn rules(&mut self, schema: &mut Value) {
        let t = schema["type"].as_str().unwrap_or("");
        let list = schema["items"]["type"].as_str().unwrap_or("");
        let t = if schema["format"].is_null() || t != "string" { t } else { "" };
        let of_type = of_type(t, list, schema["properties"].is_object());
        let messages = [
            "'bad'",
            "string(self)",
            "'n ' + string(self)",
            "''",
            "'  '",
            "'a\\nb'",
            "self.size() > 0 ? 'x' : 'y'",
            "['a'][5]",
            "'ä'",
        ];
        let reasons =
            ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
        let mut rules = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let chosen = self.random.pick(of_type).copied().unwrap_or("true");
            let mut rule = json!({"rule": self.of_properties(schema, chosen)});
            match self.random.below(4) {
                0 => rule["message"] = json!(["must be good", "  padded ", "ä"][self.random.below(3)]),
                1 => rule["messageExpression"] = json!(self.random.pick(&messages)),
                2 => {
                    rule["message"] = json!("m");
                    rule["messageExpression"] = json!(self.random.pick(&messages));
                }
                _ => {}
            }
            if self.one_in(4) {
                rule["reason"] = json!(self.random.pick(&reasons));
            }
            if self.one_in(6) {
                let names: Vec<_> = schema["properties"].as_object().into_iter().flatten().collect();
                if let Some((name, _)) = self.random.pick(&names) {
                    rule["fieldPath"] = json!(format!(".{name}"));
                }
            }
            if self.one_in(2) && chosen.contains("oldSelf") {
                rule["optionalOldSelf"] = json!(true);
            }
            rules.push(rule);
        }
        schema["x-kubernetes-validations"] = Value::Array(rules);
    }
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

fn copy(from: &Value, to: &mut Value, keys: &[&str]) {
    for key in keys {
        if !from[*key].is_null() {
            to[*key] = from[*key].clone();
        }
    }
}
