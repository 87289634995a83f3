//! Projects of Go: which files belong together, and what is known of the controller-gen that reads them.
//!
//! Knows modules, folders and the CRDs that controller-gen wrote. Must not know what is found in a file.

mod crds;
mod disk;
mod fixes;
mod generated;
mod layout;
mod making;
mod module;
pub(crate) mod names;
mod project;
mod reader;
pub(crate) mod rules;
#[cfg(test)]
mod tests;
mod texts;
mod unknown;
mod written;

pub(crate) use crds::{GoCrd, GoCrds, Manifests};
pub(crate) use disk::{GoFiles, packages as go_packages};
pub(crate) use generated::{GeneratedFindings, compare_manifests};
pub(crate) use module::{GoModule, Modules as GoModules};
pub(crate) use project::{GoProject, GoSettings};
pub(crate) use reader::{GoInputs, OpenFile, names_markers};
pub(crate) use texts::{GeneratedText, manifest_kinds};
pub(crate) use written::options_in;
