//! An object that the server takes, found by judging one after the other.
//!
//! Where a finding is, other values and other alternatives are tried; then the sample is made without what is
//! optional there, and members are put back, half by half, as long as it does not get worse; then with optional members
//! that were left out because they are deep. Where no such decision is better, one that is not is taken all the same,
//! and others after it (a detour).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::accepted::refusals;
use super::choice::{Choices, Open};
use super::make::{LEVELS, Maker, ResourceOf};
use super::scalar::KnownTexts;
use super::value::{Comments, Value};
use super::wanted::Wants;
use super::{Sample, Unwanted};
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{Config, FieldPath, Finding, PathStep};
use crdls_resource::{ServedVersion, judge};
use crdls_values::Json;

/// So many samples are judged at most.
const MAX_JUDGED: usize = 400;

/// So many values are tried in one place, and so many where unlikely ones count.
const MAX_TURNS: usize = 24;
const MAX_UNLIKELY_TURNS: usize = 96;

/// So many samples are judged at most on all detours, and on one of them.
const MAX_JUDGED_ON_DETOURS: usize = 1_200;
const MAX_JUDGED_ON_ONE: usize = 150;

/// So many rules are asked in turn that fail only once the one before is met.
const MOST_ASKED_IN_TURN: usize = 4;

/// An object with what is wrong with it.
#[derive(Clone)]
pub(super) struct Try {
    choices: Choices,
    /// What could be decided otherwise, once that was asked.
    open: OnceCell<Open>,
    pub(super) value: Value,
    pub(super) findings: Rc<[Finding]>,
}

impl Try {
    fn is_better(&self, other: &Self) -> bool {
        self.findings.len() < other.findings.len()
    }

    /// Where findings are, and all that is around them, the nearest first.
    fn places(&self) -> Vec<&[PathStep]> {
        let mut seen = BTreeSet::new();
        let places = self.findings.iter().flat_map(|finding| finding.path.ancestors());
        places.filter(|place| seen.insert(*place)).collect()
    }
}

/// What was wanted at first and what is wanted now, with what the rule asks for that a finding is about.
pub(super) type Asked = fn([&Wants; 2], &Finding, Schema<'_>, Minor) -> Vec<Wants>;

/// The search for an object of a version with which nothing is wrong.
pub(super) struct SampleSearch<'s> {
    of: ResourceOf<'s>,
    minor: Minor,
    /// Down to which level of `spec` optional properties are written.
    levels: usize,
    refusals: Unwanted<'s>,
    /// How many may be judged.
    most: usize,
    judged: usize,
    known: &'s mut KnownTexts,
    /// What failed rules ask for, which is tried first: where much is wanted around a value, little else helps.
    pub(super) asked: Option<Asked>,
    /// What is wanted in any case.
    given: Wants,
}

/// The best sample that is found.
pub(super) fn best(by: ServedVersion<'_>, config: &Config) -> Sample {
    searched(by, config, |search| {
        let best = search.sample();
        let text = best.value.to_yaml(&comments(&best, Some(&search.open(&best).forbidden)));
        Sample { text, left: best.findings.to_vec() }
    })
}

/// The best sample without the members that it does not need.
pub(super) fn least(by: ServedVersion<'_>, config: &Config) -> Sample {
    searched(by, config, |search| {
        let best = search.sample();
        (search.judged, search.most) = (0, MAX_JUDGED);
        let least = search.reduced(best);
        let text = least.value.to_yaml(&comments(&least, None));
        Sample { text, left: least.findings.to_vec() }
    })
}

