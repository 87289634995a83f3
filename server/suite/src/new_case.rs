//! A case that is not written yet. Must not know how it is found, nor how it is written.

use crdls_values::Json;

use crate::run::Answer;
use crate::suite::{CaseKind, Expectation};

/// What a case is to show of a rule or constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// The server accepts an object for which it holds.
    Hold,
    /// The server refuses an object since it does not hold.
    Fail,
}

/// A case that was found, and run.
#[derive(Clone, Debug)]
pub struct NewCase {
    /// The title of the case.
    pub name: String,
    /// Creation or update.
    pub kind: CaseKind,
    /// The object that is created.
    pub initial: Json,
    /// The object that replaces it.
    pub updated: Option<Json>,
    /// What the server answers.
    pub answer: Answer,
    /// What expects that.
    pub expectation: Expectation,
    /// The number of the point that it was searched for.
    pub point: usize,
    /// What it shows of the point.
    pub goal: Goal,
}
