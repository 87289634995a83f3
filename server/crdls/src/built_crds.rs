//! CRDs as kustomizations apply them, by the names that an index has for files; and what builds add to the findings of a
//! file.
//!
//! Must not know where files are.

use std::collections::HashMap;
use std::sync::Arc;

use crdls_check::{KUSTOMIZE_ERROR, KustomizationFindings, Kustomizations, is_also_built};
use crdls_ide::FileFinding;
use crdls_report::{Config, Finding};
use crdls_resource::{BuiltCrd, Index, IndexedCrd};

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

/// Adds what builds find in a file to its findings.
pub(crate) fn add_findings(
    found: &mut Vec<FileFinding>,
    path: &str,
    all: &KustomizationFindings,
    config: &Config,
) {
    for finding in all.of_built(path) {
        if !found.iter().any(|known| is_also_built(&known.finding, finding)) {
            add(found, finding.clone(), config);
        }
    }
    all.of_file(path).for_each(|finding| add(found, finding.clone(), config));
}

fn add(found: &mut Vec<FileFinding>, finding: Finding, config: &Config) {
    // A patch is checked by itself as well.
    let is_known = |known: &FileFinding| {
        known.finding.code == finding.code && known.finding.range.start == finding.range.start
    };
    if found.iter().any(is_known) {
        return;
    }
    found.retain(|known| !says_more(&finding, &known.finding));
    let configured = crdls_check::configured(vec![finding], config);
    found.extend(configured.into_iter().map(|finding| FileFinding::new(0, finding)));
    found.sort_by_key(|found| (found.document, found.finding.sort_key()));
}

/// Whether an error of kustomize is about what another finding of the text is about.
fn says_more(error: &Finding, other: &Finding) -> bool {
    let is_first = || {
        let mut related = error.related.iter().filter(|place| place.file.is_none());
        related.any(|place| place.range.start == other.range.start)
    };
    *error.code == KUSTOMIZE_ERROR
        && match other.code.name {
            "similar-kind" => error.range.start == other.range.start,
            "duplicate-key" => is_first(),
            _ => false,
        }
}
