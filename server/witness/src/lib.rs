//! Objects that show something: samples to start from, made from a schema, judged, and made differently where
//! the server would refuse them; what is left is written in comments. And witnesses: objects that the schema
//! accepts and on which an expression comes to what somebody searches for.
//!
//! Knows schemas, expressions and the judge of custom resources; must not know files or terminals.

mod accepted;
mod asked;
mod boundary;
mod choice;
mod distinct;
mod make;
mod node;
mod pattern;
mod repair;
mod scalar;
mod search;
mod value;
mod wanted;

use std::rc::Rc;

use crdls_manifest::model::{Crd, Schema, Version};
use crdls_minors::Minor;
use crdls_report::{Config, Finding};
use crdls_resource::{IndexedCrd, ServedVersion};
use crdls_values::Json;

pub use accepted::{Accepted, VersionJudge, refusals};
pub use boundary::values as boundary_values;
use repair::SampleSearch;
pub use search::{
    Budget, Conditions, Goal, Hazard, HazardKind, Role, Search, Site, ValueRef, Wish, Witness, parts,
    with_more, without,
};
pub use wanted::{Wanted, Wants};

/// A custom resource, and what the server would still refuse it for.
#[derive(Clone, Debug)]
pub struct Sample {
    /// YAML, with comments on what could not be met.
    pub text: String,
    /// What could not be met; empty for a sample that the server accepts.
    pub left: Vec<Finding>,
}

/// A sample of a version of a CRD.
pub fn sample(known: &IndexedCrd, version: Version<'_>, config: &Config) -> Sample {
    repair::best(ServedVersion { indexed: known, version }, config)
}

/// A sample of a version of a CRD with `spec` and what the server needs, and nothing else.
pub fn minimal_sample(known: &IndexedCrd, version: Version<'_>, config: &Config) -> Sample {
    repair::least(ServedVersion { indexed: known, version }, config)
}

/// A value of a property of that name, as small as its schema lets it be.
pub fn example(schema: Schema<'_>, name: &str, minor: Minor) -> Json {
    make::least(schema, name, minor).json()
}

/// A value of a property of that name with what is wanted of it, by paths from the value on, and otherwise as small as its
/// schema lets it be.
pub fn example_with(schema: Schema<'_>, name: &str, wants: Wants, minor: Minor) -> Json {
    let choices = choice::Choices { wants, ..choice::Choices::default() };
    make::Maker::new(&choices, minor, 0).at_once().node(schema, name).json()
}

/// Makes objects of a version with what is wanted of them that nothing is wrong with.
#[derive(Debug)]
pub struct ObjectMaker<'m> {
    of: make::ResourceOf<'m>,
    minor: Minor,
    /// The decisions that lead to a valid object, once they were needed; `None` in it where none was found.
    start: Option<Option<choice::Choices>>,
    known: scalar::KnownTexts,
    /// How many objects may still be judged.
    left: usize,
}

/// What is wrong with an object; nothing where it will do.
pub type Unwanted<'u> = &'u mut dyn FnMut(&Json) -> Rc<[Finding]>;

/// So many objects are tried around what is wanted, and so many where that is worth a long search.
const FEW_OBJECTS: usize = 8;
const MANY_OBJECTS: usize = 150;
/// So many objects are tried to find a valid one without anything wanted.
const START_OBJECTS: usize = 400;

impl<'m> ObjectMaker<'m> {
    /// A maker of objects of a version, which judges as many as its searches ask for.
    pub fn new(crd: Crd<'m>, version: Version<'m>, minor: Minor) -> Self {
        let of = make::ResourceOf { crd, version };
        Self { of, minor, start: None, known: scalar::KnownTexts::default(), left: usize::MAX }
    }

    /// Lets it judge so many objects and no more. The valid object that others are made like is not counted: there is one
    /// search for it.
    pub const fn limit(&mut self, objects: usize) {
        self.left = objects;
    }

    /// Lets it judge so many more, or few where no object is valid.
    pub fn allow(&mut self, objects: usize) {
        let most = if self.finds_none() { 2 * FEW_OBJECTS } else { usize::MAX };
        self.left = self.left.saturating_add(objects.min(most));
    }

    /// Whether a search found no valid object, with nothing wanted of it; false before there was one.
    pub const fn finds_none(&self) -> bool {
        matches!(self.start, Some(None))
    }

    /// Whether no more may be judged.
    pub const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The smallest object with what is wanted; `None` where none is found with few tries.
    pub fn small(&mut self, wants: Wants, unwanted: Unwanted<'_>) -> Option<Json> {
        self.search(FEW_OBJECTS, None, unwanted, |search| search.smallest(wanting(wants), &|_| true))
    }

    /// An object with much of what the schema has; `None` where none is found that will do.
    pub fn sample(&mut self, unwanted: Unwanted<'_>) -> Option<Json> {
        SampleSearch::new(self.of, self.minor, START_OBJECTS, &mut self.known, unwanted).valid_sample()
    }

    /// The same with many tries, from a valid object on: where rules want several fields together, no object with one of
    /// them is better than one without. `None` as well where no valid object is found at all.
    pub fn searched(&mut self, wants: Wants, unwanted: Unwanted<'_>) -> Option<Json> {
        if self.is_spent() {
            return None;
        }
        let known = &mut self.known;
        let search = || SampleSearch::new(self.of, self.minor, START_OBJECTS, known, unwanted).start();
        let start = self.start.get_or_insert_with(search).clone()?;
        let asked: Option<repair::Asked> = Some(asked::with_rule);
        let like = self.search(MANY_OBJECTS, asked, unwanted, |search| search.like(&start, wants.clone()));
        like.or_else(|| {
            self.search(MANY_OBJECTS, asked, unwanted, |search| search.smallest(wanting(wants), &|_| true))
        })
    }

    /// What a search finds that may judge so many objects, if they are left, and that does what failed rules ask for.
    fn search(
        &mut self,
        most: usize,
        asked: Option<repair::Asked>,
        unwanted: Unwanted<'_>,
        find: impl FnOnce(&mut SampleSearch<'_>) -> Option<Json>,
    ) -> Option<Json> {
        let most = most.min(self.left);
        if most == 0 {
            return None;
        }
        let mut search = SampleSearch::new(self.of, self.minor, most, &mut self.known, unwanted);
        search.asked = asked;
        let found = find(&mut search);
        self.left = self.left.saturating_sub(search.judged());
        found
    }
}

fn wanting(wants: Wants) -> choice::Choices {
    choice::Choices { wants, over_defaults: true, ..choice::Choices::default() }
}

/// An object as YAML, a line for each scalar.
pub fn to_yaml(object: &Json) -> String {
    value::Value::of_json(object).to_yaml(&value::Comments::new())
}
