//! The CRDs that the server accepts: of others it publishes nothing.
//!
//! Must not know what is published.

use std::path::PathBuf;

use crdls_ide::{FileContext, FileFinding, check};
use crdls_minors::Minor;
use crdls_report::Severity;
use crdls_resource::{Index, IndexedCrd};

use super::args::Common;
use super::crds;
use super::inputs::{run_options, successes};
use super::outcome::{Outcome, Troubles, say, warn};
use crate::render::Source;
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// CRDs of files.
pub(crate) struct AcceptedCrds {
    pub(crate) index: Index,
    /// Of the server.
    pub(crate) minor: Minor,
    refused: Vec<String>,
    /// Whether all could be read, and all are accepted.
    pub(crate) outcome: Outcome,
}

impl AcceptedCrds {
    /// The CRDs of files and folders; the others are reported.
    ///
    /// # Errors
    /// The faults of the settings.
    pub(crate) fn of(paths: &[PathBuf], common: &Common) -> Result<Self, Troubles> {
        let options = run_options(common)?;
        let mut outcome = Outcome::Clean;
        let threads = Threads::new(common.threads);
        let sources = crds::sources_of(paths, &options, &threads, &mut outcome);
        let judge = |source: Source| {
            let has_crd = source.file().objects().any(|(_, object)| object.is_crd());
            let findings = guarded(&source.name, || match has_crd {
                true => check(
                    source.file(),
                    FileContext { file: &source.name, ..FileContext::default() },
                    &options.config,
                ),
                false => Vec::new(),
            })?;
            Ok((source, findings))
        };
        let judged = successes(threads.map(sources, judge), &mut outcome);
        let index = crds::index(judged.iter().map(|(source, _)| (0, source)), &options.config, &threads);
        let refused: Vec<_> =
            judged.iter().flat_map(|(source, found)| refused(source, found, &index)).collect();
        for place in &refused {
            say(format_args!(
                "error: the API server rejects {place}, so nothing is published; run `crdls check` to see why"
            ));
            outcome = outcome.max(Outcome::Errors);
        }
        Ok(Self { index, minor: options.config.kubernetes, refused, outcome })
    }

    /// Those that the server accepts; of several of a name, the project's.
    pub(crate) fn all(&self) -> Vec<&IndexedCrd> {
        let mut found = self.index.of_project();
        found.retain(|known| !self.refused.contains(&place(known)));
        for first in &found {
            for copy in self.index.copies(first).filter(|copy| !std::ptr::eq(*copy, *first)) {
                warn(format_args!("using {} from {} (ignoring {})", first.name(), first.source, copy.source));
            }
        }
        found
    }
}

/// How messages name a CRD.
fn place(known: &IndexedCrd) -> String {
    format!("{} in {}", known.header().metadata().name(), known.source)
}

/// The CRDs of a file with an error in them, or in what is around them. What is begun of one has no name yet.
fn refused(source: &Source, findings: &[FileFinding], index: &Index) -> Vec<String> {
    let errors: Vec<_> = findings.iter().filter(|found| found.finding.severity == Severity::Error).collect();
    let crds: Vec<_> = index.of_source(&source.name).collect();
    if crds.is_empty() && !errors.is_empty() {
        return vec![format!("the CRD in {}", source.name)];
    }
    let is_of = |error: &FileFinding, known: &IndexedCrd| {
        let mut owners = crds.iter().filter(|other| other.range().covers(error.finding.range));
        error.document == known.number() && owners.next().is_none_or(|owner| place(owner) == place(known))
    };
    let is_refused = |known: &&&IndexedCrd| errors.iter().any(|error| is_of(error, known));
    crds.iter().filter(is_refused).map(|known| place(known)).collect()
}
