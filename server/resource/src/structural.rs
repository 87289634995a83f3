//! A node of a structural schema, as pruning, defaulting and the checks of embedded resources see it.
//!
//! Mirrors `Structural` of k8s.io/apiextensions-apiserver (pkg/apiserver/schema/structural.go)
//! over the schema as it is written. Must not know values.

use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, PropertiesInOrder, Schema};
use crdls_report::Path;
use crdls_values::Json;

/// A node of a schema.
#[derive(Clone, Copy, Debug)]
pub struct Structural<'m> {
    /// Nothing where a version has no schema.
    schema: Option<Schema<'m>>,
    /// The node is a resource of its own, with `apiVersion`, `kind` and `metadata`.
    pub resource: bool,
}

/// What is said of a member of a map.
#[derive(Clone, Copy, Debug)]
pub enum Member<'m> {
    /// The node is one of `properties`.
    Property(Structural<'m>),
    /// `additionalProperties` has a schema, or says yes or no.
    Additional(Option<Structural<'m>>),
    /// Nothing: it is dropped unless unknown fields are kept.
    Unknown,
}

impl<'m> Member<'m> {
    /// The schema of the member, by whichever keyword.
    pub const fn schema(self) -> Option<Structural<'m>> {
        match self {
            Self::Property(schema) => Some(schema),
            Self::Additional(schema) => schema,
            Self::Unknown => None,
        }
    }

    /// The path of the member: its name is a field, or a key of a map.
    pub const fn path<'p>(self, around: &'p Path<'p>, name: &'p str) -> Path<'p> {
        match self {
            Self::Property(_) => around.child(name),
            Self::Additional(_) | Self::Unknown => around.key(name),
        }
    }
}

/// Finds the keyword for each member of a map; members are asked for in their order.
#[derive(Debug)]
pub struct Members<'m> {
    properties: Option<PropertiesInOrder<'m>>,
    schema: Option<Schema<'m>>,
}

impl<'m> Members<'m> {
    /// The keyword for the next member.
    pub fn find(&mut self, name: &str) -> Member<'m> {
        if let Some(property) = self.properties.as_mut().and_then(|properties| properties.find(name)) {
            return Member::Property(Structural::new(property));
        }
        match self.schema.and_then(Schema::additional_properties) {
            Some(OrBool::Schema(values)) => Member::Additional(Some(Structural::new(values))),
            Some(OrBool::Bool(_)) => Member::Additional(None),
            None => Member::Unknown,
        }
    }
}

/// What every resource has.
pub const RESOURCE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Whether every resource has a field of that name at its root.
pub fn is_resource_field(name: &str) -> bool {
    RESOURCE_FIELDS.contains(&name)
}

impl<'m> Structural<'m> {
    /// The structural schema of a schema.
    #[inline]
    pub fn new(schema: Schema<'m>) -> Self {
        Self { schema: Some(schema), resource: schema.embedded_resource() }
    }

    /// The schema of a version, which may have none.
    pub fn of_version(schema: Option<Schema<'m>>) -> Self {
        schema.map_or(Self { schema: None, resource: false }, Self::new)
    }

    /// The same node, as the root of a resource.
    #[must_use]
    pub const fn as_resource(self) -> Self {
        Self { resource: true, ..self }
    }

    /// Whether unknown fields are kept (`x-kubernetes-preserve-unknown-fields`).
    pub fn preserves(self) -> bool {
        self.schema.is_some_and(|schema| schema.preserve_unknown_fields() == Some(true))
    }

    /// See [`Schema::may_have_within`].
    #[inline]
    pub fn may_have_within(self, field: Field) -> bool {
        self.schema.is_some_and(|schema| schema.may_have_within(field))
    }

    /// Whether null is a value.
    pub fn nullable(self) -> bool {
        self.schema.is_some_and(Schema::nullable)
    }

    /// The default, but for `null`, which is none.
    #[inline]
    pub fn default(self) -> Option<&'m Json> {
        self.schema?.default().filter(|default| !default.is_null())
    }

    /// The schema of a list's items.
    #[inline]
    pub fn items(self) -> Option<Self> {
        self.schema?.item_schema().map(Self::new)
    }

    /// What an object has by a name.
    pub fn member(self, name: &str) -> Member<'m> {
        self.members().find(name)
    }

    /// Finds the keyword for each member of an object; members are asked for in their order.
    pub fn members(self) -> Members<'m> {
        Members { properties: self.schema.map(Schema::properties_in_order), schema: self.schema }
    }

    /// The properties, each with its name.
    pub fn properties(self) -> impl Iterator<Item = (&'m str, Self)> {
        let properties = self.schema.into_iter().flat_map(Schema::properties);
        properties.map(|property| (property.name, Self::new(property.schema)))
    }

    /// The schema of the other members, where `additionalProperties` is one.
    pub fn additional_properties(self) -> Option<Self> {
        match self.schema?.additional_properties()? {
            OrBool::Schema(values) => Some(Self::new(values)),
            OrBool::Bool(_) => None,
        }
    }

    /// The schema that it is made of; nothing where it is implied.
    pub const fn schema(self) -> Option<Schema<'m>> {
        self.schema
    }
}
