//! A node of a schema with the value that its rules are run on.

use std::sync::Arc;

use crdls_rules::run::Data;
use crdls_rules::{Declaration, escape};
use crdls_schema::Minor;
use crdls_schema::model::{OrBool, Schema};
use crdls_schema::report::Report;
use crdls_values::Json;

/// A node of a schema while its rules are run.
#[derive(Clone)]
pub(super) struct RuleNode<'m> {
    /// Whose rules are run: the node's own or those of a part of its allOf.
    pub(super) rules: Schema<'m>,
    pub(super) schema: Schema<'m>,
    pub(super) resource: bool,
    /// What rules see; nothing where the node has no type.
    pub(super) declaration: Option<Arc<Declaration>>,
}

/// A value in all the forms in which it is needed.
#[derive(Clone, Copy)]
pub(super) struct NodeValues<'v> {
    pub(super) json: &'v Json,
    pub(super) new: &'v Data,
    pub(super) old: Option<&'v Data>,
}

/// The schema of all values of a map.
pub(super) fn value_schema(schema: Schema<'_>) -> Option<Schema<'_>> {
    match schema.additional_properties()? {
        OrBool::Schema(values) => Some(values),
        OrBool::Bool(_) => None,
    }
}

impl<'m> RuleNode<'m> {
    pub(super) fn root(schema: Schema<'m>, resource: bool, minor: Minor) -> Self {
        let declaration = Declaration::of(schema, resource, minor).map(Arc::new);
        Self { rules: schema, schema, resource, declaration }
    }

    fn below(rules: Schema<'m>, schema: Schema<'m>, declaration: Option<Arc<Declaration>>) -> Self {
        Self { rules, schema, resource: schema.embedded_resource(), declaration }
    }

    fn element(&self, rules: Option<Schema<'m>>, schema: Option<Schema<'m>>) -> Option<Self> {
        let declaration = self.declaration.as_ref().and_then(|declaration| declaration.element().cloned());
        Some(Self::below(rules?, schema?, declaration))
    }

    pub(super) fn items(&self) -> Option<Self> {
        self.element(self.rules.item_schema(), self.schema.item_schema())
    }

    pub(super) fn values(&self) -> Option<Self> {
        self.element(value_schema(self.rules), value_schema(self.schema))
    }

    /// Properties that rules cannot see have none that are run.
    pub(super) fn property(&self, name: &str, minor: Minor) -> Option<Self> {
        let (rules, schema) = (self.rules.property(name)?, self.schema.property(name)?);
        let declaration = match escape(name) {
            Some(name) => self.declaration.as_ref()?.field(&name)?.clone(),
            None => Arc::new(Declaration::of(schema, schema.embedded_resource(), minor)?),
        };
        Some(Self::below(rules, schema, Some(declaration)))
    }
}

/// What a run has left to spend, and where it reports.
pub(super) struct RunState<'r> {
    /// Less than nothing where it did not suffice.
    pub(super) budget: i64,
    pub(super) report: &'r mut Report,
}
