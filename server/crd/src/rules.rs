//! All rules, in the order of their codes.

use crate::Rule;

/// Every rule that crdls knows.
pub static ALL: &[&Rule] = &[&crate::decode::UNKNOWN_FIELD, &crate::decode::WRONG_TYPE];

/// The rule with a code.
pub fn by_code(code: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.code == code)
}
