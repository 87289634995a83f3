//! The search for an object that shows a point.
//!
//! What to want of an object comes from the rule (`Conditions`) or from the bounds of the schema; the maker makes an object
//! with it. Where that does not suffice, a valid object is varied in the parts that the rule reads. Each object is run; what
//! is found is made smaller as long as it shows the point.

use std::collections::VecDeque;
use std::rc::Rc;

use crdls_manifest::model::Version;
use crdls_report::sentences::sentence;
use crdls_report::{Config, FieldPath, Finding};
use crdls_values::Json;
use crdls_witness::{ObjectMaker, Wants, parts, with_more, without};

use super::parts::RuleParts;
use super::trial::{Aim, Ran, Trial};
use super::{Attempt, Point, PointKind, Points};
use crate::installed::Installed;
use crate::new_case::Goal;

/// So many objects are run for a point.
const TRIES: usize = 1_500;
/// So many of what may be wanted are tried, and so many with a long search.
pub(super) const MOST_WANTS: usize = 8;
pub(super) const LIKELIEST: usize = 2;
/// So many wants are joined with those of the rules that refuse an object.
const MOST_JOINED: usize = 20;
/// So many values are tried of each part where two vary, and so many ways in which a rule holds.
pub(super) const FEW_VALUES: usize = 8;
/// So many smaller objects are tried.
const MOST_SMALLER: usize = 80;

/// The search for objects of a version.
pub(super) struct Search<'m> {
    pub trial: Trial<'m>,
    maker: ObjectMaker<'m>,
    pub points: &'m Points,
    version: Version<'m>,
    pub config: &'m Config,
    pub tally: Tally,
    has_start: bool,
    /// An object with much of what the schema has, once it was needed.
    sample: Option<Option<Json>>,
}

/// What was tried for a point.
pub(super) struct Tally {
    goal: Goal,
    /// What the objects replace that are run.
    pub old: Option<Json>,
    left: usize,
    tried: usize,
    reached: usize,
    /// How many of them show it.
    pub shown: usize,
    /// The object with the fewest other faults among those that are rejected for more than the point.
    blocked: Option<Blocked>,
    /// What it refuses one for that does not.
    refused: Option<Finding>,
}

/// An object that shows what is searched for, and is refused for more.
struct Blocked {
    /// How many other faults it has.
    faults: usize,
    other: Finding,
    attempt: Attempt,
}

impl Tally {
    const fn new(goal: Goal) -> Self {
        Self { goal, old: None, left: TRIES, tried: 0, reached: 0, shown: 0, blocked: None, refused: None }
    }

    /// What is wrong with an object that was run for an aim, which is counted.
    fn wrong(&mut self, aim: &Aim, ran: &Ran, object: &Json) -> Vec<Finding> {
        (self.tried, self.left) = (self.tried + 1, self.left.saturating_sub(1));
        let wrong = aim.wrong(ran);
        if aim.goal != self.goal {
            return wrong;
        }
        self.reached += usize::from(aim.is_reached(ran));
        self.shown += usize::from(aim.is_shown(ran));
        let Some(other) = wrong.iter().find(|finding| finding.server.is_some()) else { return wrong };
        if !aim.is_shown(ran) {
            self.refused = self.refused.take().or_else(|| Some(other.clone()));
        } else if self.blocked.as_ref().is_none_or(|known| wrong.len() < known.faults) {
            let attempt = Attempt { old: self.old.clone(), object: object.clone(), said: None };
            self.blocked = Some(Blocked { faults: wrong.len(), other: other.clone(), attempt });
        }
        wrong
    }

