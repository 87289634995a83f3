//! A node of a schema as its rules see it: its declaration, and how often it can occur.
//!
//! Mirrors `CELSchemaContext` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/cel_validation.go).

use std::cell::OnceCell;
use std::sync::Arc;

use super::declaration::{Declaration, REQUEST};
use super::names::escape;
use crdls_manifest::model::{Schema, SchemaStep};
use crdls_minors::Minor;

/// A node and those above it.
#[derive(Debug)]
pub struct CelNode<'n, 'm> {
    schema: Schema<'m>,
    parent: Option<(&'n CelNode<'n, 'm>, SchemaStep<&'m str>)>,
    minor: Minor,
    /// The most times that it occurs in an object; `None` where a list or map above has no bound.
    cardinality: Option<u64>,
    /// Whether it or a node above has rules.
    in_scope: bool,
    declaration: OnceCell<Result<Arc<Declaration>, Unseen>>,
}

/// Why rules see nothing of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// A node without a type.
    Node,
    /// What holds it is no list or map.
    Element,
}

impl Unseen {
    /// The server's words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Node => {
                "internal error: failed to construct type information for x-kubernetes-validations rules: \
                 unable to convert structural schema to CEL declarations"
            }
            Self::Element => "failed to convert to declType for CEL validation rules",
        }
    }
}

impl<'n, 'm> CelNode<'n, 'm> {
    /// The root of a schema, for rules of a cluster of that minor.
    pub fn root(schema: Schema<'m>, minor: Minor) -> Self {
        let in_scope = schema.validations().next().is_some();
        Self { schema, parent: None, minor, cardinality: Some(1), in_scope, declaration: OnceCell::new() }
    }

    /// The node of a schema below this one.
    pub fn child(&'n self, schema: Schema<'m>, step: SchemaStep<&'m str>) -> Self {
        let cardinality = self.cardinality.zip(factor(self.schema)).map(|(a, b)| a.saturating_mul(b));
        CelNode {
            schema,
            parent: Some((self, step)),
            minor: self.minor,
            cardinality,
            in_scope: self.in_scope || schema.validations().next().is_some(),
            declaration: OnceCell::new(),
        }
    }

    /// The schema of the node.
    pub fn schema(&self) -> Schema<'m> {
        self.schema
    }

    /// The node above, and how this one follows from it; `None` for the root.
    pub fn parent(&self) -> Option<(&'n CelNode<'n, 'm>, SchemaStep<&'m str>)> {
        self.parent
    }

    /// The most times that it occurs in an object; `None` where a list or map above has no bound.
    pub fn cardinality(&self) -> Option<u64> {
        self.cardinality
    }

    /// What rules see of the node.
    pub fn declaration(&self) -> Result<&Arc<Declaration>, &Unseen> {
        self.declaration.get_or_init(|| self.declare()).as_ref()
    }

    fn declare(&self) -> Result<Arc<Declaration>, Unseen> {
        let from_above = self.parent.filter(|(parent, _)| parent.in_scope);
        if let Some((parent, step)) = from_above
            && let Some(found) = parent.declaration().map_err(|unseen| *unseen)?.step(step)
        {
            return found.ok_or(Unseen::Element);
        }
        let root = self.parent.is_none() || self.schema.embedded_resource();
        Declaration::of(self.schema, root, self.minor).map(Arc::new).ok_or(Unseen::Node)
    }

    /// How often a rule can be evaluated in one object: by the bounds above, else by how many of it a
    /// request can hold.
    pub fn evaluations(&self, declaration: &Declaration) -> u64 {
        self.cardinality.unwrap_or_else(|| guessed_evaluations(declaration))
    }
}

/// How many of something a request can hold: at least a comma stands between two.
pub fn guessed_evaluations(declaration: &Declaration) -> u64 {
    (REQUEST / (declaration.min_size + 1)) as u64
}

impl Declaration {
    /// The declaration of a node below: `Some(None)` where there is a node that rules see nothing of.
    fn step(&self, step: SchemaStep<&str>) -> Option<Option<Arc<Declaration>>> {
        match step {
            SchemaStep::Property(name) => self.field(&escape(name)?).map(|field| Some(field.clone())),
            SchemaStep::Value | SchemaStep::Item => Some(self.element().cloned()),
        }
    }
}

/// By how much a schema multiplies what is below it; `None` where it says no limit.
pub fn factor(schema: Schema<'_>) -> Option<u64> {
    let bound = |max: Option<i64>| max.map(|max| max.max(0) as u64);
    match schema.type_() {
        "object" if schema.additional_properties().is_some() => bound(schema.max_properties()),
        "array" => bound(schema.max_items()),
        _ => Some(1),
    }
}
