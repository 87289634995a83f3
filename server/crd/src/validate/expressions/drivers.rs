//! What drives a cost, and the bounds that bring it under its limit, as a finding says it.

use crate::cost::{Driver, UndeclaredName};
use crdls_manifest::model::SchemaStep;
use crdls_minors::Difference;
use crdls_report::{FieldError, Path};

/// So many drivers are pointed at.
const SHOWN: usize = 3;

/// Explains what drives the cost of a rule or message above its limit, after `why`; the first driver is the headline's
/// cause.
pub(super) fn explain(
    raised: &mut FieldError,
    drivers: &[Driver<'_>],
    undeclared: Option<&UndeclaredName<'_>>,
    why: String,
    root: &Path<'_>,
) {
    let mut why = why;
    raised.predicate(match (drivers.first(), undeclared) {
        (Some(first), _) if first.written.is_none() => format!("has unbounded cost: {}", cause(first)),
        (Some(first), _) => format!("exceeds the cost limit: {}", cause(first)),
        (None, Some(name)) => {
            format!("has unbounded cost: `{}` has no `maxLength`", name.shown(name.name))
        }
        (None, None) => "exceeds the cost limit: the expression alone is too expensive".to_owned(),
    });
    if let Some(name) = undeclared {
        let name = name.shown(name.name);
        let since = Difference::BoundsResourceNames.since();
        why += &format!("; before Kubernetes {since}, `{name}` counts as a string of any length");
    }
    raised.why(why).help(help(drivers, undeclared));
    for driver in drivers.iter().take(SHOWN) {
        related(raised, driver, root);
    }
}

/// The same of a schema whose rules are above the limit together.
pub(super) fn explain_total(raised: &mut FieldError, drivers: &[Driver<'_>], why: String, root: &Path<'_>) {
    let ways = alone(drivers);
    match ways.is_empty() {
        true => raised.help(
            "add `maxItems`, `maxProperties` and `maxLength` to the lists, maps and strings of the most expensive rules",
        ),
        false => raised.help(ways.join(", or ")),
    };
    raised.why(match drivers.first() {
        Some(first) => format!("{why}; most of the cost comes from {}", described(first)),
        None => why,
    });
    for driver in drivers.iter().take(SHOWN) {
        related(raised, driver, root);
    }
}

impl UndeclaredName<'_> {
    /// A field of the resource's metadata, as a rule at the root would write it.
    fn shown(&self, name: &str) -> String {
        match self.resource.shown().as_str() {
            "" => format!("metadata.{name}"),
            resource => format!("{resource}.metadata.{name}"),
        }
    }

    fn advice(&self) -> String {
        let whose = match self.resource.shown().as_str() {
            "" => String::new(),
            resource => format!(" of `{resource}`"),
        };
        format!(
            "declare `apiVersion`, `kind`, `metadata.name` and `metadata.generateName`{whose} as strings, and add `maxLength: {}` or less to `{}`",
            self.longest,
            self.shown(self.name)
        )
    }
}

/// The bounds that suffice alone.
fn alone(drivers: &[Driver<'_>]) -> Vec<String> {
    let single = drivers.iter().filter_map(|driver| Some(advice(driver, driver.suggest?)));
    single.take(SHOWN).collect()
}

fn help(drivers: &[Driver<'_>], undeclared: Option<&UndeclaredName<'_>>) -> String {
    let mut ways = alone(drivers);
    ways.extend(together(drivers));
    // A bound that counts before a smaller one.
    let at = if drivers.iter().all(|driver| driver.written.is_some()) { 0 } else { ways.len() };
    ways.splice(at..at, undeclared.map(UndeclaredName::advice));
    if ways.is_empty() {
        "simplify the expression: no bound brings it within the limit".to_owned()
    } else {
        ways.join(", or ")
    }
}

/// The same bound for all that lack one.
fn together(drivers: &[Driver<'_>]) -> Option<String> {
    let each = drivers.iter().filter_map(|driver| {
        let bound = driver.together?;
        Some(format!("`{}: {bound}` to `{}`", driver.bound.keyword(), place(driver)))
    });
    let each: Vec<_> = each.collect();
    let (last, others) = each.split_last()?;
    Some(format!("add {} and {last}", others.join(", ")))
}

fn advice(driver: &Driver<'_>, bound: u64) -> String {
    let (place, keyword) = (place(driver), driver.bound.keyword());
    match driver.written {
        Some(_) => format!("lower `{keyword}` of `{place}` to {bound} or less"),
        None => format!("add `{keyword}: {bound}` or less to `{place}`"),
    }
}

fn described(driver: &Driver<'_>) -> String {
    let (place, noun, keyword) = (place(driver), driver.bound.noun(), driver.bound.keyword());
    match (driver.written, driver.uncounted()) {
        (Some(bound), _) => format!("`{place}`, a {noun} with `{keyword}: {bound}`"),
        (None, None) => format!("`{place}`, a {noun} without `{keyword}`"),
        (None, Some(clause)) => {
            format!(
                "`{place}`, a {noun} whose `{keyword}` is inside `{clause}`, where it does not count for the cost"
            )
        }
    }
}

/// The field that drives a cost, as a rule at the root would write it.
fn place(driver: &Driver<'_>) -> String {
    let shown = driver.route.shown();
    if shown.is_empty() { "self".to_owned() } else { shown }
}

/// The bound that a driver has or lacks, as a sentence.
fn cause(driver: &Driver<'_>) -> String {
    let (place, keyword) = (place(driver), driver.bound.keyword());
    match (driver.written, driver.uncounted()) {
        (Some(bound), _) => format!("`{place}` has `{keyword}: {bound}`"),
        (None, None) => format!("`{place}` has no `{keyword}`"),
        (None, Some(clause)) => format!("`{place}` has no `{keyword}` outside of `{clause}`"),
    }
}

fn related(raised: &mut FieldError, driver: &Driver<'_>, root: &Path<'_>) {
    let said = cause(driver);
    along(root, &driver.route.steps, &mut |path| {
        raised.related(path, said.as_str());
    });
}

/// Goes from a schema's root to a node below it.
fn along(path: &Path<'_>, steps: &[SchemaStep<&str>], then: &mut dyn FnMut(&Path<'_>)) {
    let Some((step, rest)) = steps.split_first() else { return then(path) };
    match step {
        SchemaStep::Property(name) => along(&path.child("properties").key(name), rest, then),
        SchemaStep::Value => along(&path.child("additionalProperties"), rest, then),
        SchemaStep::Item => along(&path.child("items"), rest, then),
    }
}
