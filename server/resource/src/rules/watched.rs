//! What rules come to, for whoever wants to know which parts of them some object decides.

use std::collections::BTreeMap;

use crdls_cel::eval::{Outcome, Truth};
use crdls_manifest::fields::Field;
use crdls_manifest::model::ValidationRule;
use crdls_text::TextRange;

/// What a rule came to on all values of its node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTruth {
    /// The rule itself; neither true nor false where it fails to evaluate.
    pub whole: Truth,
    /// The operands of the rule, in the order of `crdls_cel::ast::operands`.
    pub operands: Vec<Truth>,
}

/// What the rules of a CRD came to, by the bytes of each in the file of the CRD. Rules that were not run are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTruths(BTreeMap<(u32, u32), RuleTruth>);

impl RuleTruths {
    /// What the rule at these bytes came to; `None` where it was not run.
    pub fn of(&self, rule: TextRange) -> Option<&RuleTruth> {
        self.0.get(&(rule.start, rule.end))
    }

    /// Adds a run of a rule.
    pub(super) fn add(&mut self, rule: ValidationRule<'_>, result: &Outcome, operands: &[Truth]) {
        let Some(span) = rule.span(Field::Rule) else { return };
        let truth = self.0.entry((span.value.start, span.value.end)).or_default();
        truth.whole.add(result);
        truth.operands.resize(operands.len(), Truth::default());
        for (known, new) in truth.operands.iter_mut().zip(operands) {
            *known = known.or(*new);
        }
    }
}
