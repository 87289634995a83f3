//! The folders that are the root of a project: of a Go module, an operator, a chart, a repository.
//!
//! Must not know which CRD they decide about.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::seen;

/// What the root of a project has.
const MARKS: [&str; 4] = ["go.mod", "PROJECT", "Chart.yaml", ".git"];

/// The folders around files, each once, that are the root of a project.
pub fn projects<'p>(files: impl Iterator<Item = &'p Path>) -> Vec<PathBuf> {
    // By its bytes: a path is compared and hashed part by part.
    let mut passed: HashSet<&OsStr> = HashSet::new();
    let mut found = Vec::new();
    for file in files {
        // All folders above one that was passed were passed with it.
        for folder in file.ancestors().skip(1).take_while(|folder| passed.insert(folder.as_os_str())) {
            if MARKS.iter().any(|mark| seen::exists(&folder.join(mark))) {
                found.push(if folder.as_os_str().is_empty() {
                    PathBuf::from(".")
                } else {
                    folder.to_owned()
                });
            }
        }
    }
    found
}
