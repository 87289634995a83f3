//! The kustomizations around the files that are checked.
//!
//! Must not know what is wrong with one.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crdls_check::{KustomizationFindings, Kustomizations};
use crdls_report::Config;
use crdls_resource::Index;

use super::text::CheckedText;
use crate::built_crds::add_findings;
use crate::cli::crds::take_built;
use crdls_system::files::{DiskFiles, folder_of, kustomize_path};

/// The kustomizations among the files that are checked and those of the workspace.
pub(super) struct Around(Kustomizations<'static>);

/// The files that kustomizations include as resources.
pub(super) struct Included(HashSet<String>);

impl Included {
    pub(super) fn has(&self, path: &Path) -> bool {
        !self.0.is_empty() && kustomize_path(path).is_some_and(|path| self.0.contains(&path))
    }
}

impl Around {
    /// The kustomizations in folders.
    pub(super) fn of(folders: &[String]) -> (Self, Included) {
        let mut kustomizations = Kustomizations::of(&DiskFiles, folders);
        let included = Included(kustomizations.included());
        (Self(kustomizations), included)
    }

    /// Takes the CRDs of an index as they are applied.
    pub(super) fn take_built(&mut self, index: &mut Index, config: &Config) {
        take_built(index, &mut self.0, config);
    }

    /// Adds what is found by the kustomizations to the findings of the files, and takes away what an object lacks only as
    /// it is written.
    pub(super) fn add_to(
        &mut self,
        texts: &mut [CheckedText],
        crds: &Index,
        config: &Config,
    ) -> KustomizationFindings {
        if self.0.is_empty() {
            return KustomizationFindings::default();
        }
        let paths = texts.iter().enumerate();
        let by_path: BTreeMap<String, usize> =
            paths.filter_map(|(at, text)| Some((kustomize_path(text.path()?)?, at))).collect();
        let folders: HashSet<&str> = by_path.keys().map(|path| folder_of(path)).collect();
        let wanted = |path: &str| by_path.contains_key(path) || folders.contains(path);
        let all = self.0.findings(&wanted, crds, config, &str::to_owned);
        for (path, at) in &by_path {
            if let Some(text) = texts.get_mut(*at) {
                take(text, path, &all, config);
            }
        }
        all
    }
}

/// What is found in a text, as it is written and as it is built.
fn take(text: &mut CheckedText, path: &str, all: &KustomizationFindings, config: &Config) {
    text.retain(|found| all.keeps(path, &found.finding));
    if all.of_built(path).next().is_some() || all.of_file(path).next().is_some() {
        add_findings(text.findings_mut(), path, all, config);
    }
}
