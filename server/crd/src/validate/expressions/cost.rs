//! Rules that cost too much.

use super::drivers;
use super::rule::PlacedRule;
use crate::cost::{drivers_of_total, of_schema};
use crdls_rules::{Good, Total, excess_words};
use crdls_schema::Path;
use crdls_schema::code;
use crdls_schema::model::Schema;
use crdls_schema::report::{ErrorField, Report};
use crdls_schema::{ErrorType, Minor};

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
    raised
        .message(format!(
            "this rule can cost {}, {} times what a rule may",
            number(cost),
            times(cost, crdls_rules::RULE_LIMIT)
        ))
        .mark_value(&path);
    let found = rule.costed(good).map(|costed| costed.drivers()).unwrap_or_default();
    drivers::explain(raised, &found, explained(good.cost, rule), rule.root);
}

/// A message expression above the limit.
pub(super) fn message(rule: &PlacedRule<'_>, good: &Good, report: &mut Report) {
    let words = excess_words("estimated messageExpression cost", good.cost, crdls_rules::RULE_LIMIT);
    let path = rule.path.child("messageExpression");
    let raised = report.forbidden(&CEL_COST, &path, words);
    raised
        .message(format!(
            "this message can cost {}, {} times what one may",
            number(good.cost),
            times(good.cost, crdls_rules::RULE_LIMIT)
        ))
        .mark_value(&path);
    let found = rule.costed(good).map(|costed| costed.message_drivers()).unwrap_or_default();
    drivers::explain(raised, &found, SUMMED.to_owned(), rule.root);
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
    for (cost, place) in dearest {
        report
            .add_at(
                &CEL_TOTAL_COST,
                ErrorType::Forbidden,
                place.clone(),
                "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema",
            )
            .message(format!(
                "this can cost {}, and all rules of this schema together {}: they may cost {}",
                number(*cost),
                number(total.cost),
                number(crdls_rules::SCHEMA_LIMIT)
            ));
    }
    let words = excess_words(
        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
        total.cost,
        crdls_rules::SCHEMA_LIMIT,
    );
    let raised = report.forbidden(&CEL_TOTAL_COST, path, words);
    raised.message(format!(
        "the rules of this schema can cost {} together, {} times what they may",
        number(total.cost),
        times(total.cost, crdls_rules::SCHEMA_LIMIT)
    ));
    drivers::explain_total(raised, &drivers_of_total(&of_schema(schema, minor)), path);
}

const SUMMED: &str = "the server adds up the most that each part of it can cost";

fn explained(per_call: u64, rule: &PlacedRule<'_>) -> String {
    let evaluations = rule.node.evaluations(rule.terms.declaration);
    if evaluations == 1 {
        return SUMMED.to_owned();
    }
    format!(
        "one evaluation can cost {}, and there can be {} in one object",
        number(per_call),
        number(evaluations)
    )
}

/// `12,345`
fn number(value: u64) -> String {
    if value == u64::MAX {
        return "more than can be counted".to_owned();
    }
    let digits = value.to_string();
    let grouped = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    grouped.collect::<Vec<_>>().join(",")
}

/// How many times a limit.
fn times(cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    if factor < 10.0 { format!("{factor:.1}") } else { number(factor as u64) }
}
