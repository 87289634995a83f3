//! The CRDs that controller-gen makes of Go types: in memory, from unsaved and broken code, without a Go toolchain.
//!
//! Mirrors pkg/crd of controller-tools: types to schemas (`types`, `apply`), flattening (`flatten`), CRDs and versions
//! (`crd`), and the text that sigs.k8s.io/yaml writes (`yaml`). What differs by version of controller-gen is one table
//! (`Behavior`). Each value knows the Go text that it comes from ([`Origin`]), counted from the start of its
//! declaration, so that the results for types that say the same are kept (`kept`), with their text ([`Fragments`]).
//! Files come through [`Packages`]. Must not know what the API server thinks of a CRD.
//!
//! Packages come from the workspace, `go.work`, `vendor`, the module cache, and then from
//! `schemas/go/kubernetes.zlib`: the API types of Kubernetes' own modules from v0.26 to v0.37, in the minor of
//! `go.mod`. A type that none of them has is taken from the CRD that was written before, if the caller has one;
//! otherwise it is unknown and accepts anything. Each character of a rule knows its character in the marker.

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

pub use bundled::KubernetesTypes;
pub use crd::{GeneratedCrd, VERSION_ANNOTATION};
pub use crd_origin::CrdOrigin;
pub use crdls_markers::program::is_built;
pub use crdls_markers::registry::Version as ControllerGen;
pub use data::{Data, Item, Member, Text};
pub use generator::{Definition, Generated, Generator, MadeCrd, Unread, generate};
pub use modules::{Files, GoFolders, Modules, module_path};
pub use needs::{Need, Needs, Packages};
pub use options::Options;
pub use origin::{DeclarationId, Literal, Origin};
pub use schema::Problem;
pub use types::is_fetched;
pub use yaml::{Fragments, Origins, SpanAt, mapped, to_yaml};

#[cfg(test)]
mod tests;
