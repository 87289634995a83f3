//! The instructions that the [machine](super::machine) follows, one for each character of a pattern.

use std::sync::Arc;

use super::ranges::RangeSet;
use super::tree::Assertion;

/// The place of an instruction.
pub(super) type StepIndex = u32;

#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    Rune {
        rune: u32,
        next: StepIndex,
    },
    Class {
        class: u32,
        next: StepIndex,
    },
    AnyButNewline {
        next: StepIndex,
    },
    Any {
        next: StepIndex,
    },
    Assertion {
        look: Assertion,
        next: StepIndex,
    },
    /// Tries the first way, then the second.
    Split {
        first: StepIndex,
        second: StepIndex,
    },
    Match,
}

#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    classes: Vec<Class>,
    pub(super) start: StepIndex,
    /// The pattern can match at the start of the text only.
    pub(super) anchored: bool,
}

#[derive(Debug)]
struct Class {
    /// One bit for each ASCII character.
    ascii: u128,
    set: Arc<RangeSet>,
}

/// More than Go's limit lets through, except where it does not count the characters of one long
/// repeated string; Go's program would take 168 MB and more then.
const MAX_STEPS: usize = 1 << 22;

impl Program {
    /// Where each program ends.
    pub(super) const MATCH: StepIndex = 0;

    pub(super) fn new() -> Program {
        Program { steps: vec![Step::Match], classes: Vec::new(), start: 0, anchored: false }
    }

    pub(super) fn is_full(&self) -> bool {
        self.steps.len() >= MAX_STEPS
    }

    pub(super) fn add(&mut self, step: Step) -> StepIndex {
        self.steps.push(step);
        self.steps.len() as StepIndex - 1
    }

    pub(super) fn replace(&mut self, place: StepIndex, step: Step) {
        if let Some(old) = self.steps.get_mut(place as usize) {
            *old = step;
        }
    }

    pub(super) fn add_class(&mut self, set: Arc<RangeSet>) -> u32 {
        let ranges = set.ranges().iter().take_while(|(lo, _)| *lo < 128);
        let ascii = ranges.flat_map(|&(lo, hi)| lo..=hi.min(127)).fold(0, |bits, rune| bits | 1 << rune);
        self.classes.push(Class { ascii, set });
        self.classes.len() as u32 - 1
    }

    pub(super) fn begin_at(&mut self, start: StepIndex) {
        self.start = start;
        self.anchored = matches!(self.step(start), Step::Assertion { look: Assertion::TextStart, .. });
    }

    pub(super) fn step(&self, place: StepIndex) -> Step {
        self.steps.get(place as usize).copied().unwrap_or(Step::Match)
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Where a step leads that takes this character, if it does.
    pub(super) fn taking(&self, step: Step, character: char) -> Option<StepIndex> {
        let taken = u32::from(character);
        match step {
            Step::Rune { rune, next } => (rune == taken).then_some(next),
            Step::Class { class, next } => self.class_contains(class, taken).then_some(next),
            Step::AnyButNewline { next } => (character != '\n').then_some(next),
            Step::Any { next } => Some(next),
            _ => None,
        }
    }

    fn class_contains(&self, class: u32, rune: u32) -> bool {
        let Some(class) = self.classes.get(class as usize) else { return false };
        if rune < 128 {
            return class.ascii >> rune & 1 == 1;
        }
        let ranges = class.set.ranges();
        let after = ranges.partition_point(|&(lo, _)| lo <= rune);
        after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|&(_, hi)| rune <= hi)
    }
}
