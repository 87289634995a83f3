//! Objects on both sides of a change: what the old CRD accepts and stores, and what the new one makes of it.
//!
//! Everything here is run by the server's stages (`crdls_resource`); nothing is concluded from keywords.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crdls_manifest::model::{Crd, Object, Schema, Version};
use crdls_report::{Advice, Config, FieldPath, FieldValidation, Finding};
use crdls_resource::update::StoredObject;
use crdls_resource::with_defaults;
use crdls_values::{Json, JsonValue};
pub(crate) use crdls_witness::Accepted;
use crdls_witness::{ObjectMaker, VersionJudge, Wanted, Wants, parts, refusals};
use foldhash::quality::FixedState;

use crate::alone::Exchanged;
use crate::difference::Difference;
use crate::node_values::{NodeValue, NodeValues};

/// So many objects at least are judged in searches for one change.
pub(crate) const OBJECTS_OF_ONE: usize = 100;

/// How long an object is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// A few tries around what is wanted.
    Little,
    /// Many, from a valid object on.
    Much,
}

/// What the objects of each side are judged by.
#[derive(Debug)]
pub(crate) struct Configs {
    /// An object with unknown fields shows nothing: the old side accepts none.
    pub old: Config,
    /// The new side drops unknown fields, as the API does unless a client asks for more.
    pub new: Config,
}

impl Configs {
    pub(crate) fn of(config: &Config) -> Self {
        let with = |field_validation| Config { field_validation, advice: Advice::Nothing, ..config.clone() };
        Self { old: with(FieldValidation::Strict), new: with(FieldValidation::Ignore) }
    }
}

/// Both sides of a version.
#[derive(Debug)]
pub(crate) struct Trial<'m> {
    old: VersionJudge<'m>,
    new: VersionJudge<'m>,
    maker: ObjectMaker<'m>,
    /// What the old side made of the objects of searches: many are tried again.
    tried: HashMap<Json, Result<Accepted, Rc<[Finding]>>, FixedState>,
    /// Whether a long search found an object with a value there, for each place that was asked about.
    holds: BTreeMap<FieldPath, bool>,
    /// The CRDs in which one difference at a time is exchanged.
    exchanged: RefCell<Exchanged>,
    /// Whether one of them may have read a stored object by the difference.
    reads_differ: Cell<bool>,
    /// Values of the node of the last difference.
    pub(crate) node_values: Option<NodeValues<'m>>,
}

impl<'m> Trial<'m> {
    pub(crate) fn new(
        old: (Crd<'m>, Version<'m>),
        new: (Crd<'m>, Version<'m>),
        configs: &'m Configs,
    ) -> Self {
        let mut maker = ObjectMaker::new(old.0, old.1, configs.new.kubernetes);
        // For what is around the schemas.
        maker.limit(OBJECTS_OF_ONE);
        Self {
            old: VersionJudge::new(old.0, old.1, &configs.old),
            new: VersionJudge::new(new.0, new.1, &configs.new),
            maker,
            tried: HashMap::default(),
            holds: BTreeMap::new(),
            exchanged: RefCell::default(),
            reads_differ: Cell::new(false),
            node_values: None,
        }
    }

    /// Lets so many more objects be judged in searches.
    pub(crate) fn allow(&mut self, objects: usize) {
        self.maker.allow(objects);
    }

    /// Whether an object was searched for.
    pub(crate) fn has_searched(&self) -> bool {
        !self.tried.is_empty()
    }

    /// Whether a CRD with one difference, or without one, may have read a stored object by that.
    pub(crate) const fn reads_differ(&self) -> bool {
        self.reads_differ.get()
    }

    /// Whether no more objects may be searched for.
    pub(crate) const fn is_spent(&self) -> bool {
        self.maker.is_spent()
    }

    /// Whether a long search found no object that the old side accepts, with nothing wanted of it.
    pub(crate) const fn accepts_none(&self) -> bool {
        self.maker.finds_none()
    }

