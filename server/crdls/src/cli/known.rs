//! The CRDs that the command line and the settings name, read.

use crdls_crd::instance::Index;
use crdls_crd::model::Version;
use crdls_ide::{Named, kind_names};

use super::args::Common;
use super::check::{beside, choices, kept, report_all};
use super::outcome::Outcome;
use super::sources::read;
use super::threads::Threads;

/// All CRDs of the places, and what they are read by.
pub(crate) struct Known {
    pub(crate) config: crdls_crd::Config,
    pub(crate) index: Index,
    /// Whether any place was named.
    pub(crate) asked: bool,
}

/// Reads the CRDs; the outcome tells of those that could not be read. Nothing where the settings are wrong.
pub(crate) fn known(common: &Common) -> Option<(Known, Outcome)> {
    let (config, places) = choices(common)?;
    let (inputs, troubles) = beside(&[], &places);
    let mut outcome = report_all(troubles);
    let threads = Threads::new(common.threads);
    // A file is given back once its CRDs are found; they share its text.
    let found = |(rank, input)| {
        let source = read(input)?;
        let file = source.file();
        let found = Index::found(&source.name, rank, file.shared_text(), file.tree(), &config);
        Ok((source.name, found))
    };
    let mut index = Index::default();
    for (name, found) in kept(threads.map(inputs, found), &mut outcome) {
        index.insert(&name, found);
    }
    Some((Known { config, index, asked: !places.is_empty() }, outcome))
}

/// The version that a name asks for, else the one that clients prefer.
pub(crate) fn version<'i>(named: &Named<'i>) -> Option<Version<'i>> {
    let crd = named.crds.first()?.crd();
    let served = crd.served_versions();
    let asked = served.iter().find(|version| named.name.split('.').nth(1) == Some(version.name())).copied();
    asked.or(served.first().copied()).or_else(|| crd.versions().next())
}

impl Known {
    /// The name of a kind that is most like a text.
    pub(crate) fn nearest(&self, text: &str) -> Option<String> {
        let name = text.split('.').next().unwrap_or(text).to_lowercase();
        let near = kind_names(&self.index).map(|known| (strsim::jaro_winkler(&name, &known), known));
        let nearest = near.filter(|(alike, _)| *alike > 0.8).max_by_key(|(alike, _)| (*alike * 1e6) as u32);
        nearest.map(|(_, known)| known)
    }
}
