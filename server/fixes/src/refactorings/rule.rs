//! A rule's message as an expression, to be filled with what was found.

use crdls_report::Fix;

use super::super::request::fix;
use super::super::value::Value;
use super::CursorPath;

pub(super) fn with_expression(way: &CursorPath<'_>) -> Option<Fix> {
    let rule = way.innermost(|target| {
        let path = target.path();
        path.iter().rev().nth(1).is_some_and(|list| list == "x-kubernetes-validations")
    })?;
    let message = rule.text_of("message")?;
    let expression = rule.down("messageExpression");
    if expression.is_found() || message.contains('\n') {
        return None;
    }
    let edit = expression.set(&Value::text(literal(&message)))?;
    fix("convert `message` to `messageExpression`", vec![edit])
}

/// A text as a literal of CEL.
fn literal(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        if matches!(c, '\'' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('\'');
    out
}
