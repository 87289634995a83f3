//! A rule that is looked at, with all that its cost depends on.

use std::sync::Arc;

use crdls_cel::checker::Checked;

use crdls_manifest::model::ValidationRule;
use crdls_minors::Minor;
use crdls_rules::{Compiled, Declaration, Good};

use super::Route;
use super::bounded::{Below, Bounded};

/// A rule, or its message, and the node that it stands at.
#[derive(Clone, Debug)]
pub(crate) struct CostedRule<'m> {
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

impl<'m> CostedRule<'m> {
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
    pub(super) fn cardinality(&self, bounds: &Bounds) -> Option<u64> {
        let above = self.route.schemas.iter().take(self.route.steps.len()).enumerate();
        above
            .map(|(n, schema)| {
                let replaced = bounds.above.iter().find(|(at, _)| *at == n).map(|(_, bound)| *bound);
                replaced.or_else(|| crdls_rules::factor(*schema))
            })
            .try_fold(1, |product: u64, factor| Some(product.saturating_mul(factor?)))
    }
}
