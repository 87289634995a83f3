//! What a rule costs and where that comes from.

use std::fmt::Write as _;

use crdls_crd::cost::{PlacedDriver, RuleCost, VersionCost, figure, of_limit};
use crdls_fixes::{FileContext, source};
use crdls_report::Config;

use crdls_yaml::Entry;

use super::node::Correlation;
use crate::File;
use crate::expression::cost_tree;
use crate::screen::code;

/// Explains the key of a rule, or the key that holds the rules of a node.
pub(super) fn page(
    file: &File,
    entry: Entry<'_>,
    correlation: Option<Correlation>,
    config: &Config,
) -> Option<String> {
    let rules = entry.value.range();
    let document = file.tree().documents().get(file.document_at(entry.range.start))?;
    let costs = crdls_check::costs(source(file, FileContext::default()), document, config);
    let version = costs.iter().find(|version| version.rules.iter().any(|rule| rules.covers(rule.range)))?;
    let of_node: Vec<_> = version.rules.iter().filter(|rule| rules.covers(rule.range)).collect();
    let mut markdown = explain(&of_node, version);
    if let [rule] = *of_node
        && let Some(tree) = cost_tree(file, rule.range.start, config)
    {
        let _ = write!(markdown, "\n\nOne evaluation:\n\n{tree}");
    }
    if let Some(correlation) = correlation {
        for words in ratchets(&of_node, &correlation) {
            let _ = write!(markdown, "\n\n{words}");
        }
    }
    Some(markdown)
}

/// Whether a stored object that fails the rules can still be written. A sentence for the rules that do not look at the
/// old value and one for those that do.
fn ratchets(rules: &[&RuleCost], correlation: &Correlation) -> Vec<String> {
    let good = || rules.iter().filter(|rule| rule.error.is_none());
    let node = code(&correlation.node);
    let forgiven = match correlation.node.as_str() {
        "" => "Does not ratchet: errors of the whole object are reported on every update, even of `status` and finalizers.".to_owned(),
        _ => format!("Ratchets: if an update does not change {node}, a failing stored value only causes a warning."),
    };
    let old = "Does not ratchet: rules that use `oldSelf` are enforced on every update.".to_owned();
    let mut found = Vec::new();
    found.extend(good().any(|rule| !rule.uses_old_self).then_some(forgiven));
    found.extend(good().any(|rule| rule.uses_old_self).then_some(old));
    found
}

fn explain(rules: &[&RuleCost], version: &VersionCost) -> String {
    let mut text = String::new();
    for rule in rules {
        one(rule, rules.len() > 1, &mut text);
    }
    let rules = match version.rules.len() {
        1 => "It is the only rule of".to_owned(),
        number => format!("All {number} rules of"),
    };
    let cost = if version.rules.len() == 1 { ", which costs" } else { " cost" };
    let _ = write!(text, "{rules} `{}`{cost} {}.", version.version, of_limit(version.total, version.limit));
    text
}

fn one(rule: &RuleCost, several: bool, text: &mut String) {
    if several {
        let first = rule.rule.lines().next().unwrap_or_default();
        let _ = write!(text, "`{}`: ", first.replace('`', "'"));
    }
    if let Some(error) = &rule.error {
        let _ = write!(
            text,
            "does not compile, so it has no cost: {}\n\n",
            error.lines().next().unwrap_or_default()
        );
        return;
    }
    let _ = write!(
        text,
        "{} × {}: {}\n\n",
        figure(rule.per_call),
        figure(rule.cardinality),
        of_limit(rule.total, rule.limit)
    );
    if rule.unbounded {
        text.push_str("The server derives the number of evaluations from the size of a request, because a list or map above the rule has no bound.\n\n");
    }
    for driver in &rule.drivers {
        let _ = writeln!(text, "- {}", comes_from(driver));
    }
    if !rule.drivers.is_empty() {
        text.push('\n');
    }
}

fn comes_from(driver: &PlacedDriver) -> String {
    let keyword = driver.bound.keyword();
    let place = if driver.shown.is_empty() { "self" } else { &driver.shown };
    let now = match driver.written {
        Some(bound) => format!("`{place}` has `{keyword}: {bound}`"),
        None => format!("`{place}` has no `{keyword}`"),
    };
    match (driver.suggest, driver.together) {
        (Some(bound), _) => format!("{now}; add `{keyword}: {bound}` or less"),
        (None, Some(bound)) => {
            format!("{now}; add `{keyword}: {bound}`, and bounds to the others")
        }
        (None, None) => now,
    }
}
