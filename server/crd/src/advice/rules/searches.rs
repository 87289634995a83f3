//! The searches for witnesses in the versions of a CRD: what a search compiles is kept while the CRD is checked,
//! and all of them share one budget.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crdls_manifest::model::{Schema, Version};
use crdls_report::{FieldPath, Path, PathStep, Step};
use crdls_values::Json;
use crdls_witness::{Budget, Goal, Search, Site, Wish, Witness, without};

use crate::advice::Input;

/// What may be done for the advice on one CRD: it is done again at each keystroke.
const BUDGET: Budget = Budget { values: 1_500, objects: 200 };

/// The same for the advice on fields that are meant to be immutable.
const BUDGET_OF_RESETS: Budget = Budget { values: 300, objects: 120 };

/// An update that a rule refuses, and the object between that makes it two which the server accepts.
pub(super) struct Reset {
    pub(super) refused: Witness,
    pub(super) between: Json,
}

/// The searches of a CRD, by the number of the version.
#[derive(Debug)]
pub(in crate::advice) struct Searches<'m> {
    of_versions: RefCell<BTreeMap<usize, Search<'m>>>,
    budget: RefCell<Budget>,
    of_resets: RefCell<Budget>,
}

impl Default for Searches<'_> {
    fn default() -> Self {
        Self {
            of_versions: RefCell::default(),
            budget: RefCell::new(BUDGET),
            of_resets: RefCell::new(BUDGET_OF_RESETS),
        }
    }
}

impl<'m> Searches<'m> {
    /// An object that shows a goal at the schema of a path.
    pub(super) fn witness(
        &self,
        input: &Input<'m>,
        (schema, path): (Schema<'m>, &Path<'_>),
        (wishes, transition): (&[Wish], bool),
        goal: &mut dyn Goal,
    ) -> Option<Witness> {
        let (number, version) = version(input, path)?;
        let mut searches = self.of_versions.borrow_mut();
        let search = searches.entry(number).or_insert_with(|| Search::new(input.crd, version, input.config));
        let site = Site { schema, path: value_path(path)? };
        search.witness(&site, wishes, transition, goal, &mut self.budget.borrow_mut())
    }
}

impl<'m> Searches<'m> {
    /// An update that a goal at the schema of a path refuses, and which the server accepts in two steps: first the value
    /// is removed, then it is set.
    pub(super) fn reset(
        &self,
        input: &Input<'m>,
        (schema, path): (Schema<'m>, &Path<'_>),
        wishes: &[Wish],
        goal: &mut dyn Goal,
    ) -> Option<Reset> {
        let (number, version) = version(input, path)?;
        let mut searches = self.of_versions.borrow_mut();
        let search = searches.entry(number).or_insert_with(|| Search::new(input.crd, version, input.config));
        let site = Site { schema, path: value_path(path)? };
        let budget = &mut self.of_resets.borrow_mut();
        let refused = search.witness(&site, wishes, true, goal, budget)?;
        let old = refused.old.as_ref()?;
        let between = without(old, site.path.steps())?;
        search.accepts_each(&[old, &between, &refused.object], budget).then_some(Reset { refused, between })
    }
}

/// The version that a schema is of, with its number.
fn version<'m>(input: &Input<'m>, schema: &Path<'_>) -> Option<(usize, Version<'m>)> {
    let number = schema.steps().iter().find_map(|step| match step {
        Step::Index(number) => Some(*number),
        _ => None,
    })?;
    Some((number, input.crd.versions().nth(number)?))
}

/// Whether the creation of an object can run the rules of a schema: not those of a version that is not served, nor
/// those of a status that only its subresource writes.
pub(super) fn is_run_on_creation(input: &Input<'_>, schema: &Path<'_>) -> bool {
    let Some((_, version)) = version(input, schema) else { return false };
    let is_status = || {
        let path = value_path(schema).unwrap_or_default();
        path.steps().first().is_some_and(|step| step.member() == Some("status"))
    };
    version.served() && !(version.has_status() && is_status())
}

/// Where the values of a schema are in an object: the first item of lists, one entry of maps. `None` for a
/// schema in a clause.
pub(super) fn value_path(schema: &Path<'_>) -> Option<FieldPath> {
    let steps = schema.steps();
    let root = steps.iter().position(|step| step.name() == Some("openAPIV3Schema"))?;
    let mut steps = steps.into_iter().skip(root + 1);
    let mut path = Vec::new();
    while let Some(step) = steps.next() {
        path.push(match step.name()? {
            "properties" => PathStep::name(steps.next()?.name()?),
            "items" => PathStep::Index(0),
            "additionalProperties" => PathStep::name("key"),
            _ => return None,
        });
    }
    Some(FieldPath::default().with_all(&path))
}
