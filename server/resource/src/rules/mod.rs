//! The rules in CEL of a schema, run on a value.
//!
//! Mirrors `Validator.Validate` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/validation.go) and `hasBlockingErr` (pkg/registry/customresource/strategy.go).
//! The server compiles all rules of a schema; here those are that a value comes to. On an object that is wrong
//! otherwise it runs none; what they would say all the same is shadowed.

mod invalid_values;
mod node;
mod program;
pub(crate) mod raise;
mod walk;
mod watched;

use crate::correlation::Correlated;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{ErrorField, ErrorType, FieldPath, Path, Report, code};
use crdls_rules::run::Data;
use crdls_values::Json;
use invalid_values::InvalidValues;
use node::{NodeValues, OldValue, Ratchet, RuleNode};
pub use raise::{RULE_ERROR, is_of_rule};
pub use walk::PreparedRules;
use walk::Runner;
pub use watched::{RuleTruth, RuleTruths};

code!(
    UNCHECKED_RULES,
    "unchecked-rules",
    Information,
    server,
    "validation rules are not evaluated until the other errors are fixed"
);

/// The object that another replaces.
#[derive(Clone, Copy)]
pub(super) struct OldObject<'v> {
    pub(super) object: &'v Json,
    /// Both objects, where the server forgives what did not change.
    pub(super) correlated: Option<&'v Correlated<'v>>,
}

/// What all rules may cost that are run for one request.
pub const REQUEST_BUDGET: i64 = 10_000_000;

/// Runs the rules of a schema on a custom resource that is created, or that replaces an old one.
pub(super) fn check<'m>(
    object: &Json,
    old: Option<OldObject<'_>>,
    schema: Schema<'m>,
    minor: Minor,
    prepared: &mut PreparedRules<'m>,
    report: &mut Report,
) {
    if !prepared.has_rules(schema) {
        return;
    }
    let doubtful = InvalidValues::of(&report.errors).map(|doubts| doubts.data(object));
    let is_doubtful = doubtful.is_some();
    if is_doubtful {
        unchecked(object.get("kind").and_then(Json::as_str).unwrap_or_default(), report);
    }
    let new = &doubtful.unwrap_or_else(|| Data::of(object));
    let data = old.map(|old| Data::of(old.object));
    let old_value = old.zip(data.as_ref()).map(|(old, data)| OldValue { json: old.object, data });
    let ratchet = Ratchet::root(old.and_then(|old| old.correlated));
    report.shadowed_if(is_doubtful, |report| {
        let node = prepared.root(schema, true, minor);
        // The server does not run the rules of an object that is wrong otherwise.
        let truths = prepared.truths.take_if(|_| !is_doubtful);
        let mut runner = Runner::new(minor, REQUEST_BUDGET, prepared, report);
        runner.state.truths = truths;
        let values = NodeValues { json: object, new, old: old_value, ratchet };
        runner.validate(&node, values, &Path::EMPTY);
        if let Some(truths) = runner.state.truths.take() {
            prepared.truths = Some(truths);
        }
    });
}

fn unchecked(kind: &str, report: &mut Report) {
    const DETAIL: &str = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
    let nowhere = ErrorField { field: "<nil>".to_owned(), path: FieldPath::default() };
    report
        .add_at(&UNCHECKED_RULES, ErrorType::Invalid, nowhere, DETAIL)
        .bad("null")
        .message(format!("CEL rules of `{kind}` were not evaluated because the object has other errors"));
}

/// Runs rules on a value, as a resource's root or another node's, and gives what is left of the budget:
/// less than nothing where it did not suffice.
#[expect(clippy::too_many_arguments, reason = "what a run depends on, each once")]
pub fn run(
    value: &Json,
    old: Option<&Json>,
    schema: Schema<'_>,
    resource: bool,
    budget: i64,
    minor: Minor,
    path: &Path<'_>,
    report: &mut Report,
) -> i64 {
    let data = Data::of(value);
    let old_data = old.map(Data::of);
    let old = old.zip(old_data.as_ref()).map(|(json, data)| OldValue { json, data });
    let mut prepared = PreparedRules::default();
    let mut runner = Runner::new(minor, budget, &mut prepared, report);
    let node = RuleNode::root(schema, resource, minor);
    let ratchet = Ratchet::default();
    runner.validate(&node, NodeValues { json: value, new: &data, old, ratchet }, path);
    runner.state.budget
}

/// `hasXValidations`: rules inside of allOf do not count.
pub fn has_rules(schema: Schema<'_>) -> bool {
    schema.may_have_within(Field::XValidations)
        && (schema.validations().len() > 0
            || schema.item_schema().is_some_and(has_rules)
            || schema.value_schema().is_some_and(has_rules)
            || schema.properties().any(|property| has_rules(property.schema)))
}
