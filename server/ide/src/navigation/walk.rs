//! The walk over a version that finds the mentions of a property.
//!
//! Goes only where they can be: along the way to the property. Must not know what the mentions are for.

use crdls_manifest::model::SchemaStep;
use crdls_report::Config;
use crdls_rules::escape;
use crdls_yaml::{Entry, Node, Tree};

use super::json_path;
use super::mention::Mention;
use crate::expression::{self, ExpressionSource, FieldUse};
use crate::place::MentionRole;
use crate::version::{OwnedStep, Version, value};

/// The mentions of the property at the end of a way, in the order of the text.
pub(super) fn mentions<'t>(version: Version<'t>, route: &[OwnedStep], config: &Config) -> Vec<Mention<'t>> {
    let Some((OwnedStep::Property(name), holder)) = route.split_last() else { return Vec::new() };
    let mut walk =
        MentionSearch { version, holder, name, steps: Vec::new(), found: Vec::new(), written: Vec::new() };
    walk.schema(version.schema, false, 0);
    walk.paths(version.node);
    let MentionSearch { mut found, written, .. } = walk;
    found.extend(in_expressions(version, written, Some(name), config).filter(|found| found.route == route));
    found.sort_by_key(|mention| mention.range);
    found.dedup_by_key(|mention| mention.range);
    found
}

/// The mentions in expressions of a version: of properties of one name, or of all.
pub(super) fn in_expressions<'t>(
    version: Version<'t>,
    written: Vec<ExpressionSource<'t>>,
    name: Option<&str>,
    config: &Config,
) -> impl Iterator<Item = Mention<'t>> {
    let uses = expression::field_uses(version.file, (version.crd, version.number), written, name, config);
    uses.into_iter().map(|FieldUse { node, range, route }| Mention {
        node,
        range,
        role: MentionRole::Expression,
        route,
    })
}

/// The mentions in a path, which starts at the end of `steps`.
pub(super) fn in_path<'t>(
    version: Version<'t>,
    node: Node<'t>,
    role: MentionRole,
    steps: &[OwnedStep],
) -> impl Iterator<Item = Mention<'t>> {
    let decoded = node.decoded();
    let found = json_path::properties(decoded.text(), version.schema, steps);
    found.into_iter().map(move |found| {
        let range = decoded.source_range(found.range);
        Mention { node, range, role, route: found.route }
    })
}

struct MentionSearch<'t, 's> {
    version: Version<'t>,
    /// The way to what has the property.
    holder: &'s [OwnedStep],
    /// The name of the property.
    name: &'s str,
    /// The way to where the walk is.
    steps: Vec<OwnedStep>,
    found: Vec<Mention<'t>>,
    written: Vec<ExpressionSource<'t>>,
}

