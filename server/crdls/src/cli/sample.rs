//! `crdls sample`: a custom resource to start from.
//!
//! Must not know how one is made.

use crdls_ide::named;
use crdls_witness::{minimal_sample, sample};

use super::args::{Format, SampleArgs};
use super::catalog::{CrdCatalog, read_catalog};
use super::outcome::{Outcome, print, trouble, warn};
use crate::guard::{guarded, quiet};
use crate::render::{count, one_line};

/// Does what `crdls sample` asks.
pub(crate) fn run(args: &SampleArgs) -> Outcome {
    quiet();
    if let Err(why) = args.common.format_among("sample", &[Format::Full]) {
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
    if named.crds.len() > 1 {
        let others = named
            .crds
            .iter()
            .skip(1)
            .map(|other| format!("{} in {}", other.crd().metadata().name(), other.source));
        warn(format_args!("`{}` is also {}", one_line(what), others.collect::<Vec<_>>().join(", ")));
    }
    let make = if args.minimal { minimal_sample } else { sample };
    let made = match guarded(&crd.source, || make(crd, version, &catalog.config)) {
        Ok(made) => made,
        Err(why) => return trouble(why),
    };
    if !made.left.is_empty() {
        warn(format_args!("{} not met; comments name them", count(made.left.len(), "requirement")));
    }
    outcome.max(print([made.text]))
}

/// Why there is no such kind.
pub(crate) fn unknown(catalog: &CrdCatalog, what: &str) -> String {
    let hint = match catalog.nearest(what) {
        Some(near) => format!("did you mean `{near}`?"),
        None if catalog.index.is_empty() => "no CRD is known: name one by --crds or in crdls.toml".to_owned(),
        None => "no known CRD has this name".to_owned(),
    };
    format!("there is no kind `{}`; {hint}", one_line(what))
}
