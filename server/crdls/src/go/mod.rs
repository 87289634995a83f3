//! Projects of Go: which files belong together, and what is known of the controller-gen that reads them.
//!
//! Knows modules, folders and the CRDs that controller-gen wrote. Must not know what is found in a file.

mod module;
mod project;
mod written;

pub(crate) use project::{GoProject, GoSettings};
