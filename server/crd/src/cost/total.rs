//! What drives the total of a schema: one list can make many rules dear.

use crdls_rules::{Compiled, SCHEMA_LIMIT, times};

use super::drivers::Driver;
use super::rule::{Bounds, CostedRule};
use super::search::largest;

/// The most drivers that are considered; the weakest are left out.
const MOST: usize = 4;

/// What drives the total of a schema's rules, the strongest first, with the largest bound of each that brings it
/// under its limit.
pub(crate) fn drivers_of_total<'m>(rules: &[CostedRule<'m>]) -> Vec<Driver<'m>> {
    let dear = dearest(rules);
    let mut found: Vec<Driver<'m>> = Vec::new();
    let mut by_rule = Vec::new();
    for rule in dear {
        let drivers = rule.drivers();
        for driver in &drivers {
            if !found.iter().any(|known| known.route == driver.route) {
                found.push(driver.clone());
            }
        }
        by_rule.push((rule, drivers));
    }
    let now = sum(rules);
    // What the total is where one driver has a bound.
    let total = |driver: &Driver<'m>, bound: u64| {
        let saved = by_rule.iter().filter_map(|(rule, drivers)| {
            let its = drivers.iter().find(|its| its.route == driver.route)?;
            Some((rule.total(&Bounds::default()), rule.total(&its.with(bound, Bounds::default()))))
        });
        saved.fold(now, |sum, (before, after)| sum.saturating_sub(u128::from(before - after.min(before))))
    };
    let mut ranked: Vec<_> = found.into_iter().map(|driver| (total(&driver, 1), driver)).collect();
    ranked.sort_by_key(|(left, driver)| (*left, driver.written.is_some()));
    let clamp = |sum: u128| u64::try_from(sum).unwrap_or(u64::MAX);
    let strongest = ranked.into_iter().filter(|(left, _)| *left < now).take(MOST);
    strongest
        .map(|(_, driver)| {
            let suggest = largest(driver.most(), SCHEMA_LIMIT, |n| clamp(total(&driver, n)));
            Driver { suggest, together: None, ..driver }
        })
        .collect()
}

/// The rules that the server would name, were it to name more than four.
fn dearest<'c, 'm>(rules: &'c [CostedRule<'m>]) -> Vec<&'c CostedRule<'m>> {
    const NAMED: usize = 32;
    let all = rules.iter().map(|rule| (rule.total(&Bounds::default()), rule));
    let mut dear: Vec<_> = all.filter(|(cost, _)| *cost >= SCHEMA_LIMIT / 100).collect();
    dear.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    dear.into_iter().map(|(_, rule)| rule).take(NAMED).collect()
}

fn sum(rules: &[CostedRule<'_>]) -> u128 {
    let message = |rule: &CostedRule<'_>| match &rule.message {
        Compiled::Good(good) => times(good.cost, 1),
        Compiled::Blank | Compiled::Refused(_) => 0,
    };
    rules.iter().map(|rule| u128::from(rule.total(&Bounds::default())) + u128::from(message(rule))).sum()
}
