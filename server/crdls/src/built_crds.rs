//! CRDs as kustomizations apply them, by the names that an index has for files.
//!
//! Must not know where files are.

use std::collections::HashMap;
use std::sync::Arc;

use crdls_check::Kustomizations;
use crdls_resource::{BuiltCrd, Index, IndexedCrd};
use crdls_schema::Config;

/// Takes the CRDs of an index that kustomizations include as these apply them. `path`: as for [`built_crds`].
pub(crate) fn take_built(
    index: &mut Index,
    kustomizations: &mut Kustomizations<'_>,
    path: impl Fn(&IndexedCrd) -> Option<String>,
    config: &Config,
) {
    for (source, built) in built_crds(index, kustomizations, path, config) {
        index.take_built(&source, &built);
    }
}

/// The CRDs of an index that kustomizations include, as these apply them, by source. `path`: how kustomizations name the
/// file of a CRD.
pub(crate) fn built_crds(
    index: &Index,
    kustomizations: &mut Kustomizations<'_>,
    path: impl Fn(&IndexedCrd) -> Option<String>,
    config: &Config,
) -> Vec<(Arc<str>, Vec<BuiltCrd>)> {
    if kustomizations.is_empty() {
        return Vec::new();
    }
    let mut sources: HashMap<String, Arc<str>> = HashMap::new();
    let mut last: Option<&Arc<str>> = None;
    for known in index.all() {
        // Most sources with several CRDs have them one after the other.
        if last.replace(&known.source) != Some(&known.source)
            && let Some(path) = path(known)
        {
            sources.insert(path, known.source.clone());
        }
    }
    let built = kustomizations.crds(&|path| sources.contains_key(path), config);
    built.into_iter().filter_map(|(path, built)| Some((sources.get(&path)?.clone(), built))).collect()
}
