//! One rule: compiled, run, and its message.
//!
//! Mirrors the loop of `validateExpressions` and `evalMessageExpression` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/validation.go).

use std::sync::Arc;

use crdls_cel::ast::{ExprId, operands};
use crdls_cel::eval::{COST_LIMIT_EXCEEDED, Evaluation, Value};

use super::node::{NodeValues, RuleNode, RunState};
use super::raise;
use crdls_go::go_quote;
use crdls_manifest::model::ValidationRule;
use crdls_minors::Minor;
use crdls_report::{Path, Report};
use crdls_rules::run::{Program, Subject};
use crdls_rules::{Compiled, Declaration, Purpose, Terms, compile};

/// The longest text that a message expression may make.
const MAX_MESSAGE: usize = 5 * 1024;

/// A rule that is ready to run.
pub(super) struct PreparedRule<'m> {
    pub(super) rule: ValidationRule<'m>,
    program: Result<Option<Program>, String>,
    message: Option<Program>,
    /// Where a failure is reported, from the node on; empty for the node itself.
    field_path: &'m str,
    /// The operands of the rule, if a caller asks for their results.
    operands: Vec<ExprId>,
    pub(super) uses_old_self: bool,
}

/// What became of a message.
enum Message {
    Text(String),
    /// The rule's own message has to do.
    None,
    /// The rule cost more than was left.
    Exceeded(String),
}

impl<'m> PreparedRule<'m> {
    pub(super) fn new(
        rule: ValidationRule<'m>,
        declaration: &Arc<Declaration>,
        minor: Minor,
        is_watched: bool,
    ) -> Self {
        let optional_old_self = rule.optional_old_self() == Some(true);
        let terms = Terms { declaration, minor, optional_old_self };
        // The server runs stored rules: they may use what new ones may not yet.
        let (mut uses_old_self, mut parts) = (false, Vec::new());
        let program = match compile(rule.rule(), Purpose::Rule, true, terms) {
            Compiled::Blank => Ok(None),
            Compiled::Refused(refusal) => Err(refusal.detail),
            Compiled::Good(good) => {
                uses_old_self = good.uses_old_self;
                parts.extend(is_watched.then(|| operands(&good.checked.ast)).into_iter().flatten());
                let program = Program::new(&good.checked, minor);
                program.map(Some).map_err(|error| format!("program instantiation failed: {error}"))
            }
        };
        let (message, is_refused) = match compile(rule.message_expression(), Purpose::Message, true, terms) {
            Compiled::Good(good) => (Program::new(&good.checked, minor).ok(), false),
            Compiled::Blank => (None, false),
            Compiled::Refused(_) => (None, true),
        };
        // `compileRule` comes to the field only after the message.
        let field_path = if is_refused { "" } else { rule.field_path() };
        Self { rule, program, message, field_path, operands: parts, uses_old_self }
    }

    pub(super) fn run(
        &self,
        node: &RuleNode<'m>,
        values: NodeValues<'_, '_>,
        subject: &Subject,
        path: &Path<'_>,
        state: &mut RunState<'_>,
    ) {
        let program = match &self.program {
            Ok(Some(program)) => program,
            Ok(None) => return,
            Err(words) => {
                let detail = format!("rule compile error: {words}");
                return raise::invalid(node, path, detail, "the rule does not compile", state.report);
            }
        };
        let optional = self.rule.optional_old_self() == Some(true);
        if self.uses_old_self && values.old.is_none() && !optional {
            return;
        }
        let evaluation = match optional {
            true => self.evaluated(program, &subject.clone().with_optional_old_self(), state),
            false => self.evaluated(program, subject, state),
        };
        if !spend(&evaluation, &mut state.budget) {
            return raise::out_of_budget(node, path, state.report);
        }
        match &evaluation.result {
            Ok(Value::Bool(true)) => {}
            Ok(_) => self.failed(node, values, subject, path, state),
            Err(error) if error.is_unknown_here() => {}
            Err(error) => self.error(error.words(), node, path, state),
        }
    }

