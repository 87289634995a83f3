//! What may be decided one way or another while a sample is made.

use std::collections::{BTreeMap, BTreeSet};

use crdls_report::{FieldPath, PathStep};

use super::wanted::Wanted;

/// A clause of alternatives in the schemas of a value: the value's path, and which of its clauses, from 1.
pub(super) type Branch = (FieldPath, usize);

/// Decisions by path; where there is none, the first way is taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    /// Properties that may be left out and are.
    pub(super) omitted: BTreeSet<FieldPath>,
    /// Optional properties that are written though they are too deep for a sample.
    pub(super) added: BTreeSet<FieldPath>,
    /// Which of several alternatives of a schema holds.
    pub(super) branches: BTreeMap<Branch, usize>,
    /// Which of several values that fit is taken.
    pub(super) turns: BTreeMap<FieldPath, usize>,
    /// What is wanted of values, which no decision changes.
    pub(super) wants: BTreeMap<FieldPath, Wanted>,
    /// A default that is no object gives way to what is wanted inside of it.
    pub(super) over_defaults: bool,
    /// Values count too that are less likely: what other fields hold, and the numbers of rules with their neighbors.
    pub(super) unlikely: bool,
}

/// What could be decided otherwise in a sample that was made.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    /// Members that need not be there, by the path of their map.
    pub(super) optional: BTreeMap<FieldPath, Vec<FieldPath>>,
    /// Optional properties that are too deep for a sample, by the path of their map.
    pub(super) skipped: BTreeMap<FieldPath, Vec<FieldPath>>,
    /// Properties that an alternative of the schema keeps out.
    pub(super) forbidden: BTreeSet<FieldPath>,
    /// How many alternatives there are.
    pub(super) branches: BTreeMap<Branch, usize>,
    /// How many values fit.
    pub(super) turns: BTreeMap<FieldPath, usize>,
}

impl Choices {
    pub(super) fn branch(&self, branch: &Branch) -> usize {
        self.branches.get(branch).copied().unwrap_or(0)
    }

    pub(super) fn turn(&self, path: &FieldPath) -> usize {
        self.turns.get(path).copied().unwrap_or(0)
    }

    /// The members of a value of which something is wanted.
    pub(super) fn wanted_members(&self, path: &FieldPath) -> WantedMembers<'_> {
        let named = |(step, there)| Some((PathStep::member(step)?, there));
        WantedMembers(self.wanted_below(path).filter_map(named).collect())
    }

    /// What is wanted of the members or items of a value, or of what is in them: the step to each, and whether
    /// it is to be there.
    pub(super) fn wanted_below<'w>(&'w self, path: &FieldPath) -> impl Iterator<Item = (&'w PathStep, bool)> {
        let depth = path.steps().len();
        self.wants.iter().filter(move |(other, _)| other.starts_with(path.steps())).filter_map(
            move |(other, wanted)| {
                let is_absent = *wanted == Wanted::Absent && other.steps().len() == depth + 1;
                other.steps().get(depth).map(|step| (step, !is_absent))
            },
        )
    }
}

/// Members of which something is wanted.
pub(super) struct WantedMembers<'w>(Vec<(&'w str, bool)>);

impl WantedMembers<'_> {
    /// Whether a member is wanted; `None` where it does not matter.
    pub(super) fn of(&self, name: &str) -> Option<bool> {
        self.0.iter().find(|(wanted, _)| *wanted == name).map(|(_, there)| *there)
    }
}
