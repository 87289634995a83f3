//! Which rules and schema constraints of a CRD some case makes fail, and some case makes hold.
//!
//! Each constraint is asked by itself, with a schema that has nothing else; a rule fails where the judge reports it, and
//! holds at each value of its node where it does not. Must not know suites.

use std::collections::BTreeSet;

use crdls_resource::codes::UNCHECKED_RULES;
use crdls_resource::{Origin, Validator};
use crdls_schema::model::{Object, Schema, Version};
use crdls_schema::report::Report;
use crdls_schema::{Finding, Minor, Path};
use crdls_text::TextRange;
use crdls_values::Json;

/// The constraints of schemas, each with the fields that belong to it.
const CONSTRAINTS: [(&str, &[&str]); 18] = [
    ("allOf", &[]),
    ("anyOf", &[]),
    ("enum", &[]),
    ("format", &["type"]),
    ("maximum", &["exclusiveMaximum"]),
    ("maxItems", &[]),
    ("maxLength", &[]),
    ("maxProperties", &[]),
    ("minimum", &["exclusiveMinimum"]),
    ("minItems", &[]),
    ("minLength", &[]),
    ("minProperties", &[]),
    ("multipleOf", &[]),
    ("not", &[]),
    ("oneOf", &[]),
    ("pattern", &[]),
    ("required", &[]),
    ("uniqueItems", &[]),
];

/// A rule or a constraint, and how often cases meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Where in the manifest: `….properties[size].maximum`.
    pub path: String,
    /// The bytes of its value in the file of the CRD.
    pub range: TextRange,
    /// How many writes it holds for.
    pub held: usize,
    /// How many writes it fails for.
    pub failed: usize,
}

impl Point {
    /// Whether some write shows each of both.
    pub const fn is_covered(&self) -> bool {
        self.held > 0 && self.failed > 0
    }
}

/// All rules and constraints of a version.
#[derive(Debug)]
pub struct Points {
    root: PointNode,
    all: Vec<Point>,
}

/// What is asked of the values of a node.
#[derive(Debug, Default)]
struct PointNode {
    /// Each constraint as a schema of its own.
    constraints: Vec<(usize, Object)>,
    rules: Vec<RulePoint>,
    properties: Vec<(String, Self)>,
    items: Option<Box<Self>>,
    values: Option<Box<Self>>,
}

#[derive(Debug)]
struct RulePoint {
    at: usize,
    range: TextRange,
    /// It runs only where there is an old value.
    is_transition: bool,
}

impl Points {
    /// Those of a version; `path` is where its schema is in the manifest.
    pub fn of(version: Version<'_>, path: &str) -> Self {
        let mut all = Vec::new();
        let root = version.schema().map(|schema| PointNode::of(schema, path, &mut all)).unwrap_or_default();
        Self { root, all }
    }
}

impl PointNode {
    fn of(schema: Schema<'_>, path: &str, all: &mut Vec<Point>) -> Self {
        let object = schema.object();
        let mut node = Self::default();
        let mut add = |path: String, range| {
            all.push(Point { path, range, held: 0, failed: 0 });
            all.len() - 1
        };
        for (name, others) in CONSTRAINTS {
            let fields = object
                .fields()
                .iter()
                .filter(|field| field.def.name == name || others.contains(&field.def.name));
            let fields: Vec<_> = fields.cloned().collect();
            let Some(main) = fields.iter().find(|field| field.def.name == name && !field.is_zero()) else {
                continue;
            };
            let at = add(format!("{path}.{name}"), main.span.value);
            node.constraints.push((at, Object::new(object.ty, object.range, fields)));
        }
        for (number, rule) in schema.validations().enumerate() {
            let Some(span) = rule.span(crdls_schema::fields::Field::Rule) else { continue };
            let at = add(format!("{path}.x-kubernetes-validations[{number}].rule"), span.value);
            let is_transition = rule.rule().contains("oldSelf") && rule.optional_old_self() != Some(true);
            node.rules.push(RulePoint { at, range: span.value, is_transition });
        }
        for property in schema.properties() {
            let path = format!("{path}.properties[{}]", property.name);
            node.properties.push((property.name.to_owned(), Self::of(property.schema, &path, all)));
        }
        node.items =
            schema.item_schema().map(|items| Box::new(Self::of(items, &format!("{path}.items"), all)));
        let values = schema.value_schema();
        node.values =
            values.map(|values| Box::new(Self::of(values, &format!("{path}.additionalProperties"), all)));
        node
    }
}

