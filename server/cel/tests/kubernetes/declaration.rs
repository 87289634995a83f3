//! A schema as CEL sees it, in the way of k8s.io/apiserver v0.37.2 (pkg/cel/common/schemas.go).

use std::collections::BTreeMap;

use crdls_cel::types::Type;
use serde_json::{Map, Value};

/// A type with the sizes that the estimate needs.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub t: Type,
    pub name: String,
    pub fields: Option<BTreeMap<String, Declaration>>,
    pub key: Option<Box<Declaration>>,
    pub element: Option<Box<Declaration>>,
    pub max_elements: i64,
    min_size: i64,
}

const REQUEST: i64 = 3 * 1024 * 1024;

impl Declaration {
    fn simple(t: Type, min_size: i64, max_elements: i64) -> Self {
        let name = t.name().to_owned();
        Self { t, name, fields: None, key: None, element: None, max_elements, min_size }
    }

    /// The declaration of a schema; `None` where CEL does not see it.
    pub fn of(schema: &Value, root: bool) -> Option<Self> {
        let s = schema.as_object()?;
        if s.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
            return Some(Self::simple(Type::Dyn, 1, length(s).map_or(REQUEST - 2, |n| n * 4)));
        }
        let rooted = if root { with_metadata(s) } else { s.clone() };
        match s.get("type").and_then(Value::as_str).unwrap_or("") {
            "array" => Self::array(s),
            "object" => Self::object(&rooted),
            "string" => Some(Self::string(s)),
            "boolean" => Some(Self::simple(Type::Bool, 4, 0)),
            "number" => Some(Self::simple(Type::Double, 1, 0)),
            "integer" => Some(Self::simple(Type::Int, 1, 0)),
            _ => None,
        }
    }

    fn array(s: &Map<String, Value>) -> Option<Self> {
        let items = s.get("items")?;
        let item = Self::of(items, embedded(items))?;
        let most = number(s, "maxItems").unwrap_or((REQUEST - 2) / (item.min_size + 1));
        Some(Self::list(item, most))
    }

    fn list(item: Declaration, max_elements: i64) -> Self {
        let t = Type::list(item.t.clone());
        Self { element: Some(Box::new(item)), ..Self::simple(t, 2, max_elements) }
    }

    fn map(value: Declaration, max_elements: i64) -> Self {
        let t = Type::map(Type::String, value.t.clone());
        let key = Box::new(Self::simple(Type::String, 2, 0));
        Self { key: Some(key), element: Some(Box::new(value)), ..Self::simple(t, 2, max_elements) }
    }

    fn object(s: &Map<String, Value>) -> Option<Self> {
        if let Some(value) = s.get("additionalProperties").filter(|v| v.is_object()) {
            let value = Self::of(value, embedded(value))?;
            let most = number(s, "maxProperties").unwrap_or((REQUEST - 2) / (value.min_size + 6));
            return Some(Self::map(value, most));
        }
        let required: Vec<_> = s.get("required").and_then(Value::as_array).into_iter().flatten().collect();
        let mut fields = BTreeMap::new();
        let mut min_size = 2;
        for (name, schema) in s.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let Some(field) = Self::of(schema, embedded(schema)) else { continue };
            if required.iter().any(|r| *r == name) && schema.get("default").is_none_or(Value::is_null) {
                min_size += name.len() as i64 + field.min_size + 4;
            }
            if let Some(escaped) = escape(name) {
                fields.insert(escaped, field);
            }
        }
        let t = Type::object("object");
        Some(Self { fields: Some(fields), ..Self::simple(t, min_size, 0) })
    }

    fn string(s: &Map<String, Value>) -> Self {
        let max = length(s);
        match s.get("format").and_then(Value::as_str).unwrap_or("") {
            "byte" => Self::simple(Type::Bytes, 2, max.unwrap_or(REQUEST - 2)),
            "duration" => Self::simple(Type::Duration, 3, 32),
            "date" => Self::simple(Type::Timestamp, 12, 12),
            "date-time" => Self::simple(Type::Timestamp, 21, 32),
            _ => {
                let longest = |values: &Vec<Value>| {
                    values.iter().filter_map(Value::as_str).map(|s| s.len() as i64).max().unwrap_or(0)
                };
                let listed = s.get("enum").and_then(Value::as_array).filter(|v| !v.is_empty()).map(longest);
                let most = max.map(|n| n * 4).or(listed).unwrap_or(REQUEST - 2);
                Self::simple(Type::String, 2, most)
            }
        }
    }

    /// Gives every object the name of its place (DeclType.MaybeAssignTypeName).
    pub fn named(self, name: &str) -> Self {
        if let Some(fields) = self.fields {
            let fields = fields
                .into_iter()
                .map(|(field, decl)| {
                    let inner = decl.named(&format!("{name}.{field}"));
                    (field, inner)
                })
                .collect();
            return Self { t: Type::object(name), name: name.to_owned(), fields: Some(fields), ..self };
        }
        match (self.key, self.element) {
            (Some(_), Some(value)) => Self::map(value.named(&format!("{name}.@elem")), self.max_elements),
            (None, Some(item)) => Self::list(item.named(&format!("{name}.@idx")), self.max_elements),
            (key, element) => Self { key, element, ..self },
        }
    }

    /// All objects inside by their names.
    pub fn objects<'d>(&'d self, out: &mut BTreeMap<&'d str, &'d Declaration>) {
        if self.fields.is_some() {
            out.insert(&self.name, self);
        }
        for inner in self.fields.iter().flat_map(BTreeMap::values).chain(self.element.as_deref()) {
            inner.objects(out);
        }
    }
}

fn embedded(schema: &Value) -> bool {
    schema.get("x-kubernetes-embedded-resource") == Some(&Value::Bool(true))
}

fn number(s: &Map<String, Value>, key: &str) -> Option<i64> {
    s.get(key).and_then(Value::as_i64).map(|n| n.max(0))
}

fn length(s: &Map<String, Value>) -> Option<i64> {
    number(s, "maxLength")
}

/// WithTypeAndObjectMeta of the apiextensions server.
fn with_metadata(s: &Map<String, Value>) -> Map<String, Value> {
    let property = |path: &[&str]| {
        let mut at = s.get("properties")?;
        for step in path {
            at = at.get(step)?;
        }
        at.get("type")?.as_str()
    };
    let string = Some("string");
    if property(&["kind"]) == string
        && property(&["apiVersion"]) == string
        && property(&["metadata"]) == Some("object")
        && property(&["metadata", "properties", "name"]) == string
        && property(&["metadata", "properties", "generateName"]) == string
    {
        return s.clone();
    }
    let mut out = s.clone();
    let properties = out.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(properties) = properties {
        let string = |max: i64| serde_json::json!({"type": "string", "maxLength": max});
        properties.insert("kind".into(), serde_json::json!({"type": "string"}));
        properties.insert("apiVersion".into(), serde_json::json!({"type": "string"}));
        let fields = serde_json::json!({"name": string(253), "generateName": string(252)});
        properties.insert("metadata".into(), serde_json::json!({"type": "object", "properties": fields}));
    }
    out
}

/// apiserver cel.Escape.
fn escape(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if crdls_cel::lexer::RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let replaced = |name: &str| {
        name.replace("__", "__underscores__")
            .replace('.', "__dot__")
            .replace('-', "__dash__")
            .replace('/', "__slash__")
    };
    name.chars().all(allowed).then(|| replaced(name))
}