/// What is made of the search for a sample that the server takes.
fn searched(
    by: ServedVersion<'_>,
    config: &Config,
    make: impl FnOnce(&mut SampleSearch<'_>) -> Sample,
) -> Sample {
    let of = ResourceOf { crd: by.indexed.crd(), version: by.version };
    let mut refusals = |object: &Json| refusals(judge(object.into(), "", by, config).findings).into();
    let known = &mut KnownTexts::default();
    make(&mut SampleSearch::new(of, config.kubernetes, MAX_JUDGED, known, &mut refusals))
}

impl<'s> SampleSearch<'s> {
    /// At most so many objects are judged, by what is wrong with each.
    pub(super) fn new(
        of: ResourceOf<'s>,
        minor: Minor,
        most: usize,
        known: &'s mut KnownTexts,
        refusals: Unwanted<'s>,
    ) -> Self {
        Self { of, minor, levels: 0, refusals, most, judged: 0, known, asked: None, given: Wants::new() }
    }

    /// The best object that is found, as long as others may be better than one with such findings.
    pub(super) fn best(
        &mut self,
        choices: Choices,
        levels: usize,
        may_be_fixed: &dyn Fn(&[Finding]) -> bool,
    ) -> Try {
        self.levels = levels;
        self.given.clone_from(&choices.wants);
        let first = self.attempt(choices);
        self.climbed(first, may_be_fixed)
    }

    /// The decisions of the smallest sample that is found, also by detours; `None` where something is wrong with each.
    pub(super) fn start(&mut self) -> Option<Choices> {
        let best = Some(self.sample()).filter(|best| best.findings.is_empty())?;
        (self.judged, self.most) = (0, MAX_JUDGED);
        Some(self.reduced(best).choices)
    }

    /// A sample that nothing is wrong with, also by detours.
    pub(super) fn valid_sample(&mut self) -> Option<Json> {
        let best = self.sample();
        best.findings.is_empty().then(|| best.value.json())
    }

    /// An object with what is wanted that nothing is wrong with, made like one that nothing is wrong with.
    pub(super) fn like(&mut self, start: &Choices, wants: Wants) -> Option<Json> {
        let made = self.best(Choices { wants, over_defaults: true, ..start.clone() }, LEVELS, &|_| true);
        made.findings.is_empty().then(|| made.value.json())
    }

    /// The smallest object with what the decisions want that nothing is wrong with, as long as others may be better than one
    /// with such findings.
    pub(super) fn smallest(
        &mut self,
        choices: Choices,
        may_be_fixed: &dyn Fn(&[Finding]) -> bool,
    ) -> Option<Json> {
        let made = self.best(choices, 0, may_be_fixed);
        made.findings.is_empty().then(|| made.value.json())
    }

    /// A better object each time, by one decision, until none is better.
    fn climbed(&mut self, mut best: Try, may_be_fixed: &dyn Fn(&[Finding]) -> bool) -> Try {
        // Where one finding is fixed, the next may appear.
        while !best.findings.is_empty() && !self.is_spent() && may_be_fixed(&best.findings) {
            let Some(better) = self.mended(&best) else { break };
            best = better;
        }
        best
    }

    /// How many objects were judged.
    pub(super) const fn judged(&self) -> usize {
        self.judged
    }

    /// The best sample, also by detours.
    fn sample(&mut self) -> Try {
        let mut best = self.best(Choices::default(), LEVELS, &|_| true);
        let all = self.judged + MAX_JUDGED_ON_DETOURS;
        while !best.findings.is_empty() {
            let Some(better) = self.by_detour(&best, all) else { break };
            best = better;
        }
        best
    }

    fn is_spent(&self) -> bool {
        self.judged >= self.most
    }

    /// The same without optional members, as long as it has no more findings.
    fn reduced(&mut self, mut least: Try) -> Try {
        let spec = FieldPath::of_names(&["spec"]);
        let members: Vec<FieldPath> = self
            .open(&least)
            .optional
            .values()
            .flatten()
            .filter(|member| **member != spec)
            .cloned()
            .collect();
        let mut chunks = vec![members.as_slice()];
        while let Some(chunk) = chunks.pop().filter(|_| !self.is_spent()) {
            let mut choices = least.choices.clone();
            choices.omitted.extend(chunk.iter().cloned());
            let found = self.attempt(choices);
            if !least.is_better(&found) {
                least = found;
            } else if chunk.len() > 1 {
                let (first, second) = chunk.split_at(chunk.len() / 2);
                chunks.extend([second, first]);
            }
        }
        least
    }

    fn attempt(&mut self, choices: Choices) -> Try {
        self.judged += 1;
        let of = self.of;
        let value = self.maker(&choices).unnoted().resource(of);
        let findings = (self.refusals)(&value.json());
        Try { choices, open: OnceCell::new(), value, findings }
    }

    fn maker<'c>(&'c mut self, choices: &'c Choices) -> Maker<'c, 's> {
        Maker::new(choices, self.minor, self.levels).knowing(self.known)
    }

    /// What could be decided otherwise in an object.
    fn open<'t>(&mut self, of: &'t Try) -> &'t Open {
        let resource = self.of;
        of.open.get_or_init(|| {
            let mut maker = self.maker(&of.choices);
            maker.resource(resource);
            maker.open
        })
    }

    /// A sample with fewer findings.
    fn mended(&mut self, last: &Try) -> Option<Try> {
        // What rules that fail ask for, next to what is wanted already.
        let asked = self.asked_from(last, last.findings.len(), MOST_ASKED_IN_TURN);
        asked.or_else(|| last.places().into_iter().find_map(|place| self.mended_at(last, place)))
    }

    /// One with fewer findings than that: what meets one rule may bring the next, which is asked in its turn.
    fn asked_from(&mut self, last: &Try, findings: usize, turns: usize) -> Option<Try> {
        let (asked, schema) = (self.asked?, self.of.version.schema()?);
        let mut as_good = Vec::new();
        for finding in &*last.findings {
            for wants in asked([&self.given, &last.choices.wants], finding, schema, self.minor) {
                if self.is_spent() {
                    return None;
                }
                let found = self.attempt(Choices { wants, ..last.choices.clone() });
                if found.findings.len() < findings {
                    return Some(found);
                }
                let is_same = |its: &Finding| its.path == finding.path && its.message == finding.message;
                if found.findings.len() == findings && !found.findings.iter().any(is_same) {
                    as_good.push(found);
                }
            }
        }
        let left = turns.checked_sub(1)?;
        as_good.into_iter().take(2).find_map(|found| self.asked_from(&found, findings, left))
    }

    fn mended_at(&mut self, last: &Try, place: &[PathStep]) -> Option<Try> {
        if let Some(found) = self.other_values(last, place) {
            return Some(found);
        }
        if let Some(found) = self.other_branches(last, place) {
            return Some(found);
        }
        self.without(last, place).or_else(|| self.with(last, place))
    }

    /// Another alternative of the schema at a place.
    fn other_branches(&mut self, last: &Try, place: &[PathStep]) -> Option<Try> {
        let here = self.open(last).branches.iter().filter(|((path, _), _)| path.steps() == place);
        self.decided_otherwise(last, here, usize::MAX, |choices| &mut choices.branches)
    }

    /// Another value at a place or right below it.
    fn other_values(&mut self, last: &Try, place: &[PathStep]) -> Option<Try> {
        let here = self.open(last).turns.iter().filter(|(key, _)| is_at_or_below(key, place, 2));
        let most = if last.choices.unlikely { MAX_UNLIKELY_TURNS } else { MAX_TURNS };
        self.decided_otherwise(last, here, most, |choices| &mut choices.turns)
    }

    /// The first that is better with another of so many ways at one path, of which at most `most` are tried.
    fn decided_otherwise<'k, K: Clone + Ord + 'k>(
        &mut self,
        last: &Try,
        open: impl Iterator<Item = (&'k K, &'k usize)>,
        most: usize,
        decisions: fn(&mut Choices) -> &mut BTreeMap<K, usize>,
    ) -> Option<Try> {
        for (path, count) in open {
            for turn in 1..(*count).min(most) {
                if self.is_spent() {
                    return None;
                }
                let mut choices = last.choices.clone();
                let decision = decisions(&mut choices).entry(path.clone()).or_default();
                *decision = (*decision + turn) % count;
                let found = self.attempt(choices);
                if found.is_better(last) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The object without as many optional values at a position as possible.
    fn without(&mut self, last: &Try, place: &[PathStep]) -> Option<Try> {
        let below = self.open(last).optional.iter().filter(|(map, _)| is_at_or_below(map, place, 1));
        let members: Vec<FieldPath> = below.flat_map(|(_, members)| members.clone()).collect();
        let members: Vec<_> =
            members.into_iter().filter(|member| !last.choices.omitted.contains(member)).collect();
        if members.is_empty() || self.is_spent() {
            return None;
        }
        let mut choices = last.choices.clone();
        choices.omitted.extend(members.iter().cloned());
        let mut best = self.attempt(choices);
        let mut chunks = vec![members.as_slice()];
        while let Some(chunk) = chunks.pop() {
            if self.is_spent() {
                break;
            }
            let mut choices = best.choices.clone();
            choices.omitted.retain(|member| !chunk.contains(member));
            let found = self.attempt(choices);
            // As long as nothing is won, many at once would only lead back.
            let may_stay = chunk.len() == 1 || best.is_better(last);
            if found.is_better(&best) || (may_stay && !best.is_better(&found)) {
                best = found;
            } else if chunk.len() > 1 {
                let (first, second) = chunk.split_at(chunk.len() / 2);
                chunks.extend([second, first]);
            }
        }
        best.is_better(last).then_some(best)
    }
}

impl SampleSearch<'_> {
    /// One more of the optional members at a place or right below it.
    fn with(&mut self, last: &Try, place: &[PathStep]) -> Option<Try> {
        let below = self.open(last).skipped.iter().filter(|(map, _)| is_at_or_below(map, place, 1));
        for member in below.flat_map(|(_, members)| members) {
            if self.is_spent() {
                return None;
            }
            let mut choices = last.choices.clone();
            choices.added.insert(member.clone());
            let found = self.attempt(choices);
            if found.is_better(last) {
                return Some(found);
            }
        }
        None
    }
}

impl SampleSearch<'_> {
    /// A better sample that no single decision leads to: one decision near a finding, whatever comes of it, and those
    /// after it that make it better. No more than `all` are judged.
    fn by_detour(&mut self, last: &Try, all: usize) -> Option<Try> {
        self.most = all;
        let mut starts = Vec::new();
        for choices in detours(last, self.open(last)) {
            if self.is_spent() {
                break;
            }
            let start = self.attempt(choices);
            if start.is_better(last) {
                return Some(start);
            }
            starts.push(start);
        }
        starts.sort_by_key(|start| start.findings.len());
        starts.into_iter().find_map(|start| {
            self.most = all.min(self.judged + MAX_JUDGED_ON_ONE);
            Some(self.climbed(start, &|_| true)).filter(|found| found.is_better(last))
        })
    }
}

