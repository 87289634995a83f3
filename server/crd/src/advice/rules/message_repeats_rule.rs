//! A message that is the rule again.

use super::position::RulePosition;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(MESSAGE_REPEATS_RULE, "message-repeats-rule", Hint, advice, "a message only repeats its rule");

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    let message = at.rule.message();
    let said = message.strip_prefix("failed rule:").unwrap_or(message);
    let is_same = words(said).next().is_some() && words(said).eq(words(at.text));
    if !is_same {
        return None;
    }
    let path = at.path.child("message");
    let text = format!("{} only repeats the rule", path.subject());
    Some(
        Finding::new(&MESSAGE_REPEATS_RULE, at.range(Field::Message), &path, text)
            .why("without a message the server shows `failed rule:` and the rule anyway")
            .help("state in words what must hold, or remove the message"),
    )
}

/// A text without spaces and quotes.
fn words(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '`' | '\'' | '"' | '.'))
}
