//! What a part of an expression is.

use std::fmt::Write as _;

use crdls_cel::ast::display_name;
use crdls_cel::checker::Reference;
use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::{Kind, Type};
use crdls_crd::cost::figure;
use crdls_manifest::model::Schema;
use crdls_report::Config;
use crdls_rules::{Purpose, costs_of_parts};
use crdls_text::TextRange;

use super::{Expression, explain, names, schema};
use crate::screen::{DESCRIPTION, first_rows};
use crate::{File, Hover};

/// Explains the part of an expression at an offset.
pub(crate) fn hover(file: &File, offset: u32, config: &Config) -> Option<Hover> {
    let expression = super::at(file, offset, config)?;
    if !expression.range.touches(offset) {
        return None;
    }
    let at = expression.inside(offset);
    let node = expression.tree.at_offset(at)?;
    let (range, markdown) = expression.explain(node, at)?;
    let range = expression.text.source_range(range);
    // Where lines are folded, the indentation of the next one does not belong to it.
    range.touches(offset).then_some(Hover { range, markdown })
}

impl Expression<'_> {
    fn explain(&self, id: NodeId, at: u32) -> Option<(TextRange, String)> {
        let (range, words) = self.described(id, at)?;
        let mut words = Some(words.trim_start().to_owned()).filter(|words| !words.is_empty())?;
        if let Some(cost) = self.cost_of(id).filter(|cost| *cost > 0) {
            let _ = write!(words, "\n\nCosts at most {} each time it is evaluated.", figure(cost));
        }
        Some((range, words))
    }

    /// What a part costs with all that is in it, where the whole compiles.
    fn cost_of(&self, id: NodeId) -> Option<u64> {
        if !self.tree.errors.is_empty() || !self.checked.errors.is_empty() {
            return None;
        }
        let parts = costs_of_parts(&self.checked, &self.declaration, self.minor);
        parts.get(self.checked.of_node(id)?.index()).copied().flatten()
    }

    fn described(&self, id: NodeId, at: u32) -> Option<(TextRange, String)> {
        let node = self.tree.node(id);
        let text = self.text.text();
        match &node.kind {
            NodeKind::Ident { name, .. } => Some((*name, self.variable(id, name.of(text), at))),
            NodeKind::Select { operand, field: Some(field), .. } if field.touches(at) => {
                Some((*field, self.field(*operand, id, field.of(text))))
            }
            NodeKind::Call { name, target, .. } if name.touches(at) => {
                let namespace = target.and_then(|target| self.namespace(target));
                let called = namespace.map(|namespace| format!("{namespace}.{}", name.of(text)));
                Some((*name, self.call(id, called.as_deref().unwrap_or_else(|| name.of(text)))))
            }
            NodeKind::Binary { operator, .. } if operator.touches(at) => {
                Some((*operator, self.operator(id, operator.of(text))))
            }
            NodeKind::Missing | NodeKind::Error { .. } | NodeKind::Select { field: None, .. } => None,
            _ if self.checked.type_of_node(id).is_none_or(|t| t.kind() == Kind::Error) => None,
            _ => Some((node.range, self.typed(id, node.range.of(text)))),
        }
    }

    /// `text: type`; empty where the type is not known.
    fn typed(&self, id: NodeId, text: &str) -> String {
        with_type(text, self.checked.type_of_node(id))
    }

    /// A variable where it is used, or where a macro declares it.
    fn variable(&self, id: NodeId, name: &str, at: u32) -> String {
        let declared = || self.checked.locals_at(at).filter(|local| local.name == name).last();
        let t = self.checked.type_of_node(id).or_else(|| declared().map(|local| &local.t));
        let mut words = with_type(name, t);
        let local = self.checked.locals.iter().any(|local| local.name == name);
        if let Some((_, doc)) = explain::VARIABLES.iter().find(|(known, _)| *known == name && !local) {
            let _ = write!(words, "\n\n{doc}");
            if name == "self"
                && let Some(own) = schema::node(&self.schema, &self.steps)
            {
                describe(own, &mut words);
            }
            if self.purpose == Purpose::Message {
                words.push_str("\n\nThe message is evaluated when the rule fails.");
            }
        }
        words
    }

    fn field(&self, operand: NodeId, id: NodeId, name: &str) -> String {
        let mut words = self.typed(id, name);
        let holder = self.checked.type_of_node(operand).filter(|t| t.kind() == Kind::Object);
        let own = schema::node(&self.schema, &self.steps);
        let holder = holder.zip(own).and_then(|(t, own)| schema::of_type(own, t.name()));
        if let Some(field) = holder.and_then(|holder| schema::property(holder, name)) {
            describe(field, &mut words);
        }
        words
    }

    fn call(&self, id: NodeId, name: &str) -> String {
        let mut words = self.typed(id, name);
        let overloads = self.overloads(id);
        let known =
            self.library.functions.iter().flat_map(|function| {
                function.overloads.iter().map(move |overload| (&function.name, overload))
            });
        // What a macro becomes is not what is written.
        let chosen = known
            .filter(|(function, overload)| *function == name && overloads.contains(&overload.id.to_string()));
        let chosen: Vec<_> =
            chosen.map(|(function, overload)| names::of_overload(function, overload).0).collect();
        if !chosen.is_empty() {
            words = format!("```cel\n{}\n```", chosen.join("\n"));
        }
        let doc = explain::function(name);
        if !doc.is_empty() {
            let _ = write!(words, "\n\n{doc}");
        }
        words
    }

    fn operator(&self, id: NodeId, operator: &str) -> String {
        let doc = explain::function(display_name(operator).unwrap_or(operator));
        let typed = self.typed(id, self.tree.node(id).range.of(self.text.text()));
        format!("{typed}\n\n{doc}").trim_end().to_owned()
    }

    /// The overloads that the checker found for a call.
    fn overloads(&self, node: NodeId) -> Vec<String> {
        let ids = self.checked.ast.ids().filter(|id| self.checked.ast.expr(*id).origin.node == node);
        let found = ids.filter_map(|id| match self.checked.reference(id) {
            Reference::Overloads(overloads) => Some(overloads),
            _ => None,
        });
        found.flatten().map(ToString::to_string).collect()
    }
}

