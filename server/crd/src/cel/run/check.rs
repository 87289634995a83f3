//! Objects held against the rules of their schema.
//!
//! Mirrors `Validator.validate`, `validateExpressions` and `evalMessageExpression` of
//! k8s.io/apiextensions-apiserver v0.37.2 (pkg/apiserver/schema/cel/validation.go), with its words. Errors of
//! values that an update leaves as they were, which the server lets pass, are told as well.

use super::correlate::OldItems;
use super::data::Data;
use super::program::Subject;
use super::rules::{FieldPath, Node, Rule, Rules};
use crate::path::Path;
use crate::{ErrorType, Json};
use crdls_cel::eval::{COST_LIMIT_EXCEEDED, Error, Value};

/// What all rules of one object may cost.
pub const BUDGET: i64 = 10_000_000;
/// The most bytes that a message expression may give.
const MAX_MESSAGE: usize = 5 * 1024;

/// What a rule says of an object.
#[derive(Clone, Debug)]
pub struct Broken<'r> {
    /// The rule; none where it is said of all of a node's.
    pub rule: Option<&'r Rule>,
    /// Where the rule's `fieldPath` leads from the node.
    pub field: Option<&'r FieldPath>,
    pub kind: ErrorType,
    /// The server's words.
    pub detail: String,
    pub bad: Bad<'r>,
    pub cause: Cause,
}

/// The value that the server quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bad<'r> {
    None,
    /// The type of the node, in place of its value.
    Type(&'r str),
    /// The value of the node.
    Value,
}

/// Why there is something to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rule is not met.
    NotMet,
    /// The rule does not compile.
    Refused,
    /// Its evaluation ended in an error.
    Failed,
    /// One evaluation, or all together, cost too much; no rule is run any more.
    Cost,
}

/// Where what is said goes: the path of the node, and what is said of it.
pub type Found<'f> = dyn FnMut(&Path<'_>, Broken<'_>) + 'f;

impl Rules {
    /// Holds an object against the rules, those of a node before those below it. `old` is what it replaces;
    /// without one, rules that use `oldSelf` are not run, but for those where it is optional. Returns what is
    /// left of the budget; below zero, the server went no further.
    pub fn check(
        &self,
        new: &Json,
        old: Option<&Json>,
        path: &Path<'_>,
        budget: i64,
        found: &mut Found<'_>,
    ) -> i64 {
        let old = old.map(Data::of);
        let mut check = Check { budget, found };
        let _ = check.node(&self.0, &Data::of(new), old.as_ref(), path);
        check.budget
    }
}

/// No rule is run any more.
struct Ended;

struct Check<'c, 'f> {
    budget: i64,
    found: &'c mut Found<'f>,
}

impl Check<'_, '_> {
    /// Validator.validate
    fn node(&mut self, node: &Node, new: &Data, old: Option<&Data>, path: &Path<'_>) -> Result<(), Ended> {
        if new.is_null() {
            return Ok(());
        }
        let old = old.filter(|old| !old.is_null());
        self.rules(node, new, old, path)?;
        for nested in &node.all_of {
            self.node(nested, new, old, path)?;
        }
        match new {
            Data::List(items) => self.items(node, items, old, path),
            Data::Map(_) => self.members(node, new, old, path),
            _ => Ok(()),
        }
    }

    fn items(
        &mut self,
        node: &Node,
        items: &[Data],
        old: Option<&Data>,
        path: &Path<'_>,
    ) -> Result<(), Ended> {
        let Some(below) = &node.items else { return Ok(()) };
        let old = OldItems::new(&node.list_keys, old.map_or(&[], Data::items));
        for (index, item) in items.iter().enumerate() {
            self.node(below, item, old.of(item), &path.index(index))?;
        }
        Ok(())
    }

    fn members(&mut self, node: &Node, new: &Data, old: Option<&Data>, path: &Path<'_>) -> Result<(), Ended> {
        let old = old.filter(|_| node.correlates_fields);
        let old_member = |name: &str| old.and_then(|old| old.get(name));
        if let Some(values) = &node.values {
            for (name, value) in new.members() {
                self.node(values, value, old_member(name), &path.key(name))?;
            }
        }
        for (name, value) in new.members() {
            if let Some(property) = node.properties.get(&**name) {
                self.node(property, value, old_member(name), &path.child(name))?;
            }
        }
        Ok(())
    }

    /// validateExpressions
    fn rules(&mut self, node: &Node, new: &Data, old: Option<&Data>, path: &Path<'_>) -> Result<(), Ended> {
        if let Some(why) = node.broken {
            let detail = format!("rule compiler initialization error: {why}");
            self.say(node, None, detail, Cause::Refused, path);
            return Ok(());
        }
        let (Some(shape), false) = (&node.shape, node.rules.is_empty()) else { return Ok(()) };
        if self.budget <= 0 {
            return self.out_of_budget(node, None, path);
        }
        let subject = Subject::new(new, old.filter(|_| node.uses_old_self), shape);
        for rule in &node.rules {
            match &rule.program {
                None => {}
                Some(Err(why)) => {
                    let detail = format!("rule compile error: {why}");
                    self.say(node, Some(rule), detail, Cause::Refused, path);
                }
                Some(Ok(_)) if rule.uses_old_self && old.is_none() && !rule.optional_old_self => {}
                Some(Ok(_)) => self.rule(node, rule, &subject, path)?,
            }
        }
        Ok(())
    }

