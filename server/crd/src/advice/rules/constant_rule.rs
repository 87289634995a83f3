//! A rule that is true, or false, for every object.

use crdls_cel::ast::ExprKind;

use super::fixed_result::Condition;
use super::position::{RulePosition, names_something};
use crdls_schema::fields::Field;
use crdls_schema::{Finding, code};

code!(CONSTANT_RULE, "constant-rule", Warning, advice, "a rule is always true or always false");

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    let ast = at.condition()?;
    let finding =
        |message: &str| Finding::new(&CONSTANT_RULE, at.range(Field::Rule), &at.path.child("rule"), message);
    let condition = Condition { ast, text: at.text, schema: at.schema };
    match condition.fixed_result(ast.root) {
        // What keywords make true is said by `rule-repeats-schema`.
        Some(result) if result.value && !result.keywords.is_empty() => None,
        Some(result) if result.value => Some(
            finding("this rule is true for every object")
                .why("what it asks holds by the types alone")
                .help("remove it, or mend the condition"),
        ),
        Some(result) => {
            let keywords: Vec<_> =
                result.keywords.iter().map(|field| format!("`{}`", field.name())).collect();
            let why = match keywords.is_empty() {
                true => "what it asks never holds, so that every object is refused".to_owned(),
                false => {
                    format!("what it asks contradicts {}: every object is refused", keywords.join(" and "))
                }
            };
            Some(finding("this rule is false for every object").why(why).help("mend the condition"))
        }
        // One that is no condition at all is the server's to refuse.
        None if names_something(ast) || matches!(ast.kind(ast.root), ExprKind::Literal(_)) => None,
        None => Some(
            finding("this rule is the same for every object: it does not look at `self`")
                .help("compare something of `self`, or remove the rule"),
        ),
    }
}
