//! `crdls cost`: what each rule costs, and what bounds it.

use crdls_ide::{FileCost, costs};

use super::args::{Cost, Format};
use super::check::{choices, kept, report_all};
use super::guard::{guarded, quiet};
use super::outcome::{Outcome, print, say, trouble};
use super::sources::{Walk, collect, read};
use super::threads::Threads;
use crate::render::{CostTable, Source, cost_json, count};

pub(crate) fn run(args: &Cost) -> Outcome {
    quiet();
    if matches!(args.common.output_format, Format::Sarif | Format::Github) {
        return trouble("costs are printed as `full`, `concise` or `json`: see --output-format");
    }
    let Some((config, _)) = choices(&args.common) else { return Outcome::Trouble };
    let threads = Threads::new(args.common.threads);
    let (inputs, troubles) = collect(&args.paths, Walk::Gitignore);
    let mut outcome = report_all(troubles);
    let count = |input| {
        let source = read(input)?;
        let costs = guarded(&source.name, || costs(source.file(), &config))?;
        Ok((source, costs))
    };
    let counted = kept(threads.map(inputs, count), &mut outcome);
    let printed = match args.common.output_format {
        Format::Json => print([cost_json(&counted)]),
        format => {
            let table = CostTable::new(args.common.color.wanted(), format == Format::Concise);
            let printed = print(counted.iter().map(|(source, costs)| table.text(source, costs)));
            summary(&counted);
            printed
        }
    };
    outcome.max(printed).max(found(&counted))
}

fn summary(counted: &[(Source, Vec<FileCost>)]) {
    let versions: Vec<_> = counted.iter().flat_map(|(_, costs)| costs).collect();
    let rules = versions.iter().map(|version| version.cost.rules.len()).sum();
    say(format_args!("{} in {}", count(rules, "rule"), count(versions.len(), "version")));
}

/// Whether the server refuses a version for its rules.
fn found(counted: &[(Source, Vec<FileCost>)]) -> Outcome {
    let mut versions = counted.iter().flat_map(|(_, costs)| costs);
    if versions.any(|version| version.cost.is_refused()) { Outcome::Errors } else { Outcome::Clean }
}
