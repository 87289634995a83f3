//! The kustomizations among the files that are checked.
//!
//! Must not know what is wrong with one.

use std::collections::HashMap;

use crdls_check::KUSTOMIZATION_FILES;
use crdls_ide::FileFinding;
use crdls_resource::Index;
use crdls_schema::Config;

use super::text::CheckedText;
use crate::files::{DiskFiles, kustomize_path};

/// Adds what is found in the kustomizations to the findings of the files.
pub(super) fn add(texts: &mut [CheckedText], crds: &Index, config: &Config) {
    let mut by_path = HashMap::new();
    let mut folders = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let Some(path) = text.path.as_deref() else { continue };
        let Some(name) = kustomize_path(path) else { continue };
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let file = name.rsplit_once('/').map_or(name.as_str(), |(_, file)| file);
        if KUSTOMIZATION_FILES.contains(&file) {
            folders.push(folder.to_owned());
        }
        by_path.insert(name, index);
    }
    folders.dedup();
    if folders.is_empty() {
        return;
    }
    for (path, finding) in crdls_check::kustomizations(&DiskFiles, &folders, Some(crds), config) {
        let Some(text) = by_path.get(&path).and_then(|index| texts.get_mut(*index)) else { continue };
        // A patch is checked by itself as well.
        let is_known = |known: &FileFinding| {
            known.finding.code == finding.code && known.finding.range.start == finding.range.start
        };
        if text.findings.iter().any(is_known) {
            continue;
        }
        let configured = crdls_check::configured(vec![finding], config);
        text.findings.extend(configured.into_iter().map(|finding| FileFinding::new(0, finding)));
        text.findings.sort_by_key(|found| (found.document, found.finding.sort_key()));
    }
}
