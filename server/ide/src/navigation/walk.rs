//! The walk over a version that finds mentions of properties.
//!
//! Goes only where something sought can be: along a way, or towards an offset. Must not know what the
//! mentions are for.

use crdls_manifest::model::SchemaStep;
use crdls_report::Config;
use crdls_rules::escape;
use crdls_text::TextRange;
use crdls_yaml::{Entry, Node, Tree};

use super::json_path;
use super::mention::{Mention, MentionRole, Sought};
use super::version::{Version, member, schema_at, value};
use crate::expression::{self, ExpressionSource, OwnedStep};

/// What is sought in a version, in the order of the text.
pub(super) fn mentions<'t>(version: Version<'t>, sought: Sought<'_>, config: &Config) -> Vec<Mention<'t>> {
    let mut walk = MentionSearch {
        root: version.schema,
        sought,
        steps: Vec::new(),
        found: Vec::new(),
        written: Vec::new(),
    };
    let inside = match sought {
        Sought::At(offset) => version.schema.range().touches(offset),
        Sought::Property(_) => true,
    };
    if inside {
        walk.schema(version.schema, false, 0);
    }
    walk.paths(version.node);
    let MentionSearch { mut found, written, .. } = walk;
    found.extend(in_expressions(version, written, sought, config));
    found.sort_by_key(|mention| mention.range);
    found.dedup_by_key(|mention| mention.range);
    found
}

fn in_expressions<'t>(
    version: Version<'t>,
    written: Vec<ExpressionSource<'t>>,
    sought: Sought<'_>,
    config: &Config,
) -> Vec<Mention<'t>> {
    let wanted = |route: &[OwnedStep], range: TextRange| match sought {
        Sought::At(offset) => range.touches(offset),
        Sought::Property(property) => route == property,
    };
    let name = match sought {
        Sought::Property([.., OwnedStep::Property(name)]) => Some(name.as_str()),
        _ => None,
    };
    let uses = expression::field_uses(version.file, (version.crd, version.number), written, name, config);
    let wanted = uses.into_iter().filter(|found| wanted(&found.route, found.range));
    wanted
        .map(|found| Mention {
            node: found.node,
            range: found.range,
            role: MentionRole::Expression,
            route: found.route,
        })
        .collect()
}

struct MentionSearch<'t, 's> {
    root: Node<'t>,
    sought: Sought<'s>,
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
            if let Sought::At(offset) = self.sought
                && !value.range().touches(offset)
            {
                continue;
            }
            match key.str().as_deref() {
                Some("properties") => self.properties(value, nested, depth),
                Some("items") => self.below(SchemaStep::Item, value, nested, depth),
                Some("additionalProperties") => self.below(SchemaStep::Value, value, nested, depth),
                Some("required") => self.names(value, MentionRole::Required),
                Some("x-kubernetes-list-map-keys") => {
                    self.steps.push(OwnedStep::Item);
                    if self.is_on_the_way() {
                        self.names(value, MentionRole::MapKey);
                    }
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
            let step = SchemaStep::Property(&*name);
            self.name(step, key, role);
            self.below(step, value, nested, depth);
        }
    }

    fn below(&mut self, step: SchemaStep<&str>, node: Node<'t>, nested: bool, depth: u32) {
        if !self.sought.enters(self.steps.len(), step, node) {
            return;
        }
        self.steps.push(step.owned());
        if node.kind().is_seq() {
            node.items().for_each(|schema| self.schema(schema, nested, depth + 1));
        } else {
            self.schema(node, nested, depth + 1);
        }
        self.steps.pop();
    }

    /// Whether what is sought lies after the steps.
    fn is_on_the_way(&self) -> bool {
        match self.sought {
            Sought::At(_) => true,
            Sought::Property(route) => route.starts_with(&self.steps),
        }
    }

    /// The names of a list.
    fn names(&mut self, list: Node<'t>, role: MentionRole) {
        for item in list.items() {
            if let Some(name) = item.str() {
                self.name(SchemaStep::Property(&*name), item, role);
            }
        }
    }

    fn name(&mut self, step: SchemaStep<&str>, node: Node<'t>, role: MentionRole) {
        if self.sought.is(self.steps.len(), step, node.range()) {
            let route = self.steps.iter().cloned().chain([step.owned()]).collect();
            self.found.push(Mention { node, range: node.range(), role, route });
        }
    }

    /// A value of what the schema here describes.
    fn value(&mut self, node: Node<'t>, depth: u32) {
        if depth > Tree::MAX_DEPTH {
            return;
        }
        if node.kind().is_seq() {
            for item in node.items() {
                self.value_below(SchemaStep::Item, item, depth);
            }
            return;
        }
        // An offset is in one entry; a way says itself what a key is.
        let schema = match self.sought {
            Sought::At(_) if node.kind().is_map() => schema_at(self.root, &self.steps),
            _ => None,
        };
        for Entry { key, value, range, .. } in node.entries() {
            let Some(name) = key.str() else { continue };
            let step = match (self.sought, schema) {
                (Sought::At(offset), _) if !range.touches(offset) => continue,
                (Sought::At(_), schema) => schema.and_then(|schema| member(schema, &name)),
                (Sought::Property(route), _) => route.get(self.steps.len()).cloned(),
            };
            match step {
                Some(OwnedStep::Property(_)) => {
                    self.name(SchemaStep::Property(&*name), key, MentionRole::Value);
                    self.value_below(SchemaStep::Property(&*name), value, depth);
                }
                Some(OwnedStep::Value) => self.value_below(SchemaStep::Value, value, depth),
                _ => {}
            }
        }
    }

    fn value_below(&mut self, step: SchemaStep<&str>, node: Node<'t>, depth: u32) {
        if self.sought.enters(self.steps.len(), step, node) {
            self.steps.push(step.owned());
            self.value(node, depth + 1);
            self.steps.pop();
        }
    }

    fn rule(&mut self, rule: Node<'t>) {
        if let Some(path) = value(rule, "fieldPath") {
            self.path(path, MentionRole::FieldPath);
        }
        for written in ExpressionSource::of_rule(rule, &self.steps) {
            let node = written.node;
            if self.sought.may_be_in(node.range(), node.source(), is_spelled) {
                self.written.push(written);
            }
        }
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
        let is_in = |text: &str, name: &str| text.contains(name) || text.contains('\\');
        if !self.sought.may_be_in(node.range(), node.source(), is_in) {
            return;
        }
        let decoded = node.decoded();
        for found in json_path::properties(decoded.text(), self.root, &self.steps) {
            let range = decoded.source_range(found.range);
            let wanted = match self.sought {
                Sought::At(offset) => range.touches(offset),
                Sought::Property(route) => found.route == route,
            };
            if wanted {
                self.found.push(Mention { node, range, role, route: found.route });
            }
        }
    }
}

/// Whether an expression may have the name of a property in it.
fn is_spelled(text: &str, name: &str) -> bool {
    escape(name).is_some_and(|escaped| text.contains(&*escaped)) || text.contains(name)
}
