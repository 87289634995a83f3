//! The search for an object that the schema accepts and on which an expression comes to something: a goal.
//!
//! ```text
//! expression ──► Conditions ──► wishes ──► values of the node ──► goal holds? ──► minimised ──► whole object, judged
//! ```
//!
//! The conditions on the way to a part of the expression say what to want of values: boundary values at the node,
//! constants of the rule. A sample of the node is made for each wish; the first that the schema accepts and for which
//! the goal holds is made smaller, put into the smallest object around it, and judged by all stages of the
//! server. Nothing is a witness that was not judged. All work is bounded by [`Search::new`].
//!
//! Knows schemas, expressions and the judge; must not know what a goal is for.
//!
//! Steps get more expensive: `hazards` looks for sub-expressions that can fail; `conditions` derives the
//! constraints (`Wish`) under which the sub-expression is evaluated, fails, and determines the result. If the
//! constraints contradict each other, the sub-expression is guarded and the search ends. Otherwise the sample
//! generator makes the smallest value that satisfies them, and the goal runs on it. An object that another rule
//! rejects proves nothing, so its other members are generated differently until nothing is in the way. A rule on
//! `oldSelf` takes two objects: the first is created, the second replaces it. All searches for the advice on one
//! CRD share a budget. `tests/tests/unguarded_live.rs` and `blocking_live.rs` have the server's code confirm each
//! witness.

mod conditions;
mod hazards;
mod scope;
mod wish;

use std::collections::BTreeMap;
use std::rc::Rc;

use crdls_manifest::model::{Crd, Schema, Version};
use crdls_report::{Config, FieldPath, Finding, PathStep};
use crdls_resource::{Judge, with_defaults};
use crdls_values::{Json, JsonValue};

use super::accepted::refusals;
use super::choice::Choices;
use super::make::{MAX_ITEMS, Maker, ResourceOf};
use super::repair;
use super::scalar::KnownTexts;
use super::value::Value;
use super::wanted::{Wanted, Wants};
pub use conditions::Conditions;
pub use hazards::{Hazard, HazardKind};
pub use scope::ValueRef;
pub use wish::{Wish, with_more};

/// What is searched for.
pub trait Goal {
    /// Whether a value of the node, and the value that it replaces, show it. Both are as the schema wants them,
    /// with defaults.
    fn holds(&mut self, new: &Json, old: Option<&Json>) -> bool;
    /// What a finding on the whole object means.
    fn role(&self, finding: &Finding) -> Role;
}

/// What a finding on an object means for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The node is what is searched for.
    Goal,
    /// The node does not matter.
    Aside,
    /// With it the object shows nothing.
    InTheWay,
}

/// A node of a version's schema, where a goal is.
#[derive(Clone, Debug)]
pub struct Site<'m> {
    /// The schema of the node.
    pub schema: Schema<'m>,
    /// Where a value of the node is in an object; empty for the whole object.
    pub path: FieldPath,
}

/// An object that shows a goal; the server was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The object, as it is written.
    pub object: Json,
    /// The object that it replaces, where it takes one to show the goal.
    pub old: Option<Json>,
}

/// What may be done at most, for all goals of a document.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// How many values of nodes are made and looked at.
    pub values: usize,
    /// How many whole objects are judged.
    pub objects: usize,
}

/// A search in one version of a CRD.
#[derive(Debug)]
pub struct Search<'m> {
    crd: Crd<'m>,
    version: Version<'m>,
    config: &'m Config,
    judge: Judge<'m>,
    known: KnownTexts,
}

/// A value of a node as it is written, and with its defaults.
#[derive(Clone)]
struct Candidate {
    written: Json,
    stored: Json,
}

/// So many objects are judged to make a whole one around a value.
const MOST_OBJECTS: usize = 8;
/// So many smaller values are looked at.
const MOST_SMALLER: usize = 24;

impl<'m> Search<'m> {
    /// A search in objects of a version.
    pub fn new(crd: Crd<'m>, version: Version<'m>, config: &'m Config) -> Self {
        let judge = Judge::new(crd, version, config);
        Self { crd, version, config, judge, known: KnownTexts::default() }
    }

