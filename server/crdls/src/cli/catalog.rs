//! The CRDs that the command line and crdls.toml name, and those of this folder, for commands about a kind.
//!
//! Must not know what is looked up.

use crdls_ide::kind_names;
use crdls_resource::{Index, IndexedCrd};

use super::args::Common;
use super::crds;
use super::inputs::{known_crd_inputs, run_options};
use super::outcome::{Outcome, Troubles, warn};
use crate::render::one_line;
use crdls_system::threads::Threads;

/// All CRDs of the places, and the settings that they are read by.
#[derive(Default)]
pub(crate) struct CrdCatalog {
    pub(crate) config: crdls_report::Config,
    pub(crate) index: Index,
}

/// Reads the CRDs; the outcome has whether all could be read.
///
/// # Errors
/// The faults of the settings.
pub(crate) fn read_catalog(common: &Common) -> Result<(CrdCatalog, Outcome), Troubles> {
    let options = run_options(common)?;
    let mut outcome = Outcome::Clean;
    let inputs = known_crd_inputs(common, &[], &[], &options, &mut outcome);
    let (index, _) = crds::read(inputs, &options, &Threads::new(common.threads), &mut outcome);
    Ok((CrdCatalog { config: options.config, index }, outcome))
}

impl CrdCatalog {
    /// The name of a kind that is most like a text.
    pub(crate) fn nearest(&self, text: &str) -> Option<String> {
        nearest_kind(&self.index, text)
    }
}

/// Why there is no such kind.
pub(crate) fn unknown(catalog: &CrdCatalog, what: &str) -> String {
    let hint = match catalog.nearest(what) {
        Some(near) => format!("did you mean `{near}`?"),
        None if catalog.index.is_empty() => {
            "no CRD found; pass one with --crds or list it in crdls.toml".to_owned()
        }
        None => "no known CRD has this name".to_owned(),
    };
    format!("there is no kind `{}`; {hint}", one_line(what))
}

/// Warns that other CRDs of a kind differ from the one that is taken.
pub(crate) fn warn_of_others(name: &str, taken: &IndexedCrd, all: &[&IndexedCrd]) {
    const MOST: usize = 3;
    let others = all.iter().filter(|other| other.is_named() == taken.is_named() && !other.is_same(taken));
    let mut others: Vec<_> = others.map(|other| &*other.source).collect();
    let more = others.len().saturating_sub(MOST);
    others.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if !others.is_empty() {
        warn(format_args!(
            "`{name}` is taken from {}; it differs in {}{more}",
            taken.source,
            others.join(", ")
        ));
    }
}

/// The name of a kind of an index that is most like a text.
pub(crate) fn nearest_kind(index: &Index, text: &str) -> Option<String> {
    let name = text.split('.').next().unwrap_or(text).to_lowercase();
    let near = kind_names(index).map(|known| (strsim::jaro_winkler(&name, &known), known));
    let nearest = near.filter(|(alike, _)| *alike > 0.8).max_by_key(|(alike, _)| (*alike * 1e6) as u32);
    nearest.map(|(_, known)| known)
}
