//! The way from the root of a schema to a node below it.

use crdls_manifest::model::{Schema, SchemaStep};
use crdls_report::FieldPath;
use crdls_rules::{CelNode, escape};

/// The steps to a node, and the schemas on the way: one more than steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Route<'m> {
    pub steps: Vec<SchemaStep<&'m str>>,
    pub schemas: Vec<Schema<'m>>,
}

impl<'m> Route<'m> {
    pub fn of(node: &CelNode<'_, 'm>) -> Self {
        let (mut steps, mut schemas) = (Vec::new(), vec![node.schema()]);
        let mut above = node.parent();
        while let Some((parent, step)) = above {
            steps.push(step);
            schemas.push(parent.schema());
            above = parent.parent();
        }
        steps.reverse();
        schemas.reverse();
        Self { steps, schemas }
    }

    /// The route to the n-th schema on the way.
    pub fn to(&self, n: usize) -> Self {
        let steps = self.steps.iter().take(n).copied().collect();
        Self { steps, schemas: self.schemas.iter().take(n + 1).copied().collect() }
    }

    pub fn end(&self) -> Option<Schema<'m>> {
        self.schemas.last().copied()
    }

    /// On from the end by the steps of an estimate's path: fields, `@items`, `@values`. `None` where the schema
    /// has no such node, as where a resource's `metadata` is implied.
    pub fn on(&self, path: &[String]) -> Option<Self> {
        let mut route = self.clone();
        for name in path {
            let (step, schema) = next(route.end()?, name)?;
            route.steps.push(step);
            route.schemas.push(schema);
        }
        Some(route)
    }

    /// The path in the manifest, by that of the schema's root.
    pub fn path(&self, root: &FieldPath) -> FieldPath {
        self.steps.iter().fold(root.clone(), |path, step| match step {
            SchemaStep::Property(name) => path.child("properties").key(name),
            SchemaStep::Value => path.child("additionalProperties"),
            SchemaStep::Item => path.child("items"),
        })
    }

    /// The path as a rule at the root would write it: `spec.items[].name`.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        for step in &self.steps {
            match step {
                SchemaStep::Property(name) if shown.is_empty() => shown.push_str(name),
                SchemaStep::Property(name) => shown.extend([".", name]),
                SchemaStep::Value | SchemaStep::Item => shown.push_str("[]"),
            }
        }
        shown
    }
}

fn next<'m>(schema: Schema<'m>, name: &str) -> Option<(SchemaStep<&'m str>, Schema<'m>)> {
    match name {
        "@items" => schema.item_schema().map(|items| (SchemaStep::Item, items)),
        "@values" => schema.value_schema().map(|values| (SchemaStep::Value, values)),
        _ => {
            let is_it = |property: &crdls_manifest::model::Property<'m>| {
                property.name == name || escape(property.name).is_some_and(|escaped| escaped == name)
            };
            let property = schema.properties().find(is_it)?;
            Some((SchemaStep::Property(property.name), property.schema))
        }
    }
}
