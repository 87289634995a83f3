//! The bounds that are offered where a rule is too dear: written into the schema they suffice, and no larger
//! ones do (needs the corpus).

use crdls_crd::cost::{PlacedDriver, RuleCost};
use crdls_ide::{File, FileContext, Fixer, check, costs};
use crdls_minors::{Difference, Minor};
use crdls_report::{Config, FieldPath, Note, PathStep};
use crdls_sample::crd;
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

/// Up to a minor, a name of a resource has a bound only where the schema declares what is implied: what is advised
/// suffices on each of these minors, and nothing of it is advised on the others.
#[test]
fn a_name_gets_a_bound_that_counts() {
    const RULE: &str = "self.metadata.name.matches('^a+(b+c)*' + self.spec.name)";
    let crd = |declared: &str| {
        crd(|c| {
            c.schema(&format!(
                "{{type: object, required: [spec], x-kubernetes-validations: [{{rule: \"{RULE}\"}}], properties: {{\
                 {declared} spec: {{type: object, required: [name], properties: {{name: {{type: string, maxLength: 300}}}}}}}}}}"
            ))
        })
    };
    let declared = |longest: u64| {
        crd(&format!(
            "apiVersion: {{type: string}}, kind: {{type: string}}, metadata: {{type: object, properties: \
             {{name: {{type: string, maxLength: {longest}}}, generateName: {{type: string}}}}}},"
        ))
    };
    let only_bounded = "metadata: {type: object, properties: {name: {type: string, maxLength: 9}}},";
    for minor in Minor::all() {
        let config = Config { kubernetes: minor, ..Config::default() };
        for text in [crd(""), crd(only_bounded)] {
            let file = File::new(text);
            let findings = check(&file, FileContext::default(), &config);
            let costly: Vec<_> =
                findings.iter().filter(|found| found.finding.code.name == "cel-cost").collect();
            if minor >= Difference::BoundsResourceNames.since() {
                assert!(costly.is_empty(), "{minor}: {costly:?}");
                continue;
            }
            let fixes = Fixer::new(&file, &findings, FileContext::default(), &config).fixes(&costly);
            let title = fixes.first().and_then(|fixes| Some(fixes.first()?.title.as_str()));
            assert!(
                title.is_some_and(|title| title.starts_with("declare the type and the names")),
                "{title:?}"
            );
            let help = costly.iter().flat_map(|found| &found.finding.notes).find_map(|note| match note {
                Note::Help(help) => {
                    help.split("`metadata.generateName` as strings, and add `maxLength: ").nth(1)
                }
                Note::Why(_) => None,
            });
            let bound = help.and_then(|rest| rest.split('`').next()).expect("a bound");
            let bound: u64 = bound.parse().unwrap();
            assert_eq!(expensive(&declared(bound), &config), 0, "{minor}");
            assert!(bound == 253 || expensive(&declared(bound + 1), &config) > 0, "{minor}: {bound}");
        }
    }
}

/// How many rules are too expensive.
fn expensive(text: &str, config: &Config) -> usize {
    let findings = check(&File::new(text.to_owned()), FileContext::default(), config);
    findings.iter().filter(|found| found.finding.code.name == "cel-cost").count()
}
