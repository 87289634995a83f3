//! From node to node along a value, and the rules of each.

use std::collections::HashMap;
use std::sync::Arc;

use super::node::{NodeValues, OldValue, RuleNode, RunState};
use super::program::PreparedRule;
use super::raise;
use super::watched::RuleTruths;
use crate::correlation::MapList;
use crate::structural::Structural;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::stop::checkpoint;
use crdls_report::{Path, Report};
use crdls_rules::run::{Data, Subject, ValueSchema};
use foldhash::quality::FixedState;

/// A schema by its place in memory: the same as long as the CRD is.
fn key(schema: Schema<'_>) -> usize {
    std::ptr::from_ref(schema.object()).addr()
}

/// What is compiled of the rules of a schema, once for all values that they are run on.
#[derive(Default)]
pub struct PreparedRules<'m> {
    /// The root of the schema, with its declaration.
    root: Option<RuleNode<'m>>,
    programs: HashMap<usize, Arc<[PreparedRule<'m>]>, FixedState>,
    shapes: HashMap<(usize, bool), Arc<ValueSchema>, FixedState>,
    /// What they came to since somebody asked; `None` where nobody does.
    pub(super) truths: Option<RuleTruths>,
    /// Whether there are rules at or below a node.
    rules: HashMap<usize, bool, FixedState>,
    /// Whether the root has rules that count, once that was asked.
    has_rules: Option<bool>,
}

impl std::fmt::Debug for PreparedRules<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PreparedRules").field("schemas", &self.programs.len()).finish_non_exhaustive()
    }
}

impl<'m> PreparedRules<'m> {
    /// Tells from now on what the rules come to.
    pub fn watch(&mut self) {
        self.truths = Some(RuleTruths::default());
    }

