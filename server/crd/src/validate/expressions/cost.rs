//! Rules that cost too much.

use super::drivers;
use super::rule::PlacedRule;
use crate::cost::{CostedRule, drivers_of_total, figures, of_schema};
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
    raised.predicate(above(cost, crdls_rules::RULE_LIMIT)).mark_value(&path);
    let costed = rule.costed(good);
    let found = costed.as_ref().map(CostedRule::drivers).unwrap_or_default();
    let undeclared = costed.and_then(|costed| costed.undeclared_name());
    drivers::explain(raised, &found, undeclared.as_ref(), explained(good.cost, rule), rule.root);
}

/// A message expression above the limit.
pub(super) fn message(rule: &PlacedRule<'_>, good: &Good, report: &mut Report) {
    let words = excess_words("estimated messageExpression cost", good.cost, crdls_rules::RULE_LIMIT);
    let path = rule.path.child("messageExpression");
    let raised = report.forbidden(&CEL_COST, &path, words);
    raised.predicate(above(good.cost, crdls_rules::RULE_LIMIT)).mark_value(&path);
    let found = rule.costed(good).map(|costed| costed.message_drivers()).unwrap_or_default();
    drivers::explain(raised, &found, None, SUMMED.to_owned(), rule.root);
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
        let excess = figures::excess(total.cost, crdls_rules::SCHEMA_LIMIT);
        report
            .add_at(
                &CEL_TOTAL_COST,
                ErrorType::Forbidden,
                place.clone(),
                "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema",
            )
            .predicate(match *cost {
                u64::MAX => format!("{excess} of all rules of the schema"),
                cost => {
                    format!(
                        "costs {}, and the sum of all rules of the schema {excess}",
                        figures::figure(cost)
                    )
                }
            });
    }
    let words = excess_words(
        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
        total.cost,
        crdls_rules::SCHEMA_LIMIT,
    );
    let raised = report.forbidden(&CEL_TOTAL_COST, path, words);
    raised.message(format!(
        "the sum of all rules in {} {}",
        path.subject(),
        above(total.cost, crdls_rules::SCHEMA_LIMIT)
    ));
    drivers::explain_total(raised, &drivers_of_total(&of_schema(schema, minor)), path);
}

const SUMMED: &str = "the server adds up the maximum cost of each part";

fn explained(per_call: u64, rule: &PlacedRule<'_>) -> String {
    let evaluations = rule.node.evaluations(rule.terms.declaration);
    let each = figures::figure(per_call);
    match evaluations {
        1 => SUMMED.to_owned(),
        u64::MAX => format!("one evaluation may cost {each}, and the number of evaluations overflows"),
        _ => format!(
            "one evaluation may cost {each}, and one object may need {} evaluations",
            figures::figure(evaluations)
        ),
    }
}

/// A text that compares a cost with its limit.
fn above(cost: u64, limit: u64) -> String {
    let (excess, budget) = (figures::excess(cost, limit), figures::figure(limit));
    match cost {
        u64::MAX => format!("{excess} of {budget}"),
        cost => format!("{excess}: estimated cost {}, limit {budget}", figures::figure(cost)),
    }
}
