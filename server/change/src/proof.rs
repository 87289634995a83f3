//! The class of a difference, shown by an object that was run on both sides.
//!
//! Each candidate is created and stored on the old side. Then the new side reads it (data that is gone is `lost`),
//! gets updates that leave the part as it is (`frozen`), and gets the object itself (`tightened`). Only what the new side
//! says of the part that differs counts: other differences have their own witnesses.

use crdls_manifest::model::Schema;
use crdls_report::{FieldPath, Finding, PathStep};
use crdls_resource::codes::{MISSING_FIELD, UNCHECKED_RULES};
use crdls_resource::is_of_rule;
use crdls_values::{Json, JsonValue};
use crdls_witness::{VersionJudge, Wanted, Wants};

use crate::candidates::{self, Candidates};
use crate::class::Class;
use crate::code::{Effect, What};
use crate::difference::{Difference, Subject};
use crate::trial::{self, Accepted, Before, Effort, Trial, Write};
use crate::{edits, empty, harmless};

/// What is done with an object to show a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The object is created.
    Create,
    /// The object replaces the old one.
    Update,
    /// A stored one is read.
    Read,
    /// The object is read in another version.
    Convert,
}

impl Action {
    /// The name of the action in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Read => "read",
            Self::Convert => "convert",
        }
    }
}

/// An object that shows what a change does; it was run on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The object as it is sent, or as it is stored where it is read; null where the CRD itself is refused.
    pub object: Json,
    /// The stored object that it replaces.
    pub old: Option<Json>,
    /// What is done with it.
    pub action: Action,
    /// An update writes the `status` subresource alone.
    pub by_status: bool,
    /// What the new side refuses it for, in the server's sentences; empty where it does not refuse it.
    pub findings: Vec<String>,
    /// The first part that is lost.
    pub lost: Option<FieldPath>,
    /// What the new side reads, where that is something else.
    pub stored: Option<Json>,
    /// The new side refuses the object too, but for another change: the findings are those of the old CRD with this change
    /// alone.
    pub alone: bool,
}

impl Witness {
    pub(crate) fn of(object: &Json, action: Action) -> Self {
        Self {
            object: object.clone(),
            old: None,
            action,
            by_status: false,
            findings: Vec::new(),
            lost: None,
            stored: None,
            alone: false,
        }
    }

    /// The proof that the server rejects the update of the CRD.
    pub(crate) fn of_definition(sentence: String) -> Self {
        Self { findings: vec![sentence], ..Self::of(&Json::unplaced(JsonValue::Null), Action::Update) }
    }
}

/// What is known of the class of a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// An object shows it.
    Witness(Box<Witness>),
    /// The effect follows from the change itself; the reason is empty if it is obvious.
    Evident(&'static str),
    /// No object was found that shows it; why not.
    Unproven(String),
}

/// So many more candidates are run for a worse class once one shows something.
const MORE: usize = 2;
/// So many candidates are worth a long search.
const LIKELIEST: usize = 3;

/// The class of a difference that is not [`certain`], with its proof. `all`: the differences of the version; `objects`:
/// custom resources of the version that are tried too.
pub(crate) fn of<'m>(
    difference: &Difference<'m>,
    all: &[Difference<'m>],
    trial: &mut Trial<'m>,
    objects: &[Accepted],
) -> (Class, Proof) {
    if matches!(difference.effect, Effect::Tightens | Effect::Either) && is_impossible(difference, trial) {
        return (Class::Internal, Proof::Evident("no object of the old version has a value there"));
    }
    let has_rivals = all.iter().any(|other| other.is_rival_of(difference));
    let mut search = Search { difference, trial, has_rivals, tried: 0 };
    match search.best(objects) {
        Some((class, witness)) => (class, witnessed(witness)),
        None => search.unshown(),
    }
}