/// The decisions that could be made otherwise near the findings, each alone: unlikely values, then an optional member
/// the less or the more.
fn detours(last: &Try, open: &Open) -> Vec<Choices> {
    let changed = |change: &dyn Fn(&mut Choices)| {
        let mut choices = last.choices.clone();
        change(&mut choices);
        choices
    };
    let mut found = Vec::new();
    if !last.choices.unlikely {
        found.push(changed(&|choices| choices.unlikely = true));
    }
    let mut seen = BTreeSet::new();
    for place in last.places() {
        let near = |members: &BTreeMap<FieldPath, Vec<FieldPath>>| -> Vec<FieldPath> {
            let near = members.iter().filter(|(map, _)| is_at_or_below(map, place, 1));
            near.flat_map(|(_, members)| members.clone()).collect()
        };
        for member in near(&open.optional).into_iter().filter(|member| seen.insert(member.clone())) {
            found.push(changed(&|choices| {
                if !choices.omitted.remove(&member) {
                    choices.omitted.insert(member.clone());
                }
            }));
        }
        for member in near(&open.skipped).into_iter().filter(|member| seen.insert(member.clone())) {
            found.push(changed(&|choices| {
                choices.added.insert(member.clone());
            }));
        }
    }
    found
}

fn is_at_or_below(path: &FieldPath, place: &[PathStep], most_members: usize) -> bool {
    let below = path.steps().strip_prefix(place);
    below.is_some_and(|below| below.iter().filter(|step| step.member().is_some()).count() <= most_members)
}

