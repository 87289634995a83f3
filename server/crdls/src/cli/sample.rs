//! `crdls sample`: a custom resource to start from.
//!
//! Must not know how one is made.

use crdls_ide::named;
use crdls_witness::{minimal_sample, sample};

use super::args::SampleArgs;
use super::catalog::{read_catalog, unknown, warn_of_others};
use super::outcome::{Ended, print, warn};
use crate::render::{count, one_line};
use crdls_system::guard::guarded;

/// Does what `crdls sample` asks.
pub(crate) fn run(args: &SampleArgs) -> Ended {
    args.common.format_of("sample")?;
    let (catalog, outcome) = read_catalog(&args.common)?;
    let what = args.kind.trim();
    let Some(named) = named(&catalog.index, what).filter(|named| named.fields.is_empty()) else {
        return Err(unknown(&catalog, what).into());
    };
    let (Some(crd), Some(version)) = (named.crds.first(), named.version()) else {
        return Err(format!("`{}` has no version", one_line(what)).into());
    };
    warn_of_others(&one_line(what), crd, &named.crds);
    let make = if args.minimal { minimal_sample } else { sample };
    let made = guarded(&crd.source, || make(crd, version, &catalog.config))?;
    if !made.left.is_empty() {
        warn(format_args!("{} not satisfied; see the comments", count(made.left.len(), "requirement")));
    }
    Ok(outcome.max(print([made.text])))
}
