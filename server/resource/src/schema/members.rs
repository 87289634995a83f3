//! Members of maps and items of lists.
//!
//! Mirrors `objectValidator` (object_validator.go) and `schemaSliceValidator` (slice_validator.go). Of
//! `patternProperties`, `dependencies` and lists of `items` nothing is here: a CRD cannot have them.

use std::collections::HashSet;

use super::fault::{Bound, Fault, Problem};
use super::{Node, Origin, Outcome, Validator};
use crdls_manifest::model::{OrBool, Schema};
use crdls_report::Path;
use crdls_values::{Json, JsonMember};

impl<'m> Validator<'m> {
    pub(super) fn map(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let (schema, members) = (node.schema, value.members());
        let mut outcome = Outcome::default();
        let count = members.len() as i64;
        let bounds = [(Bound::Minimum, schema.min_properties()), (Bound::Maximum, schema.max_properties())];
        for (bound, limit) in crossed(bounds, count) {
            let problem = Problem::Properties { bound, limit, count };
            outcome.faults.push(Fault::new(problem, Some(count.to_string()), path, self.base));
        }
        let mut properties = schema.properties_in_order();
        for member in members {
            if let Some(property) = properties.find(&member.name) {
                let below = node.member(property, &member.name, self.base);
                let found = self.validate(&member.value, below, &path.child(&member.name));
                outcome.merge(found);
            } else {
                outcome.merge(self.additional(member, node, path));
            }
        }
        outcome.faults.extend(self.missing(value, schema, path));
        outcome
    }

    fn additional(&mut self, member: &JsonMember, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        // The structural schema forgets those that are nested.
        if self.origin == Origin::Default && node.nested {
            return Outcome::default();
        }
        match node.schema.additional_properties() {
            Some(OrBool::Bool(false)) => {
                let problem = Problem::Forbidden { key: member.name.to_string() };
                let bad = Some(crdls_go::go_quote(&member.name));
                Outcome::one(Fault::at_member(problem, bad, &member.name, path, self.base))
            }
            Some(OrBool::Schema(values)) => {
                let below = node.member(values, &member.name, self.base);
                self.validate(&member.value, below, &path.key(&member.name))
            }
            Some(OrBool::Bool(true)) | None => Outcome::default(),
        }
    }

    fn missing(&self, value: &Json, schema: Schema<'m>, path: &Path<'_>) -> Vec<Fault> {
        // The server fills in the metadata of an object before it validates it (`FillObjectMetaSystemFields` of
        // k8s.io/apiserver, pkg/registry/rest/meta.go).
        let is_filled_in = |name: &str| {
            self.origin == Origin::Resource && path.back().next().is_none() && name == "metadata"
        };
        let missing = schema.required().map(|(name, _)| name);
        let missing = missing.filter(|name| value.get(name).is_none() && !is_filled_in(name));
        let fault = |name: &str| {
            let empty = schema.property(name).and_then(empty_of);
            let problem = Problem::Required { name: name.to_owned(), empty };
            Fault::new(problem, None, &path.child(name), self.base).below_dot()
        };
        missing.map(fault).collect()
    }

    pub(super) fn list(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let schema = node.schema;
        let mut outcome = Outcome::default();
        if let Some(items) = schema.item_schema() {
            for (i, item) in value.items().iter().enumerate() {
                let found = self.validate(item, node.item(items, i), &path.index(i));
                outcome.merge(found);
            }
        }
        let count = value.items().len() as i64;
        for (bound, limit) in
            crossed([(Bound::Minimum, schema.min_items()), (Bound::Maximum, schema.max_items())], count)
        {
            let problem = Problem::Items { bound, limit, count };
            outcome.faults.push(Fault::new(problem, Some(count.to_string()), path, self.base));
        }
        if schema.unique_items() {
            let mut seen = HashSet::new();
            if let Some(again) = value.items().iter().position(|item| !seen.insert(item.to_json())) {
                outcome.faults.push(Fault::new(Problem::Unique { again }, None, path, self.base));
            }
        }
        outcome.matches += 1;
        outcome
    }
}

fn crossed(bounds: [(Bound, Option<i64>); 2], count: i64) -> impl Iterator<Item = (Bound, i64)> {
    let limits = bounds.into_iter().filter_map(|(bound, limit)| Some((bound, limit?)));
    limits.filter(move |(bound, limit)| bound.is_crossed(&count, limit, false))
}

/// The empty value of a schema, unless that lacks something.
fn empty_of(schema: Schema<'_>) -> Option<&'static str> {
    match schema.type_() {
        "object" if schema.required().next().is_none() => Some("{}"),
        "array" if schema.min_items().unwrap_or_default() <= 0 => Some("[]"),
        _ => None,
    }
}
