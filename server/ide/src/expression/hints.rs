//! What a rule costs, shown beside it.

use crdls_crd::Config;
use crdls_crd::cost::RuleCost;

use crate::{File, costs};

/// A few words beside the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Behind which offset it is shown.
    pub offset: u32,
    pub label: String,
    /// Markdown.
    pub tooltip: String,
}

/// The cost of each rule of a file, behind the first line of the rule.
pub fn hints(file: &File, config: &Config) -> Vec<Hint> {
    let mut found: Vec<_> = costs(file, config)
        .iter()
        .flat_map(|version| &version.cost.rules)
        .filter(|rule| rule.error.is_none())
        .map(|rule| hint(file, rule))
        .collect();
    found.sort_by_key(|hint| hint.offset);
    found
}

fn hint(file: &File, rule: &RuleCost) -> Hint {
    let written = rule.range.of(file.text());
    let first = written.split(['\n', '\r']).next().unwrap_or_default();
    let share = rule.total as f64 / rule.limit as f64 * 100.0;
    let often =
        if rule.cardinality == 1 { String::new() } else { format!(" × {}", short(rule.cardinality)) };
    let unbounded = if rule.unbounded {
        "\n\nA list or map above it has no bound: the server guesses from the size of a request."
    } else {
        ""
    };
    Hint {
        offset: rule.range.start + first.trim_end().len() as u32,
        label: format!("cost {}{often} ({})", short(rule.per_call), percent(share)),
        tooltip: format!(
            "One evaluation costs at most {}, and there are at most {} in one object: {} of the {} that a rule may cost.{unbounded}",
            rule.per_call, rule.cardinality, rule.total, rule.limit
        ),
    }
}

/// `0.3 %`; what is next to nothing is `0 %`.
fn percent(share: f64) -> String {
    match share {
        0.0..0.05 => "0 %".to_owned(),
        0.05..10.0 => format!("{share:.1} %"),
        _ if share < 1_000_000.0 => format!("{share:.0} %"),
        _ => "far above the limit".to_owned(),
    }
}

/// `950`, `12.3k`, `4.0M`
fn short(number: u64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let value = number as f64;
    match UNITS.iter().find(|(unit, _)| value >= *unit) {
        Some((unit, name)) if value / unit < 100.0 => format!("{:.1}{name}", value / unit),
        Some((unit, name)) => format!("{:.0}{name}", value / unit),
        None => number.to_string(),
    }
}
