//! Schemas with all keywords: structural ones, and with a pool also such as break a rule here and there.

use crdls_manifest::fields::JSON_SCHEMA_PROPS;
use serde_json::{Map, Value, json};

use super::{Pool, crd, instance, odd, rule, samples};
use crate::random::Random;

/// The schema of a whole resource. With a pool some of its values are those of others, or wrong.
pub fn root(pool: Option<&Pool>, random: &mut Random) -> Value {
    let mut maker = Maker { random, pool };
    let mut spec = maker.object(4);
    maker.finish(&mut spec, 4);
    let mut properties = Map::new();
    properties.insert("spec".to_owned(), spec);
    if maker.one_in(2) {
        let status = maker.schema(2);
        properties.insert("status".to_owned(), status);
    }
    for name in ["extra", "list"] {
        if maker.one_in(3) {
            let value = maker.schema(3);
            properties.insert(name.to_owned(), value);
        }
    }
    let mut root = json!({"type": "object", "properties": properties});
    match maker.random.below(if pool.is_some() { 18 } else { 12 }) {
        0 | 1 => {
            root["properties"]["metadata"] = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 3, "pattern": "^[a-c]+$"}}})
        }
        12 | 13 => root["properties"]["metadata"] = maker.schema(2),
        14 => {
            root["properties"]["metadata"] =
                json!({"type": "object", "properties": {"name": maker.schema(0)}})
        }
        _ => {}
    }
    if maker.one_in(4) {
        root["required"] = json!(["spec"]);
    }
    rule::add(&mut root, pool, random);
    root
}

/// A schema of any type.
pub(super) fn schema(pool: &Pool, random: &mut Random, depth: usize) -> Value {
    Maker { random, pool: Some(pool) }.schema(depth)
}

/// The name of a property; the first are the usual ones.
pub(super) fn property(random: &mut Random) -> String {
    let near = if random.below(3) == 0 { PROPERTIES.len() } else { 7 };
    PROPERTIES.get(random.below(near)).map(|name| (*name).to_owned()).unwrap_or_default()
}

/// A value of a schema, of whose parts one in `fault` is at fault; 0 for none.
pub(super) fn sample(schema: &Value, random: &mut Random, fault: usize) -> Value {
    let written = instance::value(random, schema, fault).flow();
    serde_json::from_str(&written).unwrap_or_else(|_| samples::junk(random))
}

const PROPERTIES: &[&str] = &[
    "a",
    "b",
    "c",
    "name",
    "spec",
    "size",
    "items",
    "status",
    "x-y",
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
    "__a",
    "1",
    "0",
    "true",
    "int",
    "self",
    "type",
    "list",
    "A",
    "a_b",
    "",
];

struct Maker<'m> {
    random: &'m mut Random,
    /// What others wrote. With it a schema has faults.
    pool: Option<&'m Pool>,
}

