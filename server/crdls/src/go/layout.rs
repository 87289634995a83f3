//! What an edit of a file does not change: where packages are, and what controller-gen is told.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crdls_change::IgnoredChange;
use crdls_generate::{Definition, Options};
use crdls_markers::program::{Package, Program};

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
    /// The packages are given: controller-gen makes a CRD of each kind in them.
    pub(super) is_given: bool,
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

    /// Whether a kind has no CRD that controller-gen makes, though it has the form of one.
    pub(super) fn is_skipped(&self, kind: &Definition, program: &Program) -> bool {
        let types = || kind.packages.iter().filter_map(|path| program.package(path)?.named(&kind.kind));
        let is_marked = |is_meant: &dyn Fn(&str) -> bool| {
            types().any(|at| {
                let mut markers = at.file.markers.values_of(at.owner());
                markers.any(|parsed| is_meant(parsed.marker.name))
            })
        };
        let is_without = || match &*kind.group {
            // `+kubebuilder:object:root` alone makes such a kind an object.
            "" => self.written.has_groups(),
            // CRDs are written of other groups, and no marker speaks of one: an API server of the project serves it, or it
            // is a part of a kind of another project.
            group if !self.written.has_group(group) => {
                self.written.has_groups()
                    && !is_marked(&|name| {
                        name.starts_with("kubebuilder:") && !name.starts_with("kubebuilder:object:")
                    })
            }
            // The schemas are patched into a manifest that is written by hand (`controller-gen schemapatch`).
            _ => {
                let is_by_hand = self.written.is_by_hand(kind) && kind.packages.len() > 1;
                is_by_hand && !is_marked(&|name| name.starts_with("kubebuilder:storageversion"))
            }
        };
        !self.is_given && is_without()
    }
}
