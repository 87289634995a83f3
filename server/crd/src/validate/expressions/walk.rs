//! From node to node, and the rules of each.

use super::rule::PlacedRule;
use super::{RuleCheckContext, WrongNodes, cost, old_self, refused};
use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, SchemaStep};
use crdls_report::{ErrorField, Path, Report};
use crdls_rules::{CelNode, Compiled, Purpose, Terms, Total};

/// A schema while its rules are looked at.
pub(super) struct RuleChecker<'w> {
    pub(super) around: RuleCheckContext<'w>,
    /// The nodes whose rules the server leaves out.
    pub(super) refused: WrongNodes,
    /// Nodes whose schema has an error.
    pub(super) wrong: WrongNodes,
    /// The path of the schema.
    pub(super) root: &'w Path<'w>,
    /// Total cost of the rules that the API server counts.
    pub(super) total: Total<ErrorField>,
    /// Total cost of all rules that compile.
    pub(super) all: Total<ErrorField>,
    pub(super) report: &'w mut Report,
}

impl RuleChecker<'_> {
    /// A node: first what is below it, then its own rules.
    pub(super) fn node(
        &mut self,
        node: &CelNode<'_, '_>,
        uncorrelatable: Option<&Path<'_>>,
        path: &Path<'_>,
    ) {
        let schema = node.schema();
        if !schema.may_have_within(Field::XValidations) {
            return;
        }
        if let Some(OrBool::Schema(values)) = schema.additional_properties() {
            let below = path.child("additionalProperties");
            self.node(&node.child(values, SchemaStep::Value), uncorrelatable, &below);
        }
        let inside = uncorrelatable.or((!old_self::correlates_fields(schema)).then_some(path));
        for property in schema.properties() {
            let below = path.child("properties");
            let below = below.key(property.name);
            self.node(&node.child(property.schema, SchemaStep::Property(property.name)), inside, &below);
        }
        let inside = uncorrelatable.or((!old_self::correlates_items(schema)).then_some(path));
        if let Some(items) = schema.item_schema() {
            self.node(&node.child(items, SchemaStep::Item), inside, &path.child("items"));
        }
        if schema.validations().next().is_some() {
            self.rules(node, uncorrelatable, path);
        }
    }

    fn rules(&mut self, node: &CelNode<'_, '_>, uncorrelatable: Option<&Path<'_>>, path: &Path<'_>) {
        let wrong = self.wrong.at_or_below(path, self.report);
        let refused = self.refused.at_or_below(path, self.report);
        let before = self.report.shadowed;
        self.report.shadowed |= refused || self.around.skipped;
        let path = path.child("x-kubernetes-validations");
        match node.declaration() {
            Ok(declaration) => {
                let root = self.root;
                for (index, rule) in node.schema().validations().enumerate() {
                    let optional_old_self = rule.optional_old_self() == Some(true);
                    let minor = self.around.options.kubernetes;
                    let terms = Terms { declaration, minor, optional_old_self };
                    let path = path.index(index);
                    let placed = PlacedRule { node, rule, path: &path, root, index, terms, uncorrelatable };
                    self.rule(&placed, wrong, refused);
                }
            }
            Err(unseen) if !wrong => refused::unseen(*unseen, node.schema(), &path, self.report),
            Err(_) => {}
        }
        self.report.shadowed = before;
    }

    /// Where something is `wrong` with the schema, types and costs mean little. The server does not count the rules of a
    /// node that is `refused`.
    fn rule(&mut self, rule: &PlacedRule<'_>, wrong: bool, refused: bool) {
        let options = self.around.options;
        let stored = options.preexisting_rules.contains(rule.rule.rule());
        let compiled = crdls_rules::compile(rule.rule.rule(), Purpose::Rule, stored, rule.terms);
        let message = self.message(rule);
        if wrong {
            return refused::syntax_only(rule, [&compiled, &message], self.report);
        }
        if let Compiled::Good(good) = &compiled {
            let cost = crdls_rules::times(good.cost, rule.node.evaluations(rule.terms.declaration));
            if !self.around.unchanged && cost > crdls_rules::RULE_LIMIT {
                cost::rule(rule, good, cost, self.report);
            }
            self.count(cost, refused, || ErrorField::of(&rule.path.child("rule")));
        }
        if let Compiled::Refused(refusal) = &compiled {
            refused::rule(rule, refusal, self.report);
        }
        // The server looks at the message of a rule that compiles.
        let unseen = !matches!(compiled, Compiled::Good(_));
        let shadowed = self.report.shadowed;
        self.report.shadowed |= unseen;
        match &message {
            Compiled::Refused(refusal) => refused::message(rule, refusal, self.report),
            Compiled::Good(good) => {
                if !self.around.unchanged && good.cost > crdls_rules::RULE_LIMIT {
                    cost::message(rule, good, self.report);
                }
                if !unseen {
                    self.count(good.cost, refused, || ErrorField::of(&rule.path.child("messageExpression")));
                }
            }
            Compiled::Blank => {}
        }
        self.report.shadowed = shadowed;
        match &compiled {
            Compiled::Good(good) if good.uses_old_self => old_self::rule(rule, good, self.report),
            compiled => old_self::unused(rule, compiled, self.report),
        }
    }

    fn count(&mut self, cost: u64, refused: bool, place: impl Fn() -> ErrorField) {
        if !refused {
            self.total.add(cost, &place);
        }
        self.all.add(cost, &place);
    }

    fn message(&self, rule: &PlacedRule<'_>) -> Compiled {
        let text = rule.rule.message_expression();
        let stored = self.around.options.preexisting_messages.contains(text);
        crdls_rules::compile(text, Purpose::Message, stored, rule.terms)
    }
}
