//! A rule of the whole object that reads one field only: an object that fails it can no longer be written at all,
//! while a rule of the field would let it be as long as the field does not change.
//!
//! `CachedDeepEqual` of k8s.io/apiserver (pkg/cel/common/equality.go) finds no object equal to its old self, since
//! `metadata` has no schema, so what fails at the root is never forgiven. What no object shows is not reported.

use crdls_cel::ast::{Ast, ExprId, ExprKind};
use crdls_cel::eval::Value;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, WitnessObject, code};
use crdls_resource::codes::FAILED_RULE;
use crdls_resource::{is_of_rule, is_resource_field};
use crdls_rules::run::RunnableRule;
use crdls_rules::unescape;
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_witness::{Conditions, Goal, Role, Witness};

use super::position::RulePosition;
use super::runnable_rule::{runnable, short};
use super::searches::{Searches, is_run_on_creation, value_path};
use crate::advice::walk::schemas::SchemaPosition;

code!(
    RULE_BLOCKS_UPDATES,
    "rule-blocks-updates",
    Information,
    advice,
    "a rule at the root rejects every update of a stored object that fails it"
);

pub(super) fn check<'m>(
    at: &RulePosition<'_, 'm>,
    schema: &SchemaPosition<'m, '_>,
    searches: &Searches<'m>,
) -> Option<Finding> {
    let is_root = || value_path(schema.path).is_some_and(|path| path.is_empty());
    if at.input.patch || schema.clause || !is_root() || !is_run_on_creation(at.input, schema.path) {
        return None;
    }
    let parsed = at.parsed(at.text)?;
    let read = FieldRead::of(&parsed.ast)?;
    at.schema.property(&read.name)?;
    let mut failure = Failure { runnable: runnable(at, schema, false)?, rule: at.text.trim() };
    let wishes = Conditions::of_rule(&parsed.ast, at.schema, false).making(false);
    let place = (schema.schema, schema.path);
    let witness = searches.witness(at.input, place, (&wishes, false), &mut failure)?;
    Some(finding(at, &read, &witness))
}

/// The one field of `self` that a rule reads.
struct FieldRead {
    name: String,
    /// Where the rule has `self.name`, in the order of the text.
    ranges: Vec<TextRange>,
}

impl FieldRead {
    /// Nothing where a rule reads several fields, `self` itself, `oldSelf`, whether the field is there, or a field that
    /// only rules at the root see.
    fn of(ast: &Ast) -> Option<Self> {
        let is = |id: ExprId, text: &str| matches!(ast.kind(id), ExprKind::Ident(name) if name == text);
        let mut read: Option<Self> = None;
        let mut selected = 0;
        for id in ast.ids() {
            let ExprKind::Select { operand, field, test_only } = ast.kind(id) else { continue };
            if !is(*operand, "self") {
                continue;
            }
            let name = unescape(field).unwrap_or(field.as_ref().into()).into_owned();
            let read = read.get_or_insert_with(|| Self { name: name.clone(), ranges: Vec::new() });
            if *test_only || read.name != name || is_resource_field(&name) {
                return None;
            }
            selected += 1;
            read.ranges.push(ast.expr(id).origin.range);
        }
        let named = ast.ids().filter(|id| is(*id, "self")).count();
        read.as_mut()?.ranges.sort();
        read.filter(|_| named == selected && !ast.reads("oldSelf"))
    }

    /// The rule as a rule of the field.
    fn moved(&self, rule: &str) -> String {
        let mut moved = String::new();
        let mut end = 0;
        for range in &self.ranges {
            moved.push_str(rule.get(end..range.start as usize).unwrap_or_default());
            moved.push_str("self");
            end = range.end as usize;
        }
        moved.push_str(rule.get(end..).unwrap_or_default());
        moved
    }
}

/// The goal that a rule is false.
struct Failure<'r> {
    runnable: RunnableRule,
    rule: &'r str,
}

impl Goal for Failure<'_> {
    fn holds(&mut self, new: &Json, _: Option<&Json>) -> bool {
        matches!(self.runnable.result(new, None), Ok(Value::Bool(false)))
    }

    fn role(&self, finding: &Finding) -> Role {
        if *finding.code == FAILED_RULE && is_of_rule(finding, self.rule) {
            Role::Goal
        } else {
            Role::InTheWay
        }
    }
}

/// The update that shows it writes the stored object again as it is.
fn finding(at: &RulePosition<'_, '_>, read: &FieldRead, witness: &Witness) -> Finding {
    let stored = witness.object.to_json();
    let (FieldRead { name, .. }, path) = (read, at.path.child("rule"));
    let range = at.range(Field::Rule);
    let moved = read.moved(at.text);
    Finding::new(
        &RULE_BLOCKS_UPDATES,
        range,
        &path,
        format!("{} rejects every update of a stored object that fails it", path.subject()),
    )
    .why(format!(
        "a stored object like `{}`, created before the rule was added, can no longer be updated: neither its `status` nor its finalizers can change",
        short(&witness.shown())
    ))
    .help(format!(
        "move the rule to `{name}`, where the server accepts the object while `{name}` is unchanged: `{}`",
        short(moved.trim())
    ))
    .shown_by(WitnessObject { object: stored.clone(), old: Some(stored) })
}
