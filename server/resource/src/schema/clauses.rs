//! allOf, anyOf, oneOf and not.
//!
//! Mirrors `schemaPropsValidator` (schema_props.go): of alternatives that fail, what the one with the most
//! right says is told too.

use std::collections::BTreeSet;

use super::fault::{Fault, Problem};
use super::{Node, Outcome, Validator};
use crdls_manifest::model::Schema;
use crdls_report::Path;
use crdls_values::Json;

impl<'m> Validator<'m> {
    pub(super) fn clauses(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let schema = node.schema;
        let mut outcome = Outcome::default();
        if schema.any_of().len() > 0 {
            outcome.merge(self.any_of(value, schema, path));
        }
        if schema.one_of().len() > 0 {
            outcome.merge(self.one_of(value, schema, path));
        }
        if schema.all_of().len() > 0 {
            outcome.merge(self.all_of(value, schema, path));
        }
        if let Some(not) = schema.not()
            && self.validate(value, Node::clause(not), path).is_valid()
        {
            outcome.faults.push(self.clause(Problem::Not, path));
        }
        outcome.matches += 1;
        outcome
    }

    fn clause(&self, problem: Problem, path: &Path<'_>) -> Fault {
        Fault::new(problem, Some(crdls_go::go_quote("")), path, self.base)
    }

    fn any_of(&mut self, value: &Json, schema: Schema<'m>, path: &Path<'_>) -> Outcome {
        let mut best: Option<Outcome> = None;
        for clause in schema.any_of() {
            let found = self.validate(value, Node::clause(clause), path);
            if found.is_valid() {
                return found;
            }
            best = better(best, found);
        }
        let nearest = best.as_ref().and_then(required);
        let mut outcome = Outcome::one(self.clause(Problem::AnyOf { nearest }, path));
        best.into_iter().for_each(|best| outcome.merge(best));
        outcome
    }

    fn one_of(&mut self, value: &Json, schema: Schema<'m>, path: &Path<'_>) -> Outcome {
        let (mut best, mut success, mut valid, mut names) = (None, None, 0, Vec::new());
        for clause in schema.one_of() {
            let found = self.validate(value, Node::clause(clause), path);
            if found.is_valid() {
                valid += 1;
                names.push(name(clause));
                best = None;
                success = success.or(Some(found));
            } else if valid == 0 {
                best = better(best, found);
            }
        }
        match success {
            Some(success) if valid == 1 => success,
            _ => {
                let names = names.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default();
                let nearest = best.as_ref().and_then(required);
                let names = if valid == 0 { nearest.into_iter().collect() } else { distinct(names) };
                let mut outcome = Outcome::one(self.clause(Problem::OneOf { valid, names }, path));
                best.into_iter().for_each(|best| outcome.merge(best));
                outcome
            }
        }
    }

    fn all_of(&mut self, value: &Json, schema: Schema<'m>, path: &Path<'_>) -> Outcome {
        let (mut outcome, mut valid) = (Outcome::default(), 0);
        for clause in schema.all_of() {
            let found = self.validate(value, Node::clause(clause), path);
            valid += usize::from(found.is_valid());
            outcome.merge(found);
        }
        if valid != schema.all_of().len() {
            outcome.faults.push(self.clause(Problem::AllOf { none: valid == 0 }, path));
        }
        outcome
    }
}

/// The name of an alternative for its author: the field that it requires, or its only property.
fn name(clause: Schema<'_>) -> Option<String> {
    let mut properties = clause.properties().map(|property| property.name);
    let only = match (properties.next(), properties.next()) {
        (only, None) => only,
        _ => None,
    };
    clause.required().map(|(name, _)| name).next().or(only).map(str::to_owned)
}

/// The names, if no two are equal.
fn distinct(names: Vec<String>) -> Vec<String> {
    let all: BTreeSet<_> = names.iter().collect();
    if all.len() == names.len() { names } else { Vec::new() }
}

/// The field that is missing for an alternative, if it is its only fault.
fn required(failure: &Outcome) -> Option<String> {
    match failure.faults.as_slice() {
        [Fault { problem: Problem::Required { name, .. }, .. }] => Some(name.clone()),
        _ => None,
    }
}

/// The one of two failures that has more right; the first of equals.
fn better(best: Option<Outcome>, found: Outcome) -> Option<Outcome> {
    match best {
        Some(best) if found.matches <= best.matches => Some(best),
        _ => Some(found),
    }
}
