//! Rules that cost too much: the bounds that bring them under their limit.

use crdls_crd::cost::{PlacedDriver, VersionCost};

use crdls_schema::{FieldPath, Fix};
use crdls_text::Edit;

use super::case::{Case, fix};
use super::value::Value;
use crate::file::{FileContext, source};

/// So many bounds are offered.
const MOST: usize = 4;

/// A rule above its limit: each bound that suffices, and those that do together.
pub(super) fn of_rule(case: &Case<'_>) -> Vec<Fix> {
    let costs = costs(case);
    let rule = costs.iter().flat_map(|cost| &cost.rules).find(|rule| is_at(case, &rule.path));
    rule.map_or_else(Vec::new, |rule| bounds(case, &rule.drivers))
}

/// All rules of a version together.
pub(super) fn of_schema(case: &Case<'_>) -> Vec<Fix> {
    let costs = costs(case);
    let version = costs.iter().find(|cost| {
        let version = |path: &FieldPath| path.version().map(|(number, _)| (path.object(), number));
        let of_cost = cost.rules.first().map(|rule| version(&rule.path));
        of_cost == Some(version(&case.finding.path)) && cost.total > cost.limit
    });
    version.map_or_else(Vec::new, |version| bounds(case, &version.drivers))
}

fn costs(case: &Case<'_>) -> Vec<VersionCost> {
    let Some(document) = case.file.tree().documents().get(case.number) else { return Vec::new() };
    crdls_check::costs(source(case.file, FileContext::default()), document, case.config)
}

/// Whether a rule is the one that the finding speaks of, by it or by its message.
fn is_at(case: &Case<'_>, rule: &FieldPath) -> bool {
    rule.parent().map(|entry| entry.steps() == case.finding.path.parent().unwrap_or_default().steps())
        == Some(true)
}

fn bounds(case: &Case<'_>, drivers: &[PlacedDriver]) -> Vec<Fix> {
    let alone = drivers.iter().filter_map(|driver| bound(case, &[(driver, driver.suggest?)]));
    let together: Vec<_> = drivers.iter().filter_map(|driver| Some((driver, driver.together?))).collect();
    let together = if together.len() > 1 { bound(case, &together) } else { None };
    alone.take(MOST).chain(together).collect()
}

/// Bounds at the places of drivers, in all versions that the finding speaks of.
fn bound(case: &Case<'_>, bounds: &[(&PlacedDriver, u64)]) -> Option<Fix> {
    let titles: Vec<_> = bounds
        .iter()
        .map(|(driver, bound)| format!("`{}: {bound}` for `{}`", driver.bound.keyword(), driver.shown))
        .collect();
    let edits: Option<Vec<Vec<Edit>>> =
        bounds.iter().map(|(driver, bound)| in_versions(case, driver, *bound)).collect();
    fix(format!("set {}", titles.join(", ")), edits?.into_iter().flatten().collect())
}

fn in_versions(case: &Case<'_>, driver: &PlacedDriver, bound: u64) -> Option<Vec<Edit>> {
    case.versions_of(&driver.path)?
        .iter()
        .map(|path| case.at(path)?.down(driver.bound.keyword()).set(&Value::Number(bound)))
        .collect()
}
