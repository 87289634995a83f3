//! Advice on keys and values that kubectl, which reads YAML 1.1, takes for others than they look.

use std::collections::BTreeSet;

use super::Input;
use super::walk::values::{self, AuthoredItem};
use crdls_report::{Finding, Path};

/// A check of one key or value.
type Check = fn(AuthoredItem<'_>, &Path<'_>, &Input<'_>) -> Option<Finding>;

advice! {
    Check:
    yaml_boolean,
    yaml_boolean_key,
    yaml_number,
}

/// All advice on the keys and values of a CRD.
pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    // What an alias repeats is written once.
    let mut seen = BTreeSet::new();
    values::each(input, &mut |item, path| {
        let findings = CHECKS.iter().filter_map(|check| check(item, path, input));
        found.extend(findings.filter(|finding| seen.insert((finding.code.name, finding.range.start))));
    });
    found
}
