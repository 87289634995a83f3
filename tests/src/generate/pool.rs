//! What real manifests hold: whole ones, and what stands under each key.

use std::collections::BTreeMap;

use crdls_yaml::{Budget, Tree};
use serde_json::{Value, json};

use super::crd;
use crate::json;
use crate::random::Random;

/// Larger ones leave no time for many.
const LARGEST: usize = 40_000;
const LARGEST_VALUE: usize = 2_000;
const MOST_VALUES: usize = 400;

/// Values to start from.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    manifests: Vec<Value>,
    values: BTreeMap<String, Vec<Value>>,
    /// Schemas with a rule that looks at them.
    cases: Vec<(Value, String)>,
}

impl Pool {
    /// From texts with manifests, and from lines with `schema` and `rule`.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>, cases: &str) -> Self {
        let mut pool = Self::default();
        for text in texts {
            pool.read(text);
        }
        let rows = cases.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        pool.cases.extend(
            rows.filter_map(|row| Some((row.get("schema")?.clone(), row["rule"].as_str()?.to_owned()))),
        );
        pool
    }

    fn read(&mut self, text: &str) {
        let tree = Tree::parse(text);
        for document in tree.documents() {
            let Some(root) = tree.root(text, document) else { continue };
            let value = json::of(root, &mut Budget::default());
            if value["kind"] != "CustomResourceDefinition" {
                continue;
            }
            self.keep(&value);
            if value.to_string().len() < LARGEST {
                self.manifests.push(value);
            }
        }
    }

    fn keep(&mut self, value: &Value) {
        if let Some(object) = value.as_object() {
            for (key, value) in object {
                let values = self.values.entry(key.clone()).or_default();
                if values.len() < MOST_VALUES
                    && value.to_string().len() < LARGEST_VALUE
                    && !values.contains(value)
                {
                    values.push(value.clone());
                }
            }
            object.values().for_each(|value| self.keep(value));
        }
        value.as_array().into_iter().flatten().for_each(|value| self.keep(value));
    }

    /// A manifest of the pool or a made one.
    pub fn any(&self, random: &mut Random) -> Value {
        match random.below(8) {
            0..=2 => self.manifest(random),
            3 => self.case(random),
            _ => crd::crd(self, random),
        }
    }

    /// A whole one.
    pub(super) fn manifest(&self, random: &mut Random) -> Value {
        random.pick(&self.manifests).cloned().unwrap_or_else(|| crd::crd(self, random))
    }

    /// A CRD around a schema with a rule.
    fn case(&self, random: &mut Random) -> Value {
        let Some((schema, _)) = random.pick(&self.cases) else { return crd::crd(self, random) };
        let mut schema = schema.clone();
        let own = self.cases.iter().filter(|(other, _)| *other == schema).map(|(_, rule)| rule);
        let own: Vec<_> = own.collect();
        let rules: Vec<_> =
            (0..1 + random.below(3)).filter_map(|_| Some(json!({ "rule": random.pick(&own)? }))).collect();
        schema["x-kubernetes-validations"] = Value::Array(rules);
        crd::around(json!({ "type": "object", "properties": { "spec": schema } }))
    }

    /// What somebody wrote under a key.
    pub(super) fn value(&self, key: &str, random: &mut Random) -> Option<Value> {
        random.pick(self.values.get(key)?).cloned()
    }

    /// A rule about something else.
    pub(super) fn rule(&self, random: &mut Random) -> Option<String> {
        random.pick(&self.cases).map(|(_, rule)| rule.clone())
    }
}
