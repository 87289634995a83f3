//! The fields of a validation rule that can be checked without CEL.
//!
//! Mirrors the loop over `XValidations` of `ValidateCustomResourceDefinitionOpenAPISchema` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go).

use crdls_manifest::field_path;
use crdls_manifest::model::{Schema, ValidationRule};
use crdls_report::{Path, Report, code, got};

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
                .predicate("is blank")
                .help("remove the line, or write an expression of type string");
        }
        if let Some(reason) = rule.reason().filter(|reason| !REASONS.contains(reason)) {
            report
                .not_supported(&UNSUPPORTED_REASON, &path.child("reason"), reason, &REASONS)
                .predicate(format!("must be one of {}{}", REASONS.join(", "), got(reason)))
                .help("write one of these reasons, or remove the line for the default `FieldValueInvalid`");
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
            .predicate("is missing")
            .help("add `rule:` with a CEL expression that is true for valid objects");
    } else if !rule.message().is_empty() && message.is_empty() {
        report
            .invalid(&RULE_MESSAGE, &message_path, rule.message(), "must be non-empty if specified")
            .predicate("is blank")
            .help("state what must hold, or remove the line");
    } else if has_newlines(message) {
        report
            .invalid(&RULE_MESSAGE, &message_path, rule.message(), "must not contain line breaks")
            .predicate("must be one line")
            .help("write the message on one line, or fold it with `>-`");
    } else if has_newlines(text) && message.is_empty() {
        report
            .required(&RULE_MESSAGE, &message_path, "message must be specified if rule contains line breaks")
            .predicate("is missing for a rule of several lines")
            .why("without a message the server would show the rule itself")
            .help("add `message:`, or fold the rule to one line with `>-`");
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
            .predicate("is blank")
            .help("remove the line, or write a path relative to the schema of the rule, such as `.spec.replicas`");
    }
    if has_newlines(text) {
        report
            .invalid(&RULE_FIELD_PATH, &path, text, "must not contain line breaks")
            .predicate("must be one line")
            .help("remove the line break");
    }
    if structural && field_path::find(text, schema, true).is_err() {
        let raised = report.invalid(&RULE_FIELD_PATH, &path, text, "must be a valid path");
        if let Some(fixed) = field_path::with_dot(text, schema, true) {
            raised.predicate(format!("must start with a dot, got `{text}`")).help(format!("write `{fixed}`"));
            return;
        }
        let predicate = match is_blank(text) {
            true => "leads to no field, because it is blank".to_owned(),
            false => format!("leads to no field of the schema: `{text}`"),
        };
        raised
            .predicate(predicate)
            .help("write a path relative to the schema of the rule, such as `.spec.replicas` or `.spec['dashed-name']`, not of a field in a list");
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
