//! `crdls cost`: the estimated cost of each rule, and what drives it.
//!
//! Must not know how a cost is estimated, nor how a table looks.

use crdls_ide::{FileCost, costs};

use super::args::{CostArgs, Format};
use super::inputs::{collect, read, run_options, successes};
use super::outcome::{Outcome, print, say, trouble};
use crate::files::IgnoreFiles;
use crate::guard::{guarded, quiet};
use crate::render::{CostTable, Source, cost_json, count};
use crate::threads::Threads;

/// Does what `crdls cost` asks.
pub(crate) fn run(args: &CostArgs) -> Outcome {
    quiet();
    let format = match args.common.format_among("cost", &[Format::Full, Format::Concise, Format::Json]) {
        Ok(format) => format,
        Err(why) => return trouble(why),
    };
    let Some(options) = run_options(&args.common) else { return Outcome::Trouble };
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let inputs = collect(&args.paths, IgnoreFiles::Respected, &mut outcome);
    let estimate = |input| {
        let source = read(input)?;
        let costs = guarded(&source.name, || costs(source.file(), &options.config))?;
        Ok((source, costs))
    };
    let counted = successes(threads.map(inputs, estimate), &mut outcome);
    let printed = match format {
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

/// Whether the server rejects a version because of its rules.
fn found(counted: &[(Source, Vec<FileCost>)]) -> Outcome {
    let mut versions = counted.iter().flat_map(|(_, costs)| costs);
    if versions.any(|version| version.cost.is_refused()) { Outcome::Errors } else { Outcome::Clean }
}
