//! A long rule without a message.

use super::position::RulePosition;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(MISSING_MESSAGE, "missing-message", Hint, advice, "a long rule has no message");

/// Rules up to this many characters can be read as they are.
const LONG: usize = 60;

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    // One with line breaks has to have a message: the server says so.
    let long = at.text.chars().count() > LONG && !at.text.trim().contains('\n');
    if !long || !at.rule.message().is_empty() || !at.rule.message_expression().is_empty() {
        return None;
    }
    let path = at.path.child("rule");
    let text = format!("{} has no `message`", path.subject());
    Some(
        Finding::new(&MISSING_MESSAGE, at.range(Field::Rule), &path, text)
            .why("without a message the server shows `failed rule:` and the whole rule")
            .help("add `message:` that states in words what must hold"),
    )
}
