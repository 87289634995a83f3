//! A rule that says what a keyword of the schema says already.

use super::rules::RuleAt;
use super::truth::Condition;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, code};

code!(
    RULE_REPEATS_SCHEMA,
    "rule-repeats-schema",
    Hint,
    advice,
    "a rule says what a keyword of the schema says already"
);

pub(super) fn look(at: &RuleAt<'_, '_>) -> Option<Finding> {
    let ast = at.condition()?;
    let condition = Condition { ast, text: at.text, schema: at.schema };
    let terms = condition.terms(ast.root);
    let (term, truth) = terms.iter().find_map(|term| {
        let truth = condition.truth(*term).filter(|truth| truth.value && !truth.keywords.is_empty())?;
        Some((*term, truth))
    })?;
    let mut keywords: Vec<_> = truth.keywords.iter().map(|field| format!("`{}`", field.name())).collect();
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
