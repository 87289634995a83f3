//! The way from a custom resource to a place in it.

use std::fmt::Write as _;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Name(String),
    Index(usize),
}

/// `spec.racks[0].height`
pub(super) fn shown(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = match step {
            Step::Name(name) if text.is_empty() => write!(text, "{name}"),
            Step::Name(name) => write!(text, ".{name}"),
            Step::Index(index) => write!(text, "[{index}]"),
        };
    }
    text
}

/// The names alone: an item of a list is explained with the list.
pub(super) fn names(steps: &[Step]) -> Vec<String> {
    let name = |step: &Step| match step {
        Step::Name(name) => Some(name.clone()),
        Step::Index(_) => None,
    };
    steps.iter().filter_map(name).collect()
}
