//! Which rules and schema constraints of a CRD some case makes fail, and some case makes hold.
//!
//! Each constraint is asked by itself, with a schema that has nothing else; of a rule and its operands the judge says what
//! they come to. Must not know suites.

use std::collections::{BTreeMap, BTreeSet};

use crdls_cel::ast::operands;
use crdls_cel::eval::Truth;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Object, Schema, ValidationRule, Version};
use crdls_minors::Minor;
use crdls_report::{FieldPath, Locator, Path, Report};
use crdls_resource::{Origin, RuleTruths, Validator};
use crdls_rules::{Library, parsed};
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_yaml::Node;

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

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// A keyword of the schema.
    Constraint(&'static str),
    /// A rule, by its number at its node.
    Rule(usize),
}

/// A rule or a constraint, and how often cases meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Where in the manifest: `….properties[size].maximum`.
    pub path: String,
    /// The bytes of its value in the file of the CRD.
    pub range: TextRange,
    /// What it is.
    pub kind: PointKind,
    /// Where in an object a value of its node is: of lists the first item, of maps the key `key`.
    pub site: FieldPath,
    /// How many writes it holds for.
    pub held: usize,
    /// How many writes it fails for.
    pub failed: usize,
    /// The operands of `&&`, `||` and `?:` in a rule, in the order of the text.
    pub operands: Vec<Operand>,
}

/// An operand of a rule, and how often it comes to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The bytes of the point in the file of the CRD.
    pub range: TextRange,
    /// In how many writes it was true.
    pub was_true: usize,
    /// In how many writes it was false.
    pub was_false: usize,
}

impl Operand {
    /// Whether some write shows each of both.
    pub const fn is_covered(&self) -> bool {
        self.was_true > 0 && self.was_false > 0
    }
}

impl Point {
    /// Whether some write shows each of both, of the rule or constraint as a whole.
    pub const fn is_covered(&self) -> bool {
        self.held > 0 && self.failed > 0
    }

    /// Adds what other cases met.
    pub fn add(&mut self, other: &Self) {
        self.held += other.held;
        self.failed += other.failed;
        for (own, other) in self.operands.iter_mut().zip(&other.operands) {
            own.was_true += other.was_true;
            own.was_false += other.was_false;
        }
    }
}

/// All rules and constraints of a version.
#[derive(Debug)]
pub struct Points {
    root: PointNode,
    all: Vec<Point>,
    /// The schema of each point that is a constraint, with nothing else in it.
    constraints: Vec<Option<Object>>,
    /// The rules by their bytes: several where an anchor repeats them.
    rules: BTreeMap<(u32, u32), Vec<usize>>,
}

/// What is asked of the values of a node.
#[derive(Debug, Default)]
struct PointNode {
    /// By the numbers of the points.
    constraints: Vec<usize>,
    properties: Vec<(String, Self)>,
    items: Option<Box<Self>>,
    values: Option<Box<Self>>,
}

/// Finds the points of a version, in the order of the schema.
struct Finder<'t> {
    all: Vec<Point>,
    constraints: Vec<Option<Object>>,
    locator: Locator<'t>,
    library: &'static Library,
}

impl Points {
    /// The points of a version; `path` leads to its schema in the manifest at `root`.
    pub fn of(version: Version<'_>, path: &FieldPath, root: Node<'_>, minor: Minor) -> Self {
        let library = Library::of_stored_rules(minor);
        let mut finder =
            Finder { all: Vec::new(), constraints: Vec::new(), locator: Locator::new(root), library };
        let schema = version.schema();
        let root = schema.map(|schema| finder.node(schema, path, &FieldPath::default()));
        let mut rules: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, point) in finder.all.iter().enumerate() {
            if matches!(point.kind, PointKind::Rule(_)) {
                rules.entry((point.range.start, point.range.end)).or_default().push(at);
            }
        }
        let Finder { all, constraints, .. } = finder;
        Self { root: root.unwrap_or_default(), all, constraints, rules }
    }

    /// All of them, which nothing has met yet.
    pub fn all(&self) -> &[Point] {
        &self.all
    }
}

