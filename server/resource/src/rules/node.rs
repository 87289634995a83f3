//! A node of a schema with the value that its rules are run on.

use std::sync::Arc;

use super::watched::RuleTruths;
use crate::correlation::Correlated;
use crdls_manifest::model::{PropertiesInOrder, Schema};
use crdls_minors::Minor;
use crdls_report::Report;
use crdls_rules::run::Data;
use crdls_rules::{Declaration, escape};
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
pub(super) struct NodeValues<'v, 'c> {
    pub(super) json: &'v Json,
    pub(super) new: &'v Data,
    pub(super) old: Option<OldValue<'v>>,
    pub(super) ratchet: Ratchet<'c>,
}

/// The value that another replaces, as rules see it.
#[derive(Clone, Copy)]
pub(super) struct OldValue<'v> {
    pub(super) json: &'v Json,
    pub(super) data: &'v Data,
}

impl<'v> OldValue<'v> {
    pub(super) fn get(self, name: &str) -> Option<Self> {
        Some(Self { json: self.json.get(name)?, data: self.data.get(name)? })
    }

    pub(super) fn item(self, index: usize) -> Option<Self> {
        Some(Self { json: self.json.items().get(index)?, data: self.data.items().get(index)? })
    }

    /// A null is no value to compare with.
    pub(super) fn is_some(&self) -> bool {
        !self.data.is_null()
    }
}

/// Whether what fails at a node is forgiven. Mirrors `ratchetingOptions`.
#[derive(Clone, Copy, Default)]
pub(super) struct Ratchet<'v> {
    /// Nothing where the node replaces none.
    pub(super) here: Option<&'v Correlated<'v>>,
    /// The nearest node above that does.
    above: Option<&'v Correlated<'v>>,
}

impl<'v> Ratchet<'v> {
    pub(super) const fn root(here: Option<&'v Correlated<'v>>) -> Self {
        Self { here, above: None }
    }

    pub(super) fn key(self, name: &str) -> Self {
        match self.here {
            None => self,
            // Both objects are read in one version.
            Some(_) if self.above.is_none() && matches!(name, "apiVersion" | "kind") => Self::default(),
            Some(here) => Self { here: here.key(name), above: self.here },
        }
    }

    pub(super) fn index(self, index: usize) -> Self {
        self.here.map_or(self, |here| Self { here: here.index(index), above: self.here })
    }

    /// In a part of an allOf.
    pub(super) const fn clause(self) -> Self {
        Self { here: None, ..self }
    }

    /// The node that has to be as before.
    pub(super) fn node(self) -> Option<&'v Correlated<'v>> {
        self.here.or(self.above)
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
        self.element(self.rules.value_schema(), self.schema.value_schema())
    }

    /// Properties whose rules are run.
    pub(super) fn properties(&self) -> Properties<'m> {
        let is_same = std::ptr::eq(self.rules.object(), self.schema.object());
        let of_clause = (!is_same).then(|| self.rules.properties_in_order());
        Properties { schemas: self.schema.properties_in_order(), of_clause }
    }

    /// Properties that rules cannot see have none that are run.
    pub(super) fn property(
        &self,
        name: &str,
        PropertySchemas { rules, schema }: PropertySchemas<'m>,
        minor: Minor,
    ) -> Option<Self> {
        let declaration = match escape(name) {
            Some(name) => self.declaration.as_ref()?.field(&name)?.clone(),
            None => Arc::new(Declaration::of(schema, schema.embedded_resource(), minor)?),
        };
        Some(Self::below(rules, schema, Some(declaration)))
    }
}

/// Finds the schemas of a node's properties, which are asked for in their order.
pub(super) struct Properties<'m> {
    schemas: PropertiesInOrder<'m>,
    /// The properties of the part of an allOf whose rules are run.
    of_clause: Option<PropertiesInOrder<'m>>,
}

/// The schemas of a property, as in [`RuleNode`].
#[derive(Clone, Copy)]
pub(super) struct PropertySchemas<'m> {
    pub(super) rules: Schema<'m>,
    schema: Schema<'m>,
}

impl<'m> Properties<'m> {
    pub(super) fn find(&mut self, name: &str) -> Option<PropertySchemas<'m>> {
        let schema = self.schemas.find(name)?;
        let rules = self.of_clause.as_mut().map_or(Some(schema), |properties| properties.find(name))?;
        Some(PropertySchemas { rules, schema })
    }
}

/// What a run has left to spend, and where it reports.
pub(super) struct RunState<'r> {
    /// Less than nothing where it did not suffice.
    pub(super) budget: i64,
    pub(super) report: &'r mut Report,
    /// What the rules come to; `None` where nobody asks.
    pub(super) truths: Option<RuleTruths>,
}
