//! A part of a rule that fails to evaluate for an object that the schema accepts.
//!
//! A look at the rule finds the parts that can fail and that no guard keeps from it; a search finds an object
//! that shows it. What no object shows is not reported.

use crdls_cel::ast::Ast;
use crdls_cel::eval::COST_LIMIT_EXCEEDED;
use crdls_report::{FieldPath, Finding, Locator, WitnessObject, code};
use crdls_resource::RULE_ERROR;
use crdls_rules::run::RunnableRule;
use crdls_values::Json;
use crdls_witness::{Conditions, Goal, Hazard, HazardKind, Role, Witness};

use super::position::RulePosition;
use super::runnable_rule::{runnable, short};
use super::searches::{Searches, is_run_on_creation, value_path};
use crate::advice::walk::schemas::SchemaPosition;

code!(
    UNGUARDED_FIELD,
    "unguarded-field",
    Information,
    advice,
    "a rule fails to evaluate for an object that the schema accepts"
);

pub(super) fn check<'m>(
    at: &RulePosition<'_, 'm>,
    schema: &SchemaPosition<'m, '_>,
    searches: &Searches<'m>,
) -> Vec<Finding> {
    if at.input.patch || schema.clause || !is_run_on_creation(at.input, schema.path) {
        return Vec::new();
    }
    let Some(parsed) = at.parsed(at.text) else { return Vec::new() };
    let ast = &parsed.ast;
    let optional = at.rule.optional_old_self() == Some(true);
    let part_of = |hazard: &Hazard<'_>| ast.expr(hazard.id).origin.range.of(at.text);
    let mut hazards = Conditions::of_rule(ast, at.schema, !optional).hazards(ast);
    let (advice, path) = (&at.input.config.advice, at.path.child("rule"));
    hazards.retain(|hazard| advice.has_message(&UNGUARDED_FIELD, &path, || said(hazard, part_of(hazard)).0));
    if hazards.is_empty() {
        return Vec::new();
    }
    let Some(mut failure) = Failure::of(at, schema) else { return Vec::new() };
    let mut found: Vec<Finding> = Vec::new();
    let mut shown: Vec<(HazardKind, &str)> = Vec::new();
    for hazard in hazards {
        let part = part_of(&hazard);
        // One finding for what is read again and again.
        if shown.contains(&(hazard.kind, part)) {
            continue;
        }
        failure.kind = hazard.kind;
        failure.name = hazard.value.as_ref().and_then(|value| value.path.last_name()).map(str::to_owned);
        let place = (schema.schema, schema.path);
        let wishes = (hazard.wishes.as_slice(), failure.transition);
        if let Some(witness) = searches.witness(at.input, place, wishes, &mut failure) {
            shown.push((hazard.kind, part));
            found.push(finding(at, ast, &hazard, &witness, &failure.words));
        }
    }
    found
}

/// The goal that a rule fails to evaluate.
struct Failure<'r> {
    runnable: RunnableRule,
    transition: bool,
    /// Where the rule's value is in an object, and how the server names the rule.
    path: FieldPath,
    rule: &'r str,
    /// Why the part that is looked at fails, and the name that it asks for.
    kind: HazardKind,
    name: Option<String>,
    /// What the last evaluation that failed said.
    words: String,
}

impl<'r> Failure<'r> {
    /// The search for a rule that compiles.
    fn of<'m: 'r>(at: &RulePosition<'_, 'm>, schema: &SchemaPosition<'_, '_>) -> Option<Self> {
        let optional = at.rule.optional_old_self() == Some(true);
        let runnable = runnable(at, schema, optional)?;
        let message = at.rule.message().trim();
        Some(Self {
            transition: runnable.uses_old_self && !optional,
            runnable,
            path: value_path(schema.path)?,
            rule: if message.is_empty() { at.text.trim() } else { message },
            kind: HazardKind::Field,
            name: None,
            words: String::new(),
        })
    }

    /// Whether an evaluation failed as the part does that is looked at.
    fn is_expected(&self, words: &str) -> bool {
        match self.kind {
            HazardKind::Field | HazardKind::Entry => {
                words.strip_prefix("no such key: ").is_some_and(|key| self.name.as_deref() == Some(key))
            }
            HazardKind::Item => words.starts_with("index out of bounds"),
            HazardKind::Division => words.ends_with("by zero"),
            HazardKind::Call | HazardKind::Null | HazardKind::Union => true,
        }
    }
}