/// What could not be met, and with the members that are kept out what was left out.
fn comments(made: &Try, forbidden: Option<&BTreeSet<FieldPath>>) -> Comments {
    let mut comments = BTreeMap::new();
    let mut add = |path: FieldPath, line: String| {
        let lines: &mut Vec<String> = comments.entry(path).or_default();
        if !lines.contains(&line) {
            lines.push(line);
        }
    };
    let mut left: BTreeMap<FieldPath, Vec<&str>> = BTreeMap::new();
    for omitted in forbidden.into_iter().flat_map(|forbidden| made.choices.omitted.union(forbidden)) {
        left.entry(omitted.parent().unwrap_or_default()).or_default().extend(omitted.last_name());
    }
    for (map, names) in left {
        let (verb, they, conflict) =
            if names.len() == 1 { ("is", "it", "conflicts") } else { ("are", "they", "conflict") };
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        add(map, format!("{} {verb} left out: {they} {conflict} with the other fields", names.join(", ")));
    }
    for finding in &*made.findings {
        let words = finding.server.as_ref().map_or(&finding.message, |server| &server.detail);
        let path =
            if finding.path.is_empty() { FieldPath::of_names(&["spec"]) } else { finding.path.clone() };
        add(path, format!("the server rejects this: {words}"));
    }
    comments
}
