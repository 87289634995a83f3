//! What drives the cost of one rule: the lists and maps that it is in, and the lists, maps and texts that it
//! goes through.

use std::cmp::Reverse;

use crdls_text::TextRange;

use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, Schema};
use crdls_minors::Difference;
use crdls_rules::{Compiled, Good, REQUEST, RULE_LIMIT};

use super::Route;
use super::bounded::Below;
use super::rule::{Bounds, CostedRule};
use super::search::largest;

/// The keyword that bounds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// `maxItems`
    Items,
    /// `maxProperties`
    Properties,
    /// `maxLength`
    Length,
}

/// A list, map or text that a cost depends on.
#[derive(Clone, Debug)]
pub(crate) struct Driver<'m> {
    pub route: Route<'m>,
    pub bound: Bound,
    /// The bound that is written.
    pub written: Option<u64>,
    /// The largest bound that brings the cost under its limit.
    pub suggest: Option<u64>,
    /// The same, where all drivers without a bound have it.
    pub together: Option<u64>,
    pub(super) place: BoundPosition,
}

/// Where the bound enters the estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoundPosition {
    /// How often the rule is evaluated: the n-th node on its route.
    Above(usize),
    Below(Below),
}

/// A name of a resource whose length does not count for a cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UndeclaredName<'m> {
    /// The resource, the whole object or an embedded one.
    pub(crate) resource: Route<'m>,
    /// The field of its metadata.
    pub(crate) name: &'static str,
    /// The longest name with which the cost is under its limit.
    pub(crate) longest: u64,
}

/// Names are no longer.
const LONGEST_NAME: u64 = 253;

/// The most drivers that are listed; the weakest are left out.
const MOST: usize = 8;

impl Bound {
    /// The name of the bound in a schema.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Items => "maxItems",
            Self::Properties => "maxProperties",
            Self::Length => "maxLength",
        }
    }

    /// What it bounds.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Items => "list",
            Self::Properties => "map",
            Self::Length => "string",
        }
    }

    fn of(schema: Schema<'_>) -> Option<Self> {
        match schema.type_() {
            _ if schema.int_or_string() => Some(Self::Length),
            "array" => Some(Self::Items),
            "object" if matches!(schema.additional_properties(), Some(OrBool::Schema(_))) => {
                Some(Self::Properties)
            }
            "string" if schema.max_length().is_some() => Some(Self::Length),
            // The others have a size of their own.
            "string" if schema.enum_values().next().is_some() => None,
            "string" => {
                (!matches!(schema.format(), "duration" | "date" | "date-time")).then_some(Self::Length)
            }
            _ => None,
        }
    }

    fn written(self, schema: Schema<'_>) -> Option<u64> {
        let bound = match self {
            Self::Items => schema.max_items(),
            Self::Properties => schema.max_properties(),
            Self::Length => schema.max_length(),
        };
        bound.map(|bound| bound.max(0) as u64)
    }

    /// How large that is for the estimate, which counts bytes of texts; a character may have four.
    fn size(self, schema: Schema<'_>, bound: u64) -> u64 {
        match self {
            Self::Length if schema.format() != "byte" => bound.saturating_mul(4),
            _ => bound,
        }
    }
}

impl<'m> CostedRule<'m> {
    /// What drives the cost, with the bounds that bring it under its limit where it is above.
    pub fn drivers(&self) -> Vec<Driver<'m>> {
        self.good().map(|good| of_rule(self, good)).unwrap_or_default()
    }

    /// The longest name of the resource, or prefix of one, with which the cost is under its limit, where the cost depends
    /// on such a name and its length does not count: up to a minor, `WithTypeAndObjectMeta` of
    /// k8s.io/apiextensions-apiserver (pkg/apiserver/schema/cel/model/schemas.go) puts strings without a bound in place
    /// of names, unless the schema declares each of the fields that it implies as a string.
    pub fn undeclared_name(&self) -> Option<UndeclaredName<'m>> {
        let good = self.good().filter(|_| self.minor < Difference::BoundsResourceNames.since())?;
        if self.total(&Bounds::default()) <= RULE_LIMIT {
            return None;
        }
        let mut names = self.asked(&good.checked).filter_map(|path| self.undeclared(path));
        names.find_map(|(resource, name, path)| {
            let total = |characters: u64| {
                let below = vec![(path.clone(), characters.saturating_mul(4))];
                self.total(&Bounds { below, ..Bounds::default() })
            };
            let longest = largest(LONGEST_NAME, RULE_LIMIT, total)?;
            Some(UndeclaredName { resource, name, longest })
        })
    }

    /// The resource around a name by the path of an estimate, and the name, where the schema does not declare all that
    /// is implied.
    fn undeclared(&self, path: Below) -> Option<(Route<'m>, &'static str, Below)> {
        let (name, above) = path.split_last()?;
        let (metadata, resource) = above.split_last()?;
        let name = ["name", "generateName"].into_iter().find(|known| known == name)?;
        let route = self.route.on(resource).filter(|_| metadata == "metadata")?;
        let schema = route.end()?;
        let is_resource = route.steps.is_empty() || schema.embedded_resource();
        (is_resource && !crdls_rules::declares_names(schema)).then(|| (route, name, path.clone()))
    }

    /// The same of its message.
    pub fn message_drivers(&self) -> Vec<Driver<'m>> {
        match &self.message {
            Compiled::Good(good) => of_message(self, good),
            Compiled::Blank | Compiled::Refused(_) => Vec::new(),
        }
    }
}