/// What the writes of cases meet.
#[derive(Debug)]
pub struct Coverage<'p> {
    points: &'p Points,
    found: Vec<Point>,
    validator: Validator<'p>,
    minor: Minor,
}

/// What one write meets.
#[derive(Default)]
struct Met {
    held: BTreeSet<usize>,
    failed: BTreeSet<usize>,
}

impl<'p> Coverage<'p> {
    /// Of no case yet.
    pub fn new(points: &'p Points, minor: Minor) -> Self {
        Self { points, found: points.all.clone(), validator: Validator::new(Origin::Resource, minor), minor }
    }

    /// All points with what was met so far.
    pub fn points(&self) -> &[Point] {
        &self.found
    }

    /// All points with what was met.
    pub fn into_points(self) -> Vec<Point> {
        self.found
    }

    /// Adds a write: the object that the server validates, what it replaces, and what is found in it.
    pub(crate) fn add(&mut self, object: &Json, old: Option<&Json>, findings: &[Finding]) {
        let runs_rules = !findings.iter().any(|finding| *finding.code == UNCHECKED_RULES);
        let failing: BTreeSet<_> = findings
            .iter()
            .flat_map(|finding| &finding.related)
            .filter(|related| related.file.is_none())
            .map(|related| (related.range.start, related.range.end))
            .collect();
        let mut met = Met::default();
        let failing = runs_rules.then_some(&failing);
        self.node(&self.points.root, object, old, failing, &mut met);
        for (at, point) in self.found.iter_mut().enumerate() {
            let has_failed = met.failed.contains(&at);
            point.failed += usize::from(has_failed);
            point.held += usize::from(!has_failed && met.held.contains(&at));
        }
    }

    /// `failing`: the ranges of the rules that fail; `None` where none is run.
    fn node(
        &mut self,
        node: &'p PointNode,
        value: &Json,
        old: Option<&Json>,
        failing: Option<&BTreeSet<(u32, u32)>>,
        met: &mut Met,
    ) {
        if value.is_null() {
            return;
        }
        for (at, schema) in &node.constraints {
            let mut report = Report { kubernetes: self.minor, ..Report::default() };
            self.validator.check(value, Schema::new(schema), &Path::EMPTY, &mut report);
            let set = if report.errors.is_empty() { &mut met.held } else { &mut met.failed };
            set.insert(*at);
        }
        for rule in &node.rules {
            let Some(failing) = failing.filter(|_| !rule.is_transition || old.is_some()) else { continue };
            let has_failed = failing.contains(&(rule.range.start, rule.range.end));
            let set = if has_failed { &mut met.failed } else { &mut met.held };
            set.insert(rule.at);
        }
        for (name, property) in &node.properties {
            if let Some(value) = value.get(name) {
                self.node(property, value, old.and_then(|old| old.get(name)), failing, met);
            }
        }
        let items = node.items.iter().flat_map(|items| value.items().iter().map(move |item| (items, item)));
        for (number, (items, item)) in items.enumerate() {
            self.node(items, item, old.and_then(|old| old.items().get(number)), failing, met);
        }
        let values =
            node.values.iter().flat_map(|values| value.members().iter().map(move |its| (values, its)));
        for (values, member) in values {
            self.node(values, &member.value, old.and_then(|old| old.get(&member.name)), failing, met);
        }
    }
}