/// `text: type` as a block of code; empty where the type is not known.
fn with_type(text: &str, t: Option<&Type>) -> String {
    let Some(t) = t.filter(|t| t.kind() != Kind::Error) else { return String::new() };
    let line = text.lines().next().unwrap_or_default();
    let more = if line.len() < text.trim_end().len() { " …" } else { "" };
    format!("```cel\n{line}{more}: {}\n```", names::of_type(t))
}

/// What the author wrote of a schema, and what bounds it.
fn describe(schema: Schema<'_>, words: &mut String) {
    if !schema.description().is_empty() {
        let _ = write!(words, "\n\n{}", first_rows(schema.description().trim(), DESCRIPTION));
    }
    let bounds = [
        ("maxLength", schema.max_length()),
        ("maxItems", schema.max_items()),
        ("maxProperties", schema.max_properties()),
    ];
    for (name, bound) in bounds {
        if let Some(bound) = bound {
            let _ = write!(words, "\n\n`{name}: {bound}`");
        }
    }
    let unbounded = match schema.type_() {
        "array" => schema.max_items().is_none().then_some("maxItems"),
        "string" if schema.format().is_empty() => {
            let bounded = schema.max_length().is_some() || schema.enum_values().len() > 0;
            (!bounded).then_some("maxLength")
        }
        "object" if schema.additional_properties().is_some() => {
            schema.max_properties().is_none().then_some("maxProperties")
        }
        _ => None,
    };
    if let Some(missing) = unbounded {
        let _ =
            write!(words, "\n\nIt has no `{missing}`: the server assumes the most that fits into a request.");
    }
}