    /// The smallest object with what is wanted that the old side accepts; `None` where none is found.
    pub(crate) fn object(&mut self, wants: Wants, effort: Effort) -> Option<Accepted> {
        let (old, tried, mut last) = (&mut self.old, &mut self.tried, None);
        let mut unwanted = |object: &Json| {
            let found = tried.get(object).cloned().unwrap_or_else(|| {
                let found = old.accept(object).map_err(Rc::from);
                tried.insert(object.clone(), found.clone());
                found
            });
            match found {
                Ok(accepted) => {
                    last = Some(accepted);
                    Rc::default()
                }
                Err(refusals) => {
                    last = None;
                    refusals
                }
            }
        };
        let made = match effort {
            Effort::Little => self.maker.small(wants, &mut unwanted)?,
            Effort::Much => self.maker.searched(wants, &mut unwanted)?,
        };
        last.filter(|last| last.object == made).or_else(|| self.accept(&made))
    }

    /// Whether a long search finds an object that has a value at a place and that the old side accepts. Also true where
    /// the search had to end early; otherwise there is one for each place.
    pub(crate) fn can_hold(&mut self, place: &FieldPath) -> bool {
        if place.is_empty() {
            return true;
        }
        if let Some(holds) = self.holds.get(place) {
            return *holds;
        }
        let holds = self.object(Wants::from([(place.clone(), Wanted::Present)]), Effort::Much).is_some();
        if !holds && self.is_spent() {
            return true;
        }
        self.holds.insert(place.clone(), holds);
        holds
    }

    /// Whether such a search found none for a place or for what is around it.
    pub(crate) fn is_barren(&self, place: &FieldPath) -> bool {
        self.holds.iter().any(|(around, holds)| !holds && place.steps().starts_with(around.steps()))
    }

    /// What the old side stores of an object without unknown fields; `None` where it does not accept it.
    pub(crate) fn accept(&mut self, object: &Json) -> Option<Accepted> {
        self.old.accept(object).ok()
    }

    /// Whether the old side accepts what it stores of an object: the version that objects are stored in may lose what this
    /// one needs.
    pub(crate) fn is_kept(&mut self, accepted: &Accepted) -> bool {
        self.old.version.storage() || self.accept(&accepted.stored).is_some()
    }

    /// The same of an object that may have unknown fields, which the old side drops.
    pub(crate) fn accept_with_unknown(&mut self, object: &Json) -> Option<Accepted> {
        let (crd, version) = self.old_version();
        VersionJudge::new(crd, version, self.new.config).accept(object).ok()
    }

    /// What the new side refuses the creation of an object for, or where that has nothing against it the writing of its
    /// status.
    pub(crate) fn refused(&mut self, accepted: &Accepted) -> Vec<Finding> {
        let found = created(&mut self.new, &accepted.object);
        match (&accepted.created, found.is_empty()) {
            (Some(created), true) => {
                let old = &Before::of(created);
                self.new_refuses(Write { new: &accepted.object, old, by_status: true })
            }
            _ => found,
        }
    }

    /// What the new side refuses the creation of an object for.
    pub(crate) fn refused_creation(&mut self, accepted: &Accepted) -> Vec<Finding> {
        created(&mut self.new, &accepted.object)
    }

    /// What the new side refuses an update for that the old side accepts; empty where one of them does not.
    pub(crate) fn refused_update(&mut self, write: Write<'_>) -> Vec<Finding> {
        let found = self.new_refuses(write);
        if found.is_empty() || !self.is_accepted(write) { Vec::new() } else { found }
    }

    /// What the new side refuses an update for.
    pub(crate) fn new_refuses(&mut self, write: Write<'_>) -> Vec<Finding> {
        let old = write.old.by_new.get_or_init(|| self.new.read_stored(write.old.object));
        refused_update(&mut self.new, write, old)
    }

    /// Whether the old side accepts an update.
    pub(crate) fn is_accepted(&mut self, write: Write<'_>) -> bool {
        let sent = self.old.sent(write.new);
        let old = write.old.by_old.get_or_init(|| self.old.read_stored(write.old.object));
        self.old.update_refusals(&sent, old, write.by_status).code() == 200
    }

