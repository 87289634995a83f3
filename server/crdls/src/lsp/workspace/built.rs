//! The kustomizations of the workspace, and the CRDs that they apply.
//!
//! Must not know open documents.

use std::collections::HashSet;
use std::sync::Arc;

use crdls_check::Kustomizations;
use crdls_kustomize::Files;
use crdls_resource::{BuiltCrd, Index};
use crdls_schema::Config;
use tower_lsp_server::ls_types::Uri;

use crate::built_crds::built_crds;
use crate::files::kustomize_path;

/// What is known of kustomizations since they were built last.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownKustomizations {
    /// Their folders.
    pub(crate) folders: Arc<[String]>,
    /// The files that were read, by path.
    files: Arc<HashSet<String>>,
    /// The files and folders that they include as resources.
    included: Arc<HashSet<String>>,
}

impl KnownKustomizations {
    /// Whether a build read a file.
    pub(crate) fn read(&self, uri: &Uri) -> bool {
        !self.files.is_empty() && path(uri).is_some_and(|path| self.files.contains(&path))
    }

    /// Whether a kustomization includes a file as a resource.
    pub(crate) fn includes(&self, uri: &Uri) -> bool {
        !self.included.is_empty() && path(uri).is_some_and(|path| self.included.contains(&path))
    }
}

/// The path of a file as kustomizations name it.
pub(crate) fn path(uri: &Uri) -> Option<String> {
    kustomize_path(&uri.to_file_path()?)
}

/// CRDs of files as kustomizations apply them, by source.
pub(crate) type BuiltCrds = Vec<(Arc<str>, Vec<BuiltCrd>)>;

/// Builds the kustomizations in folders that include CRDs of an index. Returns the CRDs by source.
pub(crate) fn build(
    files: &dyn Files,
    folders: Arc<[String]>,
    crds: &Index,
    config: &Config,
) -> (BuiltCrds, KnownKustomizations) {
    let mut kustomizations = Kustomizations::of(files, &folders);
    let of_source = |source: &str| path(&source.parse().ok()?);
    let built = built_crds(crds, &mut kustomizations, |known| of_source(&known.source), config);
    let files = Arc::new(kustomizations.files().map(str::to_owned).collect());
    let included = Arc::new(kustomizations.included());
    (built, KnownKustomizations { folders, files, included })
}
