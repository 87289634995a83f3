//! A rule of a schema, and how it reads, for advice on it.

use std::cell::OnceCell;
use std::rc::Rc;

use crdls_cel::ast::{Ast, ExprKind, Name};
use crdls_cel::lower::Parsed;
use crdls_text::TextRange;

use crate::advice::Input;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Schema, ValidationRule};
use crdls_report::Path;
use crdls_rules::{Library, parsed};

/// A rule and the node that it stands at.
pub(in crate::advice) struct RulePosition<'r, 'm> {
    pub(super) schema: Schema<'m>,
    pub(super) rule: ValidationRule<'m>,
    pub(super) path: &'r Path<'r>,
    pub(super) text: &'m str,
    pub(super) input: &'r Input<'m>,
    /// The rule with its macros expanded, once somebody asked; `None` where it cannot be read.
    condition: OnceCell<Option<Rc<Parsed>>>,
}

/// Longer rules are more than one condition on one thing.
const LONGEST: usize = 400;

impl<'r, 'm> RulePosition<'r, 'm> {
    pub(super) fn new(
        schema: Schema<'m>,
        rule: ValidationRule<'m>,
        path: &'r Path<'r>,
        input: &'r Input<'m>,
    ) -> Self {
        Self { schema, rule, path, text: rule.rule(), input, condition: OnceCell::new() }
    }
}

impl RulePosition<'_, '_> {
    /// Where a field of the rule is written, else the rule.
    pub(super) fn range(&self, field: Field) -> TextRange {
        self.rule.span(field).map_or(self.rule.range(), |span| span.value)
    }

    /// The rule, where it is short enough to be one condition.
    pub(super) fn condition(&self) -> Option<&Ast> {
        let read = || self.parsed(Some(self.text).filter(|text| text.len() <= LONGEST)?);
        self.condition.get_or_init(read).as_ref().map(|parsed| &parsed.ast)
    }

    /// An expression with its macros expanded; `None` where it cannot be read.
    pub(super) fn parsed(&self, text: &str) -> Option<Rc<Parsed>> {
        let library = Library::of_new_rules(self.input.config.kubernetes);
        Some(parsed(text, library)).filter(|parsed| parsed.errors.is_empty())
    }
}

/// Whether an expression names something that it does not declare itself: a variable, a type, a mistake.
pub(super) fn names_something(ast: &Ast) -> bool {
    let declared = |name: &Name| {
        ast.ids().any(|id| match ast.kind(id) {
            ExprKind::Comprehension(fold) => {
                let second = fold.iter_var2.as_ref();
                [&fold.iter_var, &fold.accu_var].into_iter().chain(second).any(|its| its == name)
            }
            _ => false,
        })
    };
    ast.ids().any(|id| matches!(ast.kind(id), ExprKind::Ident(name) if !declared(name)))
}
