//! The CRDs that controller-gen makes of Go types: in memory, from unsaved and broken code, without a Go toolchain.
//!
//! Mirrors pkg/crd of controller-tools: types to schemas (`types`, `apply`), flattening (`flatten`), CRDs and versions
//! (`crd`), and the text that sigs.k8s.io/yaml writes (`yaml`). What differs by version of controller-gen is one table
//! (`Behavior`). Each value knows the Go text that it comes from ([`Origin`]). Files come through [`Packages`]. Must not
//! know what the API server thinks of a CRD.

mod apply;
mod behavior;
mod bundled;
mod crd;
mod crd_origin;
mod data;
mod documentation;
mod flatten;
mod generator;
mod kept;
mod known;
mod modules;
mod needs;
mod options;
mod origin;
mod output;
mod plural;
mod schema;
mod truncate;
mod types;
mod yaml;

pub use crd::{GeneratedCrd, VERSION_ANNOTATION};
pub use crd_origin::CrdOrigin;
pub use crdls_markers::program::is_built;
pub use crdls_markers::registry::Version as ControllerGen;
pub use data::{Data, Item, Member, Text};
pub use generator::{Definition, Generated, Generator, MadeCrd, generate};
pub use modules::{Files, GoFolders, Modules, module_path};
pub use needs::{Need, Needs, Packages};
pub use options::Options;
pub use origin::{FileId, Origin, Origins, Span};
pub use schema::Problem;
pub use yaml::{mapped, to_yaml};

#[cfg(test)]
mod tests;
