//! Where the corpus is, and its files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::require::{Tool, or_skip};

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The corpus, for what does more with it and something without it.
pub fn dir() -> Option<PathBuf> {
    dir_or_skip("files of the corpus")
}

/// The corpus: `CRDLS_CORPUS` from the root of the repository, by default `../shared/corpus` next to it.
pub fn dir_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Corpus, test, shared("CRDLS_CORPUS", "corpus"))
}

/// The acceptance data: `CRDLS_ACCEPTANCE` from the root of the repository, by default `../shared/acceptance`.
pub fn acceptance_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Acceptance, test, shared("CRDLS_ACCEPTANCE", "acceptance"))
}

/// The folder of faults: `CRDLS_FAULTS` from the root of the repository, by default `../shared/faults`.
pub fn faults_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Faults, test, shared("CRDLS_FAULTS", "faults"))
}

/// The facts about markers: `CRDLS_MARKERS` from the root of the repository, by default `../shared/markers`.
pub fn markers_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Markers, test, shared("CRDLS_MARKERS", "markers"))
}

/// The review of texts: `CRDLS_REVIEW` from the root of the repository, by default `../shared/review`.
pub fn review() -> Option<PathBuf> {
    shared("CRDLS_REVIEW", "review")
}

/// The facts about kustomize: `CRDLS_KUSTOMIZE` from the root of the repository, by default `../shared/kustomize`.
pub fn kustomize_or_skip(test: &str) -> Option<PathBuf> {
    or_skip(Tool::Kustomize, test, shared("CRDLS_KUSTOMIZE", "kustomize"))
}

/// The folder that a variable names, else the one of this name in `shared` next to the repository.
fn shared(variable: &str, name: &str) -> Option<PathBuf> {
    let given = std::env::var_os(variable).map(PathBuf::from);
    let dir = repository().join(given.unwrap_or_else(|| Path::new("../shared").join(name)));
    dir.canonicalize().ok().filter(|dir| dir.is_dir())
}

/// All files below the folders with one of these endings, sorted.
pub fn files(root: &Path, folders: &[&str], endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<_> = folders.iter().map(|f| root.join(f)).collect();
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if endings.iter().any(|e| path.extension().is_some_and(|x| x == *e)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A file of the corpus as text; bytes that are not UTF-8 are replaced.
pub fn read(path: &Path) -> String {
    crdls_text::decode(fs::read(path).unwrap_or_default()).text
}
