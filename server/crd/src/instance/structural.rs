//! A node of a structural schema, as pruning, defaulting and the checks of embedded resources see it.
//!
//! Mirrors `Structural` of k8s.io/apiextensions-apiserver v0.37.2 (pkg/apiserver/schema/structural.go)
//! over the schema as it is written. Must not know values.

use crate::Json;
use crate::model::{OrBool, Schema};

/// A node of a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structural<'m> {
    /// Nothing where a version has no schema.
    schema: Option<Schema<'m>>,
    /// It is a resource of its own, with `apiVersion`, `kind` and `metadata`.
    pub(crate) resource: bool,
}

/// What is said of a member of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Member<'m> {
    /// It is one of `properties`.
    Property(Structural<'m>),
    /// `additionalProperties` has a schema, or says yes or no.
    Additional(Option<Structural<'m>>),
    Unknown,
}

/// What every resource has.
pub(crate) const RESOURCE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

pub(crate) fn is_resource_field(name: &str) -> bool {
    RESOURCE_FIELDS.contains(&name)
}

impl<'m> Structural<'m> {
    pub(crate) fn new(schema: Schema<'m>) -> Self {
        Self { schema: Some(schema), resource: schema.embedded_resource() }
    }

    /// The schema of a version, which may have none.
    pub(crate) fn of_version(schema: Option<Schema<'m>>) -> Self {
        schema.map_or(Self { schema: None, resource: false }, Self::new)
    }

    /// The same node, as the root of a resource.
    #[must_use]
    pub(crate) const fn as_resource(self) -> Self {
        Self { resource: true, ..self }
    }

    pub(crate) fn preserves(self) -> bool {
        self.schema.is_some_and(|schema| schema.preserve_unknown_fields() == Some(true))
    }

    pub(crate) fn nullable(self) -> bool {
        self.schema.is_some_and(Schema::nullable)
    }

    /// The default, but for `null`, which is none.
    pub(crate) fn default(self) -> Option<&'m Json> {
        self.schema?.default().filter(|default| !default.is_null())
    }

    pub(crate) fn items(self) -> Option<Self> {
        self.schema?.item_schema().map(Self::new)
    }

    pub(crate) fn member(self, name: &str) -> Member<'m> {
        let Some(schema) = self.schema else { return Member::Unknown };
        if let Some(property) = schema.property(name) {
            return Member::Property(Self::new(property));
        }
        match schema.additional_properties() {
            Some(OrBool::Schema(values)) => Member::Additional(Some(Self::new(values))),
            Some(OrBool::Bool(_)) => Member::Additional(None),
            None => Member::Unknown,
        }
    }

    /// What is said of a member, by whichever keyword.
    pub(crate) fn member_schema(self, name: &str) -> Option<Self> {
        match self.member(name) {
            Member::Property(schema) => Some(schema),
            Member::Additional(schema) => schema,
            Member::Unknown => None,
        }
    }

    /// Whether a member is one of `properties`.
    pub(crate) fn properties_have(self, name: &str) -> bool {
        self.schema.is_some_and(|schema| schema.property(name).is_some())
    }

    pub(crate) fn properties(self) -> impl Iterator<Item = (&'m str, Self)> {
        let properties = self.schema.into_iter().flat_map(Schema::properties);
        properties.map(|property| (property.name, Self::new(property.schema)))
    }

    pub(crate) fn additional_properties(self) -> Option<Self> {
        match self.schema?.additional_properties()? {
            OrBool::Schema(values) => Some(Self::new(values)),
            OrBool::Bool(_) => None,
        }
    }

    pub(crate) const fn schema(self) -> Option<Schema<'m>> {
        self.schema
    }
}