    /// An object that shows a goal, by one of the wishes; `None` where none is found within the budget.
    /// `transition` where the goal takes an old object too.
    pub fn witness(
        &mut self,
        site: &Site<'m>,
        wishes: &[Wish],
        transition: bool,
        goal: &mut dyn Goal,
        budget: &mut Budget,
    ) -> Option<Witness> {
        wishes.iter().find_map(|wish| {
            let new = self.candidate(site, &wish.of_variable("self"), budget)?;
            let old = match transition {
                true => Some(self.candidate(site, &wish.of_variable("oldSelf"), budget)?),
                false => None,
            };
            let stored = old.as_ref().map(|old| &old.stored);
            if !goal.holds(&new.stored, stored) {
                return None;
            }
            let new = self.smaller(site, new, budget, &mut |new| goal.holds(new, stored));
            self.whole(site, new.written, old.map(|old| old.written), goal, budget)
        })
    }

    /// A value of a node with what is wanted of it; `None` where the schema refuses it.
    fn candidate(&mut self, site: &Site<'m>, wants: &Wants, budget: &mut Budget) -> Option<Candidate> {
        budget.values = budget.values.checked_sub(1)?;
        let choices = Choices { wants: wants.iter().map(small).collect(), ..Choices::default() };
        let mut maker = Maker::new(&choices, self.config.kubernetes, 0).at_once();
        let made = match site.path.is_empty() {
            true => maker.resource(ResourceOf { crd: self.crd, version: self.version }),
            false => maker.node(site.schema, site.path.last_name().unwrap_or_default()),
        };
        self.accepted(site, made.json())
    }

    fn accepted(&mut self, site: &Site<'m>, written: Json) -> Option<Candidate> {
        let mut stored = written.clone();
        with_defaults(&mut stored, site.schema, site.path.is_empty());
        self.judge.accepts(&stored, site.schema).then_some(Candidate { written, stored })
    }

    /// The same with as few members and items as the goal takes.
    fn smaller(
        &mut self,
        site: &Site<'m>,
        from: Candidate,
        budget: &mut Budget,
        holds: &mut dyn FnMut(&Json) -> bool,
    ) -> Candidate {
        let mut best = from;
        // Each resource has its name and kind.
        let is_own = |path: &FieldPath| {
            let first = path.steps().first().and_then(PathStep::member);
            !site.path.is_empty() || !first.is_some_and(crdls_resource::is_resource_field)
        };
        let parts: Vec<_> = parts(&best.written).into_iter().filter(is_own).take(MOST_SMALLER).collect();
        for part in parts {
            let Some(left) = budget.values.checked_sub(1) else { break };
            let Some(written) = without(&best.written, part.steps()) else { continue };
            budget.values = left;
            if let Some(found) = self.accepted(site, written).filter(|found| holds(&found.stored)) {
                best = found;
            }
        }
        best
    }

    /// The smallest object around a value that shows the goal.
    fn whole(
        &mut self,
        site: &Site<'m>,
        new: Json,
        old: Option<Json>,
        goal: &dyn Goal,
        budget: &mut Budget,
    ) -> Option<Witness> {
        let old = match old {
            Some(old) => Some(self.object(site, old, None, budget, &<[_]>::is_empty, &|_| true)?),
            None => None,
        };
        let stored = old.as_ref().and_then(|old| self.stored(old));
        let shows = |findings: &[Finding]| {
            let has = |role| findings.iter().any(|finding| goal.role(finding) == role);
            has(Role::Goal) && !has(Role::InTheWay)
        };
        let is_wrong = |finding: &Finding| goal.role(finding) == Role::InTheWay;
        let object = self.object(site, new, stored.as_ref(), budget, &shows, &is_wrong)?;
        Some(Witness { object, old })
    }

