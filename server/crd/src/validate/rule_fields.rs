//! The fields of a validation rule that can be checked without CEL.
//!
//! Mirrors the loop over `XValidations` of `ValidateCustomResourceDefinitionOpenAPISchema` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go).

use crdls_schema::Path;
use crdls_schema::code;
use crdls_schema::field_path;
use crdls_schema::model::{Schema, ValidationRule};
use crdls_schema::report::Report;

code!(MISSING_RULE, "missing-rule", Error, server, "a validation rule has no expression");
code!(
    RULE_MESSAGE,
    "rule-message",
    Error,
    server,
    "the message of a validation rule is blank, not valid or missing"
);
code!(BLANK_MESSAGE_EXPRESSION, "blank-message-expression", Error, server, "`messageExpression` is blank");
code!(UNSUPPORTED_REASON, "unsupported-reason", Error, server, "an unknown reason of a validation rule");
code!(
    RULE_FIELD_PATH,
    "rule-field-path",
    Error,
    server,
    "the `fieldPath` of a validation rule does not exist"
);

const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

pub(super) fn check(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    // Where the schema cannot become structural, the server lets any path pass.
    let with_path = |rule: ValidationRule<'_>| !rule.field_path().is_empty();
    let structural = schema.validations().any(with_path) && field_path::is_structural(schema);
    for (i, rule) in schema.validations().enumerate() {
        let path = path.child("x-kubernetes-validations");
        let path = path.index(i);
        rule_and_message(rule, &path, report);
        if !rule.message_expression().is_empty() && is_blank(rule.message_expression()) {
            report
                .required(
                    &BLANK_MESSAGE_EXPRESSION,
                    &path.child("messageExpression"),
                    "messageExpression must be non-empty if specified",
                )
                .message("this messageExpression is blank")
                .help("remove it, or write an expression of type string");
        }
        if let Some(reason) = rule.reason().filter(|reason| !REASONS.contains(reason)) {
            report
                .not_supported(&UNSUPPORTED_REASON, &path.child("reason"), reason, &REASONS)
                .message(match reason {
                    "" => "this reason is empty".to_owned(),
                    reason => format!("`{reason}` is not a reason"),
                })
                .help(format!(
                    "write one of {}, or remove it: it is FieldValueInvalid then",
                    REASONS.join(", ")
                ));
        }
        rule_field_path(schema, structural, rule, &path, report);
    }
}

fn rule_and_message(rule: ValidationRule<'_>, path: &Path<'_>, report: &mut Report) {
    let (text, message) = (trimmed(rule.rule()), trimmed(rule.message()));
    let message_path = path.child("message");
    if text.is_empty() {
        report
            .required(&MISSING_RULE, &path.child("rule"), "rule is not specified")
            .message("this entry has no rule")
            .help("add `rule:` with a CEL expression that is true for valid objects");
    } else if !rule.message().is_empty() && message.is_empty() {
        report
            .invalid(&RULE_MESSAGE, &message_path, rule.message(), "must be non-empty if specified")
            .message("this message is blank")
            .help("say what the user did wrong, or remove `message`");
    } else if has_newlines(message) {
        report
            .invalid(&RULE_MESSAGE, &message_path, rule.message(), "must not contain line breaks")
            .message("a message is one line")
            .help("write it on one line, or fold it by `>-`");
    } else if has_newlines(text) && message.is_empty() {
        report
            .required(&RULE_MESSAGE, &message_path, "message must be specified if rule contains line breaks")
            .message("a rule of several lines needs a message")
            .why("without one the server would show the rule itself")
            .help("add `message:`, or fold the rule to one line by `>-`");
    }
}

fn rule_field_path(
    schema: Schema<'_>,
    structural: bool,
    rule: ValidationRule<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    let (text, path) = (rule.field_path(), path.child("fieldPath"));
    if text.is_empty() {
        return;
    }
    if is_blank(text) {
        report
            .invalid(&RULE_FIELD_PATH, &path, text, "must be non-empty if specified")
            .message("this fieldPath is blank")
            .help("remove it, or write a path from this node on, as `.spec.replicas`");
    }
    if has_newlines(text) {
        report
            .invalid(&RULE_FIELD_PATH, &path, text, "must not contain line breaks")
            .message("a fieldPath is one line")
            .help("write it without a line break");
    }
    if structural && field_path::find(text, schema, true).is_err() {
        let raised = report.invalid(&RULE_FIELD_PATH, &path, text, "must be a valid path");
        if let Some(mended) = field_path::with_dot(text, schema, true) {
            raised
                .message(format!("`{text}` lacks the dot at its beginning"))
                .help(format!("write `{mended}`"));
            return;
        }
        let message = match is_blank(text) {
            true => "a blank fieldPath leads to no field".to_owned(),
            false => format!("`{text}` leads to no field of this schema"),
        };
        raised.message(message).help("write it from this node on, as `.spec.replicas` or `.spec['dashed-name']`; lists cannot be entered");
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(is_go_space)
}

fn is_blank(text: &str) -> bool {
    trimmed(text).is_empty()
}

/// Go's `unicode.IsSpace`.
fn is_go_space(c: char) -> bool {
    c.is_whitespace()
}

fn has_newlines(text: &str) -> bool {
    text.contains(['\n', '\r'])
}