    /// What the rules came to since this was asked last; nothing where they are not watched.
    pub fn truths(&mut self) -> RuleTruths {
        self.truths.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether the schema of all values has rules, see [`super::has_rules`].
    pub(super) fn has_rules(&mut self, schema: Schema<'m>) -> bool {
        *self.has_rules.get_or_insert_with(|| super::has_rules(schema))
    }

    /// The root of the schema of all values.
    pub(super) fn root(&mut self, schema: Schema<'m>, resource: bool, minor: Minor) -> RuleNode<'m> {
        self.root.get_or_insert_with(|| RuleNode::root(schema, resource, minor)).clone()
    }
}

/// Runs the rules of a schema.
pub(super) struct Runner<'m, 'r> {
    minor: Minor,
    pub(super) state: RunState<'r>,
    prepared: &'r mut PreparedRules<'m>,
}

impl<'m, 'r> Runner<'m, 'r> {
    pub(super) fn new(
        minor: Minor,
        budget: i64,
        prepared: &'r mut PreparedRules<'m>,
        report: &'r mut Report,
    ) -> Self {
        Self { minor, state: RunState { budget, report, truths: None }, prepared }
    }

    /// Runs the rules at and below a node, until the budget does not suffice.
    pub(super) fn validate(&mut self, node: &RuleNode<'m>, values: NodeValues<'_, '_>, path: &Path<'_>) {
        if values.new.is_null() || !self.has_rules(node.rules) {
            return;
        }
        if let Data::Doubtful(known) = values.new {
            return self.below(node, NodeValues { new: known, ..values }, path);
        }
        self.own(node, values, path);
        for rules in node.rules.all_of() {
            if self.state.budget < 0 {
                return;
            }
            let values = NodeValues { ratchet: values.ratchet.clause(), ..values };
            self.validate(&RuleNode { rules, ..node.clone() }, values, path);
        }
        self.below(node, values, path);
    }

    fn below(&mut self, node: &RuleNode<'m>, values: NodeValues<'_, '_>, path: &Path<'_>) {
        match values.new {
            Data::List(_) => self.list(node, values, path),
            Data::Map(_) => self.map(node, values, path),
            _ => {}
        }
    }

    fn has_rules(&mut self, schema: Schema<'m>) -> bool {
        if !schema.may_have_within(Field::XValidations) {
            return false;
        }
        if let Some(known) = self.prepared.rules.get(&key(schema)) {
            return *known;
        }
        let found = schema.validations().len() > 0
            || schema.all_of().any(|clause| self.has_rules(clause))
            || schema.item_schema().is_some_and(|items| self.has_rules(items))
            || schema.value_schema().is_some_and(|values| self.has_rules(values))
            || schema.properties().any(|property| self.has_rules(property.schema));
        self.prepared.rules.insert(key(schema), found);
        found
    }

    fn list(&mut self, node: &RuleNode<'m>, values: NodeValues<'_, '_>, path: &Path<'_>) {
        let Some(below) = node.items() else { return };
        let old_items = values.old.map(|old| MapList::of(Structural::new(node.schema), old.json.items()));
        for (i, (json, new)) in values.json.items().iter().zip(values.new.items()).enumerate() {
            if self.state.budget < 0 {
                return;
            }
            let at = old_items.as_ref().and_then(|items| items.find(json));
            let old = values.old.zip(at).and_then(|(old, at)| old.item(at));
            let ratchet = values.ratchet.index(i);
            self.validate(&below, NodeValues { json, new, old, ratchet }, &path.index(i));
        }
    }

    fn map(&mut self, node: &RuleNode<'m>, values: NodeValues<'_, '_>, path: &Path<'_>) {
        let any = node.values().filter(|any| self.has_rules(any.rules));
        let mut properties = node.properties();
        for member in values.json.members() {
            let (name, json) = (&*member.name, &member.value);
            let property = properties.find(name).filter(|property| self.has_rules(property.rules));
            if any.is_none() && property.is_none() {
                continue;
            }
            // What is missing stands in the data alone.
            let Some(new) = values.new.get(name) else { continue };
            let old = values.old.and_then(|old| old.get(name)).filter(OldValue::is_some);
            let ratchet = values.ratchet.key(name);
            if let Some(any) = &any
                && self.state.budget >= 0
            {
                self.validate(any, NodeValues { json, new, old, ratchet }, &path.key(name));
            }
            if self.state.budget >= 0
                && let Some(schemas) = property
                && let Some(property) = node.property(name, schemas, self.minor)
            {
                self.validate(&property, NodeValues { json, new, old, ratchet }, &path.child(name));
            }
        }
    }

    /// The rules of the node itself.
    fn own(&mut self, node: &RuleNode<'m>, values: NodeValues<'_, '_>, path: &Path<'_>) {
        if node.rules.validations().len() == 0 {
            return;
        }
        let Some(declaration) = &node.declaration else {
            let words =
                "rule compiler initialization error: failed to convert to declType for CEL validation rules";
            let ours = "the rules cannot be compiled, as the schema has no type";
            return raise::invalid(node, path, words.to_owned(), ours, self.state.report);
        };
        if self.state.budget <= 0 {
            self.state.budget = -1;
            return raise::out_of_budget(node, path, self.state.report);
        }
        checkpoint();
        let (minor, rules) = (self.minor, node.rules);
        let is_watched = self.state.truths.is_some() || self.prepared.truths.is_some();
        let programs = self.prepared.programs.entry(key(rules)).or_insert_with(|| {
            rules.validations().map(|rule| PreparedRule::new(rule, declaration, minor, is_watched)).collect()
        });
        let programs = Arc::clone(programs);
        let shape = self.prepared.shapes.entry((key(node.schema), node.resource));
        let shape = shape.or_insert_with(|| Arc::new(ValueSchema::of(node.schema, node.resource, minor)));
        // Where no rule asks for the old value, there is none for messages either.
        let old = values.old.filter(|_| programs.iter().any(|prepared| prepared.uses_old_self));
        let subject = Subject::new(values.new, old.map(|old| old.data), shape);
        for prepared in programs.iter() {
            prepared.run(node, values, &subject, path, &mut self.state);
            if self.state.budget < 0 {
                return;
            }
        }
    }
}
