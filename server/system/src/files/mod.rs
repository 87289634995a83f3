//! Files of manifests: finding them, reading them, writing them back.
//!
//! Knows folders, globs, ignore files, projects, commits, and files that say what others are for. Must not know what is checked in a file, nor where a message
//! about one goes: warnings and errors are returned as text.

mod excluded;
mod forms;
mod kustomize;
mod projects;
mod read;
#[cfg_attr(not(feature = "git"), path = "without_git.rs")]
mod revisions;
mod search;
mod steps;
mod walk;
mod write;

use std::path::Path;

use crate::seen;

pub use excluded::{Excluded, pattern_error, plain};
pub use forms::{FileForms, names_others};
pub use kustomize::{
    DiskFiles, folder_of, is_kustomization, kustomization_folders, kustomizations_around, kustomize_path,
};
pub use projects::projects;
pub use read::{bytes_of, bytes_with_crds, mentions_crds, parsed, read, read_again, read_with_crds};
pub use revisions::{CommittedFiles, Repository, Revision};
pub use search::{LONGEST_SEARCH, MOST_FILES, Manifests, find_crd_files, manifests};
pub use walk::{
    FileIdentities, FoundFiles, IgnoreFiles, Input, InputPath, collect, go_files, is_go, is_manifest,
    is_workspace, name, workspace,
};
pub use write::{create, replace, temporary_folder, unwritten, write};

/// The path of a file from the root of the git repository that it is in, joined by `/`; `None` for standard input and
/// outside of a repository.
pub fn path_in_repository(name: &str) -> Option<String> {
    let path = plain(Path::new(name));
    let root = path.ancestors().skip(1).find(|folder| seen::exists(&folder.join(".git")))?;
    let below = path.strip_prefix(root).ok().filter(|_| name != "-")?;
    Some(walk::name(below))
}

/// The newest version tag before `HEAD`, as a revision is named: see [`Repository::revision`].
pub const LATEST_TAG: &str = "latest-tag";

/// What comes before the name of a branch where the commit is meant at which `HEAD` left it.
pub const MERGE_BASE: &str = "merge-base:";

/// What the system reports, as part of a sentence: in lower case, without its number.
pub fn reason(err: &std::io::Error) -> String {
    let text = err.to_string();
    let mut words = without_number(&text).chars();
    words.next().map(|first| first.to_lowercase().chain(words).collect()).unwrap_or_default()
}

/// What the system reports, without the number that it has for the error.
fn without_number(text: &str) -> &str {
    text.split_once(" (os error").map_or(text, |(words, _)| words)
}
