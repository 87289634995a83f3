//! What is shown between the text: what a rule costs, which bounds lack, what the server fills in.

mod defaults;

use std::collections::BTreeMap;

use crdls_crd::cost::{Bound, RuleCost, VersionCost, figure, of_limit, share};
use crdls_report::Config;

use crate::{File, costs};

/// An inlay hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The offset after which it is shown, in bytes.
    pub offset: u32,
    /// What is shown.
    pub label: String,
    /// Markdown.
    pub tooltip: String,
}

/// The inlay hints of a file, in the order of the text: what its CEL rules cost, which bounds they lack, and what the
/// server fills in, each kind where the configuration has it on.
pub fn hints(file: &File, config: &Config) -> Vec<Hint> {
    let mut found = if config.default_hints { defaults::hints(file) } else { Vec::new() };
    if config.cost_hints || config.bound_hints {
        for version in costs(file, config) {
            let rules = version.cost.rules.iter().filter(|rule| rule.error.is_none());
            found.extend(rules.filter(|_| config.cost_hints).map(|rule| hint(file, rule)));
            found.extend(bounds(&version.cost).into_iter().filter(|_| config.bound_hints));
        }
    }
    found.sort_by_key(|hint| hint.offset);
    found
}

/// The lists, maps and texts without a bound that rules depend on, each once.
fn bounds(version: &VersionCost) -> Vec<Hint> {
    let mut lacking: BTreeMap<_, usize> = BTreeMap::new();
    let drivers = version.rules.iter().flat_map(|rule| &rule.drivers);
    for driver in drivers.filter(|driver| driver.written.is_none()) {
        // A node without a key stands in a list; there is no place for words.
        *lacking.entry((driver.range.start, driver.range.end, driver.bound)).or_default() += 1;
    }
    let words = |((_, end, bound), rules): ((u32, u32, Bound), usize)| Hint {
        // After the colon of the key.
        offset: end + 1,
        label: format!("no {}", bound.keyword()),
        tooltip: format!(
            "The cost of {rules} {} grows with this {}, which has no bound: the server assumes the most that fits into a request.",
            if rules == 1 { "rule" } else { "rules" },
            bound.noun()
        ),
    };
    lacking.into_iter().map(words).collect()
}

fn hint(file: &File, rule: &RuleCost) -> Hint {
    let written = rule.range.of(file.text());
    let first = written.split(['\n', '\r']).next().unwrap_or_default();
    let often =
        if rule.cardinality == 1 { String::new() } else { format!(" × {}", figure(rule.cardinality)) };
    let unbounded = if rule.unbounded {
        "\n\nA list or map above the rule has no bound: the server derives the number of evaluations from the size of a request."
    } else {
        ""
    };
    Hint {
        offset: rule.range.start + first.trim_end().len() as u32,
        label: format!("cost {}{often} ({})", figure(rule.per_call), share(rule.total, rule.limit)),
        tooltip: format!(
            "One evaluation costs at most {}, and one object needs at most {}: {}.{unbounded}",
            figure(rule.per_call),
            figure(rule.cardinality),
            of_limit(rule.total, rule.limit)
        ),
    }
}
