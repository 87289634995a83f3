//! A test suite for a CRD: whether it can be read.
//!
//! Its cases are run by `crdls test`. Must not know how.

use crate::document_kind::DocumentKind;
use crate::judgement::{JudgedAs, ObjectCheck};
use crdls_manifest::objects::Kind;
use crdls_suite::of_document;

/// Suites of openshift/api name an `apiVersion` of CRDs, so that this comes before them.
pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, _| !object.is_item() && object.kind == Kind::Suite,
    check: |object, _, _, _| ObjectCheck::new(JudgedAs::TestSuite, of_document(object.node).findings),
};
