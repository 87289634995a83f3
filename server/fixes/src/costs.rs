//! Rules that cost too much: the bounds that bring them under their limit.

use crdls_crd::cost::{PlacedDriver, PlacedName, RuleCost, VersionCost};

use crdls_report::{FieldPath, Fix};
use crdls_text::Edit;

use super::request::{FixRequest, fix};
use super::resolved_path::ResolvedPath;
use super::value::Value;
use crate::file::{FileContext, source};

/// So many bounds are offered.
const MOST: usize = 4;

/// A rule or its message above its limit: each bound that suffices, or those that do together.
pub(super) fn of_rule(request: &FixRequest<'_>) -> Vec<Fix> {
    let costs = costs(request);
    let rule = costs.iter().flat_map(|cost| &cost.rules).find(|rule| is_at(request, &rule.path));
    let is_message = request.finding.path.last_name() == Some("messageExpression");
    let Some(rule) = rule else { return Vec::new() };
    if is_message {
        return bounds(request, &rule.message_drivers);
    }
    let mut fixes = bounds(request, &rule.drivers);
    let at = if rule.drivers.iter().all(|driver| driver.written.is_some()) { 0 } else { fixes.len() };
    fixes.splice(at..at, rule.undeclared_name.as_ref().and_then(|name| declared_names(request, name)));
    fixes
}

/// All rules of a version together. Where some are above their own limit too, a bound that leaves them there fixes
/// nothing: those are offered that bring each of these rules under its limit.
pub(super) fn of_schema(request: &FixRequest<'_>) -> Vec<Fix> {
    let costs = costs(request);
    let version = costs.iter().find(|cost| {
        let version = |path: &FieldPath| path.version().map(|(number, _)| (path.object(), number));
        let of_cost = cost.rules.first().map(|rule| version(&rule.path));
        of_cost == Some(version(&request.finding.path)) && cost.total > cost.limit
    });
    let Some(version) = version else { return Vec::new() };
    let over: Vec<&RuleCost> = version.rules.iter().filter(|rule| rule.total > rule.limit).collect();
    match over.as_slice() {
        [] => bounds(request, &version.drivers),
        [rule] => bounds(request, &rule.drivers),
        rules => of_rules(request, rules).into_iter().collect(),
    }
}

/// For each of several rules what suffices, and where two need a bound in one place the smaller one.
fn of_rules(request: &FixRequest<'_>, rules: &[&RuleCost]) -> Option<Fix> {
    let mut smallest: Vec<(&PlacedDriver, u64)> = Vec::new();
    for rule in rules {
        let alone = rule.drivers.iter().find_map(|driver| Some(vec![(driver, driver.suggest?)]));
        for (driver, bound) in alone.unwrap_or_else(|| together(&rule.drivers)) {
            let is_same = |(other, _): &&mut (&PlacedDriver, u64)| {
                (&other.path, other.bound.keyword()) == (&driver.path, driver.bound.keyword())
            };
            match smallest.iter_mut().find(is_same) {
                Some((_, least)) => *least = bound.min(*least),
                None => smallest.push((driver, bound)),
            }
        }
    }
    bound(request, &smallest)
}

/// The type and the names of a resource are declared, with a bound for the one that a rule reads.
fn declared_names(request: &FixRequest<'_>, found: &PlacedName) -> Option<Fix> {
    let title = format!(
        "declare the type and the names, with `maxLength: {}` for `metadata.{}`",
        found.longest, found.name
    );
    let edits: Option<Vec<Vec<Edit>>> =
        request.versions_of(&found.path)?.iter().map(|path| declared_in(&request.at(path)?, found)).collect();
    fix(title, edits?.into_iter().flatten().collect())
}

/// The same in one schema.
fn declared_in(schema: &ResolvedPath<'_>, found: &PlacedName) -> Option<Vec<Edit>> {
    let string = || Value::map("type", Value::text("string"));
    let properties = schema.down("properties");
    if !properties.is_found() {
        return None;
    }
    let of_name = |name: &str| match name == found.name {
        true => Value::Map(vec![
            ("type".to_owned(), Value::text("string")),
            ("maxLength".to_owned(), Value::number(found.longest)),
        ]),
        false => string(),
    };
    let names = ["name", "generateName"];
    let all = || Value::Map(names.map(|name| (name.to_owned(), of_name(name))).into());
    let missing = ["apiVersion", "kind"].map(|name| properties.down(name));
    let mut edits: Vec<_> =
        missing.iter().filter(|field| !field.is_found()).map(|field| field.set(&string())).collect();
    let metadata = properties.down("metadata");
    let declared = metadata.down("properties");
    if !metadata.is_found() {
        let value = vec![("type".to_owned(), Value::text("object")), ("properties".to_owned(), all())];
        edits.push(metadata.set(&Value::Map(value)));
    } else if !declared.is_found() {
        edits.push(declared.set(&all()));
    } else {
        edits.extend(names.iter().filter_map(|name| {
            let field = declared.down(name);
            match field.is_found() {
                false => Some(field.set(&of_name(name))),
                true if *name == found.name => {
                    let own: Option<u64> = field.text_of("maxLength").and_then(|own| own.parse().ok());
                    let suffices = own.is_some_and(|own| own <= found.longest);
                    (!suffices).then(|| field.down("maxLength").set(&Value::number(found.longest)))
                }
                true => None,
            }
        }));
    }
    edits.into_iter().collect()
}

fn costs(request: &FixRequest<'_>) -> Vec<VersionCost> {
    let Some(document) = request.file.tree().documents().get(request.number) else { return Vec::new() };
    crdls_check::costs(source(request.file, FileContext::default()), document, request.config)
}

/// Whether a rule is the one that the finding speaks of, by it or by its message.
fn is_at(request: &FixRequest<'_>, rule: &FieldPath) -> bool {
    rule.parent().map(|entry| entry.steps() == request.finding.path.parent().unwrap_or_default().steps())
        == Some(true)
}

fn bounds(request: &FixRequest<'_>, drivers: &[PlacedDriver]) -> Vec<Fix> {
    let alone = drivers.iter().filter_map(|driver| bound(request, &[(driver, driver.suggest?)]));
    let together = together(drivers);
    let together = if together.len() > 1 { bound(request, &together) } else { None };
    alone.take(MOST).chain(together).collect()
}

/// The bounds that suffice together.
fn together(drivers: &[PlacedDriver]) -> Vec<(&PlacedDriver, u64)> {
    drivers.iter().filter_map(|driver| Some((driver, driver.together?))).collect()
}

/// Bounds at the places of drivers, in all versions that the finding speaks of.
fn bound(request: &FixRequest<'_>, bounds: &[(&PlacedDriver, u64)]) -> Option<Fix> {
    let titles: Vec<_> = bounds
        .iter()
        .map(|(driver, bound)| format!("`{}: {bound}` for `{}`", driver.bound.keyword(), driver.shown))
        .collect();
    let edits: Option<Vec<Vec<Edit>>> =
        bounds.iter().map(|(driver, bound)| in_versions(request, driver, *bound)).collect();
    fix(format!("set {}", titles.join(", ")), edits?.into_iter().flatten().collect())
}

fn in_versions(request: &FixRequest<'_>, driver: &PlacedDriver, bound: u64) -> Option<Vec<Edit>> {
    request
        .versions_of(&driver.path)?
        .iter()
        .map(|path| request.at(path)?.down(driver.bound.keyword()).set(&Value::number(bound)))
        .collect()
}
