//! What drives a cost, and the bounds that bring it under its limit, as a finding says it.

use crate::cost::Driver;
use crdls_rules::SchemaStep;
use crdls_schema::Path;
use crdls_schema::report::FieldError;

/// So many drivers are pointed at.
const SHOWN: usize = 3;

/// Says of a rule or message above its limit what drives it. `why` is said before.
pub(super) fn explain(raised: &mut FieldError, drivers: &[Driver<'_>], why: String, root: &Path<'_>) {
    let why = match drivers.first() {
        Some(first) => format!("{why}; what drives it most is {}", described(first)),
        None => why,
    };
    raised.why(why).help(help(drivers));
    for driver in drivers.iter().take(SHOWN) {
        related(raised, driver, root);
    }
}

/// The same of a schema whose rules are above the limit together.
pub(super) fn explain_total(raised: &mut FieldError, drivers: &[Driver<'_>], root: &Path<'_>) {
    let ways = alone(drivers);
    match ways.is_empty() {
        true => raised.help(
            "no bound alone suffices: give the dearest rules' lists, maps and strings `maxItems`, `maxProperties` and `maxLength`",
        ),
        false => raised.help(ways.join(", or ")),
    };
    if let Some(first) = drivers.first() {
        raised.why(format!("what drives it most is {}", described(first)));
    }
    for driver in drivers.iter().take(SHOWN) {
        related(raised, driver, root);
    }
}

/// The bounds that suffice alone.
fn alone(drivers: &[Driver<'_>]) -> Vec<String> {
    let single = drivers.iter().filter_map(|driver| Some(advice(driver, driver.suggest?)));
    single.take(SHOWN).collect()
}

fn help(drivers: &[Driver<'_>]) -> String {
    let mut ways = alone(drivers);
    ways.extend(together(drivers));
    if ways.is_empty() {
        "make it simpler: no bound brings it under the limit".to_owned()
    } else {
        ways.join(", or ")
    }
}

/// The same bound for all that lack one.
fn together(drivers: &[Driver<'_>]) -> Option<String> {
    let each = drivers.iter().filter_map(|driver| {
        let bound = driver.together?;
        Some(format!("`{}` `{}: {bound}`", driver.route.shown(), driver.bound.keyword()))
    });
    let each: Vec<_> = each.collect();
    let (last, others) = each.split_last()?;
    Some(format!("give {} and {last}", others.join(", ")))
}

fn advice(driver: &Driver<'_>, bound: u64) -> String {
    let (place, keyword) = (driver.route.shown(), driver.bound.keyword());
    match driver.written {
        Some(_) => format!("lower `{keyword}` of `{place}` to {bound} or less"),
        None => format!("give `{place}` `{keyword}: {bound}` or less"),
    }
}

fn described(driver: &Driver<'_>) -> String {
    let (place, noun, keyword) = (driver.route.shown(), driver.bound.noun(), driver.bound.keyword());
    match driver.written {
        Some(bound) => format!("`{place}`, a {noun} with `{keyword}: {bound}`"),
        None => format!("`{place}`, a {noun} without `{keyword}`"),
    }
}

fn related(raised: &mut FieldError, driver: &Driver<'_>, root: &Path<'_>) {
    let (noun, keyword) = (driver.bound.noun(), driver.bound.keyword());
    let said = match driver.written {
        Some(bound) => format!("this {noun} has `{keyword}: {bound}`"),
        None => format!("this {noun} has no `{keyword}`"),
    };
    along(root, &driver.route.steps, &mut |path| {
        raised.related(path, said.as_str());
    });
}

/// Goes from a schema's root to a node below it.
fn along(path: &Path<'_>, steps: &[SchemaStep<'_>], then: &mut dyn FnMut(&Path<'_>)) {
    let Some((step, rest)) = steps.split_first() else { return then(path) };
    match step {
        SchemaStep::Property(name) => along(&path.child("properties").key(name), rest, then),
        SchemaStep::Value => along(&path.child("additionalProperties"), rest, then),
        SchemaStep::Item => along(&path.child("items"), rest, then),
    }
}
