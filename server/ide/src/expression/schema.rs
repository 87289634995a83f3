//! From an expression's types back to the schema.

use std::sync::Arc;

use crdls_manifest::decode::Decoded;
use crdls_manifest::model::{Crd, OrBool, Schema};
use crdls_minors::Minor;
use crdls_rules::{CelNode, Declaration, SELF_TYPE, SchemaStep, escape};

/// The schema of a version, as long as it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct VersionSchema {
    crd: Arc<Decoded>,
    version: usize,
}

impl VersionSchema {
    pub(crate) fn new(crd: &Arc<Decoded>, version: usize) -> Self {
        Self { crd: Arc::clone(crd), version }
    }

    pub(crate) fn schema(&self) -> Option<Schema<'_>> {
        Crd::new(&self.crd.object).versions().nth(self.version)?.schema()
    }
}

/// How one gets from a schema to one below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnedStep {
    Property(String),
    Item,
    Value,
}

impl OwnedStep {
    pub(crate) fn step(&self) -> SchemaStep<'_> {
        match self {
            Self::Property(name) => SchemaStep::Property(name),
            Self::Item => SchemaStep::Item,
            Self::Value => SchemaStep::Value,
        }
    }

    pub(crate) fn below<'m>(&self, schema: Schema<'m>) -> Option<Schema<'m>> {
        match self {
            Self::Property(name) => schema.property(name),
            Self::Item => schema.item_schema(),
            Self::Value => values(schema),
        }
    }
}

fn values(schema: Schema<'_>) -> Option<Schema<'_>> {
    match schema.additional_properties() {
        Some(OrBool::Schema(values)) => Some(values),
        _ => None,
    }
}

/// The schema at the end of the way.
pub(super) fn node<'m>(root: &'m VersionSchema, steps: &[OwnedStep]) -> Option<Schema<'m>> {
    steps.iter().try_fold(root.schema()?, |schema, step| step.below(schema))
}

/// What rules at the end of the way see.
pub(super) fn declaration(
    root: &VersionSchema,
    steps: &[OwnedStep],
    minor: Minor,
) -> Option<Arc<Declaration>> {
    below(&CelNode::root(root.schema()?, minor), steps)
}

fn below(node: &CelNode<'_, '_>, steps: &[OwnedStep]) -> Option<Arc<Declaration>> {
    let Some((step, rest)) = steps.split_first() else { return node.declaration().ok().cloned() };
    let schema = step.below(node.schema())?;
    // A step's name lives as long as the schema's own.
    let step = match step.step() {
        SchemaStep::Property(name) => SchemaStep::Property(node.schema().find_property(name)?.name),
        SchemaStep::Item => SchemaStep::Item,
        SchemaStep::Value => SchemaStep::Value,
    };
    below(&node.child(schema, step), rest)
}

/// The schema that an object's type is made of: `selfType.spec.containers.@idx`.
pub(super) fn of_type<'m>(own: Schema<'m>, name: &str) -> Option<Schema<'m>> {
    let mut steps = name.strip_prefix(SELF_TYPE)?.split('.').skip(1);
    steps.try_fold(own, |schema, step| match step {
        "@idx" => schema.item_schema(),
        "@elem" => values(schema),
        field => property(schema, field),
    })
}

/// The property that rules call by a name.
pub(super) fn property<'m>(schema: Schema<'m>, name: &str) -> Option<Schema<'m>> {
    schema.properties().find(|p| escape(p.name).as_deref() == Some(name)).map(|p| p.schema)
}
