//! `crdls cost`: the estimated cost of each rule, and what drives it.
//!
//! Must not know how a cost is estimated, nor how a table looks.

use std::num::NonZeroUsize;

use crdls_crd::cost::RuleCost;
use crdls_ide::{FileCost, costs};

use super::args::{CostArgs, Format};
use super::crds;
use super::inputs::{run_options, successes};
use super::outcome::{Ended, Outcome, print, say};
use crate::render::{CostTable, Source, cost_json, count};
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// Does what `crdls cost` asks.
pub(crate) fn run(args: &CostArgs) -> Ended {
    let format = args.common.format_of("cost")?;
    let options = run_options(&args.common)?;
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let sources = crds::sources_of(&args.paths, &options, &threads, &mut outcome);
    let estimate = |source: Source| {
        let costs = guarded(&source.name, || costs(source.file(), &options.config))?;
        Ok((source, costs))
    };
    let mut counted = successes(threads.map(sources, estimate), &mut outcome);
    let (found, summary) = (found(&counted), summary(&counted, args.top));
    if let Some(top) = args.top {
        keep_top(&mut counted, top.get());
    }
    let printed = match format {
        Format::Json => print([cost_json(&counted)]),
        format => {
            let table = CostTable::new(args.common.color.wanted(), format == Format::Concise);
            let printed = print(counted.iter().map(|(source, costs)| table.text(source, costs)));
            say(summary);
            printed
        }
    };
    Ok(outcome.max(printed).max(found))
}

/// Takes out all rules but the most expensive ones, and the versions that have none left.
fn keep_top(counted: &mut [(Source, Vec<FileCost>)], top: usize) {
    let rules = counted.iter().flat_map(|(_, costs)| costs.iter().flat_map(|found| &found.cost.rules));
    let mut costs: Vec<u64> = rules.map(RuleCost::dearest).collect();
    costs.sort_unstable_by(|a, b| b.cmp(a));
    let Some(least) = costs.get(top.saturating_sub(1)).copied() else { return };
    // Of several rules that cost as much as the last one, the first ones stay.
    let mut ties = top - costs.iter().filter(|cost| **cost > least).count();
    for found in counted.iter_mut().flat_map(|(_, costs)| costs) {
        found.cost.rules.retain(|rule| {
            let is_tie = rule.dearest() == least && ties > 0;
            ties -= usize::from(is_tie);
            is_tie || rule.dearest() > least
        });
    }
    for (_, costs) in counted {
        costs.retain(|found| !found.cost.rules.is_empty());
    }
}

fn summary(counted: &[(Source, Vec<FileCost>)], top: Option<NonZeroUsize>) -> String {
    let versions: Vec<_> = counted.iter().flat_map(|(_, costs)| costs).collect();
    let rules = versions.iter().map(|version| version.cost.rules.len()).sum();
    let all = format!("{} in {}", count(rules, "rule"), count(versions.len(), "version"));
    match top.map(NonZeroUsize::get).filter(|top| *top < rules) {
        Some(top) => format!("{all}, {top} shown"),
        None => all,
    }
}

/// Whether the server rejects a version because of its rules.
fn found(counted: &[(Source, Vec<FileCost>)]) -> Outcome {
    let mut versions = counted.iter().flat_map(|(_, costs)| costs);
    if versions.any(|version| version.cost.is_refused()) { Outcome::Errors } else { Outcome::Clean }
}
