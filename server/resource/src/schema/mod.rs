//! Whether a value is what its schema allows, `x-kubernetes-validations` aside.
//!
//! Mirrors `SchemaValidator.Validate` of k8s.io/kube-openapi
//! (pkg/validation/validate/{schema,type,object_validator,slice_validator,schema_props,validator}.go) on
//! the schema that k8s.io/apiextensions-apiserver makes of a CRD's
//! (pkg/apiserver/validation/validation.go), or of a structural one where it looks at defaults
//! (pkg/apiserver/schema/kubeopenapi.go).
//!
//! Each check counts what was right, as the server does: of alternatives that all fail it speaks of the
//! one with the most.

mod clauses;
pub(crate) mod fault;
mod floats;
mod kinds;
mod members;
mod numbers;
pub(crate) mod report;
mod texts;

use std::collections::HashMap;

use crdls_go::regexp::{self, MatchMemo};

use super::correlation::Correlated;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::stop::checkpoint;
use crdls_report::{Path, Report};
use crdls_values::{Json, JsonValue};
use fault::{Fault, Problem};
use foldhash::quality::FixedState;

/// What a schema is made from for the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The CRD's own schema: formats that the server does not know are left out.
    Resource,
    /// The structural one, against which defaults are checked.
    Default,
}

/// Validates values against schemas.
#[derive(Debug)]
pub struct Validator<'m> {
    origin: Origin,
    minor: Minor,
    patterns: HashMap<&'m str, Result<MatchMemo, String>, FixedState>,
    /// How many steps of a path lead to the value that is checked.
    base: usize,
    /// The errors that an update is forgiven because their node is unchanged.
    forgiven: Vec<Fault>,
}

/// What is found, and how much was right.
#[derive(Debug, Default)]
struct Outcome {
    faults: Vec<Fault>,
    matches: u64,
}

impl Outcome {
    fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    fn merge(&mut self, mut other: Self) {
        self.faults.append(&mut other.faults);
        self.matches += other.matches;
    }

    fn one(fault: Fault) -> Self {
        Self { faults: vec![fault], matches: 0 }
    }
}

/// A schema, and what stands round it.
#[derive(Clone, Copy)]
struct Node<'m, 'c> {
    schema: Schema<'m>,
    /// The schema is inside allOf, anyOf, oneOf or not.
    nested: bool,
    /// The value together with the old one on an update: errors in unchanged values are forgiven.
    past: Option<&'c Correlated<'c>>,
}

impl<'m, 'c> Node<'m, 'c> {
    /// The node of a member. `root` is the depth of the value that is checked, whose `apiVersion` and `kind` are never
    /// forgiven: both objects are read in one version.
    fn member(self, schema: Schema<'m>, name: &str, root: usize) -> Self {
        let past = self.past.filter(|past| past.depth() != root || !matches!(name, "apiVersion" | "kind"));
        Self { schema, nested: self.nested, past: past.and_then(|past| past.key(name)) }
    }

    fn item(self, schema: Schema<'m>, index: usize) -> Self {
        Self { schema, nested: self.nested, past: self.past.and_then(|past| past.index(index)) }
    }

    /// In an alternative nothing is forgiven.
    const fn clause(schema: Schema<'m>) -> Self {
        Self { schema, nested: true, past: None }
    }
}

impl<'m> Validator<'m> {
    /// A validator for any number of values and schemas; patterns are compiled once.
    pub fn new(origin: Origin, minor: Minor) -> Self {
        Self { origin, minor, patterns: HashMap::default(), base: 0, forgiven: Vec::new() }
    }

    /// Raises all that is wrong with a value at a path. Returns whether there was anything.
    pub fn check(&mut self, value: &Json, schema: Schema<'m>, path: &Path<'_>, report: &mut Report) -> bool {
        self.check_update(value, schema, None, path, report)
    }

