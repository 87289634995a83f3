//! Kustomizations: what makes `kustomize build` fail, patches that it silently drops, what is wrong with built CRDs and
//! custom resources, and what of files is judged as it is built.
//!
//! Must not know how a build is made, nor where files come from.

mod builds;
mod judged;
mod values;
mod wording;

use crdls_schema::code;

pub use builds::Kustomizations;
pub use judged::{KustomizationFindings, is_also_built};
pub use values::BuiltValue;

code!(KUSTOMIZE_ERROR, "kustomize-error", Error, advice, "kustomize cannot build the kustomization");

code!(EMPTY_TARGET, "empty-target", Warning, advice, "the target of a patch selects no resource");