impl Goal for Failure<'_> {
    fn holds(&mut self, new: &Json, old: Option<&Json>) -> bool {
        let Err(error) = self.runnable.result(new, old) else { return false };
        let fails = !error.is_unknown_here()
            && !error.words().starts_with(COST_LIMIT_EXCEEDED)
            && self.is_expected(error.words());
        if fails {
            self.words = error.words().to_owned();
        }
        fails
    }

    fn role(&self, finding: &Finding) -> Role {
        let detail = finding.server.as_ref().map_or("", |server| server.detail.as_str());
        // The server says so of each evaluation that fails.
        let is_evaluation = detail.contains("evaluating rule: ") || detail.contains(" for rule: ");
        if *finding.code != RULE_ERROR || !is_evaluation {
            return Role::InTheWay;
        }
        let is_it = finding.path == self.path
            && detail.contains(&self.words)
            && detail.ends_with(&format!("rule: {}", self.rule));
        if is_it { Role::Goal } else { Role::Aside }
    }
}

fn finding(
    at: &RulePosition<'_, '_>,
    ast: &Ast,
    hazard: &Hazard<'_>,
    witness: &Witness,
    words: &str,
) -> Finding {
    let part = ast.expr(hazard.id).origin.range;
    let path = FieldPath::from(&at.path.child("rule"));
    let range = Locator::new(at.input.root).inside(path.steps(), part);
    let (message, help) = said(hazard, part.of(at.text));
    let shown = witness.shown();
    let when = match witness.shown_old() {
        Some(old) => format!("when `{}` becomes `{}`", short(&old), short(&shown)),
        None => format!("on `{}`", short(&shown)),
    };
    let finding = Finding::new(&UNGUARDED_FIELD, range, path, message)
        .why(format!("{when}, which the schema accepts, the rule fails: {words}"))
        .help(help)
        .shown_by(WitnessObject {
            object: witness.object.to_json(),
            old: witness.old.as_ref().map(Json::to_json),
        });
    let declared = hazard.value.as_ref().and_then(|value| value.schema.key());
    match (hazard.kind, declared) {
        (HazardKind::Field, Some(key)) => finding.related(key, "it is optional and has no default"),
        (HazardKind::Null, Some(key)) => finding.related(key, "it is nullable"),
        _ => finding,
    }
}

/// What is wrong, and what to do.
fn said(hazard: &Hazard<'_>, part: &str) -> (String, String) {
    let operand = part.strip_suffix(']').and_then(|part| part.rsplit_once('[')).unwrap_or((part, ""));
    match hazard.kind {
        HazardKind::Field => (
            format!("`{part}` is optional, and the rule fails to evaluate without it"),
            format!("guard it with `has({part})`, add it to `required`, or add a `default`"),
        ),
        HazardKind::Entry if operand.1.is_empty() => (
            format!("`{part}` may be missing, and the rule fails to evaluate without it"),
            format!("guard it with `has({part})`"),
        ),
        HazardKind::Entry => (
            format!("`{part}` may be missing, and the rule fails to evaluate without it"),
            format!("guard it with `{} in {}`", operand.1, operand.0),
        ),
        HazardKind::Item => (
            format!("`{part}` may be missing, and the rule fails to evaluate without it"),
            format!("guard it with `size({})`", operand.0),
        ),
        HazardKind::Division => (
            format!("`{part}` divides by zero for some objects, and the rule fails to evaluate"),
            "compare the divisor with 0 first, or give it a `minimum`".to_owned(),
        ),
        HazardKind::Call => (
            format!("`{part}` can fail to evaluate: the schema also accepts other values"),
            "check the value first, or restrict it by the schema".to_owned(),
        ),
        HazardKind::Null => (
            format!("`{part}` can be null, and the rule fails to evaluate then"),
            format!("guard it with `has({part})`, or remove `nullable`"),
        ),
        HazardKind::Union => (
            format!("`{part}` can be an integer or a string, and the rule fails to evaluate for one of them"),
            format!("test the type first: `type({part}) == int`"),
        ),
    }
}
