//! A rule that is looked at, with all that its cost depends on.

use std::sync::Arc;

use crdls_cel::checker::Checked;

use crdls_rules::{Compiled, Declaration, Good, RULE_LIMIT};
use crdls_schema::FieldPath;
use crdls_schema::Minor;
use crdls_schema::fields::Field;
use crdls_schema::model::ValidationRule;

use super::bounded::{Below, Bounded};
use super::{Driver, Route, RuleCost, drivers};

/// A rule, or its message, and the node that it stands at.
#[derive(Clone, Debug)]
pub struct Costed<'m> {
    pub route: Route<'m>,
    pub index: usize,
    pub rule: ValidationRule<'m>,
    pub declaration: Arc<Declaration>,
    pub minor: Minor,
    pub compiled: Compiled,
    /// `Blank` too where the rule itself does not compile: the server does not look at it then.
    pub message: Compiled,
}

/// Bounds to estimate with: of nodes above the rule, by their number on its route, and below `self`.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub(super) above: Vec<(usize, u64)>,
    pub(super) below: Vec<(Below, u64)>,
}

impl<'m> Costed<'m> {
    /// What the rule costs under other bounds.
    pub(super) fn total(&self, bounds: &Bounds) -> u64 {
        let Compiled::Good(good) = &self.compiled else { return 0 };
        crdls_rules::times(self.per_call(&good.checked, &bounds.below), self.evaluations(bounds))
    }

    /// What one evaluation costs.
    pub(super) fn per_call(&self, checked: &Checked, below: &[(Below, u64)]) -> u64 {
        crdls_rules::estimate(checked, &Bounded::new(&self.declaration, self.minor, below), self.minor).max
    }

    /// The sizes that the estimate of one evaluation asks for.
    pub(super) fn asked(&self, checked: &Checked) -> impl Iterator<Item = Below> + use<> {
        let sizes = Bounded::new(&self.declaration, self.minor, &[]);
        crdls_rules::estimate(checked, &sizes, self.minor);
        sizes.asked().into_iter()
    }

    pub(super) fn good(&self) -> Option<&Good> {
        match &self.compiled {
            Compiled::Good(good) => Some(good),
            Compiled::Blank | Compiled::Refused(_) => None,
        }
    }

    /// How often the rule is evaluated; see [`crdls_rules::CelNode::evaluations`].
    fn evaluations(&self, bounds: &Bounds) -> u64 {
        self.cardinality(bounds).unwrap_or_else(|| crdls_rules::guessed_evaluations(&self.declaration))
    }

    /// The product of the bounds above; `None` where one lacks.
    fn cardinality(&self, bounds: &Bounds) -> Option<u64> {
        let above = self.route.schemas.iter().take(self.route.steps.len()).enumerate();
        above
            .map(|(n, schema)| {
                let replaced = bounds.above.iter().find(|(at, _)| *at == n).map(|(_, bound)| *bound);
                replaced.or_else(|| crdls_rules::factor(*schema))
            })
            .try_fold(1, |product: u64, factor| Some(product.saturating_mul(factor?)))
    }

    /// What drives the cost, with the bounds that bring it under its limit where it is above.
    pub fn drivers(&self) -> Vec<Driver<'m>> {
        self.good().map(|good| drivers::of_rule(self, good)).unwrap_or_default()
    }

    /// The same of its message.
    pub fn message_drivers(&self) -> Vec<Driver<'m>> {
        match &self.message {
            Compiled::Good(good) => drivers::of_message(self, good),
            Compiled::Blank | Compiled::Refused(_) => Vec::new(),
        }
    }

    /// For the report of a version whose schema is at `root`.
    pub(super) fn report(&self, root: &FieldPath, with_drivers: bool) -> RuleCost {
        let (drivers, of_message) =
            if with_drivers { (self.drivers(), self.message_drivers()) } else { Default::default() };
        let bounds = Bounds::default();
        let good = self.good();
        // The server guesses for rules that compile.
        let guess = good.map_or(0, |_| crdls_rules::guessed_evaluations(&self.declaration));
        let cardinality = self.cardinality(&bounds).unwrap_or(guess);
        let per_call = good.map_or(0, |good| good.cost);
        RuleCost {
            path: self.route.path(root).child("x-kubernetes-validations").item(self.index).child("rule"),
            node: self.route.shown(),
            range: self.rule.span(Field::Rule).map_or(self.rule.range(), |span| span.value),
            rule: self.rule.rule().to_owned(),
            error: refusal(&self.compiled),
            per_call,
            cardinality,
            unbounded: self.cardinality(&bounds).is_none(),
            total: crdls_rules::times(per_call, cardinality),
            limit: RULE_LIMIT,
            message_cost: match &self.message {
                Compiled::Good(good) => Some(good.cost),
                Compiled::Blank | Compiled::Refused(_) => None,
            },
            message_error: refusal(&self.message),
            uses_old_self: good.is_some_and(|good| good.uses_old_self),
            drivers: drivers.into_iter().map(|driver| driver.placed(root)).collect(),
            message_drivers: of_message.into_iter().map(|driver| driver.placed(root)).collect(),
        }
    }
}

fn refusal(compiled: &Compiled) -> Option<String> {
    match compiled {
        Compiled::Refused(refusal) => Some(refusal.detail.clone()),
        Compiled::Blank | Compiled::Good(_) => None,
    }
}
