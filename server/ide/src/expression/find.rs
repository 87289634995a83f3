//! Where expressions are written: `rule` and `messageExpression` of `x-kubernetes-validations`.

use std::sync::Arc;

use crdls_crd::cel::Purpose;
use crdls_crd::decode::decode;
use crdls_crd::fields::JSON_SCHEMA_PROPS;
use crdls_crd::model::Object;
use crdls_crd::{Config, Path};
use crdls_yaml::{Entry, Node};

use super::schema::OwnedStep;
use crate::File;
use crate::place::crds;

/// An expression as it is written, and the node that it is about.
pub(super) struct Found<'t> {
    pub(super) node: Node<'t>,
    pub(super) purpose: Purpose,
    pub(super) optional_old_self: bool,
    pub(super) schema: Arc<Object>,
    pub(super) steps: Vec<OwnedStep>,
}

/// The expression whose text an offset is in.
pub(super) fn at<'t>(file: &'t File, offset: u32, config: &Config) -> Option<Found<'t>> {
    let roots = crds(file, file.document_at(offset));
    let root = roots.into_iter().find(|root| root.range().touches(offset) || reaches(*root, offset))?;
    let schema = schemas(root).find(|schema| reaches(*schema, offset))?;
    let mut walk = Walk { offset: Some(offset), steps: Vec::new(), found: Vec::new() };
    walk.schema(schema, 0);
    with_schema(schema, walk.found, config).into_iter().next()
}

/// All expressions of a file.
pub(super) fn all<'t>(file: &'t File, config: &Config) -> Vec<Found<'t>> {
    let documents = 0..file.tree().documents().len();
    let schemas = documents.flat_map(|number| crds(file, number)).flat_map(schemas);
    let found = schemas.flat_map(|schema| {
        let mut walk = Walk { offset: None, steps: Vec::new(), found: Vec::new() };
        walk.schema(schema, 0);
        with_schema(schema, walk.found, config)
    });
    found.collect()
}

/// The schemas of a CRD's versions.
fn schemas(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let versions = root.get("spec").and_then(|spec| spec.value.get("versions")).map(|entry| entry.value);
    versions
        .into_iter()
        .flat_map(Node::items)
        .filter_map(|version| Some(version.get("schema")?.value.get("openAPIV3Schema")?.value))
}

/// What is decoded once for all expressions of a schema.
fn with_schema<'t>(schema: Node<'t>, written: Vec<Written<'t>>, config: &Config) -> Vec<Found<'t>> {
    if written.is_empty() {
        return Vec::new();
    }
    let object = Arc::new(decode(schema, &JSON_SCHEMA_PROPS, &Path::EMPTY, config).object);
    let found = |written: Written<'t>| Found {
        node: written.node,
        purpose: written.purpose,
        optional_old_self: written.optional_old_self,
        schema: object.clone(),
        steps: written.steps,
    };
    written.into_iter().map(found).collect()
}

struct Written<'t> {
    node: Node<'t>,
    purpose: Purpose,
    optional_old_self: bool,
    steps: Vec<OwnedStep>,
}

/// The walk to one place, or over all.
struct Walk<'t> {
    offset: Option<u32>,
    steps: Vec<OwnedStep>,
    found: Vec<Written<'t>>,
}

impl<'t> Walk<'t> {
    fn wants(&self, node: Node<'_>) -> bool {
        self.offset.is_none_or(|offset| reaches(node, offset))
    }

    fn schema(&mut self, schema: Node<'t>, depth: u32) {
        if depth > crdls_yaml::Tree::MAX_DEPTH {
            return;
        }
        for Entry { key, value, .. } in schema.entries() {
            if !self.wants(value) {
                continue;
            }
            match key.str().as_deref() {
                Some("properties") => {
                    for Entry { key, value, .. } in
                        value.entries().filter(|entry| entry.value.kind().is_map())
                    {
                        if self.wants(value) {
                            let name = key.str().unwrap_or_default().into();
                            self.below(OwnedStep::Property(name), value, depth);
                        }
                    }
                }
                Some("items") => self.below(OwnedStep::Item, value, depth),
                Some("additionalProperties") => self.below(OwnedStep::Value, value, depth),
                Some("x-kubernetes-validations") => self.rules(value),
                _ => {}
            }
        }
    }

    fn below(&mut self, step: OwnedStep, schema: Node<'t>, depth: u32) {
        self.steps.push(step);
        self.schema(schema, depth + 1);
        self.steps.pop();
    }

    fn rules(&mut self, rules: Node<'t>) {
        for rule in rules.items().filter(|rule| rule.kind().is_map()) {
            let optional = rule.get("optionalOldSelf").and_then(|entry| entry.value.str());
            let optional_old_self = optional.as_deref() == Some("true");
            for (field, purpose) in [("rule", Purpose::Rule), ("messageExpression", Purpose::Message)] {
                let Some(node) = rule.get(field).map(|entry| entry.value) else { continue };
                let scalar = node.kind().is_scalar() || node.is_empty();
                if scalar && self.offset.is_none_or(|offset| reaches(node, offset)) {
                    let steps = self.steps.clone();
                    self.found.push(Written { node, purpose, optional_old_self, steps });
                }
            }
        }
    }
}

/// Whether an offset is in a node or directly behind it: what is being typed at its end may not be part of
/// it yet.
fn reaches(node: Node<'_>, offset: u32) -> bool {
    node.range().touches(offset) || is_behind(node, offset)
}

/// Whether nothing but blanks on one line lies between a node's end and an offset.
fn is_behind(node: Node<'_>, offset: u32) -> bool {
    let between = node.text().get(node.range().end as usize..offset as usize);
    between.is_some_and(|text| text.bytes().all(|byte| byte == b' '))
}
