//! Which truth values the operands of `&&`, `||` and `?:` come to in a run.

use super::cost::Id;
use super::value::{Outcome, Value};
use crate::ast::ExprId;

/// Which truth values an expression came to; neither where it was not evaluated, or failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// The operand was true.
    pub was_true: bool,
    /// The operand was false.
    pub was_false: bool,
}

impl Truth {
    /// Adds what it came to once.
    pub fn add(&mut self, outcome: &Outcome) {
        if let Ok(Value::Bool(value)) = outcome {
            self.was_true |= *value;
            self.was_false |= !*value;
        }
    }

    /// What it came to in both of two.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self { was_true: self.was_true || other.was_true, was_false: self.was_false || other.was_false }
    }
}

/// The truth values of a run, by expression.
#[derive(Clone, Debug, Default)]
pub struct Truths(Vec<Truth>);

impl Truths {
    /// What an operand came to.
    pub fn of(&self, id: ExprId) -> Truth {
        self.0.get(id.index()).copied().unwrap_or_default()
    }

    pub(super) fn add(&mut self, id: Id, outcome: &Outcome) {
        let at = id as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, Truth::default());
        }
        if let Some(truth) = self.0.get_mut(at) {
            truth.add(outcome);
        }
    }
}
