//! Projects of Go: which files belong together, and what is known of the controller-gen that reads them.
//!
//! Knows modules, folders and the CRDs that controller-gen wrote. Must not know what is found in a file.
//!
//! `reader` reads the files of a project, `project` is one state of them, `making` generates the CRDs of a state
//! on demand, `crds` has each as a text with the way back to Go, `written` detects the version and flags of
//! controller-gen from the manifests, and `texts` provides manifests for commands. Files come from the disk or
//! from a commit (`GoFiles`). `generated` maps findings in generated text to Go, `rules` answers editor features
//! inside a marker, `names` finds and renames fields by their `json` tag, and `fixes` turns fixes of the text into
//! edits of Go. Edits are verified by generating the CRD again.

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
pub(crate) use disk::{GoFiles, nested_modules, packages as go_packages};
pub(crate) use generated::{GeneratedFindings, compare_manifests};
pub(crate) use module::{GoModule, Modules as GoModules};
pub(crate) use project::{GoProject, GoSettings};
pub(crate) use reader::{GoInputs, OpenFile, names_markers};
pub(crate) use texts::{GeneratedText, manifest_kinds};
pub(crate) use written::options_in;