    /// An object around a value with findings as they are wanted.
    fn object(
        &mut self,
        site: &Site<'m>,
        value: Json,
        old: Option<&Json>,
        budget: &mut Budget,
        wanted: &dyn Fn(&[Finding]) -> bool,
        is_wrong: &dyn Fn(&Finding) -> bool,
    ) -> Option<Json> {
        let wants = BTreeMap::from([(site.path.clone(), Wanted::Value(value))]);
        let of = ResourceOf { crd: self.crd, version: self.version };
        let judge = &mut self.judge;
        let mut unwanted = |object: &Json| {
            let refused = refusals(judge.judge(object.into(), old).findings);
            if wanted(&refused) { Rc::default() } else { refused.into() }
        };
        // What is wrong with the value itself no other object fixes.
        let may_be_fixed = |findings: &[Finding]| {
            !findings.iter().any(|finding| is_wrong(finding) && finding.path.starts_with(site.path.steps()))
        };
        let mut search = repair::SampleSearch::new(
            of,
            self.config.kubernetes,
            MOST_OBJECTS.min(budget.objects),
            &mut self.known,
            &mut unwanted,
        );
        let found = search.smallest(Choices { wants, ..Choices::default() }, &may_be_fixed);
        budget.objects = budget.objects.saturating_sub(search.judged());
        found
    }

    /// Whether the server accepts the first object, and each of the others as an update of the one before.
    pub fn accepts_each(&mut self, objects: &[&Json], budget: &mut Budget) -> bool {
        let Some(left) = budget.objects.checked_sub(objects.len()) else { return false };
        budget.objects = left;
        let mut stored: Option<Json> = None;
        for object in objects {
            let verdict = self.judge.judge((*object).into(), stored.as_ref());
            if !refusals(verdict.findings).is_empty() || verdict.object.is_none() {
                return false;
            }
            stored = verdict.object;
        }
        true
    }

    /// An object as the server stores it.
    fn stored(&mut self, object: &Json) -> Option<Json> {
        self.judge.judge(object.into(), None).object
    }
}

/// A want that costs little to meet: a search goes on at each keystroke.
fn small((path, wanted): (&FieldPath, &Wanted)) -> (FieldPath, Wanted) {
    let wanted = match wanted {
        Wanted::Size(size) => Wanted::Size((*size).min(MAX_ITEMS)),
        other => other.clone(),
    };
    (path.clone(), wanted)
}

/// The paths of all members and items of a value, the largest parts first.
pub fn parts(value: &Json) -> Vec<FieldPath> {
    let mut found = Vec::new();
    let mut open = vec![(FieldPath::default(), value)];
    while let Some((path, value)) = open.pop() {
        let members = value.members().iter().map(|member| (path.child(&member.name), &member.value));
        let items = value.items().iter().enumerate().rev().map(|(index, item)| (path.item(index), item));
        for (path, value) in members.chain(items) {
            found.push(path.clone());
            open.push((path, value));
        }
    }
    found.sort_by_key(|path| path.steps().len());
    found
}

/// A value without one of its parts; `None` where it has no such part.
pub fn without(value: &Json, part: &[PathStep]) -> Option<Json> {
    let (first, rest) = part.split_first()?;
    let mut value = value.clone();
    match &mut value.value {
        JsonValue::Map(members) => {
            let at = members.iter().position(|member| first.member() == Some(&member.name))?;
            match rest.is_empty() {
                true => drop(members.remove(at)),
                false => {
                    let member = members.get_mut(at)?;
                    member.value = without(&member.value, rest)?;
                }
            }
        }
        JsonValue::List(items) => {
            let at = first.index().filter(|at| *at < items.len())?;
            match rest.is_empty() {
                true => drop(items.remove(at)),
                false => {
                    let item = items.get_mut(at)?;
                    *item = without(item, rest)?;
                }
            }
        }
        _ => return None,
    }
    Some(value)
}

impl Witness {
    /// The object on one line, without the fields that every resource has.
    pub fn shown(&self) -> String {
        shown(&self.object)
    }

    /// The same of the object that it replaces.
    pub fn shown_old(&self) -> Option<String> {
        self.old.as_ref().map(shown)
    }
}

fn shown(object: &Json) -> String {
    let own = |member: &&crdls_values::JsonMember| !crdls_resource::is_resource_field(&member.name);
    let members = object.members().iter().filter(own);
    let map = members.map(|member| (member.name.to_string(), Value::of_json(&member.value))).collect();
    Value::Map(map).flow()
}
