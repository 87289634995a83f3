//! What a rule reads of an object, and what makes it hold or fail.
//!
//! Must not know how an object is made.

use crdls_cel::ast::Ast;
use crdls_manifest::model::{Schema, ValidationRule};
use crdls_minors::Minor;
use crdls_report::FieldPath;
use crdls_rules::{Library, parsed};
use crdls_witness::{Conditions, Wanted, Wants, Wish};

use super::vary::Constants;
use crate::new_case::Goal;

/// A rule, and what it reads.
pub(super) struct RuleParts<'m> {
    pub site: FieldPath,
    wishes: Vec<Wish>,
    pub reads: Vec<Read<'m>>,
    pub constants: Constants,
    /// Whether it speaks of the object that is replaced.
    pub uses_old: bool,
}

/// A part of an object that a rule reads, by its path from the root.
#[derive(Clone)]
pub(super) struct Read<'m> {
    pub path: FieldPath,
    pub schema: Schema<'m>,
}

impl<'m> RuleParts<'m> {
    /// What a rule reads, and what makes it hold or fail; `None` where it does not parse.
    pub(super) fn of(
        rule: ValidationRule<'m>,
        site: &FieldPath,
        schema: Schema<'m>,
        goal: Goal,
        minor: Minor,
    ) -> Option<Self> {
        let parsed = parsed(rule.rule(), Library::of_stored_rules(minor));
        if !parsed.errors.is_empty() {
            return None;
        }
        let uses_old = parsed.ast.reads("oldSelf");
        let conditions = Conditions::of_rule(&parsed.ast, schema, uses_old);
        Some(Self {
            site: site.clone(),
            wishes: conditions.making(goal == Goal::Hold),
            reads: reads(&conditions, &parsed.ast, site),
            constants: Constants::of(&parsed.ast),
            uses_old,
        })
    }

    /// What to want of the value of a variable, by paths from the root.
    pub(super) fn wants(&self, variable: &str) -> impl Iterator<Item = Wants> {
        self.wishes.iter().map(move |wish| {
            let own = wish.of_variable(variable).into_iter();
            let mut wants: Wants = own.map(|(path, wanted)| (path.below(&self.site), wanted)).collect();
            wants.remove(&FieldPath::default());
            if wants.is_empty() { present(&self.site) } else { wants }
        })
    }

    /// All parts that the rule reads.
    pub(super) fn all_present(&self) -> Wants {
        let mut wants: Wants = self.reads.iter().map(|read| (read.path.clone(), Wanted::Present)).collect();
        wants.extend(present(&self.site));
        wants
    }
}

/// The parts of an object that a rule reads, the deepest first.
fn reads<'m>(conditions: &Conditions<'_, 'm>, ast: &Ast, site: &FieldPath) -> Vec<Read<'m>> {
    let mut found: Vec<Read<'m>> = Vec::new();
    for value in ast.ids().filter_map(|id| conditions.value(id)) {
        let path = site.with_all(value.path.steps().get(1..).unwrap_or_default());
        if !path.is_empty() && !found.iter().any(|read| read.path == path) {
            found.push(Read { path, schema: value.schema });
        }
    }
    found.sort_by_key(|read| std::cmp::Reverse(read.path.steps().len()));
    found
}

pub(super) fn want(path: &FieldPath, wanted: Wanted) -> Wants {
    Wants::from([(path.clone(), wanted)])
}

/// What wants the value of a node to be there.
pub(super) fn present(site: &FieldPath) -> Wants {
    if site.is_empty() { Wants::new() } else { want(site, Wanted::Present) }
}
