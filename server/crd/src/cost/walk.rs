//! All rules of a schema, compiled.

use crdls_manifest::model::{OrBool, Schema, SchemaStep};
use crdls_minors::Minor;
use crdls_rules::{CelNode, Compiled, Purpose, Terms};

use super::{CostedRule, Route};

/// The rules of a schema as if all were new, a node's before those below it. Nodes that rules see nothing of
/// have none.
pub(crate) fn of_schema(schema: Schema<'_>, minor: Minor) -> Vec<CostedRule<'_>> {
    let mut found = Vec::new();
    node(&CelNode::root(schema, minor), minor, &mut found);
    found
}

fn node<'m>(at: &CelNode<'_, 'm>, minor: Minor, found: &mut Vec<CostedRule<'m>>) {
    let schema = at.schema();
    if schema.validations().next().is_some()
        && let Ok(declaration) = at.declaration()
    {
        let route = Route::of(at);
        for (index, rule) in schema.validations().enumerate() {
            let optional_old_self = rule.optional_old_self() == Some(true);
            let terms = Terms { declaration, minor, optional_old_self };
            let compiled = crdls_rules::compile(rule.rule(), Purpose::Rule, false, terms);
            let message = match compiled {
                Compiled::Good(_) => {
                    crdls_rules::compile(rule.message_expression(), Purpose::Message, false, terms)
                }
                Compiled::Blank | Compiled::Refused(_) => Compiled::Blank,
            };
            let (route, declaration) = (route.clone(), declaration.clone());
            found.push(CostedRule { route, index, rule, declaration, minor, compiled, message });
        }
    }
    if let Some(OrBool::Schema(values)) = schema.additional_properties() {
        node(&at.child(values, SchemaStep::Value), minor, found);
    }
    for property in schema.properties() {
        node(&at.child(property.schema, SchemaStep::Property(property.name)), minor, found);
    }
    if let Some(items) = schema.item_schema() {
        node(&at.child(items, SchemaStep::Item), minor, found);
    }
}
