//! A text to check, and the models of the CRDs in it.

use std::sync::Arc;

use crdls_text::Flaw;
use crdls_yaml::{Document, Tree};

use crate::{Form, Old};
use crdls_manifest::crd_kinds::V1;
use crdls_manifest::decode::{DecodeCache, Decoded, ObjectKey};
use crdls_manifest::objects::DocumentObject;
use crdls_report::Config;
use crdls_resource::Index;

/// A text to look at.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// The whole text of the file.
    pub text: &'t str,
    /// The tree of the text.
    pub tree: &'t Tree,
    /// What keeps kubectl from reading the bytes.
    pub flaw: Option<Flaw>,
    /// What the file has of its objects, by its name and by the files that name it.
    pub form: Form,
    /// The objects that those in it replace; the others are created.
    pub old: Option<&'t Old>,
    /// The CRDs that judge the custom resources in it.
    pub crds: Option<&'t Index>,
    /// What the file is called, as those of the CRDs are.
    pub file: &'t str,
    /// What was decoded of the text before.
    pub memo: Option<&'t DecodeCache>,
}

/// The model of a CRD of a document, or of what stands for one: from the memo where there is one.
pub fn decoded(
    object: &DocumentObject<'_>,
    source: Source<'_>,
    document: &Document,
    config: &Config,
) -> Arc<Decoded> {
    let kind = object.kind.crd().unwrap_or(&V1);
    let decode = || Arc::new(kind.decode(object.node, config));
    let Some(memo) = source.memo else { return decode() };
    let number = source.tree.documents().partition_point(|other| other.range.start < document.range.start);
    let key = ObjectKey { document: number as u32, list_indices: object.list_indices.clone() };
    let plain = kind.is_itself() && source.tree.is_plain(document);
    memo.crd(object.node, key, plain, config, decode)
}
