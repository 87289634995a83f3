//! Where the corpus is, and its files.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The corpus: `CRDLS_CORPUS`, by default `../shared/corpus` beside the repository.
pub fn dir() -> Option<PathBuf> {
    let dir = match std::env::var_os("CRDLS_CORPUS") {
        Some(dir) => PathBuf::from(dir),
        None => repository().join("../shared/corpus"),
    };
    dir.canonicalize().ok().filter(|dir| dir.is_dir())
}

/// The corpus, or `None` with a line that says what is skipped.
pub fn dir_or_skip(what: &str) -> Option<PathBuf> {
    let dir = dir();
    if dir.is_none() {
        eprintln!("skipped: {what} (no corpus; set CRDLS_CORPUS)");
    }
    dir
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
