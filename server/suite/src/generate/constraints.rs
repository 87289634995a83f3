//! What to want of an object so that a constraint of the schema holds or fails.

use crdls_manifest::model::Schema;
use crdls_report::FieldPath;
use crdls_values::Json;
use crdls_witness::{Wanted, Wants, boundary_values};

use super::parts::{present, want};
use super::search::{LIKELIEST, MOST_WANTS, Search, created};
use super::trial::Aim;
use super::vary::placed;
use super::{Attempt, PointKind};
use crate::new_case::Goal;

impl<'m> Search<'m> {
    pub(super) fn constraint(
        &mut self,
        aim: &Aim,
        name: &str,
        site: &FieldPath,
        schema: Schema<'m>,
    ) -> Option<Attempt> {
        let wants = match aim.goal {
            Goal::Hold => self.holding(name, site, schema),
            Goal::Fail => self.failing(aim, name, site, schema),
        };
        let base = self.valid(present(site));
        let placed = |object: &Json, wants: &Wants| match wants.iter().next() {
            Some((path, Wanted::Value(value))) if wants.len() == 1 => placed(object, path.steps(), value),
            _ => None,
        };
        for wants in &wants {
            let object = base.as_ref().and_then(|base| placed(base, wants));
            if let Some(object) = object.filter(|object| self.shows(aim, object, None)) {
                return Some(created(object));
            }
            if let Some(object) = self.pursued(Some(aim), wants.clone(), None) {
                return Some(created(object));
            }
        }
        let object = wants.into_iter().take(LIKELIEST).find_map(|wants| self.searched(aim, wants, None))?;
        Some(created(object))
    }

    /// What to want where a constraint holds.
    fn holding(&mut self, name: &str, site: &FieldPath, schema: Schema<'m>) -> Vec<Wants> {
        let mut found = Vec::new();
        if name == "required" {
            let there = schema.required().map(|(name, _)| (site.child(name), Wanted::Present));
            found.push(there.collect());
        }
        found.push(present(site));
        if !site.is_empty() {
            let values = boundary_values(&[schema], last(site), self.config.kubernetes);
            let good = values.filter(|value| self.trial.server.judge.accepts(value, schema));
            found.extend(good.take(MOST_WANTS).map(|value| want(site, Wanted::Value(value))));
        }
        found
    }

    /// What to want where a constraint fails: values for which no other constraint of the node does come first.
    fn failing(&mut self, aim: &Aim, name: &str, site: &FieldPath, schema: Schema<'m>) -> Vec<Wants> {
        let mut found = Vec::new();
        if name == "required" {
            for (name, _) in schema.required() {
                let mut wants = present(site);
                wants.insert(site.child(name), Wanted::Absent);
                found.push(wants);
            }
        }
        if site.is_empty() {
            return found;
        }
        let all = boundary_values(&[schema], last(site), self.config.kubernetes);
        let all: Vec<_> =
            all.filter(|value| !value.is_null() && self.trial.fails(aim.number, value)).collect();
        let siblings: Vec<usize> = self.numbers_at(site);
        let mut ranked: Vec<_> = all
            .into_iter()
            .map(|value| {
                let faults = siblings.iter().filter(|number| self.trial.fails(**number, &value)).count();
                (faults, value.to_json().len(), value)
            })
            .collect();
        ranked.sort_by_key(|(faults, length, _)| (*faults, *length));
        let wants = ranked.into_iter().map(|(_, _, value)| want(site, Wanted::Value(value)));
        found.extend(wants.take(MOST_WANTS));
        found
    }

    /// The points of the constraints of a node.
    fn numbers_at(&self, site: &FieldPath) -> Vec<usize> {
        let all = self.points.all().iter().enumerate();
        all.filter(|(_, point)| point.site == *site && matches!(point.kind, PointKind::Constraint(_)))
            .map(|(number, _)| number)
            .collect()
    }
}

fn last(site: &FieldPath) -> &str {
    site.last_name().unwrap_or("item")
}