impl Finder<'_> {
    fn node(&mut self, schema: Schema<'_>, path: &FieldPath, site: &FieldPath) -> PointNode {
        let object = schema.object();
        let mut node = PointNode::default();
        for (name, others) in CONSTRAINTS {
            let fields = object
                .fields()
                .iter()
                .filter(|field| field.def.name == name || others.contains(&field.def.name));
            let fields: Vec<_> = fields.cloned().collect();
            let Some(main) = fields.iter().find(|field| field.def.name == name && !field.is_zero()) else {
                continue;
            };
            let at = self.add(path.child(name), main.span.value, PointKind::Constraint(name), site);
            node.constraints.push(at);
            self.constraints.push(Some(Object::new(object.ty, object.range, fields)));
        }
        for (number, rule) in schema.validations().enumerate() {
            self.rule(rule, number, path, site);
        }
        let below = |name: &str| path.child("properties").key(name);
        for property in schema.properties() {
            let name = property.name;
            let its = self.node(property.schema, &below(name), &site.child(name));
            node.properties.push((name.to_owned(), its));
        }
        node.items =
            schema.item_schema().map(|items| Box::new(self.node(items, &path.child("items"), &site.item(0))));
        node.values = schema.value_schema().map(|values| {
            Box::new(self.node(values, &path.child("additionalProperties"), &site.child("key")))
        });
        node
    }

    fn add(&mut self, path: FieldPath, range: TextRange, kind: PointKind, site: &FieldPath) -> usize {
        let (path, site) = (path.to_string(), site.clone());
        self.all.push(Point { path, range, kind, site, held: 0, failed: 0, operands: Vec::new() });
        self.all.len() - 1
    }

    fn rule(&mut self, rule: ValidationRule<'_>, number: usize, path: &FieldPath, site: &FieldPath) {
        let Some(span) = rule.span(Field::Rule) else { return };
        let path = path.child("x-kubernetes-validations").item(number).child("rule");
        let text = parsed(rule.rule(), self.library);
        let Some(written) = self.locator.find(path.steps()).map(|found| found.value.decoded()) else {
            return;
        };
        let operand = |id| {
            let range = written.source_range(text.ast.expr(id).origin.range);
            Operand { range, was_true: 0, was_false: 0 }
        };
        let found: Vec<_> = operands(&text.ast).into_iter().map(operand).collect();
        let at = self.add(path, span.value, PointKind::Rule(number), site);
        self.constraints.push(None);
        if let Some(point) = self.all.get_mut(at) {
            point.operands = found;
        }
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

/// What one write meets, by the numbers of points.
#[derive(Debug, Default)]
pub(crate) struct Met {
    pub held: BTreeSet<usize>,
    pub failed: BTreeSet<usize>,
    operands: Vec<(usize, Vec<Truth>)>,
}

impl<'p> Coverage<'p> {
    /// The coverage without any case.
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

    /// What a write of an object meets whose rules came to `truths`.
    pub(crate) fn met(&mut self, object: &Json, truths: &RuleTruths) -> Met {
        let mut met = Met::default();
        self.node(&self.points.root, object, &mut met);
        for ((start, end), numbers) in &self.points.rules {
            let Some(truth) = truths.of(TextRange::new(*start, *end)) else { continue };
            for at in numbers {
                met.held.extend(truth.whole.was_true.then_some(*at));
                met.failed.extend(truth.whole.was_false.then_some(*at));
                met.operands.push((*at, truth.operands.clone()));
            }
        }
        met
    }

    /// Adds what a write meets: where a rule or constraint fails for one value, it does not hold for the object.
    pub(crate) fn add(&mut self, met: &Met) {
        for (at, point) in self.found.iter_mut().enumerate() {
            let has_failed = met.failed.contains(&at);
            point.failed += usize::from(has_failed);
            point.held += usize::from(!has_failed && met.held.contains(&at));
        }
        for (at, truths) in &met.operands {
            let Some(point) = self.found.get_mut(*at) else { continue };
            for (operand, truth) in point.operands.iter_mut().zip(truths) {
                operand.was_true += usize::from(truth.was_true);
                operand.was_false += usize::from(truth.was_false);
            }
        }
    }

    /// Whether the constraint of a point fails for a value.
    pub(crate) fn fails(&mut self, number: usize, value: &Json) -> bool {
        let points = self.points;
        let Some(Some(schema)) = points.constraints.get(number) else { return false };
        let mut report = Report { kubernetes: self.minor, ..Report::default() };
        self.validator.check(value, Schema::new(schema), &Path::EMPTY, &mut report);
        !report.errors.is_empty()
    }

    fn node(&mut self, node: &'p PointNode, value: &Json, met: &mut Met) {
        if value.is_null() {
            return;
        }
        for at in &node.constraints {
            let set = if self.fails(*at, value) { &mut met.failed } else { &mut met.held };
            set.insert(*at);
        }
        for (name, property) in &node.properties {
            if let Some(value) = value.get(name) {
                self.node(property, value, met);
            }
        }
        if let Some(items) = &node.items {
            value.items().iter().for_each(|item| self.node(items, item, met));
        }
        if let Some(values) = &node.values {
            value.members().iter().for_each(|member| self.node(values, &member.value, met));
        }
    }
}
