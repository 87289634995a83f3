//! A ConversionReview: what the server makes of its response.
//!
//! A response has its request in the same document, as webhooks often answer, or in the one before it. Must not know
//! how a response is checked.

use crdls_conversion::{Exchange, Review, check};
use crdls_manifest::objects::{Kind, kind};
use crdls_report::{Config, Finding};
use crdls_yaml::{Document, Node};

use crate::Source;
use crate::document_kind::DocumentKind;
use crate::judgement::{JudgedAs, ObjectCheck};

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, _| object.kind == Kind::Review,
    check: |object, source, document, config| {
        let found = find(object.node, source, document, config);
        ObjectCheck::new(JudgedAs::ConversionReview, found)
    },
};

fn find(root: Node<'_>, source: Source<'_>, document: &Document, config: &Config) -> Vec<Finding> {
    let review = Review::read(root, config);
    if review.has_request() && !review.has_response() {
        return review.findings();
    }
    let before = || Some(Review::read(request_before(source, document)?, config));
    let other = if review.has_request() { None } else { before() };
    let request = if review.has_request() { Some(&review) } else { other.as_ref() };
    check(Exchange { request, response: &review, crds: source.crds, file: source.file }, config)
}

/// The document before a response, where it is a request.
fn request_before<'t>(source: Source<'t>, document: &Document) -> Option<Node<'t>> {
    let documents = source.tree.documents();
    let number = documents.partition_point(|other| other.range.start < document.range.start);
    let before = documents.get(number.checked_sub(1)?)?;
    let root = source.tree.root(source.text, before)?;
    (kind(root) == Kind::Review && root.get("request").is_some()).then_some(root)
}
