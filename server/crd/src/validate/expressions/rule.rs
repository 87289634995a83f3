//! A rule and where it stands, for the checks of one.

use crate::cost::{CostedRule, Route};
use crdls_manifest::model::ValidationRule;
use crdls_report::Path;
use crdls_rules::{CelNode, Compiled, Good, Terms};

/// A rule and where it stands.
#[derive(Clone, Copy)]
pub(super) struct PlacedRule<'r> {
    pub(super) node: &'r CelNode<'r, 'r>,
    pub(super) rule: ValidationRule<'r>,
    pub(super) path: &'r Path<'r>,
    /// The path of the schema that it is in.
    pub(super) root: &'r Path<'r>,
    pub(super) index: usize,
    pub(super) terms: Terms<'r>,
    /// The list or map that keeps old and new values from being told which belongs to which.
    pub(super) uncorrelatable: Option<&'r Path<'r>>,
}

impl<'r> PlacedRule<'r> {
    /// What its cost, or that of its message, depends on.
    pub(super) fn costed(&self, good: &Good) -> Option<CostedRule<'r>> {
        let declaration = self.node.declaration().ok()?.clone();
        Some(CostedRule {
            route: Route::of(self.node),
            index: self.index,
            rule: self.rule,
            declaration,
            minor: self.terms.minor,
            compiled: Compiled::Good(good.clone()),
            message: Compiled::Good(good.clone()),
        })
    }
}
