//! A message beside a message expression that cannot fail.

use crdls_cel::ast::{Ast, ExprId, ExprKind, functions};

use super::position::RulePosition;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(UNUSED_MESSAGE, "unused-message", Hint, advice, "a message is never shown");

pub(super) fn check(at: &RulePosition<'_, '_>) -> Option<Finding> {
    let expression = at.rule.message_expression();
    if at.rule.message().is_empty() || expression.trim().is_empty() {
        return None;
    }
    let ast = &at.parsed(expression)?.ast;
    if !cannot_fail(ast, ast.root) {
        return None;
    }
    let expression = at.range(Field::MessageExpression);
    let path = at.path.child("message");
    let text = format!("{} is never shown", path.subject());
    Some(
        Finding::new(&UNUSED_MESSAGE, at.range(Field::Message), &path, text)
            .why("the API server uses `message` only if `messageExpression` fails, and this expression cannot fail")
            .help("remove `message` or `messageExpression`")
            .related(expression, "`messageExpression` is shown instead"),
    )
}

/// Whether it is made of literals and the whole value alone: a field may be absent, a call may fail.
fn cannot_fail(ast: &Ast, id: ExprId) -> bool {
    match ast.kind(id) {
        ExprKind::Literal(_) => true,
        ExprKind::Ident(name) => name == "self",
        ExprKind::Call { function, target: None, args } => {
            (function == functions::ADD || function == "string")
                && args.iter().all(|arg| cannot_fail(ast, *arg))
        }
        _ => false,
    }
}
