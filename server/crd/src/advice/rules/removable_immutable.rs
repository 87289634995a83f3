//! A field whose rule makes it immutable, and which can be removed and set to another value.
//!
//! A rule on `oldSelf` is not evaluated where the field is added or removed (`validateExpressions` of
//! k8s.io/apiextensions-apiserver, pkg/apiserver/schema/cel/validation.go). Two updates that the server accepts show it;
//! what they do not show is not reported.

use crdls_cel::ast::functions::EQUALS;
use crdls_cel::ast::{Ast, ExprKind};
use crdls_cel::eval::Value;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{FieldPath, Finding, WitnessObject, code};
use crdls_resource::codes::FAILED_RULE;
use crdls_resource::is_of_rule;
use crdls_rules::escape;
use crdls_rules::run::RunnableRule;
use crdls_values::Json;
use crdls_witness::{Conditions, Goal, Role, Wanted, Wish, Witness, example};

use super::position::RulePosition;
use super::runnable_rule::{runnable, short};
use super::searches::{Reset, Searches, is_run_on_creation};
use crate::advice::walk::schemas::SchemaPosition;

code!(
    REMOVABLE_IMMUTABLE,
    "removable-immutable",
    Information,
    advice,
    "an immutable field can be removed and set to another value"
);

pub(super) fn check<'m>(
    at: &RulePosition<'_, 'm>,
    schema: &SchemaPosition<'m, '_>,
    searches: &Searches<'m>,
) -> Option<Finding> {
    let parent = schema.around.filter(|_| !schema.name.is_empty())?;
    let is_optional =
        schema.schema.default().is_none() && !parent.schema.required().any(|(name, _)| name == schema.name);
    if at.input.patch || schema.clause || !is_optional || !is_run_on_creation(at.input, schema.path) {
        return None;
    }
    let parsed = at.parsed(at.text)?;
    if at.rule.optional_old_self() == Some(true) || !is_immutability(&parsed.ast) || schema.is_deprecated() {
        return None;
    }
    let mut change = Change { runnable: runnable(at, schema, false)?, rule: at.text.trim() };
    let mut wishes = Conditions::of_rule(&parsed.ast, at.schema, true).making(false);
    wishes.extend(other_values(at.schema, schema.name, at.input.config.kubernetes));
    let place = (schema.schema, schema.path);
    let shown = searches.reset(at.input, place, &wishes, &mut change)?;
    Some(finding(at, schema, parent, &shown))
}

/// Wishes for an old value that is not the smallest one, which the new value is.
fn other_values(schema: Schema<'_>, name: &str, minor: Minor) -> Vec<Wish> {
    let old = FieldPath::of_names(&["oldSelf"]);
    let member =
        schema.properties().next().map(|property| Wish::of(old.child(property.name), Wanted::Present));
    let smallest = Wanted::Not(vec![example(schema, name, minor)]);
    let others = [Wanted::Size(1), Wanted::Size(2), smallest].map(|wanted| Wish::of(old.clone(), wanted));
    member.into_iter().chain(others).collect()
}

/// Whether a rule says that a value never changes, and nothing else.
fn is_immutability(ast: &Ast) -> bool {
    let is = |id, text: &str| matches!(ast.kind(id), ExprKind::Ident(name) if name == text);
    match ast.kind(ast.root) {
        ExprKind::Call { function, target: None, args } if *function == EQUALS => match args.as_slice() {
            [a, b] => is(*a, "self") && is(*b, "oldSelf") || is(*a, "oldSelf") && is(*b, "self"),
            _ => false,
        },
        _ => false,
    }
}

/// The goal that a rule rejects a change.
struct Change<'r> {
    runnable: RunnableRule,
    rule: &'r str,
}

impl Goal for Change<'_> {
    fn holds(&mut self, new: &Json, old: Option<&Json>) -> bool {
        old.is_some() && matches!(self.runnable.result(new, old), Ok(Value::Bool(false)))
    }

    fn role(&self, finding: &Finding) -> Role {
        let is_it = *finding.code == FAILED_RULE && is_of_rule(finding, self.rule);
        if is_it { Role::Goal } else { Role::InTheWay }
    }
}

fn finding(
    at: &RulePosition<'_, '_>,
    schema: &SchemaPosition<'_, '_>,
    parent: &SchemaPosition<'_, '_>,
    shown: &Reset,
) -> Finding {
    let Reset { refused, between } = shown;
    let path = at.path.child("rule");
    let name = escape(schema.name).unwrap_or(schema.name.into());
    let between = Witness { object: between.clone(), old: None };
    let steps = [refused.shown_old().unwrap_or_default(), between.shown(), refused.shown()];
    let [first, second, third] = steps.map(|step| short(&step));
    Finding::new(
        &REMOVABLE_IMMUTABLE,
        at.range(Field::Rule),
        &path,
        format!("{} lets an update remove the field, and the next one set another value", path.subject()),
    )
    .why(format!(
        "the server accepts an update of `{first}` to `{second}`, and then to `{third}`: a rule on `oldSelf` is not evaluated if the field is added or removed"
    ))
    .help(format!("add the rule `!has(oldSelf.{name}) || has(self.{name})` to {}", parent.path.subject()))
    .shown_by(WitnessObject { object: refused.object.to_json(), old: Some(between.object.to_json()) })
}
