//! A schema as CEL sees it.
//!
//! Mirrors `SchemaDeclType` of k8s.io/apiserver (pkg/cel/common/schemas.go) over structural
//! schemas. Must not know expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crdls_cel::types::Type;

use super::declaration::{Declaration, DeclaredType, REQUEST, in_bytes};
use super::names::escape;
use super::resource;
use crdls_manifest::model::{OrBool, Schema};
use crdls_minors::{Difference, Minor};
use crdls_values::JsonValue;

impl Declaration {
    /// The declaration of a schema; `None` where CEL does not see it. `root` for a resource, also an
    /// embedded one: its type and name are always there.
    pub fn of(schema: Schema<'_>, root: bool, minor: Minor) -> Option<Self> {
        if schema.int_or_string() {
            let bound = schema.max_length().filter(|_| minor.has(Difference::BoundsIntOrString));
            let max = bound.map_or(REQUEST - 2, in_bytes);
            return Some(Self { bounded: bound.is_some(), ..Self::scalar(Type::Dyn, 1, max) });
        }
        match schema.type_() {
            "array" => Self::list(schema, minor),
            "object" => Self::map_or_object(schema, root, minor),
            "string" => Some(Self::string(schema)),
            "boolean" => Some(Self::scalar(Type::Bool, 4, 0)),
            "number" => Some(Self::scalar(Type::Double, 1, 0)),
            "integer" => Some(Self::scalar(Type::Int, 1, 0)),
            _ => None,
        }
    }

    fn list(schema: Schema<'_>, minor: Minor) -> Option<Self> {
        let items = schema.item_schema()?;
        let item = Self::of(items, items.embedded_resource(), minor)?;
        let bound = schema.max_items().map(|n| n.max(0));
        let max_elements = bound.unwrap_or((REQUEST - 2) / (item.min_size + 1));
        let bounded = bound.is_some();
        Some(Self { shape: DeclaredType::List(Arc::new(item)), max_elements, min_size: 2, bounded })
    }

    fn map_or_object(schema: Schema<'_>, root: bool, minor: Minor) -> Option<Self> {
        let Some(OrBool::Schema(values)) = schema.additional_properties() else {
            return Some(Self::object(schema, root, minor));
        };
        let value = Self::of(values, values.embedded_resource(), minor)?;
        let bound = schema.max_properties().map(|n| n.max(0));
        // Two bytes of a key, its quotes, colon and comma.
        let max_elements = bound.unwrap_or((REQUEST - 2) / (value.min_size + 6));
        let bounded = bound.is_some();
        Some(Self { shape: DeclaredType::Map(Arc::new(value)), max_elements, min_size: 2, bounded })
    }

    fn object(schema: Schema<'_>, root: bool, minor: Minor) -> Self {
        let required: BTreeSet<_> = schema.required().map(|(name, _)| name).collect();
        let mut object = Object { fields: BTreeMap::new(), min_size: 2 };
        let implied = if root { resource::implied(schema, minor) } else { Vec::new() };
        for property in schema.properties() {
            if implied.iter().any(|(name, _)| *name == property.name) {
                continue;
            }
            let inner = property.schema;
            let Some(field) = Self::of(inner, inner.embedded_resource(), minor) else { continue };
            let needed = required.contains(property.name)
                && inner.default().is_none_or(|default| default.value == JsonValue::Null);
            object.add(property.name, field, needed);
        }
        for (name, field) in implied {
            object.add(name, field, required.contains(name));
        }
        let Object { fields, min_size } = object;
        Self { shape: DeclaredType::Object(fields), max_elements: 0, min_size, bounded: true }
    }

    fn string(schema: Schema<'_>) -> Self {
        let bound = schema.max_length();
        match schema.format() {
            "byte" => Self {
                bounded: bound.is_some(),
                ..Self::scalar(Type::Bytes, 2, bound.map_or(REQUEST - 2, |n| n.max(0)))
            },
            "duration" => Self::scalar(Type::Duration, 3, 32),
            "date" => Self::scalar(Type::Timestamp, 12, 12),
            "date-time" => Self::scalar(Type::Timestamp, 21, 32),
            _ => {
                let max = bound.map(in_bytes).or_else(|| longest_listed(schema));
                Self { bounded: max.is_some(), ..Self::short_string(max.unwrap_or(REQUEST - 2)) }
            }
        }
    }
}

/// An object while its fields are gathered.
struct Object {
    fields: BTreeMap<String, Arc<Declaration>>,
    min_size: i64,
}

impl Object {
    fn add(&mut self, name: &str, field: Declaration, needed: bool) {
        if needed {
            // Its quotes, colon and comma.
            self.min_size += name.len() as i64 + field.min_size + 4;
        }
        if let Some(escaped) = escape(name) {
            self.fields.insert(escaped.into_owned(), Arc::new(field));
        }
    }
}

/// The length of the longest value of an enum.
fn longest_listed(schema: Schema<'_>) -> Option<i64> {
    let lengths = schema.enum_values().map(|value| value.as_str().map_or(0, |text| text.len() as i64));
    lengths.max()
}