    /// Why nothing was found.
    fn why(&self, goal: Goal, config: &Config) -> String {
        let said = |finding: Option<&Finding>| {
            let server = finding.and_then(|finding| finding.server.clone());
            server.map(|server| sentence(server, config.kubernetes)).unwrap_or_default()
        };
        let tried = self.tried;
        match (goal, self.reached, &self.blocked) {
            (_, _, Some(blocked)) => {
                let other = said(Some(&blocked.other));
                format!("of {tried} objects those that show it are rejected for more: {other}")
            }
            (_, 0, None) => format!("none of {tried} objects reaches it: {}", said(self.refused.as_ref())),
            (Goal::Hold, _, None) => format!("it fails for each of {tried} objects"),
            (Goal::Fail, _, None) => format!("it holds for each of {tried} objects"),
        }
    }
}

impl<'m> Search<'m> {
    pub(super) fn new(installed: &'m Installed<'_>, points: &'m Points, config: &'m Config) -> Option<Self> {
        let (crd, version) = (installed.crd(), installed.version()?);
        Some(Self {
            trial: Trial::new(crd, version, points, config),
            maker: ObjectMaker::new(crd, version, config.kubernetes),
            points,
            version,
            config,
            tally: Tally::new(Goal::Hold),
            has_start: false,
            sample: None,
        })
    }

    /// An object that shows a point, as small as it is found; why not, where none is.
    pub(super) fn attempt(&mut self, number: usize, goal: Goal) -> Result<Attempt, String> {
        self.tally = Tally::new(goal);
        let point = self.points.all().get(number).ok_or("there is no such point")?;
        let aim = Aim::new(number, point, goal);
        let root = self.version.schema().ok_or("the version has no schema")?;
        let schema = root.at(point.site.steps()).ok_or("no object has such a value")?;
        let found = match point.kind {
            PointKind::Constraint(name) => self.constraint(&aim, name, &point.site, schema),
            PointKind::Rule(at) => {
                let rule = schema.validations().nth(at);
                rule.and_then(|rule| self.rule(&aim, rule, &point.site, schema))
            }
        };
        match (found, goal) {
            (Some(found), _) => Ok(self.smaller(&aim, found)),
            (None, Goal::Hold) => Err(self.tally.why(goal, self.config)),
            // Where no object fails it alone, one that fails others too has to do.
            (None, Goal::Fail) => {
                let why = self.tally.why(goal, self.config);
                let Blocked { faults, attempt, .. } = self.tally.blocked.take().ok_or(why)?;
                Ok(self.smaller(&aim.tolerating(faults), attempt))
            }
        }
    }

    /// Runs an object; whether it shows what is searched for and nothing else is wrong.
    pub(super) fn shows(&mut self, aim: &Aim, object: &Json, stored: Option<&Json>) -> bool {
        if self.tally.left == 0 {
            return false;
        }
        let ran = self.trial.run(object, stored);
        self.tally.wrong(aim, &ran, object).is_empty()
    }

    /// An object with what is wanted that shows what is searched for, by a long search.
    pub(super) fn searched(&mut self, aim: &Aim, wants: Wants, stored: Option<&Json>) -> Option<Json> {
        if self.tally.left == 0 {
            return None;
        }
        self.start();
        let (trial, tally) = (&mut self.trial, &mut self.tally);
        let mut unwanted = |object: &Json| {
            let ran = trial.run(object, stored);
            tally.wrong(aim, &ran, object).into()
        };
        self.maker.searched(wants, &mut unwanted)
    }

    /// An object with what is wanted that the server accepts, whatever else it shows.
    pub(super) fn valid(&mut self, wants: Wants) -> Option<Json> {
        let found = self.pursued(None, wants.clone(), None);
        self.has_start |= found.is_none();
        let trial = &mut self.trial;
        let mut unwanted = |object: &Json| trial.run(object, None).refusals.into();
        found.or_else(|| self.maker.searched(wants, &mut unwanted))
    }