    /// The parts of a stored object that the new side does not read, see [`lost`].
    pub(crate) fn lost(&self, stored: &Json) -> Vec<FieldPath> {
        lost(&self.new, stored)
    }

    /// Whether something holds of a version like the old one with nothing but a difference, or does not hold of one like
    /// the new one without it. True where there is no such version.
    pub(crate) fn is_caused_by(
        &self,
        difference: &Difference<'_>,
        mut holds: impl FnMut(&mut VersionJudge<'_>) -> bool,
    ) -> bool {
        if self.alone(difference, &mut holds) != Some(false) {
            return true;
        }
        let (crds, name) = ([self.old.crd, self.new.crd], self.new.version.name());
        let ask = |made: &Object| in_version(made, name, self.new.config, holds);
        let found = self.exchanged.borrow_mut().without(difference, crds, ask).flatten();
        self.noted(difference, found) == Some(false)
    }

    /// Asks a version like the old one with nothing but a difference; `None` where there is none.
    pub(crate) fn alone<T>(
        &self,
        difference: &Difference<'_>,
        ask: impl FnOnce(&mut VersionJudge<'_>) -> T,
    ) -> Option<T> {
        let (crds, name) = ([self.old.crd, self.new.crd], self.old.version.name());
        let ask = |made: &Object| in_version(made, name, self.new.config, ask);
        let found = self.exchanged.borrow_mut().with(difference, crds, ask).flatten();
        self.noted(difference, found)
    }

    /// Asks such a version and both sides.
    pub(crate) fn beside_alone<T>(
        &mut self,
        difference: &Difference<'_>,
        ask: impl FnOnce(&mut Self, &mut VersionJudge<'_>) -> T,
    ) -> Option<T> {
        let (crds, name, config) = ([self.old.crd, self.new.crd], self.old.version.name(), self.new.config);
        let mut exchanged = self.exchanged.take();
        let ask = |made: &Object| in_version(made, name, config, |by| ask(self, by));
        let found = exchanged.with(difference, crds, ask).flatten();
        self.exchanged.replace(exchanged);
        self.noted(difference, found)
    }

    /// Notes whether such a CRD may have read a stored object by the difference.
    fn noted<T>(&self, difference: &Difference<'_>, found: Option<(T, bool)>) -> Option<T> {
        let (found, has_read) = found?;
        let may_differ = has_read && difference.code.part.is_read();
        self.reads_differ.set(self.reads_differ.get() || may_differ);
        Some(found)
    }

    /// What is read of a stored object by each side, where it differs.
    pub(crate) fn read_otherwise(&self, stored: &Json) -> Option<Json> {
        let (old, new) = (self.old.read(stored)?, self.new.read(stored)?);
        (old.to_json() != new.to_json()).then_some(new)
    }

    /// What a new object loses on the new side though the old one stores it; `None` where it stores all.
    pub(crate) fn dropped_on_creation(&mut self, accepted: &Accepted) -> Option<FieldPath> {
        let sent = self.new.sent(&accepted.object);
        let created = self.new.create(&sent).object?;
        parts(&accepted.stored).into_iter().find(|path| path.value_in(&created).is_none())
    }

    /// Whether a value of a node is one that the old schema accepts and the new one does not, with the defaults of each,
    /// rules aside.
    pub(crate) fn tells(&mut self, value: &Json, [old, new]: [Option<Schema<'m>>; 2]) -> bool {
        let (Some(old), Some(new)) = (old, new) else { return true };
        self.old.judge.accepts(&defaulted(value, old), old)
            && !self.new.judge.accepts(&defaulted(value, new), new)
    }

    /// The first of the values of a node, from a number on, that the old schema accepts and the old one with nothing but a
    /// difference does not; `None` where there is none, or no such schema. `at`: then the number after it.
    pub(crate) fn telling_alone(
        &mut self,
        values: &mut NodeValues<'m>,
        at: &mut usize,
        difference: &Difference<'_>,
    ) -> Option<Json> {
        let place = &difference.site.owner_value;
        let old = self.old.version.schema()?.at(place.steps())?;
        self.beside_alone(difference, |trial, by| {
            let new = by.version.schema()?.at(place.steps())?;
            while let Some(NodeValue { value, is_accepted, .. }) = values.get(*at) {
                *at += 1;
                if *is_accepted.get_or_insert_with(|| trial.accepts(value, old))
                    && !by.judge.accepts(&defaulted(value, new), new)
                {
                    return Some(value.clone());
                }
            }
            None
        })?
    }

    /// Whether the old schema of a node accepts a value with its defaults, rules aside.
    pub(crate) fn accepts(&mut self, value: &Json, schema: Schema<'m>) -> bool {
        self.old.judge.accepts(&defaulted(value, schema), schema)
    }

    /// Whether the new side has the endpoint that a write goes to: without one, nothing is refused for an object.
    pub(crate) fn takes(&self, by_status: bool) -> bool {
        !by_status || self.new.version.has_status()
    }

    /// The old side's CRD and version.
    pub(crate) const fn old_version(&self) -> (Crd<'m>, Version<'m>) {
        (self.old.crd, self.old.version)
    }

    pub(crate) const fn config(&self) -> &'m Config {
        self.new.config
    }
}

/// Asks a version of a CRD that was made, and whether it has read stored objects; `None` where it has none of the name.
fn in_version<T>(
    made: &Object,
    name: &str,
    config: &Config,
    ask: impl FnOnce(&mut VersionJudge<'_>) -> T,
) -> Option<(T, bool)> {
    let crd = Crd::new(made);
    let version = crd.versions().find(|version| version.name() == name)?;
    let mut judge = VersionJudge::new(crd, version, config);
    let found = ask(&mut judge);
    Some((found, judge.has_read_stored()))
}

fn defaulted<'v>(value: &'v Json, schema: Schema<'_>) -> Cow<'v, Json> {
    if !matches!(value.value, JsonValue::Map(_) | JsonValue::List(_)) {
        return Cow::Borrowed(value);
    }
    let mut value = value.clone();
    with_defaults(&mut value, schema, false);
    Cow::Owned(value)
}

/// A stored object that updates replace, with what each side reads of it.
pub(crate) struct Before<'w> {
    pub object: &'w Json,
    by_old: OnceCell<StoredObject>,
    by_new: OnceCell<StoredObject>,
}

impl<'w> Before<'w> {
    pub(crate) fn of(object: &'w Json) -> Self {
        Self { object, by_old: OnceCell::new(), by_new: OnceCell::new() }
    }
}

/// An update of a stored object.
#[derive(Clone, Copy)]
pub(crate) struct Write<'w> {
    pub new: &'w Json,
    pub old: &'w Before<'w>,
    /// The update writes only the status.
    pub by_status: bool,
}

/// What a version refuses the creation of an object for.
pub(crate) fn created(by: &mut VersionJudge<'_>, object: &Json) -> Vec<Finding> {
    let sent = by.sent(object);
    refusals(by.create(&sent).findings)
}

/// The refusals of an update by a version that is neither side's.
pub(crate) fn updated(by: &mut VersionJudge<'_>, write: Write<'_>) -> Vec<Finding> {
    let old = by.read_stored(write.old.object);
    refused_update(by, write, &old)
}

fn refused_update(by: &mut VersionJudge<'_>, write: Write<'_>, old: &StoredObject) -> Vec<Finding> {
    let sent = by.sent(write.new);
    let mut found = refusals(by.update_refusals(&sent, old, write.by_status).findings);
    found.retain(|finding| !finding.is_shadowed());
    found
}

/// The parts of a stored object that a version does not read; empty where it reads all.
pub(crate) fn lost(by: &VersionJudge<'_>, stored: &Json) -> Vec<FieldPath> {
    let Some(read) = by.read(stored) else { return Vec::new() };
    let is_lost = |path: &FieldPath| {
        path.value_in(stored).is_some_and(|value| !value.is_null()) && path.value_in(&read).is_none()
    };
    parts(stored).into_iter().filter(is_lost).collect()
}