/// The class of a difference that needs no object.
pub(crate) fn certain<'m>(difference: &Difference<'m>, root: Option<Schema<'m>>) -> Option<(Class, Proof)> {
    let class = match difference.effect {
        Effect::Nothing => Class::Internal,
        Effect::Shows => Class::Readers,
        // What a keyword no longer refuses is refused by others, which have their own changes; a new property may refuse
        // what an open object accepted.
        Effect::Loosens if !matches!(difference.subject, Subject::Property) || difference.site.in_clause => {
            Class::Loosened
        }
        _ => return harmless::why(difference, root).map(|why| (Class::Internal, Proof::Evident(why))),
    };
    Some((class, Proof::Evident("")))
}

/// The class of a difference that is not [`certain`], by what changed alone.
pub(crate) fn likely(difference: &Difference<'_>) -> (Class, Proof) {
    let is_property = matches!(difference.subject, Subject::Property);
    let class = match difference.effect {
        Effect::Tightens if is_property && difference.code.what == What::Removed => Class::Lost,
        Effect::Tightens | Effect::Either => Class::Tightened,
        Effect::Readers => Class::Readers,
        Effect::Loosens | Effect::Shows | Effect::Nothing => Class::Loosened,
    };
    (class, Proof::Unproven("no object was searched for that shows it".to_owned()))
}

/// Whether no object of the old version has a value at the place that a difference is about.
fn is_impossible<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> bool {
    let Some(root) = trial.old_version().1.schema() else { return false };
    empty::holds_none(root, &around(difference), &mut |value, schema| trial.accepts(value, schema))
}

/// The value that must be there, so that an object can show something.
fn around(difference: &Difference<'_>) -> FieldPath {
    let value = &difference.site.value;
    match difference.subject {
        Subject::Property => value.parent().unwrap_or_default(),
        _ => value.clone(),
    }
}

pub(crate) const NO_OBJECT: &str = "no object was found that the old version accepts";
const EACH_VALUE: &str = "the new version accepts each value that the old one does";

fn witnessed(witness: Witness) -> Proof {
    Proof::Witness(Box::new(witness))
}

fn why(tried: usize, trial: &Trial<'_>) -> String {
    match tried {
        0 if trial.accepts_none() => NO_OBJECT.to_owned(),
        _ if trial.is_spent() => "gave up searching for an example: too many changes".to_owned(),
        0 => "found no object that the old version accepts and that sets this field".to_owned(),
        1 => "the new version accepts the one object that was tried".to_owned(),
        tried => format!("the new version accepts all {tried} objects that were tried"),
    }
}

struct Search<'s, 'm> {
    difference: &'s Difference<'m>,
    trial: &'s mut Trial<'m>,
    /// Whether another difference may have the same effect.
    has_rivals: bool,
    /// How many objects the old side accepted.
    tried: usize,
}

