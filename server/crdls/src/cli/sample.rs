//! `crdls sample`: a custom resource to start from.
//!
//! Must not know how one is made.

use crdls_ide::named;
use crdls_witness::{minimal_sample, sample};

use super::args::SampleArgs;
use super::catalog::{read_catalog, unknown, warn_of_others};
use super::outcome::{Outcome, print, trouble, warn};
use crate::render::{count, one_line};
use crdls_system::guard::{guarded, quiet};

/// Does what `crdls sample` asks.
pub(crate) fn run(args: &SampleArgs) -> Outcome {
    quiet();
    if let Err(why) = args.common.format_of("sample") {
        return trouble(why);
    }
    let Some((catalog, outcome)) = read_catalog(&args.common) else { return Outcome::Trouble };
    let what = args.kind.trim();
    let Some(named) = named(&catalog.index, what).filter(|named| named.fields.is_empty()) else {
        return trouble(unknown(&catalog, what));
    };
    let (Some(crd), Some(version)) = (named.crds.first(), named.version()) else {
        return trouble(format_args!("`{}` has no version", one_line(what)));
    };
    warn_of_others(&one_line(what), crd, &named.crds);
    let make = if args.minimal { minimal_sample } else { sample };
    let made = match guarded(&crd.source, || make(crd, version, &catalog.config)) {
        Ok(made) => made,
        Err(why) => return trouble(why),
    };
    if !made.left.is_empty() {
        warn(format_args!("{} not satisfied; see the comments", count(made.left.len(), "requirement")));
    }
    outcome.max(print([made.text]))
}