    fn evaluated(&self, program: &Program, subject: &Subject, state: &mut RunState<'_>) -> Evaluation {
        let Some(truths) = &mut state.truths else { return program.run(subject) };
        let (evaluation, seen) = program.run_watched(subject);
        let operands: Vec<_> = self.operands.iter().map(|id| seen.of(*id)).collect();
        truths.add(self.rule, &evaluation.result, &operands);
        evaluation
    }

    fn error(&self, words: &str, node: &RuleNode<'m>, path: &Path<'_>, state: &mut RunState<'_>) {
        let rule = said(self.rule);
        let mut ours = format!("the rule fails to evaluate: {words}");
        let detail = if words.starts_with("no such overload") {
            format!(
                "'{words}': call arguments did not match a supported operator, function or macro signature for rule: {rule}"
            )
        } else if words.starts_with(COST_LIMIT_EXCEEDED) {
            state.budget = -1;
            ours = "the rule exceeds the cost limit of a rule".to_owned();
            format!(
                "'{words}': no further validation rules will be run due to call cost exceeds limit for rule: {rule}"
            )
        } else {
            format!("{words} evaluating rule: {rule}")
        };
        raise::invalid(node, path, detail, &ours, state.report);
    }

    fn failed(
        &self,
        node: &RuleNode<'m>,
        values: NodeValues<'_, '_>,
        subject: &Subject,
        path: &Path<'_>,
        state: &mut RunState<'_>,
    ) {
        let detail = match self.message(subject, &mut state.budget) {
            Message::Text(text) => text,
            Message::None => default_message(self.rule),
            Message::Exceeded(words) => {
                state.budget = -1;
                raise::at(self.field_path, node, path, words, state.report);
                return self.ratchet(values, path, state.report);
            }
        };
        raise::failed(self.rule, self.field_path, node, values, path, detail, state.report);
        self.ratchet(values, path, state.report);
    }

    /// What a rule on the new value alone raised is a warning where the value did not change.
    fn ratchet(&self, values: NodeValues<'_, '_>, path: &Path<'_>, report: &mut Report) {
        if let Some(node) = values.ratchet.node().filter(|_| !self.uses_old_self) {
            raise::ratchet(node, path, report);
        }
    }

    fn message(&self, subject: &Subject, budget: &mut i64) -> Message {
        let Some(program) = &self.message else { return Message::None };
        let evaluation = program.run(subject);
        let before = *budget;
        if !spend(&evaluation, budget) {
            let words = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
            return Message::Exceeded(words.to_owned());
        }
        let Ok(value) = &evaluation.result else {
            let cancelled =
                evaluation.result.as_ref().err().filter(|e| e.words().starts_with(COST_LIMIT_EXCEEDED));
            return match cancelled {
                None => Message::None,
                Some(_) => {
                    *budget = before;
                    Message::Exceeded(format!(
                        "no further validation rules will be run due to call cost exceeds limit for messageExpression: {}",
                        go_quote(self.rule.message_expression())
                    ))
                }
            };
        };
        let Value::String(text) = value else { return Message::None };
        let text = text.trim();
        let usable = !text.is_empty() && text.len() <= MAX_MESSAGE && !text.contains('\n');
        if usable { Message::Text(text.to_owned()) } else { Message::None }
    }
}

/// Takes the cost of an evaluation from a budget, where that suffices.
fn spend(evaluation: &Evaluation, budget: &mut i64) -> bool {
    let left = i64::try_from(evaluation.cost).ok().and_then(|cost| budget.checked_sub(cost));
    *budget = left.unwrap_or(-1);
    *budget >= 0
}

/// `ruleErrorString`
fn said(rule: ValidationRule<'_>) -> &str {
    if rule.message().is_empty() { rule.rule().trim() } else { rule.message().trim() }
}

/// `ruleMessageOrDefault`
fn default_message(rule: ValidationRule<'_>) -> String {
    match rule.message() {
        "" => format!("failed rule: {}", said(rule)),
        message => message.trim().to_owned(),
    }
}
