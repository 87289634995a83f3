//! One expression, ready to run.
//!
//! Mirrors `compileRule` and the activations of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/compilation.go, validation.go).

use std::sync::Arc;

use crdls_cel::checker::Checked;
use crdls_cel::eval::{Costs, Error, Evaluation, Library, Outcome, Plan, Truths, Value, Variables};

use super::costs::LibraryCosts;
use super::data::Data;
use super::functions::{PATTERNS, bindings};
use super::value::value;
use super::value_schema::ValueSchema;
use crate::library::{self, noted};
use crdls_minors::Minor;

/// What one evaluation may cost.
pub const CALL_LIMIT: u64 = 1_000_000;

/// An expression that can be evaluated as often as one likes.
#[derive(Debug)]
pub struct Program {
    plan: Plan,
    minor: Minor,
}

/// What an expression is evaluated on.
#[derive(Clone, Debug)]
pub struct Subject {
    new: Outcome,
    old: Option<Outcome>,
    /// Whether `oldSelf` is optional.
    optional: bool,
}

impl Program {
    /// Makes a checked expression ready. An error is what the server says where it cannot make a program
    /// of it.
    pub fn new(checked: &Checked, minor: Minor) -> Result<Self, Error> {
        let library::Library { functions, dialect, .. } = library::Library::of_stored_rules(minor);
        let edition = dialect.edition;
        let library = Library { functions, bindings: bindings(minor), patterns: PATTERNS, edition };
        Plan::new(checked, library).map(|plan| Self { plan, minor })
    }

    /// Evaluates it, for at most [`CALL_LIMIT`].
    pub fn run(&self, subject: &Subject) -> Evaluation {
        self.counted(subject, None)
    }

    /// The same, with the truth values of the operands of `&&`, `||` and `?:`.
    pub fn run_watched(&self, subject: &Subject) -> (Evaluation, Truths) {
        let mut truths = Truths::default();
        let evaluation = self.counted(subject, Some(&mut truths));
        (evaluation, truths)
    }

    /// The same with other variables than a rule has.
    pub fn run_with(&self, variables: &dyn Variables) -> Evaluation {
        self.counted(variables, None)
    }

    fn counted(&self, variables: &dyn Variables, truths: Option<&mut Truths>) -> Evaluation {
        let costs = Costs { limit: CALL_LIMIT, calls: &LibraryCosts { minor: self.minor } };
        noted(|| self.plan.run_watched(variables, costs, truths))
    }
}

impl Subject {
    /// A value, and the one that it replaces.
    pub fn new(new: &Data, old: Option<&Data>, shape: &Arc<ValueSchema>) -> Self {
        Self { new: value(new, shape), old: old.map(|old| value(old, shape)), optional: false }
    }

    /// For rules whose `oldSelf` is optional.
    pub fn with_optional_old_self(self) -> Self {
        Self { optional: true, ..self }
    }
}

impl Variables for Subject {
    fn get(&self, name: &str) -> Option<Outcome> {
        match (name, self.optional, &self.old) {
            ("self", ..) => Some(self.new.clone()),
            ("oldSelf", false, old) => old.clone(),
            ("oldSelf", true, Some(old)) => Some(old.clone().map(Value::some)),
            ("oldSelf", true, None) => Some(Ok(Value::NONE)),
            _ => None,
        }
    }
}
