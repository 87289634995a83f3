//! The bounds that are offered where a rule is too dear: written into the schema they suffice, and no larger
//! ones do (needs the corpus).

use crdls_crd::cost::{PlacedDriver, RuleCost};
use crdls_ide::{File, costs};
use crdls_schema::{Config, FieldPath, PathStep};
use crdls_tests::{corpus, json};
use crdls_yaml::Budget;
use serde_json::Value;

#[test]
fn bounds_suffice_and_larger_ones_do_not() {
    let Some(root) = corpus::dir_or_skip("bounds of dear rules") else { return };
    let files = corpus::files(&root, &["kubernetes-cases/validation", "mutated"], &["yaml"]);
    let (mut rules, mut bounds, mut none, mut wrong) = (0, 0, 0, Vec::new());
    for path in files {
        let file = File::new(corpus::read(&path));
        for found in costs(&file, &Config::default()) {
            for rule in found.cost.rules.iter().filter(|rule| rule.total > rule.limit) {
                let Some(manifest) = manifest(&file, found.document) else { continue };
                rules += 1;
                none += usize::from(rule.drivers.iter().all(|d| d.suggest.or(d.together).is_none()));
                for tried in ways(rule) {
                    bounds += 1;
                    if !is_largest(&manifest, rule, &tried) {
                        wrong.push(format!("{} {}: {tried:?}", path.display(), rule.path));
                    }
                }
            }
        }
    }
    println!("{rules} rules above their limit, {bounds} ways to mend them, {none} without any");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(bounds > 0);
}

/// Each bound alone, and the one that all that lack one have together.
fn ways(rule: &RuleCost) -> Vec<(Vec<&PlacedDriver>, u64)> {
    let single = rule.drivers.iter().filter_map(|driver| Some((vec![driver], driver.suggest?)));
    let mut ways: Vec<_> = single.collect();
    let unbounded: Vec<_> = rule.drivers.iter().filter(|driver| driver.written.is_none()).collect();
    if let Some(bound) = unbounded.first().and_then(|driver| driver.together) {
        ways.push((unbounded, bound));
    }
    ways
}

fn is_largest(manifest: &Value, rule: &RuleCost, (drivers, bound): &(Vec<&PlacedDriver>, u64)) -> bool {
    let total = |bound: u64| {
        let mut manifest = manifest.clone();
        for driver in drivers {
            let schema = at(&mut manifest, &driver.path).expect("a schema at the driver's path");
            schema[driver.bound.keyword()] = bound.into();
        }
        let costs = costs(&File::new(manifest.to_string()), &Config::default());
        let mut rules = costs.into_iter().flat_map(|found| found.cost.rules);
        rules.find(|other| other.path == rule.path).map_or(u64::MAX, |rule| rule.total)
    };
    // What is written is the most where a lower bound is offered.
    let most = drivers.iter().filter_map(|driver| driver.written).any(|written| written == *bound);
    total(*bound) <= rule.limit && (most || total(bound + 1) > rule.limit)
}

fn manifest(file: &File, document: usize) -> Option<Value> {
    let root = file.tree().root(file.text(), file.tree().documents().get(document)?)?;
    Some(json::of(root, &mut Budget::default()))
}

/// What is at a path.
fn at<'v>(value: &'v mut Value, path: &FieldPath) -> Option<&'v mut Value> {
    path.steps().iter().try_fold(value, |at, step| match step {
        PathStep::Index(index) => at.get_mut(index),
        PathStep::Name(name) | PathStep::Key(name) => at.get_mut(&**name),
    })
}