/// What drives the cost of a rule, the strongest first.
fn of_rule<'m>(costed: &CostedRule<'m>, good: &Good) -> Vec<Driver<'m>> {
    let above = (0..costed.route.steps.len()).filter_map(|n| above(costed, n));
    let below = costed.asked(&good.checked).filter_map(|path| below(costed, path));
    rank(above.chain(below).collect(), |bounds| costed.total(bounds))
}

/// What drives the cost of its message, which is evaluated once.
fn of_message<'m>(costed: &CostedRule<'m>, good: &Good) -> Vec<Driver<'m>> {
    let below = costed.asked(&good.checked).filter_map(|path| below(costed, path));
    rank(below.collect(), |bounds| costed.per_call(&good.checked, &bounds.below))
}

fn above<'m>(costed: &CostedRule<'m>, n: usize) -> Option<Driver<'m>> {
    Driver::new(costed.route.to(n), BoundPosition::Above(n)).filter(|driver| driver.bound != Bound::Length)
}

fn below<'m>(costed: &CostedRule<'m>, path: Below) -> Option<Driver<'m>> {
    Driver::new(costed.route.on(&path)?, BoundPosition::Below(path))
}

/// Orders drivers by how little is left of the cost where each is 1, and finds the bounds that suffice.
fn rank<'m>(drivers: Vec<Driver<'m>>, cost: impl Fn(&Bounds) -> u64) -> Vec<Driver<'m>> {
    let now = cost(&Bounds::default());
    let unbounded: Vec<_> = drivers.iter().filter(|driver| driver.written.is_none()).cloned().collect();
    // Of several that lack, as of lists in lists, one alone may change nothing.
    let others = |driver: &Driver<'m>| -> Bounds {
        let others = unbounded.iter().filter(|other| other.place != driver.place);
        others.fold(Bounds::default(), |bounds, other| other.with(1, bounds))
    };
    let mut ranked: Vec<_> = drivers
        .into_iter()
        .filter_map(|driver| {
            let alone = cost(&driver.with(1, Bounds::default()));
            let among = cost(&driver.with(1, others(&driver)));
            (alone < now || among < cost(&others(&driver))).then_some((alone, among, driver))
        })
        .collect();
    ranked.sort_by_key(|(alone, among, driver)| {
        (driver.written.is_some(), *alone, *among, Reverse(driver.bound))
    });
    let mut drivers: Vec<_> = ranked.into_iter().map(|(.., driver)| driver).take(MOST).collect();
    if now > RULE_LIMIT {
        for driver in &mut drivers {
            driver.suggest = largest(driver.most(), RULE_LIMIT, |n| cost(&driver.with(n, Bounds::default())));
        }
        together(&mut drivers, RULE_LIMIT, cost);
    }
    drivers
}

/// One bound for all drivers that lack one, where they are several.
fn together(drivers: &mut [Driver<'_>], limit: u64, cost: impl Fn(&Bounds) -> u64) {
    let unbounded: Vec<_> = drivers.iter().filter(|driver| driver.written.is_none()).cloned().collect();
    if unbounded.len() < 2 {
        return;
    }
    let all = |n: u64| unbounded.iter().fold(Bounds::default(), |bounds, driver| driver.with(n, bounds));
    let bound = largest(REQUEST as u64, limit, |n| cost(&all(n)));
    for driver in drivers.iter_mut().filter(|driver| driver.written.is_none()) {
        driver.together = bound;
    }
}

impl<'m> Driver<'m> {
    fn new(route: Route<'m>, place: BoundPosition) -> Option<Self> {
        let schema = route.end()?;
        let bound = Bound::of(schema)?;
        let written = bound.written(schema);
        Some(Self { route, bound, written, suggest: None, together: None, place })
    }

    /// The bounds with this one beside them.
    pub(super) fn with(&self, bound: u64, mut bounds: Bounds) -> Bounds {
        match (&self.place, self.route.end()) {
            (BoundPosition::Above(n), _) => bounds.above.push((*n, bound)),
            (BoundPosition::Below(path), Some(schema)) => {
                bounds.below.push((path.clone(), self.bound.size(schema, bound)));
            }
            (BoundPosition::Below(_), None) => {}
        }
        bounds
    }

    /// The combinator with a bound of this kind that does not count, where no other is written.
    pub fn uncounted(&self) -> Option<&'static str> {
        let schema = self.route.end().filter(|_| self.written.is_none())?;
        let has = |mut clauses: Box<dyn Iterator<Item = Schema<'m>> + 'm>| {
            clauses.any(|clause| self.bound.written(clause).is_some())
        };
        let of: [(&str, Box<dyn Iterator<Item = Schema<'m>> + 'm>); 3] = [
            ("allOf", Box::new(schema.all_of())),
            ("anyOf", Box::new(schema.any_of())),
            ("oneOf", Box::new(schema.one_of())),
        ];
        of.into_iter().find_map(|(name, clauses)| has(clauses).then_some(name))
    }

    /// The largest bound that makes sense.
    pub(super) fn most(&self) -> u64 {
        self.written.unwrap_or(REQUEST as u64)
    }

    /// Where the bound is written, else the node that lacks it.
    pub fn range(&self) -> TextRange {
        let Some(schema) = self.route.end() else { return TextRange::empty(0) };
        let field = match self.bound {
            Bound::Items => Field::MaxItems,
            Bound::Properties => Field::MaxProperties,
            Bound::Length => Field::MaxLength,
        };
        let written = schema.span(field).map(|span| TextRange::new(span.key.start, span.value.end));
        written.or(schema.key()).unwrap_or(schema.range())
    }
}
