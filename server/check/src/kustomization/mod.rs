//! Kustomizations: what makes `kustomize build` fail, patches that it silently drops, what is wrong with built CRDs and
//! custom resources, and what of files is judged as it is built.
//!
//! Must not know how a build is made, nor where files come from.

mod builds;
mod checked_crd;
mod judged;
mod replaced;
mod values;
mod wording;

use crdls_report::code;

pub use builds::{KnownBuilds, Kustomizations};
pub use judged::{KustomizationFindings, is_also_built};
pub use values::{BuiltObjects, BuiltValue};

code!(KUSTOMIZE_ERROR, "kustomize-error", Error, advice, "kustomize cannot build the kustomization");

code!(EMPTY_TARGET, "empty-target", Warning, advice, "the target of a patch selects no resource");

code!(
    REPLACED_LIST,
    "replaced-list",
    Warning,
    advice,
    "a strategic merge patch replaces a list of a custom resource"
);

code!(RETYPED_VALUE, "retyped-value", Warning, advice, "a JSON patch changes a value that it is not for");

code!(
    UNLISTED_CRD,
    "unlisted-crd",
    Warning,
    advice,
    "a CRD next to those that a kustomization lists is not listed"
);

code!(
    LOAD_RESTRICTION,
    "load-restriction",
    Warning,
    advice,
    "a kustomization lists a file outside of its folder"
);

code!(
    DEPRECATED_KUSTOMIZATION_FIELD,
    "deprecated-kustomization-field",
    Hint,
    advice,
    "kustomize deprecates the field"
);

code!(
    UNEVALUATED_ENTRY,
    "unevaluated-entry",
    Hint,
    advice,
    "crdls does not evaluate an entry of a kustomization"
);
