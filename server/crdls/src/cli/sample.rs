//! `crdls sample`: a custom resource to start from.

use crdls_crd::sample::sample;
use crdls_ide::named;

use super::args::Sample;
use super::guard::{guarded, quiet};
use super::known::{known, version};
use super::outcome::{Outcome, print, trouble, warn};
use crate::render::{count, one_line};

pub(crate) fn run(args: &Sample) -> Outcome {
    quiet();
    let Some((known, outcome)) = known(&args.common) else { return Outcome::Trouble };
    let what = args.kind.trim();
    let Some(named) = named(&known.index, what).filter(|named| named.fields.is_empty()) else {
        return trouble(unknown(&known, what));
    };
    let (Some(crd), Some(version)) = (named.crds.first(), version(&named)) else {
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
    let made = match guarded(&crd.source, || sample(crd, version, &known.config)) {
        Ok(made) => made,
        Err(why) => return trouble(why),
    };
    if !made.left.is_empty() {
        warn(format_args!("{} not met; comments tell which", count(made.left.len(), "demand")));
    }
    outcome.max(print([made.text]))
}

/// Why there is no such kind.
pub(crate) fn unknown(known: &super::known::Known, what: &str) -> String {
    let hint = match known.nearest(what) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.index.is_empty() && !known.asked => "name CRDs by --crds or in crdls.toml".to_owned(),
        None => "no CRD that is known has such a name".to_owned(),
    };
    format!("there is no kind `{}`; {hint}", one_line(what))
}
