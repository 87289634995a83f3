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

use crdls_rules::run::Data;
use crdls_schema::model::Schema;
use crdls_schema::report::{ErrorField, Report};
use crdls_schema::{ErrorType, Minor, code};
use crdls_schema::{FieldPath, Path};
use crdls_values::Json;
use invalid_values::InvalidValues;
use node::{NodeValues, RuleNode};
use walk::Runner;

code!(
    UNCHECKED_RULES,
    "unchecked-rules",
    Error,
    server,
    "validation rules are not checked until the other errors are fixed"
);

/// What all rules may cost that are run for one request.
pub const REQUEST_BUDGET: i64 = 10_000_000;

/// Runs the rules of a schema on a custom resource that is created.
pub(super) fn check(object: &Json, schema: Schema<'_>, minor: Minor, report: &mut Report) {
    if !has_rules(schema) {
        return;
    }
    let doubtful = InvalidValues::of(&report.errors).map(|doubts| doubts.data(object));
    let Some(data) = doubtful else {
        run(object, None, schema, true, REQUEST_BUDGET, minor, &Path::EMPTY, report);
        return;
    };
    unchecked(object.get("kind").and_then(Json::as_str).unwrap_or_default(), report);
    report.shadowed_if(true, |report| {
        let mut runner = Runner::new(minor, REQUEST_BUDGET, report);
        let node = RuleNode::root(schema, true, minor);
        runner.validate(&node, NodeValues { json: object, new: &data, old: None }, &Path::EMPTY);
    });
}

fn unchecked(kind: &str, report: &mut Report) {
    const DETAIL: &str = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
    let nowhere = ErrorField { field: "<nil>".to_owned(), path: FieldPath::default() };
    report
        .add_at(&UNCHECKED_RULES, ErrorType::Invalid, nowhere, DETAIL)
        .bad("null")
        .message(format!("the rules of `{kind}` are not checked until the other errors are fixed"));
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
    let old = old.map(Data::of);
    let mut runner = Runner::new(minor, budget, report);
    let node = RuleNode::root(schema, resource, minor);
    runner.validate(&node, NodeValues { json: value, new: &data, old: old.as_ref() }, path);
    runner.state.budget
}

/// `hasXValidations`: rules inside of allOf do not count.
pub fn has_rules(schema: Schema<'_>) -> bool {
    schema.validations().len() > 0
        || schema.item_schema().is_some_and(has_rules)
        || node::value_schema(schema).is_some_and(has_rules)
        || schema.properties().any(|property| has_rules(property.schema))
}
