//! Rules of the values around a field that look at the field.

use crdls_cel::syntax::{NodeId, NodeKind, Tree};
use crdls_manifest::model::{Schema, ValidationRule};
use crdls_report::PathStep;
use crdls_rules::escape;

use super::steps;
use crate::RuleLine;
use crate::field_page::rule_line;

/// A rule, and the field that it is a rule of.
pub(super) struct Above {
    pub(super) owner: String,
    pub(super) line: RuleLine,
}

/// The rules of all that a field is in that name it. Rules reach into lists and maps by other means than
/// names: what is in these is not looked for.
pub(super) fn above(root: Schema<'_>, steps: &[PathStep]) -> Vec<Above> {
    let mut found = Vec::new();
    let mut schema = Some(root);
    for (at, step) in steps.iter().enumerate() {
        let Some(here) = schema else { break };
        if let Some(wanted) = fields(here, steps.get(at..).unwrap_or_default()) {
            let owner = steps::shown(steps.get(..at).unwrap_or_default());
            let reads = |rule: &ValidationRule<'_>| reads(rule.rule(), &wanted);
            let lines = here.validations().filter(reads).map(rule_line);
            found.extend(lines.map(|line| Above { owner: owner.clone(), line }));
        }
        schema = here.at(std::slice::from_ref(step));
    }
    found
}

/// The fields that lead on from a schema, as rules spell them.
fn fields(schema: Schema<'_>, steps: &[PathStep]) -> Option<Vec<String>> {
    let mut schema = schema;
    let field = |step: &PathStep| {
        let name = step.member()?;
        schema = schema.property(name)?;
        escape(name).map(|name| name.into_owned())
    };
    steps.iter().map(field).collect()
}

/// Whether an expression names `self.a.b`.
fn reads(expression: &str, fields: &[String]) -> bool {
    let tree = crdls_cel::parser::parse(expression);
    let ids = tree.ids();
    ids.filter_map(|id| chain(&tree, id, expression)).any(|names| names.iter().eq(fields.iter()))
}

/// The fields of `self.a.b`.
fn chain<'e>(tree: &Tree, id: NodeId, expression: &'e str) -> Option<Vec<&'e str>> {
    let mut names = Vec::new();
    let mut at = id;
    loop {
        match &tree.node(at).kind {
            NodeKind::Select { operand, field, .. } => {
                names.push(field.as_ref()?.of(expression));
                at = *operand;
            }
            NodeKind::Ident { name, .. } if name.of(expression) == "self" => break,
            _ => return None,
        }
    }
    names.reverse();
    Some(names)
}
