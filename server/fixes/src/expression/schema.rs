//! From an expression's types back to the schema.

use std::sync::Arc;

use crdls_manifest::decode::Decoded;
use crdls_manifest::model::{Crd, Schema};
use crdls_minors::Minor;
use crdls_rules::{CelNode, Declaration, SELF_TYPE, escape};

use crate::version::OwnedStep;

/// The schema of a version, as long as it is asked for.
#[derive(Clone, Debug)]
pub struct VersionSchema {
    crd: Arc<Decoded>,
    version: usize,
}

impl VersionSchema {
    /// The schema of the version with a number, from 0.
    pub fn new(crd: &Arc<Decoded>, version: usize) -> Self {
        Self { crd: Arc::clone(crd), version }
    }

    /// The schema; `None` where the version has none.
    pub fn schema(&self) -> Option<Schema<'_>> {
        Crd::new(&self.crd.object).versions().nth(self.version)?.schema()
    }
}

/// The schema at the end of the way.
pub fn node<'m>(root: &'m VersionSchema, steps: &[OwnedStep]) -> Option<Schema<'m>> {
    steps.iter().try_fold(root.schema()?, |schema, step| Some(step.below(schema)?.0))
}

/// What rules at the end of the way see.
pub fn declaration(root: &VersionSchema, steps: &[OwnedStep], minor: Minor) -> Option<Arc<Declaration>> {
    below(&CelNode::root(root.schema()?, minor), steps)
}

fn below(node: &CelNode<'_, '_>, steps: &[OwnedStep]) -> Option<Arc<Declaration>> {
    let Some((step, rest)) = steps.split_first() else { return node.declaration().ok().cloned() };
    let (schema, step) = step.below(node.schema())?;
    below(&node.child(schema, step), rest)
}

/// The schema that an object's type is made of: `selfType.spec.containers.@idx`.
pub fn of_type<'m>(own: Schema<'m>, name: &str) -> Option<Schema<'m>> {
    let mut steps = name.strip_prefix(SELF_TYPE)?.split('.').skip(1);
    steps.try_fold(own, |schema, step| match step {
        "@idx" => schema.item_schema(),
        "@elem" => schema.value_schema(),
        field => property(schema, field),
    })
}

/// The property that rules call by a name.
pub fn property<'m>(schema: Schema<'m>, name: &str) -> Option<Schema<'m>> {
    schema.properties().find(|p| escape(p.name).as_deref() == Some(name)).map(|p| p.schema)
}