    fn rule(&mut self, node: &Node, rule: &Rule, subject: &Subject, path: &Path<'_>) -> Result<(), Ended> {
        let Some(Ok(program)) = &rule.program else { return Ok(()) };
        let run = match rule.optional_old_self && node.uses_old_self {
            true => program.run(&subject.clone().with_optional_old_self()),
            false => program.run(subject),
        };
        if !self.pay(run.cost) {
            return self.out_of_budget(node, Some(rule), path);
        }
        match run.result {
            Ok(Value::Bool(true)) => Ok(()),
            Ok(_) => self.not_met(node, rule, subject, path),
            Err(error) => self.failed(node, rule, &error, path),
        }
    }

    /// Takes a cost from the budget; false where there is not enough.
    fn pay(&mut self, cost: u64) -> bool {
        match i64::try_from(cost) {
            Ok(cost) if cost <= self.budget => {
                self.budget -= cost;
                true
            }
            _ => false,
        }
    }

    fn failed(&mut self, node: &Node, rule: &Rule, error: &Error, path: &Path<'_>) -> Result<(), Ended> {
        if error.is_unknown_here() {
            return Ok(());
        }
        let shown = rule.shown();
        if error.words().starts_with("no such overload") {
            let detail = format!(
                "'{error}': call arguments did not match a supported operator, function or macro signature for \
                 rule: {shown}"
            );
            self.say(node, Some(rule), detail, Cause::Failed, path);
        } else if error.words().starts_with(COST_LIMIT_EXCEEDED) {
            let detail = format!(
                "'{error}': no further validation rules will be run due to call cost exceeds limit for rule: \
                 {shown}"
            );
            self.say(node, Some(rule), detail, Cause::Cost, path);
            return self.end();
        } else {
            let detail = format!("{error} evaluating rule: {shown}");
            self.say(node, Some(rule), detail, Cause::Failed, path);
        }
        Ok(())
    }

    fn not_met(&mut self, node: &Node, rule: &Rule, subject: &Subject, path: &Path<'_>) -> Result<(), Ended> {
        let message = match self.message(rule, subject) {
            Ok(message) => message,
            Err(detail) => {
                let bad = Bad::Type(&node.t);
                let broken = Broken::new(rule, ErrorType::Invalid, detail, bad, Cause::Cost);
                (self.found)(path, broken);
                return self.end();
            }
        };
        let detail = message.unwrap_or_else(|| match &*rule.message {
            "" => format!("failed rule: {}", rule.text.trim()),
            message => message.trim().to_owned(),
        });
        let bad = match (rule.reason, &*node.t) {
            (ErrorType::Forbidden | ErrorType::Required, _) => Bad::None,
            (_, "object" | "array") => Bad::None,
            _ => Bad::Value,
        };
        let detail = if rule.reason == ErrorType::Duplicate { String::new() } else { detail };
        (self.found)(path, Broken::new(rule, rule.reason, detail, bad, Cause::NotMet));
        Ok(())
    }

    /// evalMessageExpression: the message; nothing where there is none that can be used; an error where the
    /// budget is at its end.
    fn message(&mut self, rule: &Rule, subject: &Subject) -> Result<Option<String>, String> {
        let Some(program) = &rule.message_program else { return Ok(None) };
        let run = program.run(subject);
        if !self.pay(run.cost) {
            return Err("messageExpression evaluation failed due to running out of cost budget, no further \
                        validation rules will be run"
                .to_owned());
        }
        if run.cancelled {
            return Err(format!(
                "no further validation rules will be run due to call cost exceeds limit for messageExpression: \
                 {}",
                crate::go_quote(&rule.message_expression)
            ));
        }
        let Ok(Value::String(text)) = run.result else { return Ok(None) };
        let text = text.trim();
        let usable = !text.is_empty() && text.len() <= MAX_MESSAGE && !text.contains('\n');
        Ok(usable.then(|| text.to_owned()))
    }

    fn out_of_budget(&mut self, node: &Node, rule: Option<&Rule>, path: &Path<'_>) -> Result<(), Ended> {
        const WORDS: &str =
            "validation failed due to running out of cost budget, no further validation rules will be run";
        self.say(node, rule, WORDS.to_owned(), Cause::Cost, path);
        self.end()
    }

    fn end(&mut self) -> Result<(), Ended> {
        self.budget = -1;
        Err(Ended)
    }

    /// Says something of the node that is no message of the rule's.
    fn say(&mut self, node: &Node, rule: Option<&Rule>, detail: String, cause: Cause, path: &Path<'_>) {
        let (kind, bad) = (ErrorType::Invalid, Bad::Type(&node.t));
        (self.found)(path, Broken { rule, field: None, kind, detail, bad, cause });
    }
}

impl<'r> Broken<'r> {
    fn new(rule: &'r Rule, kind: ErrorType, detail: String, bad: Bad<'r>, cause: Cause) -> Self {
        Self { rule: Some(rule), field: rule.field.as_ref(), kind, detail, bad, cause }
    }
}

impl Rule {
    /// How the server names it: by its message, else by its text.
    fn shown(&self) -> &str {
        if self.message.is_empty() { self.text.trim() } else { self.message.trim() }
    }
}
