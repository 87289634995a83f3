//! A CRD as kustomizations apply it.
//!
//! Must not know how a kustomization is built.

use std::sync::Arc;

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
}
