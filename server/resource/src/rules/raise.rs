//! What is said of rules that do not hold, or do not run.
//!
//! Mirrors `fieldErrorForReason` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/validation.go).

use super::node::{NodeValues, RuleNode};
use crate::correlation::Correlated;
use crate::past::unchanged;
use crdls_go::go_quote;
use crdls_manifest::field_path;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Schema, ValidationRule};
use crdls_minors::Difference;
use crdls_report::{ErrorField, ErrorType, FieldError, Finding, Note, Path, Report, code, in_backticks};

code!(FAILED_RULE, "failed-rule", Error, server, "a validation rule of the kind failed");
code!(RULE_ERROR, "rule-error", Error, server, "a validation rule of the kind fails to evaluate");

/// The note that names a rule.
fn of_rule(rule: &str) -> String {
    format!("the rule is `{}`", rule.trim())
}

/// Whether a finding says that a rule of this text is false or does not run.
pub fn is_of_rule(finding: &Finding, rule: &str) -> bool {
    let is_named =
        || finding.notes.iter().any(|note| matches!(note, Note::Why(why) if *why == of_rule(rule)));
    [&FAILED_RULE, &RULE_ERROR].contains(&finding.code) && is_named()
}

/// A rule that is false.
pub(super) fn failed(
    rule: ValidationRule<'_>,
    field_path: &str,
    node: &RuleNode<'_>,
    values: NodeValues<'_, '_>,
    path: &Path<'_>,
    detail: String,
    report: &mut Report,
) {
    let kind = match rule.reason() {
        Some("FieldValueForbidden") => ErrorType::Forbidden,
        Some("FieldValueRequired") => ErrorType::Required,
        Some("FieldValueDuplicate") => ErrorType::Duplicate,
        _ => ErrorType::Invalid,
    };
    let said = if kind == ErrorType::Duplicate { String::new() } else { detail.clone() };
    let target = target(field_path, node.schema, path);
    let headline = headline(&target, rule, &detail);
    let prints_value = report.kubernetes.has(Difference::PrintsFailedValues);
    let raised = report.add_at(&FAILED_RULE, kind, target, said);
    raised.message(headline).why(of_rule(rule.rule()));
    if let Some(span) = rule.span(Field::Rule) {
        raised.related_in_schema(span.value, "the rule is here");
    }
    let whole = matches!(node.schema.type_(), "object" | "array");
    if matches!(kind, ErrorType::Invalid | ErrorType::Duplicate) {
        match prints_value {
            true if whole => {}
            true => _ = raised.bad(values.json.quoted()),
            false => _ = raised.bad(go_quote(node.schema.type_())),
        }
    }
}

/// The field, and the author's message; the rule where there is none.
fn headline(target: &ErrorField, rule: ValidationRule<'_>, detail: &str) -> String {
    let field = target.path.subject();
    if detail.starts_with("failed rule: ") {
        return format!("{field} violates the rule {}", in_backticks(rule.rule().trim()));
    }
    let message = detail.trim_end_matches('.');
    if target.path.is_empty() { format!("the object: {message}") } else { format!("{field}: {message}") }
}

/// A message expression that exceeds a budget, reported where the rule points.
pub(super) fn at(
    field_path: &str,
    node: &RuleNode<'_>,
    path: &Path<'_>,
    detail: String,
    report: &mut Report,
) {
    let ours = "the message of a rule exceeds the cost budget";
    trouble(target(field_path, node.schema, path), node, detail, ours, report);
}

/// Makes a warning of what was raised last, where nothing changed at a node. On an object that is wrong otherwise the
/// server runs no rules: there is nothing to warn of.
pub(super) fn ratchet(node: &Correlated<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(mut raised) = report.errors.pop() else { return };
    let at = path.manifest().first_steps(node.depth());
    if !node.is_equal() {
        raised.ratchets_at = Some(at);
        report.errors.push(raised);
    } else if !raised.shadowed {
        raised.detail = raised.sentence(report.kubernetes);
        raised.field.clear();
        raised.bad = None;
        raised.kind = ErrorType::Warning;
        raised.past = Some(unchanged(&at));
        // The server sends the same words once.
        let is_sent = |error: &FieldError| error.kind == ErrorType::Warning && error.detail == raised.detail;
        if !report.errors.iter().any(is_sent) {
            report.errors.push(raised);
        }
    }
}

/// A rule without a result: the server's sentence, and ours after the field.
pub(super) fn invalid(node: &RuleNode<'_>, path: &Path<'_>, detail: String, ours: &str, report: &mut Report) {
    trouble(here(path), node, detail, ours, report);
}

pub(super) fn out_of_budget(node: &RuleNode<'_>, path: &Path<'_>, report: &mut Report) {
    const DETAIL: &str =
        "validation failed due to running out of cost budget, no further validation rules will be run";
    let ours = "the rules exceed the cost budget of a request";
    invalid(node, path, DETAIL.to_owned(), ours, report);
}

fn trouble(target: ErrorField, node: &RuleNode<'_>, detail: String, ours: &str, report: &mut Report) {
    let headline = format!("{}: {ours}", target.path.subject());
    report
        .add_at(&RULE_ERROR, ErrorType::Invalid, target, detail)
        .bad(go_quote(node.schema.type_()))
        .message(headline)
        .help("change the value, or fix the rule in the CRD");
}

fn here(path: &Path<'_>) -> ErrorField {
    let target = ErrorField::of(path);
    if !target.field.is_empty() {
        return target;
    }
    ErrorField { field: "<nil>".to_owned(), ..target }
}

/// Where a rule points: to its node, or to what its `fieldPath` names.
fn target(field_path: &str, schema: Schema<'_>, path: &Path<'_>) -> ErrorField {
    let found = Some(field_path).filter(|text| !text.is_empty());
    let names = found.and_then(|text| field_path::find(text, schema, true).ok()).map(|(names, _)| names);
    let Some(names) = names.filter(|names| !names.is_empty()) else { return here(path) };
    let mut target = ErrorField::of(path);
    let mut relative = String::new();
    let mut at = Some(schema);
    for name in names {
        let is_field = at.is_some_and(|schema| schema.properties().len() > 0);
        at = at.and_then(|schema| if is_field { schema.property(&name) } else { schema.value_schema() });
        match (is_field, relative.is_empty()) {
            (true, true) => relative.push_str(&name),
            (true, false) => relative.extend([".", &name]),
            (false, _) => relative.extend(["[", &name, "]"]),
        }
        target.path = if is_field { target.path.child(&name) } else { target.path.key(&name) };
    }
    // The server puts a dot before a key of a map too.
    target.field = match target.field.as_str() {
        "" => relative,
        field => format!("{field}.{relative}"),
    };
    target
}
