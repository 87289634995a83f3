//! Advice on the rules in CEL of a schema; one that cannot be read is the server's to refuse.

mod fixed_result;
mod position;
pub(crate) mod removable_immutable;
pub(crate) mod rule_blocks_updates;
mod runnable_rule;
mod searches;
pub(crate) mod unguarded_field;

use super::Input;
use super::walk::schemas::SchemaPosition;
use crdls_report::{Code, Finding};
use position::RulePosition;
pub(super) use searches::Searches;

/// A check of one rule.
type Check = fn(&RulePosition<'_, '_>) -> Option<Finding>;

advice! {
    Check:
    constant_rule,
    message_repeats_rule,
    missing_message,
    rule_repeats_schema,
    unused_message,
}

/// The codes of the advice that searches give on rules.
pub static SEARCHED: [&Code; 3] = [
    &rule_blocks_updates::RULE_BLOCKS_UPDATES,
    &unguarded_field::UNGUARDED_FIELD,
    &removable_immutable::REMOVABLE_IMMUTABLE,
];

/// All advice on the rules of one schema.
pub(super) fn check<'m>(
    at: &SchemaPosition<'m, '_>,
    input: &Input<'m>,
    searches: &Searches<'m>,
    found: &mut Vec<Finding>,
) {
    each(at, input, &mut |position| {
        found.extend(CHECKS.iter().filter_map(|check| check(position)));
        search_at(position, at, searches, found);
    });
}

/// The advice that searches give on the rules of one schema.
pub(super) fn search<'m>(
    at: &SchemaPosition<'m, '_>,
    input: &Input<'m>,
    searches: &Searches<'m>,
    found: &mut Vec<Finding>,
) {
    each(at, input, &mut |position| search_at(position, at, searches, found));
}

fn each<'m>(at: &SchemaPosition<'m, '_>, input: &Input<'m>, look: &mut dyn FnMut(&RulePosition<'_, 'm>)) {
    let validations = at.path.child("x-kubernetes-validations");
    for (i, rule) in at.schema.validations().enumerate() {
        look(&RulePosition::new(at.schema, rule, &validations.index(i), input));
    }
}

fn search_at<'m>(
    position: &RulePosition<'_, 'm>,
    at: &SchemaPosition<'m, '_>,
    searches: &Searches<'m>,
    found: &mut Vec<Finding>,
) {
    let path = position.path.child("rule");
    let [blocks, unguarded, removable] = SEARCHED.map(|code| position.input.config.advice.has(code, &path));
    if blocks {
        found.extend(rule_blocks_updates::check(position, at, searches));
    }
    if unguarded {
        found.extend(unguarded_field::check(position, at, searches));
    }
    if removable {
        found.extend(removable_immutable::check(position, at, searches));
    }
}