    /// The smallest object with what is wanted that shows what is searched for, or of no aim that is accepted. Where rules
    /// refuse what is made, what makes them hold is wanted too.
    pub(super) fn pursued(&mut self, aim: Option<&Aim>, wants: Wants, stored: Option<&Json>) -> Option<Json> {
        let mut open = VecDeque::from([wants]);
        let mut seen = Vec::new();
        for _ in 0..MOST_JOINED {
            let wants = open.pop_front()?;
            let mut nearest: Option<Rc<[Finding]>> = None;
            let (trial, tally) = (&mut self.trial, &mut self.tally);
            let mut unwanted = |object: &Json| {
                let ran = trial.run(object, stored);
                let wrong: Rc<[_]> = match aim {
                    Some(aim) => tally.wrong(aim, &ran, object).into(),
                    None => ran.refusals.into(),
                };
                if nearest.as_ref().is_none_or(|nearest| wrong.len() < nearest.len()) {
                    nearest = Some(Rc::clone(&wrong));
                }
                wrong
            };
            if let Some(found) = self.maker.small(wants.clone(), &mut unwanted) {
                return Some(found);
            }
            let rules = nearest.unwrap_or_default();
            for more in rules.iter().filter_map(|finding| self.holding_of(finding)).take(LIKELIEST).flatten()
            {
                let joined = with_more(&wants, &more);
                if let Some(joined) = joined.filter(|joined| *joined != wants && !seen.contains(joined)) {
                    seen.push(joined.clone());
                    open.push_back(joined);
                }
            }
        }
        None
    }

    /// What makes the rule hold that a finding is of; `None` for another finding.
    fn holding_of(&self, finding: &Finding) -> Option<Vec<Wants>> {
        let is_it = |point: &Point| {
            matches!(point.kind, PointKind::Rule(_))
                && finding.related.iter().any(|related| related.range == point.range)
        };
        let point = self.points.all().iter().find(|point| is_it(point))?;
        let PointKind::Rule(number) = point.kind else { return None };
        let schema = self.version.schema()?.at(point.site.steps())?;
        let rule = schema.validations().nth(number)?;
        let parts = RuleParts::of(rule, &point.site, schema, Goal::Hold, self.config.kubernetes)?;
        Some(parts.wants("self").take(FEW_VALUES).collect())
    }

    /// A valid object with much of what the schema has.
    pub(super) fn sample(&mut self) -> Option<Json> {
        let (trial, maker) = (&mut self.trial, &mut self.maker);
        let mut unwanted = |object: &Json| trial.run(object, None).refusals.into();
        self.sample.get_or_insert_with(|| maker.sample(&mut unwanted)).clone()
    }

    /// Long searches begin with a valid object, whatever they are for.
    fn start(&mut self) {
        if !std::mem::replace(&mut self.has_start, true) {
            let trial = &mut self.trial;
            let mut unwanted = |object: &Json| trial.run(object, None).refusals.into();
            let _ = self.maker.searched(Wants::new(), &mut unwanted);
        }
    }
}

impl Search<'_> {
    /// The same without what it does not take.
    fn smaller(&mut self, aim: &Aim, mut best: Attempt) -> Attempt {
        self.tally.left = MOST_SMALLER;
        let is_own = |path: &FieldPath| {
            !matches!(path.last_name(), Some("apiVersion" | "kind")) || path.steps().len() > 1
        };
        for part in parts(&best.object).into_iter().filter(is_own) {
            let Some(object) = without(&best.object, part.steps()) else { continue };
            let smaller = match &best.old {
                None => self.shows(aim, &object, None).then_some(created(object)),
                Some(old) => {
                    let both = without(old, part.steps()).unwrap_or_else(|| old.clone());
                    let stored = self.trial.run(&both, None).stored;
                    let shows = stored.is_some_and(|stored| self.shows(aim, &object, Some(&stored)));
                    shows.then_some(Attempt { old: Some(both), object, said: None })
                }
            };
            best = smaller.unwrap_or(best);
        }
        let stored = best.old.as_ref().and_then(|old| self.trial.run(old, None).stored);
        let ran = self.trial.run(&best.object, stored.as_ref());
        best.said = aim.said(&ran, self.config.kubernetes);
        best
    }
}

pub(super) const fn created(object: Json) -> Attempt {
    Attempt { old: None, object, said: None }
}
