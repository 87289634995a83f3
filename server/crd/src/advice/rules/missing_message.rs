//! A long rule without a message.

use super::position::RulePosition;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, code};

code!(MISSING_MESSAGE, "missing-message", Hint, advice, "a long rule has no message");

/// Rules up to this many characters can be read as they are.
const LONG: usize = 60;

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    // One with line breaks has to have a message: the server says so.
    let long = at.text.chars().count() > LONG && !at.text.trim().contains('\n');
    if !long || !at.rule.message().is_empty() || !at.rule.message_expression().is_empty() {
        return None;
    }
    Some(
        Finding::new(
            &MISSING_MESSAGE,
            at.range(Field::Rule),
            &at.path.child("rule"),
            "this rule has no message",
        )
        .why("where it does not hold, the server says `failed rule:` and all of its text")
        .help("add `message` with what has to hold, in words"),
    )
}