impl<'m> Search<'_, 'm> {
    /// The worst class that a candidate shows.
    fn best(&mut self, objects: &[Accepted]) -> Option<(Class, Witness)> {
        let made = if self.trial.is_barren(&around(self.difference)) { None } else { self.made() };
        made.or_else(|| objects.iter().find_map(|object| self.shown(object, None)))
    }

    /// The same of an object that is made for it.
    fn made(&mut self) -> Option<(Class, Witness)> {
        let mut candidates = Candidates::of(self.difference, self.has_rivals, self.trial);
        let mut likeliest = Vec::new();
        let found = self.among(Effort::Little, |trial| {
            let next = candidates.next(trial)?;
            if likeliest.len() < LIKELIEST {
                likeliest.push(next.clone());
            }
            Some(next)
        });
        if found.is_none() && self.tried == 0 && !self.trial.can_hold(&around(self.difference)) {
            return None;
        }
        // Where rules ask for much around the part, a valid object takes a longer search.
        let mut likeliest = likeliest.into_iter();
        found.or_else(|| self.among(Effort::Much, |_| likeliest.next())).or_else(|| self.transition())
    }

    /// The same of some candidates, with more or less effort for each.
    fn among(
        &mut self,
        effort: Effort,
        mut next: impl FnMut(&mut Trial<'m>) -> Option<Wants>,
    ) -> Option<(Class, Witness)> {
        let mut best: Option<(Class, Witness)> = None;
        let mut left = candidates::MOST;
        while left > 0
            && let Some(want) = next(self.trial)
        {
            left -= 1;
            let Some(accepted) = self.trial.object(want, effort) else { continue };
            let known = best.as_ref().map(|(class, _)| *class);
            let Some(found) = self.shown(&accepted, known) else { continue };
            left = left.min(MORE);
            best = Some(found);
            if best.as_ref().is_some_and(|(class, _)| *class == Class::Lost) {
                break;
            }
        }
        best
    }

    /// What an object shows of the difference, where nothing else causes it. `known`: only a worse class counts.
    fn shown(&mut self, accepted: &Accepted, known: Option<Class>) -> Option<(Class, Witness)> {
        self.tried += 1;
        let is_kept = self.trial.is_kept(accepted);
        let lost =
            self.trial.lost(&accepted.stored).into_iter().find(|lost| is_kept && self.is_about_path(lost));
        if let Some(lost) = lost.filter(|lost| self.causes_loss(&accepted.stored, lost)) {
            let witness = Witness { lost: Some(lost), ..Witness::of(&accepted.stored, Action::Read) };
            return Some((Class::Lost, witness));
        }
        if !is_worse(Class::Frozen, known) {
            return None;
        }
        // The server takes a status only in a write of its own: of an object that is stored already.
        let status = accepted.created.as_ref().filter(|_| self.is_in_status());
        let before = status.map(Before::of);
        let write = before.as_ref().map(|old| Write { new: &accepted.object, old, by_status: true });
        let refused = match write {
            Some(write) => self.trial.refused_update(write),
            None => self.trial.refused_creation(accepted),
        };
        let own = self.own(&refused);
        if own.is_empty() {
            return if refused.is_empty() { None } else { self.shown_alone(accepted, write, known) };
        }
        let is_alone = refused.iter().all(|found| !shows_something(found) || self.is_about(found));
        if let Some(witness) = self.frozen(accepted, is_alone).filter(|_| is_kept) {
            return Some((Class::Frozen, witness));
        }
        if !is_worse(Class::Tightened, known) {
            return None;
        }
        let object = &accepted.object;
        let is_caused = self.causes(|by| match write {
            Some(write) => trial::updated(by, write),
            None => trial::created(by, object),
        });
        let action = if write.is_some() { Action::Update } else { Action::Create };
        let witness = || Witness {
            findings: own,
            old: status.cloned(),
            by_status: status.is_some(),
            ..Witness::of(object, action)
        };
        is_caused.then(|| (Class::Tightened, witness()))
    }

    /// What an object shows of the difference that the new side refuses for others: what the old CRD with the difference
    /// alone refuses it for.
    fn shown_alone(
        &mut self,
        accepted: &Accepted,
        write: Option<Write<'_>>,
        known: Option<Class>,
    ) -> Option<(Class, Witness)> {
        if !self.trial.takes(write.is_some()) {
            return None;
        }
        let refused = self.trial.alone(self.difference, |by| match write {
            Some(write) => trial::updated(by, write),
            None => trial::created(by, &accepted.object),
        })?;
        let findings = self.own(&refused);
        if findings.is_empty() {
            return None;
        }
        if let Some(witness) = self.frozen_alone(accepted).filter(|_| self.trial.is_kept(accepted)) {
            return Some((Class::Frozen, witness));
        }
        let action = if write.is_some() { Action::Update } else { Action::Create };
        let old = write.map(|write| write.old.object.clone());
        let by_status = write.is_some();
        let witness =
            || Witness { findings, old, by_status, alone: true, ..Witness::of(&accepted.object, action) };
        is_worse(Class::Tightened, known).then(|| (Class::Tightened, witness()))
    }

    /// An update that leaves the part as it is, that the new side refuses for other differences, and the old CRD with the
    /// difference alone for it.
    fn frozen_alone(&mut self, accepted: &Accepted) -> Option<Witness> {
        let (_, version) = self.trial.old_version();
        let (part, minor) = (self.part(), self.trial.config().kubernetes);
        let mut edits = edits::elsewhere(&accepted.stored, &part, version, minor);
        let (before, by_status) = (Before::of(&accepted.stored), self.is_in_status());
        let difference = self.difference;
        let (new, refused) = self.trial.beside_alone(difference, |trial, by| {
            edits.find_map(|new| {
                let write = Write { new: &new, old: &before, by_status };
                if trial.refused_update(write).is_empty() {
                    return None;
                }
                let refused = trial::updated(by, write);
                let is_own = refused.iter().any(|finding| is_about(difference, finding));
                is_own.then_some((new, refused))
            })
        })??;
        let (findings, old) = (self.own(&refused), Some(accepted.stored.clone()));
        Some(Witness { findings, old, by_status, alone: true, ..Witness::of(&new, Action::Update) })
    }

    /// Whether the part is in a status that has a subresource.
    fn is_in_status(&self) -> bool {
        let first = self.difference.site.owner_value.steps().first();
        first.and_then(PathStep::member) == Some("status") && self.trial.old_version().1.has_status()
    }

    /// Whether the difference causes a refusal of its part.
    fn causes(&self, mut refused: impl FnMut(&mut VersionJudge<'_>) -> Vec<Finding>) -> bool {
        let is_refused = |by: &mut VersionJudge<'_>| refused(by).iter().any(|found| self.is_about(found));
        !self.has_rivals || self.trial.is_caused_by(self.difference, is_refused)
    }

    /// Whether the difference causes the loss of a part of a stored object.
    fn causes_loss(&self, stored: &Json, part: &FieldPath) -> bool {
        let is_lost = |by: &mut VersionJudge<'_>| trial::lost(by, stored).contains(part);
        !self.has_rivals || self.trial.is_caused_by(self.difference, is_lost)
    }

    /// An update that leaves the part as it is, and is refused for it. `is_alone`: the object is refused for nothing but the
    /// part, so that an error around it is about it too (what cannot be compared item by item is refused as a whole).
    fn frozen(&mut self, accepted: &Accepted, is_alone: bool) -> Option<Witness> {
        let (_, version) = self.trial.old_version();
        let (part, minor) = (self.part(), self.trial.config().kubernetes);
        let mut edits = edits::elsewhere(&accepted.stored, &part, version, minor);
        let (before, by_status) = (Before::of(&accepted.stored), self.is_in_status());
        edits.find_map(|new| {
            let write = Write { new: &new, old: &before, by_status };
            let found = self.trial.new_refuses(write);
            let is_around =
                |finding: &&Finding| is_alone && shows_something(finding) && part.leads_into(&finding.path);
            let around = found.iter().filter(is_around).filter(|finding| !self.is_about(finding));
            let findings: Vec<_> = self.own(&found).into_iter().chain(around.map(sentence)).collect();
            if findings.is_empty() || !self.trial.is_accepted(write) {
                return None;
            }
            let is_part = |found: &Finding| {
                self.is_about(found) || shows_something(found) && part.leads_into(&found.path)
            };
            let is_refused = |by: &mut VersionJudge<'_>| trial::updated(by, write).iter().any(is_part);
            let is_caused = !self.has_rivals || self.trial.is_caused_by(self.difference, is_refused);
            let old = Some(accepted.stored.clone());
            is_caused.then(|| Witness { findings, old, by_status, ..Witness::of(&new, Action::Update) })
        })
    }

    /// Two objects of which the second cannot replace the first, by a rule that speaks of both.
    fn transition(&mut self) -> Option<(Class, Witness)> {
        let Subject::Rule(rule) = self.difference.subject else { return None };
        if !candidates::is_transition(rule, self.trial) {
            return None;
        }
        let by_status = self.is_in_status();
        let failing = candidates::failing(rule, self.difference, self.trial);
        let pairs = failing.into_iter().chain(candidates::pairs(self.difference, self.trial));
        let pairs: Vec<_> = pairs.take(candidates::MOST).collect();
        let found = pairs.iter().find_map(|pair| self.replaced(pair, Effort::Little, by_status));
        let likeliest = pairs.get(..LIKELIEST).unwrap_or(&pairs);
        found.or_else(|| likeliest.iter().find_map(|pair| self.replaced(pair, Effort::Much, by_status)))
    }

    /// What two objects show, of which the first replaces the second.
    fn replaced(
        &mut self,
        [new, old]: &[Wants; 2],
        effort: Effort,
        by_status: bool,
    ) -> Option<(Class, Witness)> {
        let old = self.trial.object(old.clone(), effort)?;
        let new = self.trial.object(new.clone(), effort)?;
        self.tried += 1;
        if !self.trial.is_kept(&old) {
            return None;
        }
        if let Some(witness) = self.frozen(&old, false) {
            return Some((Class::Frozen, witness));
        }
        let before = Before::of(&old.stored);
        let write = Write { new: &new.object, old: &before, by_status };
        let refused = self.trial.refused_update(write);
        let findings = self.own(&refused);
        let witness = |findings, alone| Witness {
            findings,
            old: Some(old.stored.clone()),
            by_status,
            alone,
            ..Witness::of(&new.object, Action::Update)
        };
        if findings.is_empty() && !refused.is_empty() && self.trial.takes(by_status) {
            let refused = self.trial.alone(self.difference, |by| trial::updated(by, write))?;
            let findings = self.own(&refused);
            return (!findings.is_empty()).then(|| (Class::Tightened, witness(findings, true)));
        }
        let is_caused = !findings.is_empty() && self.causes(|by| trial::updated(by, write));
        is_caused.then(|| (Class::Tightened, witness(findings, false)))
    }

    /// The class where no candidate shows one.
    fn unshown(&mut self) -> (Class, Proof) {
        match self.difference.effect {
            Effect::Readers => (Class::Readers, self.read().map_or(Proof::Evident(""), witnessed)),
            Effect::Tightens | Effect::Either => {
                if let Some(witness) = self.read_null() {
                    return (Class::Readers, witnessed(witness));
                }
                match self.is_enumerated() {
                    true => (Class::Loosened, Proof::Evident(EACH_VALUE)),
                    false => (Class::Tightened, Proof::Unproven(why(self.tried, self.trial))),
                }
            }
            Effect::Loosens | Effect::Shows | Effect::Nothing => (Class::Loosened, Proof::Evident("")),
        }
    }

    /// An object that the new side reads otherwise.
    fn read(&mut self) -> Option<Witness> {
        self.read_with(Wanted::Absent)
    }

    /// An object whose null the new side drops.
    fn read_null(&mut self) -> Option<Witness> {
        if self.difference.code.part.name != "nullable" {
            return None;
        }
        self.read_with(Wanted::Value(Json::unplaced(JsonValue::Null)))
    }

    fn read_with(&mut self, wanted: Wanted) -> Option<Witness> {
        let value = &self.difference.site.value;
        let absent = Wants::from([(value.clone(), wanted)]);
        let around = value.parent().filter(|around| !around.is_empty());
        let with = around.map(|around| (around, Wanted::Present));
        let wants = absent.into_iter().chain(with).collect();
        let accepted = self.trial.object(wants, Effort::Little)?;
        let stored = self
            .trial
            .read_otherwise(&accepted.object)
            .or_else(|| self.trial.read_otherwise(&accepted.stored))?;
        Some(Witness { stored: Some(stored), ..Witness::of(&accepted.object, Action::Read) })
    }

    /// Whether the old schema lists the values of the node, each of which was tried.
    fn is_enumerated(&mut self) -> bool {
        // What rules say of a value is not looked at here.
        if matches!(self.difference.subject, Subject::Rule(_)) {
            return false;
        }
        let site = &self.difference.site;
        let [Some(old), Some(new)] = site.owner else { return false };
        // Below the bound there is one value.
        let part = self.difference.code.part.name;
        let least = [("min-length", new.min_length()), ("min-items", new.min_items())];
        if !site.in_clause && least.contains(&(part, Some(1))) {
            let value = match part {
                "min-length" => JsonValue::Str("".into()),
                _ => JsonValue::List(Vec::new()),
            };
            return !self.trial.tells(&Json::unplaced(value), site.owner);
        }
        if old.type_() == "boolean" {
            return !self.trial.tells(&Json::unplaced(JsonValue::Bool(true)), site.owner)
                && !self.trial.tells(&Json::unplaced(JsonValue::Bool(false)), site.owner);
        }
        let around = site.owner_value.parent().zip(site.owner_value.last_name());
        let root = self.trial.old_version().1.schema();
        let by_alternatives =
            around.zip(root).and_then(|((around, name), root)| empty::listed(root.at(around.steps())?, name));
        let values = by_alternatives.unwrap_or_else(|| old.enum_values().collect());
        !values.is_empty() && !values.into_iter().any(|value| self.trial.tells(value, site.owner))
    }

    /// The sentences of those findings that are about what differs.
    fn own(&self, findings: &[Finding]) -> Vec<String> {
        findings.iter().filter(|finding| self.is_about(finding)).map(sentence).collect()
    }

    fn is_about(&self, finding: &Finding) -> bool {
        is_about(self.difference, finding)
    }

    fn is_about_path(&self, path: &FieldPath) -> bool {
        is_about_path(self.difference, path)
    }

    fn part(&self) -> FieldPath {
        part(self.difference)
    }
}

/// Whether a class is worse than one that is known.
fn is_worse(class: Class, known: Option<Class>) -> bool {
    known.is_none_or(|known| class < known)
}

/// The path of the part that differs: of a name in `required` the member.
fn part(difference: &Difference<'_>) -> FieldPath {
    match difference.subject {
        Subject::Name(name) => difference.site.value.child(name),
        _ => difference.site.value.clone(),
    }
}

/// Whether a finding of the new side is about what differs.
fn is_about(difference: &Difference<'_>, finding: &Finding) -> bool {
    if !shows_something(finding) {
        return false;
    }
    if let Subject::Rule(rule) = difference.subject {
        return is_of_rule(finding, rule) && finding.path.leads_into(&difference.site.value);
    }
    let errors = difference.code.part.errors;
    // That a new property is missing is about `required`.
    let is_missing = difference.code.part.name == "property" && *finding.code == MISSING_FIELD;
    let is_error =
        errors.is_empty() && !is_missing || errors.contains(&finding.code) || difference.site.in_clause;
    is_error && is_about_path(difference, &finding.path)
}

/// Whether a path of an object leads to the part or into it; where clauses are around it, to the value that they are
/// about.
fn is_about_path(difference: &Difference<'_>, path: &FieldPath) -> bool {
    let site = &difference.site;
    let node = if site.in_clause { &site.owner_value } else { &site.value };
    // A missing field is reported at its parent or at itself.
    let is_missing = || path.steps().len() == node.steps().len() || path.leads_into(&part(difference));
    path.leads_into(node) && (!matches!(difference.subject, Subject::Name(_)) || is_missing())
}

/// Whether a finding shows anything of a change: what the server reports only once other errors are fixed does not, nor
/// that it has not run rules.
fn shows_something(finding: &Finding) -> bool {
    !finding.is_shadowed() && *finding.code != UNCHECKED_RULES
}

/// The server's sentence; empty where it has none.
pub(crate) fn sentence(finding: &Finding) -> String {
    finding.server.as_ref().map(crdls_report::Server::sentence).unwrap_or_default()
}
