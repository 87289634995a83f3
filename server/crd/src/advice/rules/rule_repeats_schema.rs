//! A rule that says what a keyword of the schema says already.

use super::fixed_result::Condition;
use super::position::RulePosition;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(RULE_REPEATS_SCHEMA, "rule-repeats-schema", Hint, advice, "a rule repeats a keyword of the schema");

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    let ast = at.condition()?;
    let condition = Condition { ast, text: at.text, schema: at.schema };
    let terms = condition.terms(ast.root);
    let (term, result) = terms.iter().find_map(|term| {
        let result =
            condition.fixed_result(*term).filter(|result| result.value && !result.keywords.is_empty())?;
        Some((*term, result))
    })?;
    let mut keywords: Vec<_> = result.keywords.iter().map(|field| format!("`{}`", field.name())).collect();
    keywords.dedup();
    let path = at.path.child("rule");
    let (part, help) = match terms.len() {
        1 => (path.subject(), "remove the rule"),
        _ => {
            let term = ast.expr(term).origin.range.of(at.text);
            (format!("`{term}` in {}", path.subject()), "remove the condition from the rule")
        }
    };
    let message = format!("{part} only repeats {}", keywords.join(" and "));
    Some(
        Finding::new(&RULE_REPEATS_SCHEMA, at.range(Field::Rule), &path, message)
            .why("the server evaluates rules only after the keywords hold")
            .help(help),
    )
}