    /// The same of a value that may replace another: what is wrong at a node at which nothing changed is forgiven.
    pub fn check_update<'c>(
        &mut self,
        value: &Json,
        schema: Schema<'m>,
        past: Option<&'c Correlated<'c>>,
        path: &Path<'_>,
        report: &mut Report,
    ) -> bool {
        self.base = path.back().count();
        let outcome = self.validate(value, Node { schema, nested: false, past }, path);
        report::raise(outcome.faults, path, report)
    }

    /// Raises what was forgiven since this was called the last time, in a value at a path.
    pub fn raise_forgiven(&mut self, path: &Path<'_>, report: &mut Report) {
        report::raise(std::mem::take(&mut self.forgiven), path, report);
    }

    /// Leaves out what was forgiven since it was raised the last time.
    pub fn forget_forgiven(&mut self) {
        self.forgiven.clear();
    }

    /// `ratchetingValueValidator.Validate`
    fn validate(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let mut outcome = self.validate_new(value, node, path);
        if let Some(past) = node.past
            && !outcome.is_valid()
        {
            self.ratchet(&mut outcome, past, path);
        }
        outcome
    }

    fn ratchet(&mut self, outcome: &mut Outcome, past: &Correlated<'_>, path: &Path<'_>) {
        for fault in outcome.faults.iter_mut().filter(|fault| fault.node.is_none()) {
            fault.node = Some(path.manifest());
        }
        if past.is_equal() {
            self.forgiven.append(&mut outcome.faults);
        }
    }

    /// `SchemaValidator.Validate`
    fn validate_new(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        checkpoint();
        let mut outcome = Outcome::default();
        if value.is_null() {
            outcome.merge(self.null(node, path));
            outcome.merge(self.allowed_values(value, node.schema, path));
            return outcome;
        }
        if self.has_type(node.schema) {
            self.step(&mut outcome, Self::of_type, value, node, path);
        }
        self.step(&mut outcome, Self::clauses, value, node, path);
        match &value.value {
            JsonValue::Str(_) => {
                self.step(&mut outcome, Self::text, value, node, path);
                if self.format(node.schema).is_some() {
                    self.step(&mut outcome, Self::of_format, value, node, path);
                }
            }
            JsonValue::Int(_) | JsonValue::Float(_) => {
                self.step(&mut outcome, Self::number, value, node, path)
            }
            JsonValue::List(_) => self.step(&mut outcome, Self::list, value, node, path),
            _ => {}
        }
        outcome.merge(self.allowed_values(value, node.schema, path));
        outcome.matches += 1;
        if matches!(value.value, JsonValue::Map(_)) {
            self.step(&mut outcome, Self::map, value, node, path);
        }
        outcome.matches += 1;
        outcome
    }

    /// One of the validators: that it was asked counts.
    fn step(
        &mut self,
        outcome: &mut Outcome,
        check: fn(&mut Self, &Json, Node<'m, '_>, &Path<'_>) -> Outcome,
        value: &Json,
        node: Node<'m, '_>,
        path: &Path<'_>,
    ) {
        let found = check(self, value, node, path);
        outcome.merge(found);
        outcome.matches += 1;
    }

    fn fault(&self, problem: Problem, value: &Json, path: &Path<'_>) -> Fault {
        Fault::new(problem, Some(value.quoted()), path, self.base).of(value)
    }

    /// The format that decides which types a value may have: of defaults also one that no check is for.
    fn known_format(&self, schema: Schema<'m>) -> &'m str {
        let format = schema.format();
        let type_ = if schema.int_or_string() { "" } else { schema.type_() };
        match self.origin {
            Origin::Default => format,
            Origin::Resource if crdls_minors::keeps_format(format, type_, self.minor) => format,
            Origin::Resource => "",
        }
    }

    fn pattern(&mut self, pattern: &'m str) -> &Result<MatchMemo, String> {
        let compile = || regexp::compile(pattern).map(MatchMemo::from).map_err(|error| error.to_string());
        self.patterns.entry(pattern).or_insert_with(compile)
    }
}