impl<'t> MentionSearch<'t, '_> {
    /// `nested`: inside allOf, anyOf, oneOf or not.
    fn schema(&mut self, schema: Node<'t>, nested: bool, depth: u32) {
        if depth > Tree::MAX_DEPTH {
            return;
        }
        for Entry { key, value, .. } in schema.entries() {
            match key.str().as_deref() {
                Some("properties") => self.properties(value, nested, depth),
                Some("items") => self.below(SchemaStep::Item, value, nested, depth),
                Some("additionalProperties") => self.below(SchemaStep::Value, value, nested, depth),
                Some("required") => self.names(value, MentionRole::Required),
                Some("x-kubernetes-list-map-keys") => {
                    self.steps.push(OwnedStep::Item);
                    self.names(value, MentionRole::MapKey);
                    self.steps.pop();
                }
                Some("allOf" | "anyOf" | "oneOf") => {
                    value.items().for_each(|item| self.schema(item, true, depth + 1));
                }
                Some("not") => self.schema(value, true, depth + 1),
                Some("default" | "example") => self.value(value, depth),
                Some("enum") => value.items().for_each(|item| self.value(item, depth)),
                Some("x-kubernetes-validations") => value.items().for_each(|rule| self.rule(rule)),
                _ => {}
            }
        }
    }

    fn properties(&mut self, properties: Node<'t>, nested: bool, depth: u32) {
        let role = if nested { MentionRole::Constraint } else { MentionRole::Definition };
        for Entry { key, value, .. } in properties.entries() {
            let Some(name) = key.str() else { continue };
            self.name(&name, key, role);
            self.below(SchemaStep::Property(&*name), value, nested, depth);
        }
    }

    fn below(&mut self, step: SchemaStep<&str>, node: Node<'t>, nested: bool, depth: u32) {
        if !self.enters(step) {
            return;
        }
        if node.kind().is_seq() {
            node.items().for_each(|schema| self.schema(schema, nested, depth + 1));
        } else {
            self.schema(node, nested, depth + 1);
        }
        self.steps.pop();
    }

    /// Takes a step, if it is the next one of the way.
    fn enters(&mut self, step: SchemaStep<&str>) -> bool {
        let next = self.holder.get(self.steps.len()).filter(|next| next.borrowed() == step);
        self.steps.extend(next.cloned());
        next.is_some()
    }

    /// The names of a list.
    fn names(&mut self, list: Node<'t>, role: MentionRole) {
        for item in list.items() {
            item.str().into_iter().for_each(|name| self.name(&name, item, role));
        }
    }

    fn name(&mut self, name: &str, node: Node<'t>, role: MentionRole) {
        if name == self.name && self.steps == self.holder {
            self.found.push(Mention { node, range: node.range(), role, route: self.route() });
        }
    }

    fn route(&self) -> Vec<OwnedStep> {
        self.holder.iter().cloned().chain([OwnedStep::Property(self.name.to_owned())]).collect()
    }

    /// A value of what the schema here describes.
    fn value(&mut self, node: Node<'t>, depth: u32) {
        if depth > Tree::MAX_DEPTH {
            return;
        }
        let is_map = self.holder.get(self.steps.len()) == Some(&OwnedStep::Value);
        for item in node.items() {
            self.value_below(SchemaStep::Item, item, depth);
        }
        for Entry { key, value, .. } in node.entries() {
            let Some(name) = key.str() else { continue };
            self.name(&name, key, MentionRole::Value);
            let step = if is_map { SchemaStep::Value } else { SchemaStep::Property(&*name) };
            self.value_below(step, value, depth);
        }
    }

    fn value_below(&mut self, step: SchemaStep<&str>, node: Node<'t>, depth: u32) {
        if self.enters(step) {
            self.value(node, depth + 1);
            self.steps.pop();
        }
    }

    fn rule(&mut self, rule: Node<'t>) {
        if let Some(path) = value(rule, "fieldPath") {
            self.path(path, MentionRole::FieldPath);
        }
        let written = ExpressionSource::of_rule(rule, &self.steps);
        self.written
            .extend(written.into_iter().filter(|written| is_spelled(written.node.source(), self.name)));
    }

    /// The paths of a version outside of its schema.
    fn paths(&mut self, version: Node<'t>) {
        for (list, role) in
            [("additionalPrinterColumns", MentionRole::Column), ("selectableFields", MentionRole::Path)]
        {
            for item in value(version, list).into_iter().flat_map(Node::items) {
                let path = value(item, "jsonPath").or_else(|| value(item, "JSONPath"));
                path.into_iter().for_each(|path| self.path(path, role));
            }
        }
        let scale = value(version, "subresources").and_then(|subresources| value(subresources, "scale"));
        for entry in scale.into_iter().flat_map(Node::entries) {
            self.path(entry.value, MentionRole::Path);
        }
    }

    fn path(&mut self, node: Node<'t>, role: MentionRole) {
        let source = node.source();
        if source.contains(self.name) || source.contains('\\') {
            let route = self.route();
            self.found
                .extend(in_path(self.version, node, role, &self.steps).filter(|found| found.route == route));
        }
    }
}

/// Whether an expression may have the name of a property in it.
fn is_spelled(text: &str, name: &str) -> bool {
    escape(name).is_some_and(|escaped| text.contains(&*escaped)) || text.contains(name)
}
