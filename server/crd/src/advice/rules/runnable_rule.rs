//! The rule at a position as one that a search runs on the values that it tries, and the words on what it found.
//!
//! Must not know what is searched for.

use crdls_rules::run::RunnableRule;

use super::position::RulePosition;
use crate::advice::walk::schemas::SchemaPosition;

/// The rule at a position; none where it does not compile.
pub(super) fn runnable(
    at: &RulePosition<'_, '_>,
    schema: &SchemaPosition<'_, '_>,
    optional_old_self: bool,
) -> Option<RunnableRule> {
    RunnableRule::of(at.text, at.schema, schema.resource, optional_old_self, at.input.config.kubernetes)
}

/// A text that fits into a sentence.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 1_000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
