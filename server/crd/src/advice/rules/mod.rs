//! Advice on the rules in CEL of a schema; one that cannot be read is the server's to refuse.

mod fixed_result;
mod position;

use super::Input;
use super::walk::schemas::SchemaPosition;
use crdls_schema::Finding;
use position::RulePosition;

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
pub(super) fn check(at: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let validations = at.path.child("x-kubernetes-validations");
    for (i, rule) in at.schema.validations().enumerate() {
        let path = validations.index(i);
        let position = RulePosition::new(at.schema, rule, &path, input);
        found.extend(CHECKS.iter().filter_map(|check| check(&position)));
    }
}
