//! The search for an object for which a rule holds or fails.
//!
//! What to want comes from the conditions of the rule; where that does not suffice, valid objects are varied in the parts
//! that the rule reads.

use crdls_manifest::model::{Schema, ValidationRule};
use crdls_report::FieldPath;
use crdls_values::Json;
use crdls_witness::{Wanted, Wants, boundary_values, without};

use super::Attempt;
use super::parts::{Read, RuleParts, present, want};
use super::search::{FEW_VALUES, LIKELIEST, MOST_WANTS, Search, created};
use super::trial::Aim;
use super::vary::{placed, values, with_copies};
use crate::new_case::Goal;

/// So many values are tried for one part.
const MOST_VALUES: usize = 48;
/// So many pairs of values are tried on one object.
const MOST_PAIRS: usize = 400;
/// So many objects are replaced.
const MOST_OLD: usize = 6;

impl<'m> Search<'m> {
    pub(super) fn rule(
        &mut self,
        aim: &Aim,
        rule: ValidationRule<'m>,
        site: &FieldPath,
        schema: Schema<'m>,
    ) -> Option<Attempt> {
        let parts = RuleParts::of(rule, site, schema, aim.goal, self.config.kubernetes)?;
        if !parts.uses_old || rule.optional_old_self() == Some(true) {
            let found = self.creation(aim, &parts);
            if found.is_some() || !parts.uses_old {
                return found;
            }
        }
        self.transition(aim, &parts)
    }

    /// An object whose creation shows it.
    fn creation(&mut self, aim: &Aim, rule: &RuleParts<'m>) -> Option<Attempt> {
        let wants: Vec<_> = rule.wants("self").collect();
        for wants in wants.iter().take(MOST_WANTS) {
            if let Some(object) = self.pursued(Some(aim), wants.clone(), None) {
                return Some(created(object));
            }
        }
        let mut bases: Vec<_> = [rule.all_present(), present(&rule.site)]
            .into_iter()
            .filter_map(|wants| self.valid(wants))
            .collect();
        bases.extend(self.sample());
        if bases.is_empty() || aim.goal == Goal::Hold {
            // Where the rule fails for every object that is made, one with no other fault is varied.
            bases.extend(self.pursued(Some(&aim.opposite()), present(&rule.site), None));
        }
        bases.dedup();
        for base in &bases {
            if let Some(object) = self.varied(aim, rule, base, None) {
                return Some(created(object));
            }
        }
        let long = wants.into_iter().take(LIKELIEST).chain([present(&rule.site)]);
        long.into_iter().find_map(|wants| self.searched(aim, wants, None)).map(created)
    }

    /// Two objects of which the second replaces the first.
    fn transition(&mut self, aim: &Aim, rule: &RuleParts<'m>) -> Option<Attempt> {
        let new_wants: Vec<_> = rule.wants("self").take(MOST_WANTS).collect();
        let mut old_wants: Vec<_> = rule.wants("oldSelf").take(MOST_OLD / 2).collect();
        old_wants.extend([rule.all_present(), present(&rule.site)]);
        let mut seen = Vec::new();
        for wants in old_wants.into_iter().map(Some).chain([None]) {
            let old = match wants {
                Some(wants) => self.valid(wants),
                None => self.sample(),
            };
            let Some(old) = old.filter(|old| !seen.contains(old)) else { continue };
            seen.push(old.clone());
            let Some(stored) = self.trial.run(&old, None).stored else { continue };
            self.tally.old = Some(old.clone());
            let found = match self.shows(aim, &old, Some(&stored)) {
                true => Some(old.clone()),
                false => self.varied(aim, rule, &old, Some(&stored)),
            };
            let made = |search: &mut Self| {
                let mut wants = new_wants.iter().cloned();
                wants.find_map(|wants| search.pursued(Some(aim), wants, Some(&stored)))
            };
            if let Some(object) = found.or_else(|| made(self)) {
                return Some(Attempt { old: Some(old), object, said: None });
            }
        }
        None
    }

    /// An object like another, with other values in one or two of the parts that a rule reads.
    fn varied(
        &mut self,
        aim: &Aim,
        rule: &RuleParts<'m>,
        base: &Json,
        stored: Option<&Json>,
    ) -> Option<Json> {
        let options: Vec<_> =
            rule.reads.iter().map(|read| (&read.path, self.options(rule, read, base))).collect();
        let rounds = options.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
        let mut blocked = Vec::new();
        for round in 0..rounds {
            for (path, values) in &options {
                let Some(value) = values.get(round) else { continue };
                let Some(object) = edited(base, path, value.as_ref()) else { continue };
                let shown = self.tally.shown;
                if self.shows(aim, &object, stored) {
                    return Some(object);
                }
                if self.tally.shown > shown {
                    blocked.push(wanted(path, value.as_ref()));
                }
            }
        }
        let near = blocked.into_iter().take(LIKELIEST);
        let near = near.into_iter().find_map(|wants| {
            let found = self.pursued(Some(aim), wants.clone(), stored);
            found.or_else(|| self.searched(aim, wants, stored))
        });
        near.or_else(|| self.pairs(aim, base, stored, &options))
    }

    fn pairs(
        &mut self,
        aim: &Aim,
        base: &Json,
        stored: Option<&Json>,
        options: &[(&FieldPath, Vec<Option<Json>>)],
    ) -> Option<Json> {
        let mut left = MOST_PAIRS;
        for (at, (first, values)) in options.iter().enumerate() {
            for (second, others) in options.iter().skip(at + 1) {
                for value in values.iter().take(FEW_VALUES) {
                    let Some(object) = edited(base, first, value.as_ref()) else { continue };
                    for other in others.iter().take(FEW_VALUES) {
                        let Some(object) = edited(&object, second, other.as_ref()) else { continue };
                        left = left.checked_sub(1)?;
                        if self.shows(aim, &object, stored) {
                            return Some(object);
                        }
                    }
                }
            }
        }
        None
    }

    /// The values that a part of an object may get in place of its own; `None` among them is no value.
    fn options(&mut self, rule: &RuleParts<'m>, read: &Read<'m>, base: &Json) -> Vec<Option<Json>> {
        let minor = self.config.kubernetes;
        let own = read.path.value_in(base);
        let others = rule.reads.iter().filter(|other| other.path != read.path);
        let held: Vec<_> = others
            .filter(|other| other.schema.type_() == read.schema.type_())
            .filter_map(|other| other.path.value_in(base).cloned())
            .collect();
        let mut all = values(read.schema, &read.path, &rule.constants, &held, minor);
        if let Some(own) = own {
            let items = read.schema.item_schema();
            let near = items.into_iter().flat_map(|items| boundary_values(&[items], "item", minor));
            all.splice(..0, with_copies(own, &near.collect::<Vec<_>>()));
        }
        all.retain(|value| Some(value) != own && self.trial.server.judge.accepts(value, read.schema));
        all.truncate(MOST_VALUES);
        let mut found: Vec<_> = all.into_iter().map(Some).collect();
        if own.is_some() {
            found.insert(found.len().min(1), None);
        }
        found
    }
}

/// An object with another value at a path, or without one.
fn edited(object: &Json, path: &FieldPath, value: Option<&Json>) -> Option<Json> {
    match value {
        Some(value) => placed(object, path.steps(), value),
        None => without(object, path.steps()),
    }
}

fn wanted(path: &FieldPath, value: Option<&Json>) -> Wants {
    want(path, value.map_or(Wanted::Absent, |value| Wanted::Value(value.clone())))
}
