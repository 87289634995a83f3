//! Kustomizations: what `kustomize build` makes of them, for CustomResourceDefinitions and custom resources, and where
//! each value comes from.
//!
//! Mirrors sigs.k8s.io/kustomize/api and kyaml v0.21.2; the modules name the functions. Every value of a built object
//! knows the file and the range that wrote it last. What is not evaluated is a [`Problem`] with a reason. Files come
//! through a trait; nothing is executed, nothing is requested. Must not know what CRDs are.

mod accumulate;
mod accumulated;
mod as_json;
mod build;
mod config;
mod corrections;
mod crds;
mod decode;
mod fields;
mod id;
mod json_patch;
mod kustomization;
mod merge;
mod node;
mod patch_entries;
mod problem;
mod read;
mod remote;
mod resource;
mod scalar;
mod select;
mod session;
mod tables;
mod transform;
mod unlisted;

pub use build::{Build, Object, Step, WrittenAt};
pub use id::{Gvk, ResId};
pub use node::{Data, Entry, Map, Node, Origin, Removed};
pub use patch_entries::{PatchEntry, patch_entries};
pub use problem::{Correction, Problem, ProblemKind};
pub use scalar::{Scalar, Style, Tag};
pub use session::{FILE_NAMES, Files, GROUP, KnownFiles, Session, Source, join};
