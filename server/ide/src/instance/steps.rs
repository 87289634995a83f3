//! The way from a custom resource to a value in it, as hover shows it.

use std::fmt::Write as _;

use crdls_report::PathStep;

/// `spec.racks[0].height`
pub(super) fn shown(steps: &[PathStep]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = match step {
            PathStep::Index(index) => write!(text, "[{index}]"),
            PathStep::Name(name) | PathStep::Key(name) if text.is_empty() => write!(text, "{name}"),
            PathStep::Name(name) | PathStep::Key(name) => write!(text, ".{name}"),
        };
    }
    text
}

/// The names alone: an item of a list is explained with the list.
pub(super) fn names(steps: &[PathStep]) -> Vec<String> {
    steps.iter().filter_map(PathStep::member).map(str::to_owned).collect()
}
