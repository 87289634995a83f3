//! A rule that a search runs on the values that it tries, and the words on what it found.
//!
//! Must not know what is searched for.

use std::sync::Arc;

use crdls_cel::eval::Outcome;
use crdls_rules::run::{Data, Program, Subject, ValueSchema};
use crdls_rules::{Compiled, Declaration, Purpose, Terms, compile};
use crdls_values::Json;

use super::position::RulePosition;
use crate::advice::walk::schemas::SchemaPosition;

/// A rule that compiles, with the schema of its values.
pub(super) struct RunnableRule {
    program: Program,
    shape: Arc<ValueSchema>,
    optional_old_self: bool,
    pub(super) uses_old_self: bool,
}

impl RunnableRule {
    /// The rule at a position; none where it does not compile.
    pub(super) fn of(
        at: &RulePosition<'_, '_>,
        schema: &SchemaPosition<'_, '_>,
        optional_old_self: bool,
    ) -> Option<Self> {
        let minor = at.input.config.kubernetes;
        let declaration = Declaration::of(at.schema, schema.resource, minor)?;
        let terms = Terms { declaration: &declaration, minor, optional_old_self };
        let Compiled::Good(good) = compile(at.text, Purpose::Rule, false, terms) else { return None };
        Some(Self {
            program: Program::new(&good.checked, minor).ok()?,
            shape: Arc::new(ValueSchema::of(at.schema, schema.resource, minor)),
            optional_old_self,
            uses_old_self: good.uses_old_self,
        })
    }

    /// What the rule comes to for a value and the one that it replaces.
    pub(super) fn result(&self, new: &Json, old: Option<&Json>) -> Outcome {
        let subject = Subject::new(&Data::of(new), old.map(Data::of).as_ref(), &self.shape);
        let subject = if self.optional_old_self { subject.with_optional_old_self() } else { subject };
        self.program.run(&subject).result
    }
}

/// A text that fits into a sentence.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 1_000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
