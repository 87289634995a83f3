//! What of a schema decides how data turns into values.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_manifest::model::{OrBool, Schema};
use crdls_minors::{Difference, Minor};

/// A schema's say on values (`common.Schema` of k8s.io/apiserver, pkg/cel/common).
#[derive(Clone, Debug, Default)]
pub struct ValueSchema {
    /// Whether a field differs that neither of two objects has under the name that the data has: before 1.34.
    pub(super) absent_fields_differ: bool,
    /// Whether a set compares its data with values: before 1.37, where the two differ.
    pub(super) compares_set_data: bool,
    pub(super) nullable: bool,
    pub(super) int_or_string: bool,
    pub(super) preserves_unknown: bool,
    pub(super) t: Box<str>,
    pub(super) format: Box<str>,
    pub(super) list_type: Option<Box<str>>,
    /// The names by which items of a map list are found, as the server spells them there: escaped.
    pub(super) keys: Arc<[Arc<str>]>,
    pub(super) items: Option<Arc<ValueSchema>>,
    /// By name; empty where the schema has none.
    pub(super) properties: BTreeMap<Box<str>, Arc<ValueSchema>>,
    pub(super) additional: Option<Arc<ValueSchema>>,
}

impl ValueSchema {
    /// The shape of a schema; `resource` for a resource's, whose type and name rules always see.
    pub fn of(schema: Schema<'_>, resource: bool, minor: Minor) -> Self {
        let below = |schema: Schema<'_>| Arc::new(Self::of(schema, schema.embedded_resource(), minor));
        let escaped = |(name, _): (&str, _)| {
            super::super::escape(name).map_or_else(|| Arc::from(name), |escaped| Arc::from(&*escaped))
        };
        let mut shape = Self {
            absent_fields_differ: !minor.has(Difference::ComparesAbsentFields),
            compares_set_data: has_other_values(schema) && !minor.has(Difference::ComparesSetValues),
            nullable: schema.nullable(),
            int_or_string: schema.int_or_string(),
            preserves_unknown: schema.preserve_unknown_fields() == Some(true),
            t: schema.type_().into(),
            format: schema.format().into(),
            list_type: schema.list_type().map(Into::into),
            keys: schema.list_map_keys().map(escaped).collect(),
            items: schema.item_schema().map(below),
            properties: schema.properties().map(|p| (p.name.into(), below(p.schema))).collect(),
            additional: match schema.additional_properties() {
                Some(OrBool::Schema(values)) => Some(below(values)),
                _ => None,
            },
        };
        if resource {
            shape.add_implied();
        }
        shape
    }

    /// Adds what every resource has (`WithTypeAndObjectMeta`).
    fn add_implied(&mut self) {
        let is = |shape: &Self, name: &str, t: &str| shape.property(name).is_some_and(|p| &*p.t == t);
        let declares_all = is(self, "kind", "string")
            && is(self, "apiVersion", "string")
            && is(self, "metadata", "object")
            && self.property("metadata").is_some_and(|metadata| {
                is(metadata, "name", "string") && is(metadata, "generateName", "string")
            });
        if declares_all {
            return;
        }
        let text = Arc::new(Self { t: "string".into(), ..Self::default() });
        let names = ["name", "generateName"].map(|name| (name.into(), text.clone()));
        let metadata = Self { t: "object".into(), properties: names.into(), ..Self::default() };
        self.properties.insert("kind".into(), text.clone());
        self.properties.insert("apiVersion".into(), text);
        self.properties.insert("metadata".into(), Arc::new(metadata));
    }

    pub(super) fn property(&self, name: &str) -> Option<&Arc<ValueSchema>> {
        self.properties.get(name)
    }

    /// The shape of what stands under a name: a property's or, where there are none, that of all values.
    pub(super) fn member(&self, name: &str) -> Option<&Arc<ValueSchema>> {
        if self.has_fields() { self.property(name) } else { self.additional.as_ref() }
    }

    /// Whether names are those of fields, which rules escape.
    pub(super) fn has_fields(&self) -> bool {
        !self.properties.is_empty()
    }
}

/// Whether it is a set whose elements are no longer what the data has: whole numbers become doubles, texts times.
fn has_other_values(schema: Schema<'_>) -> bool {
    let is_other = |item: Schema<'_>| match item.type_() {
        "number" => true,
        "string" => matches!(item.format(), "byte" | "date" | "date-time" | "duration"),
        _ => false,
    };
    schema.list_type() == Some("set") && schema.item_schema().is_some_and(is_other)
}
