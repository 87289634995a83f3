//! `crdls versions`: the versions of CRDs, a version more, and the steps to remove one.
//!
//! Must not know what a version is edited by, nor what the server refuses.

mod addition;
mod comparison;
mod removal;
mod round_trip;
mod table;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crdls_report::Config;
use crdls_resource::{Index, IndexedCrd};
use crdls_yaml::Node;

use super::args::{Format, VersionsArgs};
use super::crds;
use super::inputs::{collect, read, run_options, successes, without_excluded};
use super::outcome::{Ended, Outcome, print, warn};
use crate::render::Source;
use crdls_system::files::IgnoreFiles;
use crdls_system::threads::Threads;

/// Does what `crdls versions` asks.
pub(crate) fn run(args: &VersionsArgs) -> Ended {
    let formats: &[Format] = if args.add.is_some() { &[Format::Full] } else { &[Format::Full, Format::Json] };
    let format = args.common.format_among("versions", formats)?;
    let options = run_options(&args.common)?;
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let inputs = collect(&args.paths, IgnoreFiles::Respected, &mut outcome);
    let inputs = without_excluded(inputs, &options.excluded);
    let paths: HashMap<_, _> = inputs.iter().map(|input| (input.name.clone(), input.to_path())).collect();
    let sources = successes(threads.map(inputs, read), &mut outcome);
    let index = crds::index(sources.iter().map(|source| (0, source)), &options.config, &threads);
    if index.is_empty() && outcome == Outcome::Clean {
        return Err("no CRD in these files".into());
    }
    let crds = Crds { sources: &sources, paths: &paths, index: &index, config: &options.config };
    Ok(outcome.max(match (&args.remove, &args.add, &args.from, &*args.compare) {
        (Some(version), ..) => removal::run(&crds, version, format)?,
        (None, Some(name), Some(from), _) => addition::run(&crds, (name, from), args)?,
        (.., [from, to]) => comparison::run(&crds, [from, to], format, args.common.color.wanted())?,
        (.., [_, ..]) => return Err("`--compare` takes two versions, as `v1alpha1,v1`".into()),
        _ => {
            let without = index.all().filter(|known| known.crd().versions().next().is_none());
            without.for_each(|known| {
                warn(format_args!(
                    "{} in {} has no versions",
                    known.header().metadata().name(),
                    known.source
                ));
            });
            print([table::printed(index.all(), format)])
        }
    }))
}

/// The CRDs of the files.
struct Crds<'c> {
    sources: &'c [Source],
    /// By the names of the files; `None` is standard input.
    paths: &'c HashMap<Arc<str>, Option<PathBuf>>,
    index: &'c Index,
    config: &'c Config,
}

impl<'c> Crds<'c> {
    /// Those that have a version.
    fn with_version(&self, name: &str) -> Vec<&'c IndexedCrd> {
        self.index
            .all()
            .filter(|known| known.crd().versions().any(|version| version.name() == name))
            .collect()
    }

    fn source(&self, known: &IndexedCrd) -> Option<&'c Source> {
        self.sources.iter().find(|source| source.name == known.source)
    }
}

/// The object of a CRD in its file.
fn object<'f>(source: &'f Source, known: &IndexedCrd) -> Option<Node<'f>> {
    known.node(source.file().text(), source.file().tree())
}

/// How messages name the versions of CRDs that there are.
fn no_version(crds: &Crds<'_>, name: &str) -> String {
    let mut known: Vec<_> =
        crds.index.all().flat_map(|known| known.crd().versions()).map(|version| version.name()).collect();
    known.sort_unstable();
    known.dedup();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    format!("no CRD in these files has a version `{name}`; there is {known}")
}
