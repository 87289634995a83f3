//! What an edit of a file does not change: where packages are, and what controller-gen is told.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crdls_change::IgnoredChange;
use crdls_generate::Options;
use crdls_markers::program::Package;

use super::disk::GoFiles;
use super::module::GoModule;
use super::written::WrittenCrds;

/// The layout of a project.
#[derive(Debug)]
pub(super) struct Layout {
    /// What others than the project's own packages are read from.
    pub(super) files: GoFiles,
    /// What controller-gen is told, except of kinds whose manifest shows other flags.
    pub(super) options: Options,
    pub(super) written: WrittenCrds,
    /// Kinds of packages without a group have no CRD: the project has CRDs with a group, and no packages are given.
    /// `+kubebuilder:object:root` alone makes such a kind an object.
    pub(super) skips_ungrouped: bool,
    /// In what the manifests may differ from what is generated.
    pub(super) expected: Vec<IgnoredChange>,
    /// Where each file is: its package.
    pub(super) packages: BTreeMap<PathBuf, String>,
    /// Where each package is; none without a `go.mod`.
    pub(super) modules: BTreeMap<String, GoModule>,
}

impl Layout {
    /// The module of a package.
    pub(super) fn module(&self, package: &Package) -> Option<&GoModule> {
        self.modules.get(&package.import_path)
    }
}
