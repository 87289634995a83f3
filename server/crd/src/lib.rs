//! The checks that the API server makes of a CRD, what its rules cost, and advice of our own.
//!
//! Mirrors `ValidateCustomResourceDefinition` of k8s.io/apiextensions-apiserver. Knows the decoded manifest and
//! how custom resources are judged, because defaults are values; must not know files, editors or terminals.

pub mod advice;
pub mod conversion;
pub mod cost;
pub mod misread;
mod structural;
pub mod validate;

mod generated {
    pub mod codes;
}

pub use advice::{Wanted, claimed, ends_in_block, stale_copy, stale_manifest, wanted};
pub use generated::codes;
pub use structural::{has_int_or_string_pattern, is_structural};
