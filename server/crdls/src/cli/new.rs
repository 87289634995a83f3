//! `crdls new`: a CRD to start from.
//!
//! Must not know what is in one.

use crdls_ide::{CrdNames, File, FileContext, check, new_crd, plural};
use crdls_report::{Config, Severity};

use super::args::NewArgs;
use super::outcome::{Ended, Troubles, print};

/// Does what `crdls new` asks: prints the CRD, or why the server would refuse these names.
pub(crate) fn run(args: &NewArgs) -> Ended {
    let plural = args.plural.clone().unwrap_or_else(|| plural(&args.kind));
    let names = CrdNames {
        kind: &args.kind,
        plural: &plural,
        group: &args.group,
        version: &args.api_version,
        scope: &args.scope,
    };
    let file = File::new(new_crd(&names) + "\n");
    let found = check(&file, FileContext::default(), &Config::default());
    let errors = found.iter().filter(|found| found.finding.severity == Severity::Error);
    let errors = errors.map(|found| format!("{}: {}", found.finding.path, found.finding.message));
    Troubles::of(errors.collect())?;
    Ok(print([file.text()]))
}
