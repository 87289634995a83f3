//! The CRDs of a document, decoded, for what is shown of them.

use std::sync::Arc;

use crdls_yaml::Node;

use super::{Found, Kind, Source, decoded, objects};
use crate::Config;
use crate::decode::Decoded;
use crate::model::Crd;
use crate::path::FieldPath;

/// A CRD of a document.
#[derive(Clone, Debug)]
pub struct CrdAt<'t> {
    pub root: Node<'t>,
    pub kind: Kind,
    decoded: Arc<Decoded>,
}

impl CrdAt<'_> {
    pub fn crd(&self) -> Crd<'_> {
        Crd::new(&self.decoded.object)
    }

    pub fn decoded(&self) -> &Arc<Decoded> {
        &self.decoded
    }
}

/// The CRDs of a document; those of `v1beta1` as if they were of `v1`.
pub fn crds<'t>(source: Source<'t>, document: &crdls_yaml::Document, config: &Config) -> Vec<CrdAt<'t>> {
    let Some(root) = source.tree.root(source.text, document) else { return Vec::new() };
    let found = objects(root, FieldPath::default(), 0).into_iter();
    let found = found.filter(|object| matches!(object.kind, Kind::Crd | Kind::OldCrd));
    let known = |object: Found<'t>| CrdAt {
        root: object.root,
        kind: object.kind,
        decoded: decoded(&object, source, document, config),
    };
    found.map(known).collect()
}
