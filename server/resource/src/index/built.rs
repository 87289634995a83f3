//! A CRD as kustomizations apply it.
//!
//! Must not know how a kustomization is built.

use std::sync::{Arc, OnceLock};

use crdls_manifest::decode::Decoded;
use crdls_text::TextRange;

/// A CRD of a file as the kustomizations that include it apply it.
#[derive(Clone, Debug)]
pub struct BuiltCrd {
    /// The bytes of the object in its file.
    pub range: TextRange,
    /// The whole CRD, with ranges of its file; nothing where it is applied as it is written.
    pub decoded: Option<Arc<Decoded>>,
    /// A number that differs where the CRD does; 0 where it is applied as it is written.
    pub hash: u64,
    /// Differs where the specification of what is decoded does. Made when it is first asked for.
    pub(super) spec_hash: OnceLock<u64>,
}

impl BuiltCrd {
    /// A CRD that is applied as it is written.
    pub const fn as_written(range: TextRange) -> Self {
        Self { range, decoded: None, hash: 0, spec_hash: OnceLock::new() }
    }

    /// A CRD that kustomizations change, with a number that differs where it does.
    pub const fn changed(range: TextRange, decoded: Arc<Decoded>, hash: u64) -> Self {
        Self { range, decoded: Some(decoded), hash, spec_hash: OnceLock::new() }
    }
}
