//! A rule that is true, or false, for every object.

use crdls_cel::ast::ExprKind;

use super::fixed_result::Condition;
use super::position::{RulePosition, names_something};
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(CONSTANT_RULE, "constant-rule", Warning, advice, "a rule is always true or always false");

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    let ast = at.condition()?;
    let path = at.path.child("rule");
    let finding = |predicate: &str| {
        let message = format!("{} {predicate}", path.subject());
        Finding::new(&CONSTANT_RULE, at.range(Field::Rule), &path, message)
    };
    let condition = Condition { ast, text: at.text, schema: at.schema };
    match condition.fixed_result(ast.root) {
        // What keywords make true is said by `rule-repeats-schema`.
        Some(result) if result.value && !result.keywords.is_empty() => None,
        Some(result) if result.value => Some(
            finding("is true for every object")
                .why("the condition holds by the types alone")
                .help("remove the rule, or correct the condition"),
        ),
        Some(result) => {
            let keywords: Vec<_> =
                result.keywords.iter().map(|field| format!("`{}`", field.name())).collect();
            let why = match keywords.is_empty() {
                true => "the condition never holds, so the server rejects every object".to_owned(),
                false => {
                    format!(
                        "the condition contradicts {}, so the server rejects every object",
                        keywords.join(" and ")
                    )
                }
            };
            Some(finding("is false for every object").why(why).help("correct the condition"))
        }
        // One that is no condition at all is the server's to refuse.
        None if names_something(ast) || matches!(ast.kind(ast.root), ExprKind::Literal(_)) => None,
        None => Some(
            finding("has the same result for every object, because it does not use `self`")
                .help("use a field of `self`, or remove the rule"),
        ),
    }
}
