//! What may be decided one way or another while a sample is made.

use std::collections::{BTreeMap, BTreeSet};

/// Decisions by path; where there is none, the first way is taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    /// Properties that may be left out and are.
    pub(super) omitted: BTreeSet<String>,
    /// Which of several alternatives of a schema holds.
    pub(super) branches: BTreeMap<String, usize>,
    /// Which of several values that fit is taken.
    pub(super) turns: BTreeMap<String, usize>,
}

/// What could be decided otherwise in a sample that was made.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    /// Members that need not be there, by the path of their map.
    pub(super) optional: BTreeMap<String, Vec<String>>,
    /// Properties that an alternative of the schema keeps out.
    pub(super) forbidden: BTreeSet<String>,
    /// How many alternatives there are.
    pub(super) branches: BTreeMap<String, usize>,
    /// How many values fit.
    pub(super) turns: BTreeMap<String, usize>,
}

impl Choices {
    pub(super) fn branch(&self, path: &str) -> usize {
        self.branches.get(path).copied().unwrap_or(0)
    }

    pub(super) fn turn(&self, path: &str) -> usize {
        self.turns.get(path).copied().unwrap_or(0)
    }
}
