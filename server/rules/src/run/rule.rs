//! A rule that is run on one value after the other, whatever around it.

use std::sync::Arc;

use crdls_cel::eval::Outcome;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_values::Json;

use super::{Data, Program, Subject, ValueSchema};
use crate::{Compiled, Declaration, Purpose, Terms, compile};

/// A rule that compiles, with the schema of its values.
#[derive(Debug)]
pub struct RunnableRule {
    program: Program,
    shape: Arc<ValueSchema>,
    optional_old_self: bool,
    /// Whether it reads the value that is replaced.
    pub uses_old_self: bool,
}

impl RunnableRule {
    /// A rule of a schema; `None` where it does not compile. `resource` for the schema of a resource, whose type and name
    /// rules always see.
    pub fn of(
        text: &str,
        schema: Schema<'_>,
        resource: bool,
        optional_old_self: bool,
        minor: Minor,
    ) -> Option<Self> {
        let declaration = Arc::new(Declaration::of(schema, resource, minor)?);
        let terms = Terms { declaration: &declaration, minor, optional_old_self };
        let Compiled::Good(good) = compile(text, Purpose::Rule, false, terms) else { return None };
        Some(Self {
            program: Program::new(&good.checked, minor).ok()?,
            shape: Arc::new(ValueSchema::of(schema, resource, minor)),
            optional_old_self,
            uses_old_self: good.uses_old_self,
        })
    }

    /// What the rule comes to for a value and the one that it replaces.
    pub fn result(&self, new: &Json, old: Option<&Json>) -> Outcome {
        let subject = Subject::new(&Data::of(new), old.map(Data::of).as_ref(), &self.shape);
        let subject = if self.optional_old_self { subject.with_optional_old_self() } else { subject };
        self.program.run(&subject).result
    }
}
