//! A rule that says what a keyword of the schema says already.

use super::fixed_result::Condition;
use super::position::RulePosition;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, code};

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
    let said = match terms.len() {
        1 => "this rule".to_owned(),
        _ => format!("`{}`", ast.expr(term).origin.range.of(at.text)),
    };
    let say = if keywords.len() == 1 { "says" } else { "say" };
    let message = format!("{said} says what {} {say} already", keywords.join(" and "));
    Some(
        Finding::new(&RULE_REPEATS_SCHEMA, at.range(Field::Rule), &at.path.child("rule"), message)
            .why("the server looks at rules only once the rest of the schema holds")
            .help("remove it from the rule"),
    )
}
