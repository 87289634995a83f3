//! Rules that cost too much.

use super::drivers;
use super::rule::PlacedRule;
use crate::cost::{CostedRule, drivers_of_total, figures, of_schema};
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{ErrorField, ErrorType, Path, Report, code};
use crdls_rules::{Good, Total, excess_words};

code!(CEL_COST, "cel-cost", Error, server, "a rule or its message may exceed the per-rule cost limit");
code!(
    CEL_TOTAL_COST,
    "cel-total-cost",
    Error,
    server,
    "the rules of a schema may exceed the total cost limit"
);

/// A rule above the limit.
pub(super) fn rule(rule: &PlacedRule<'_>, good: &Good, cost: u64, report: &mut Report) {
    let words = excess_words("estimated rule cost", cost, crdls_rules::RULE_LIMIT);
    let path = rule.path.child("rule");
    let raised = report.forbidden(&CEL_COST, &path, words);
    raised.mark_value(&path);
    let costed = rule.costed(good);
    let found = costed.as_ref().map(CostedRule::drivers).unwrap_or_default();
    let undeclared = costed.and_then(|costed| costed.undeclared_name());
    let why = format!("{}; {}", estimate(cost, crdls_rules::RULE_LIMIT), explained(good.cost, rule));
    drivers::explain(raised, &found, undeclared.as_ref(), why, rule.root);
}

/// A message expression above the limit.
pub(super) fn message(rule: &PlacedRule<'_>, good: &Good, report: &mut Report) {
    let words = excess_words("estimated messageExpression cost", good.cost, crdls_rules::RULE_LIMIT);
    let path = rule.path.child("messageExpression");
    let raised = report.forbidden(&CEL_COST, &path, words);
    raised.mark_value(&path);
    let found = rule.costed(good).map(|costed| costed.message_drivers()).unwrap_or_default();
    let why = format!("{}; {SUMMED}", estimate(good.cost, crdls_rules::RULE_LIMIT));
    drivers::explain(raised, &found, None, why, rule.root);
}

/// All rules of a schema above the limit.
pub(super) fn total(
    total: &Total<ErrorField>,
    schema: Schema<'_>,
    minor: Minor,
    path: &Path<'_>,
    report: &mut Report,
) {
    let Some(dearest) = total.excess() else { return };
    let schema_name = path.subject();
    for (cost, place) in dearest {
        report
            .add_at(
                &CEL_TOTAL_COST,
                ErrorType::Forbidden,
                place.clone(),
                "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema",
            )
            .predicate(format!(
                "is {} of the total cost of {schema_name}, which exceeds the limit",
                figures::part(*cost, total.cost)
            ))
            .why(estimate(total.cost, crdls_rules::SCHEMA_LIMIT));
    }
    let words = excess_words(
        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
        total.cost,
        crdls_rules::SCHEMA_LIMIT,
    );
    let raised = report.forbidden(&CEL_TOTAL_COST, path, words);
    raised.message(match dearest.first() {
        Some((cost, place)) => format!(
            "rules of {schema_name} exceed the total cost limit; {} is {} of it",
            place.path.subject(),
            figures::part(*cost, total.cost)
        ),
        None => format!("rules of {schema_name} exceed the total cost limit, each with a small part of it"),
    });
    let why = estimate(total.cost, crdls_rules::SCHEMA_LIMIT);
    drivers::explain_total(raised, &drivers_of_total(&of_schema(schema, minor)), why, path);
}

const SUMMED: &str = "the server adds up the maximum cost of each part";

fn explained(per_call: u64, rule: &PlacedRule<'_>) -> String {
    let evaluations = rule.node.evaluations(rule.terms.declaration);
    let each = figures::magnitude(per_call);
    match evaluations {
        1 => SUMMED.to_owned(),
        u64::MAX => format!("one evaluation may cost {each}, and the number of evaluations overflows"),
        _ => format!(
            "one evaluation may cost {each}, and one object may need {} evaluations",
            figures::magnitude(evaluations)
        ),
    }
}

/// A note with a cost and its limit.
fn estimate(cost: u64, limit: u64) -> String {
    let limit = figures::figure(limit);
    match cost {
        u64::MAX => format!("the estimated cost overflows (limit {limit})"),
        cost => format!("estimated cost is {} (limit {limit})", figures::magnitude(cost)),
    }
}
