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
use crdls_report::Finding;
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

/// All advice on the rules of one schema.
pub(super) fn check<'m>(
    at: &SchemaPosition<'m, '_>,
    input: &Input<'m>,
    searches: &Searches<'m>,
    found: &mut Vec<Finding>,
) {
    let validations = at.path.child("x-kubernetes-validations");
    for (i, rule) in at.schema.validations().enumerate() {
        let path = validations.index(i);
        let position = RulePosition::new(at.schema, rule, &path, input);
        found.extend(CHECKS.iter().filter_map(|check| check(&position)));
        found.extend(rule_blocks_updates::check(&position, at, searches));
        found.extend(unguarded_field::check(&position, at, searches));
        found.extend(removable_immutable::check(&position, at, searches));
    }
}