impl Maker<'_> {
    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    /// Whether something is to be at fault where one in so many is.
    fn faulty(&mut self, one_in: usize) -> bool {
        self.pool.is_some() && self.one_in(one_in)
    }

    /// The value of a keyword; with a pool, mostly one of those that are worth a try there.
    fn keyword(&mut self, schema: &mut Value, name: &str, value: Value) {
        schema[name] = if self.faulty(2) {
            samples::text(name, self.random).map_or_else(|| samples::number(self.random), Value::from)
        } else {
            value
        };
    }

    fn schema(&mut self, depth: usize) -> Value {
        if depth > 0 && self.faulty(12) {
            let whole = self.pool.and_then(|pool| pool.value("openAPIV3Schema", self.random));
            return whole.unwrap_or_else(|| json!({}));
        }
        let mut schema = match self.random.below(if depth == 0 { 6 } else { 13 }) {
            0 | 1 => self.text(),
            2 => self.number("integer"),
            3 => self.number("number"),
            4 => json!({"type": "boolean"}),
            5 => self.int_or_string(),
            6 | 7 => self.array(depth),
            8 => json!({"x-kubernetes-preserve-unknown-fields": true}),
            9 => self.embedded(depth),
            10 if self.one_in(2) => json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}),
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
            let fault = if self.pool.is_some() { 10 } else { 0 };
            schema["default"] = sample(schema, self.random, fault);
        }
        if self.one_in(5) {
            rule::add(schema, self.pool, self.random);
        }
        if let Some(pool) = self.pool {
            self.spoil(schema, pool, depth);
        }
    }

    /// Clauses that say too much, and fields that do not go together.
    fn spoil(&mut self, schema: &mut Value, pool: &Pool, depth: usize) {
        if self.one_in(14) {
            let junctor = ["allOf", "anyOf", "oneOf"][self.random.below(3)];
            schema[junctor] = json!([self.junction(schema), self.junction(schema)]);
        }
        if self.one_in(20) {
            schema["not"] = self.junction(schema);
        }
        if self.one_in(10)
            && let Some(field) = self.random.pick(JSON_SCHEMA_PROPS.fields)
        {
            schema[field.name] = crd::field(field, pool, self.random, depth.saturating_sub(1));
        }
    }

    /// A schema that has nothing but value validations, in the main.
    fn junction(&mut self, around: &Value) -> Value {
        let mut inner = match self.random.below(6) {
            0 => return self.schema(1),
            1 => json!({ "required": [property(self.random)] }),
            2 => json!({ "type": self.random.pick(&["integer", "string"]) }),
            3 => json!({ "enum": [sample(around, self.random, 4)] }),
            4 => around.clone(),
            _ => self.number("number"),
        };
        if self.random.below(4) > 0 && inner.get("multipleOf").is_some() {
            inner["type"].take();
        }
        if let Some(inner) = inner.as_object_mut() {
            inner.retain(|_, value| !value.is_null());
            let own = around["properties"].as_object().and_then(|own| own.keys().next());
            if let Some(name) = own.filter(|_| self.one_in(3)) {
                inner.insert("properties".into(), json!({ name: { "minLength": 1 } }));
            }
        }
        inner
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
            let format = self.random.pick(odd::FORMATS).map_or("date", |(format, _)| *format);
            self.keyword(&mut schema, "format", json!(format));
        }
        if self.one_in(4) {
            let value = json!(self.random.below(6));
            self.keyword(&mut schema, "maxLength", value);
        }
        if self.one_in(5) {
            let value = json!(self.random.below(4));
            self.keyword(&mut schema, "minLength", value);
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
            let pattern = json!(self.random.pick(&patterns));
            self.keyword(&mut schema, "pattern", pattern);
        }
        schema
    }

    fn number(&mut self, t: &str) -> Value {
        let mut schema = json!({"type": t});
        let whole = t == "integer";
        if self.one_in(3) {
            let formats = ["int32", "int64", "float", "double", "int16", "uint32", "uint64", "byte"];
            let format = json!(self.random.pick(&formats));
            self.keyword(&mut schema, "format", format);
        }
        if self.one_in(3) {
            let value = self.bound(whole);
            self.keyword(&mut schema, "minimum", value);
            schema["exclusiveMinimum"] = json!(self.one_in(3));
        }
        if self.one_in(3) {
            let value = self.bound(whole);
            self.keyword(&mut schema, "maximum", value);
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
            let step = self.random.pick(&steps).cloned().unwrap_or_default();
            self.keyword(&mut schema, "multipleOf", step);
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
            1 if self.faulty(2) => {
                schema["x-kubernetes-list-type"] = json!("map");
                schema["x-kubernetes-list-map-keys"] = json!(["a", "b"][..1 + self.random.below(2)]);
                schema["items"] = self.schema(depth.saturating_sub(1));
            }
            2 if self.faulty(4) => {
                schema["x-kubernetes-list-type"] = json!("set");
                schema["items"] = self.schema(depth.saturating_sub(1));
            }
            1 | 2 => {
                schema["x-kubernetes-list-type"] = json!("map");
                self.keyed(&mut schema, depth);
            }
            _ => schema["items"] = self.schema(depth.saturating_sub(1)),
        }
        if self.one_in(4) {
            let value = json!(self.random.below(4));
            self.keyword(&mut schema, "maxItems", value);
        }
        if self.one_in(5) {
            let value = json!(self.random.below(3));
            self.keyword(&mut schema, "minItems", value);
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
            let name = property(self.random);
            let property = self.schema(depth.saturating_sub(1));
            properties.insert(name, property);
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
            let value = json!(self.random.below(4));
            self.keyword(schema, "maxProperties", value);
        }
        if self.one_in(3) {
            let value = json!(self.random.below(3));
            self.keyword(schema, "minProperties", value);
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
}

fn copy(from: &Value, to: &mut Value, keys: &[&str]) {
    for key in keys {
        if !from[*key].is_null() {
            to[*key] = from[*key].clone();
        }
    }
}
