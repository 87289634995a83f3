//! A list inside more lists than are looked into: only that it is YAML is checked.

use crate::document_kind::DocumentKind;
use crate::judgement::{NotJudged, ObjectCheck};
use crdls_manifest::objects::Kind;

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, _| object.kind == Kind::List,
    check: |_, _, _, _| ObjectCheck::not_judged(NotJudged::NestedLists, Vec::new()),
};
