//! Where expressions are written: `rule` and `messageExpression` of `x-kubernetes-validations`.

use std::sync::Arc;

use crdls_crd::misread;
use crdls_manifest::decode::Decoded;
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_rules::Purpose;
use crdls_text::TextRange;
use crdls_yaml::cursor::before;
use crdls_yaml::{Entry, Kind, Node};

use super::schema::VersionSchema;
use crate::File;
use crate::schema_place::SchemaPlace;
use crate::version::{OwnedStep, schemas};

/// An expression as it is written, and the node that it is about.
#[derive(Debug)]
pub struct LocatedExpression<'t> {
    /// The scalar.
    pub node: Node<'t>,
    /// The key of the expression.
    pub key: TextRange,
    /// Its text where YAML reads something else.
    pub misread: Option<TextRange>,
    /// For what it is evaluated.
    pub purpose: Purpose,
    /// Whether `oldSelf` is optional in it.
    pub optional_old_self: bool,
    /// The schema of its version.
    pub schema: VersionSchema,
    /// The way from there to the node that it is about.
    pub steps: Vec<OwnedStep>,
}

/// The expression whose text an offset is in.
pub fn at<'t>(file: &'t File, offset: u32, config: &Config) -> Option<LocatedExpression<'t>> {
    let root = file.crd_before(offset)?;
    let way = before(root, offset);
    let SchemaPlace { path: (version, steps), inside: [rules, rule, ..], nested: false, .. } =
        SchemaPlace::of(&way)?
    else {
        return None;
    };
    let rule = rules.name().filter(|name| name == "x-kubernetes-validations").map(|_| rule.node)?;
    let of_rule = || ExpressionSource::of_rule(rule, &steps).into_iter();
    let written = ExpressionSource::misread_at(rule, &steps, (offset, config.kubernetes))
        .or_else(|| of_rule().find(|written| is_in_text(written.node, offset)))?;
    Some(written.in_version(&file.decoded(root, config)?, version))
}

/// The rules of a CRD that have an expression which a range touches, each with the number of its version.
pub fn rules(root: Node<'_>, range: TextRange) -> impl Iterator<Item = (usize, Node<'_>)> {
    let is_rule = |found: &ExpressionSource<'_>| found.purpose == Purpose::Rule && !found.node.is_empty();
    let written = written_in(root, range).into_iter().filter(move |(_, found)| is_rule(found));
    written.map(|(version, found)| (version, found.node))
}

/// The expressions of a CRD that a range touches, each with the number of its version.
pub fn written_in(root: Node<'_>, range: TextRange) -> Vec<(usize, ExpressionSource<'_>)> {
    let in_schema = |(version, _, schema)| {
        let mut walk = ExpressionSearch { range, steps: Vec::new(), found: Vec::new() };
        walk.schema(schema, 0);
        walk.found.into_iter().map(move |written| (version, written))
    };
    schemas(root).flat_map(in_schema).collect()
}

/// An expression as it is written, not yet decoded.
#[derive(Debug)]
pub struct ExpressionSource<'t> {
    /// The scalar.
    pub node: Node<'t>,
    /// The key of the expression.
    pub key: TextRange,
    /// The rule is a flow mapping.
    pub in_flow: bool,
    misread: Option<TextRange>,
    purpose: Purpose,
    optional_old_self: bool,
    steps: Vec<OwnedStep>,
}

impl<'t> ExpressionSource<'t> {
    /// The expressions of a rule on the node at the end of the way.
    pub fn of_rule(rule: Node<'t>, steps: &[OwnedStep]) -> Vec<Self> {
        let optional = rule.get("optionalOldSelf").and_then(|entry| entry.value.str());
        let optional_old_self = optional.as_deref() == Some("true");
        let in_flow = rule.kind() == Kind::FlowMap;
        let written = |(field, purpose): (&str, Purpose)| {
            let Entry { key, value: node, .. } = rule.get(field)?;
            let scalar = node.kind().is_scalar() || node.is_empty();
            let (key, steps) = (key.range(), steps.to_vec());
            scalar.then_some(Self { node, key, in_flow, misread: None, purpose, optional_old_self, steps })
        };
        [("rule", Purpose::Rule), ("messageExpression", Purpose::Message)]
            .into_iter()
            .filter_map(written)
            .collect()
    }

    /// The expression of a rule that YAML misreads where an offset is in it: as it is written.
    fn misread_at(rule: Node<'t>, steps: &[OwnedStep], (offset, minor): (u32, Minor)) -> Option<Self> {
        let text = rule.text();
        [("rule", Purpose::Rule), ("messageExpression", Purpose::Message)].into_iter().find_map(
            |(field, purpose)| {
                let Entry { key, value: node, .. } = rule.get(field)?;
                let misread = misread::of_key(text, key.range(), minor)?;
                let range = misread.code(text).filter(|range| range.start <= offset)?;
                let behind = text.get(range.end as usize..offset as usize).unwrap_or_default();
                if !behind.chars().all(|c| c == ' ') {
                    return None;
                }
                let optional_old_self =
                    rule.get("optionalOldSelf").is_some_and(|it| it.value.source() == "true");
                let (key, misread, steps) = (key.range(), Some(range), steps.to_vec());
                let in_flow = rule.kind() == Kind::FlowMap;
                Some(Self { node, key, in_flow, misread, purpose, optional_old_self, steps })
            },
        )
    }

    /// The expression in the version with a number, from 0.
    pub fn in_version(self, decoded: &Arc<Decoded>, version: usize) -> LocatedExpression<'t> {
        let Self { node, key, misread, purpose, optional_old_self, steps, .. } = self;
        LocatedExpression {
            node,
            key,
            misread,
            purpose,
            optional_old_self,
            schema: VersionSchema::new(decoded, version),
            steps,
        }
    }
}

/// The walk over what a range touches.
struct ExpressionSearch<'t> {
    range: TextRange,
    steps: Vec<OwnedStep>,
    found: Vec<ExpressionSource<'t>>,
}

impl<'t> ExpressionSearch<'t> {
    fn wants(&self, node: Node<'_>) -> bool {
        node.range().meets(self.range)
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
                    for Entry { key, value, .. } in value.entries() {
                        if value.kind().is_map() && self.wants(value) {
                            let name = key.str().unwrap_or_default().into();
                            self.below(OwnedStep::Property(name), value, depth);
                        }
                    }
                }
                Some("items") => self.below(OwnedStep::Item, value, depth),
                Some("additionalProperties") => self.below(OwnedStep::Value, value, depth),
                Some("x-kubernetes-validations") => {
                    for rule in value.items() {
                        let written = ExpressionSource::of_rule(rule, &self.steps).into_iter();
                        let wanted: Vec<_> = written.filter(|written| self.wants(written.node)).collect();
                        self.found.extend(wanted);
                    }
                }
                _ => {}
            }
        }
    }

    fn below(&mut self, step: OwnedStep, schema: Node<'t>, depth: u32) {
        self.steps.push(step);
        self.schema(schema, depth + 1);
        self.steps.pop();
    }
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
