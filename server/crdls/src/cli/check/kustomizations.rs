//! The kustomizations around the files that are checked.
//!
//! Must not know what is wrong with one.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crdls_check::{KustomizationFindings, Kustomizations, is_also_built};
use crdls_ide::FileFinding;
use crdls_resource::Index;
use crdls_schema::{Config, Finding};

use super::text::CheckedText;
use crate::cli::crds::take_built;
use crate::files::{DiskFiles, kustomization_folders, kustomize_path};

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
    pub(super) fn of<'p>(files: impl Iterator<Item = &'p Path>) -> (Self, Included) {
        let mut kustomizations = Kustomizations::of(&DiskFiles, &kustomization_folders(files));
        let included = Included(kustomizations.included());
        (Self(kustomizations), included)
    }

    /// Takes the CRDs of an index as they are applied.
    pub(super) fn take_built(&mut self, index: &mut Index, config: &Config) {
        take_built(index, &mut self.0, config);
    }

    /// Adds what is found by the kustomizations to the findings of the files, and takes away what an object lacks only as
    /// it is written.
    pub(super) fn add_to(self, texts: &mut [CheckedText], crds: &Index, config: &Config) {
        if self.0.is_empty() {
            return;
        }
        let paths = texts.iter().enumerate();
        let by_path: BTreeMap<String, usize> =
            paths.filter_map(|(at, text)| Some((kustomize_path(text.path.as_deref()?)?, at))).collect();
        let folders: HashSet<&str> = by_path.keys().map(|path| folder(path)).collect();
        let wanted = |path: &str| by_path.contains_key(path) || folders.contains(path);
        let all = self.0.findings(&wanted, crds, config);
        for (path, at) in &by_path {
            if let Some(text) = texts.get_mut(*at) {
                take(text, path, &all, config);
            }
        }
        for (path, finding) in all.found {
            if let Some(text) = by_path.get(&path).and_then(|at| texts.get_mut(*at)) {
                add(text, finding, config);
            }
        }
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// What is found in a text, as it is written and as it is built.
fn take(text: &mut CheckedText, path: &str, all: &KustomizationFindings, config: &Config) {
    text.findings.retain(|found| all.keeps(path, &found.finding));
    for finding in all.of_built(path) {
        if !text.findings.iter().any(|found| is_also_built(&found.finding, finding)) {
            add(text, finding.clone(), config);
        }
    }
}

fn add(text: &mut CheckedText, finding: Finding, config: &Config) {
    // A patch is checked by itself as well.
    let is_known = |known: &FileFinding| {
        known.finding.code == finding.code && known.finding.range.start == finding.range.start
    };
    if text.findings.iter().any(is_known) {
        return;
    }
    let configured = crdls_check::configured(vec![finding], config);
    text.findings.extend(configured.into_iter().map(|finding| FileFinding::new(0, finding)));
    text.findings.sort_by_key(|found| (found.document, found.finding.sort_key()));
}
