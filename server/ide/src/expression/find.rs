//! Where expressions are written: `rule` and `messageExpression` of `x-kubernetes-validations`.

use std::sync::Arc;

use crdls_rules::Purpose;
use crdls_schema::Config;
use crdls_schema::decode::Decoded;
use crdls_yaml::{Entry, Kind, Node};

use super::schema::{OwnedStep, VersionSchema};
use crate::File;

/// An expression as it is written, and the node that it is about.
pub(super) struct LocatedExpression<'t> {
    pub(super) node: Node<'t>,
    pub(super) purpose: Purpose,
    pub(super) optional_old_self: bool,
    pub(super) schema: VersionSchema,
    pub(super) steps: Vec<OwnedStep>,
}

/// The expression whose text an offset is in.
pub(super) fn at<'t>(file: &'t File, offset: u32, config: &Config) -> Option<LocatedExpression<'t>> {
    let number = file.document_at(offset);
    let root = file.crds_of(number).find(|root| root.range().touches(offset) || reaches(*root, offset))?;
    let (version, schema) = schemas(root).find(|(_, schema)| reaches(*schema, offset))?;
    let mut walk = ExpressionSearch { offset: Some(offset), steps: Vec::new(), found: Vec::new() };
    walk.schema(schema, 0);
    let written = walk.found.into_iter().next()?;
    Some(written.in_version(&file.decoded(root, config)?, version))
}

/// All expressions of a file.
pub(super) fn all<'t>(file: &'t File, config: &Config) -> Vec<LocatedExpression<'t>> {
    file.crds().flat_map(|(_, crd)| in_crd(file, crd, config)).collect()
}

fn in_crd<'t>(file: &'t File, crd: Node<'t>, config: &Config) -> Vec<LocatedExpression<'t>> {
    let written = all_written(crd);
    // Most CRDs have no rules.
    if written.is_empty() {
        return Vec::new();
    }
    let Some(decoded) = file.decoded(crd, config) else { return Vec::new() };
    written.into_iter().map(|(version, written)| written.in_version(&decoded, version)).collect()
}

/// The expressions of a CRD, each with the number of its version.
fn all_written(root: Node<'_>) -> Vec<(usize, ExpressionSource<'_>)> {
    let in_schema = |(version, schema)| {
        let mut walk = ExpressionSearch { offset: None, steps: Vec::new(), found: Vec::new() };
        walk.schema(schema, 0);
        walk.found.into_iter().map(move |written| (version, written))
    };
    schemas(root).flat_map(in_schema).collect()
}

/// The schemas of a CRD's versions, each with the number of the version.
pub(crate) fn schemas(root: Node<'_>) -> impl Iterator<Item = (usize, Node<'_>)> {
    let versions = root.get("spec").and_then(|spec| spec.value.get("versions")).map(|entry| entry.value);
    versions
        .into_iter()
        .flat_map(Node::items)
        .enumerate()
        .filter_map(|(i, version)| Some((i, version.get("schema")?.value.get("openAPIV3Schema")?.value)))
}

/// An expression as it is written, not yet decoded.
pub(crate) struct ExpressionSource<'t> {
    pub(crate) node: Node<'t>,
    purpose: Purpose,
    optional_old_self: bool,
    steps: Vec<OwnedStep>,
}

impl<'t> ExpressionSource<'t> {
    /// The expressions of a rule on the node at the end of the way.
    pub(crate) fn of_rule(rule: Node<'t>, steps: &[OwnedStep]) -> Vec<Self> {
        let optional = rule.get("optionalOldSelf").and_then(|entry| entry.value.str());
        let optional_old_self = optional.as_deref() == Some("true");
        let written = |(field, purpose): (&str, Purpose)| {
            let node = rule.get(field)?.value;
            let scalar = node.kind().is_scalar() || node.is_empty();
            scalar.then(|| Self { node, purpose, optional_old_self, steps: steps.to_vec() })
        };
        [("rule", Purpose::Rule), ("messageExpression", Purpose::Message)]
            .into_iter()
            .filter_map(written)
            .collect()
    }

    pub(super) fn in_version(self, decoded: &Arc<Decoded>, version: usize) -> LocatedExpression<'t> {
        let Self { node, purpose, optional_old_self, steps } = self;
        LocatedExpression {
            node,
            purpose,
            optional_old_self,
            schema: VersionSchema::new(decoded, version),
            steps,
        }
    }
}

/// The walk to one place, or over all.
struct ExpressionSearch<'t> {
    offset: Option<u32>,
    steps: Vec<OwnedStep>,
    found: Vec<ExpressionSource<'t>>,
}

impl<'t> ExpressionSearch<'t> {
    fn wants(&self, node: Node<'_>) -> bool {
        self.offset.is_none_or(|offset| reaches(node, offset))
    }

    /// The entries of a mapping, or the only one that can reach the offset.
    fn entries(&self, map: Node<'t>) -> impl Iterator<Item = Entry<'t>> + use<'t> {
        let all = self.offset.is_none().then(|| map.entries()).into_iter().flatten();
        self.offset.and_then(|offset| map.entry_before(offset)).into_iter().chain(all)
    }

    fn schema(&mut self, schema: Node<'t>, depth: u32) {
        if depth > crdls_yaml::Tree::MAX_DEPTH {
            return;
        }
        for Entry { key, value, .. } in self.entries(schema) {
            if !self.wants(value) {
                continue;
            }
            match key.str().as_deref() {
                Some("properties") => {
                    for Entry { key, value, .. } in self.entries(value) {
                        if value.kind().is_map() && self.wants(value) {
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
        let offset = self.offset;
        let is_wanted =
            |written: &ExpressionSource<'_>| offset.is_none_or(|offset| is_in_text(written.node, offset));
        let written =
            rules.items().flat_map(|rule| ExpressionSource::of_rule(rule, &self.steps)).filter(is_wanted);
        self.found.extend(written.collect::<Vec<_>>());
    }
}

/// Whether an offset is in a node or directly after it: what is being typed at its end may not be part of
/// it yet.
fn reaches(node: Node<'_>, offset: u32) -> bool {
    node.range().touches(offset) || is_behind(node, offset)
}

/// Whether nothing but blanks lies between a node's end and an offset.
fn is_behind(node: Node<'_>, offset: u32) -> bool {
    between(node, offset).is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()))
}

fn between(node: Node<'_>, offset: u32) -> Option<&str> {
    node.text().get(node.range().end as usize..offset as usize)
}

/// Whether what is typed at an offset becomes part of a scalar: on its last line, or on a blank line of a
/// block, which is indented deeper than its key.
fn is_in_text(scalar: Node<'_>, offset: u32) -> bool {
    if scalar.range().touches(offset) {
        return true;
    }
    let Some(between) = between(scalar, offset).filter(|_| is_behind(scalar, offset)) else { return false };
    let Some((_, line)) = between.rsplit_once('\n') else { return true };
    let before = scalar.text().get(..scalar.range().start as usize).unwrap_or_default();
    let first = before.rsplit('\n').next().unwrap_or_default();
    let key = first.len() - first.trim_start_matches([' ', '-']).len();
    matches!(scalar.kind(), Kind::Literal | Kind::Folded) && line.len() > key
}
