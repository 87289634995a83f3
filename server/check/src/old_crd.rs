//! A CRD of `apiextensions.k8s.io/v1beta1`, which is read for its schemas and served by no cluster.

use crdls_yaml::Node;

use super::server_error::decoding;
use super::unknown_kind::without_kind;
use crate::document_kind::DocumentKind;
use crate::judgement::{JudgedAs, ObjectCheck};
use crdls_manifest::fields::Field;
use crdls_manifest::objects::string_of;
use crdls_report::{Finding, code};

code!(GONE_VERSION, "removed-api-version", Error, server, "an API version that clusters no longer serve");

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, _| object.is_crd(),
    check: |object, _, _, _| ObjectCheck::new(JudgedAs::Crd, vec![refusal(object.node)]),
};

fn refusal(root: Node<'_>) -> Finding {
    if string_of(root, "kind").is_none() { without_kind(root) } else { gone_version(root) }
}

fn gone_version(root: Node<'_>) -> Finding {
    let range = root.get(Field::ApiVersion.name()).map_or(root.range(), |entry| entry.value.range());
    let detail =
        "no matches for kind \"CustomResourceDefinition\" in version \"apiextensions.k8s.io/v1beta1\"";
    decoding(&GONE_VERSION, range, "`apiextensions.k8s.io/v1beta1` was removed in Kubernetes 1.22".to_owned(), detail.to_owned())
        .why("in v1 each version has a structural schema of its own, and `preserveUnknownFields` is false")
        .help("write `apiextensions.k8s.io/v1`, move `validation`, `subresources` and `additionalPrinterColumns` into each entry of `versions`, and write `jsonPath` instead of `JSONPath`")
}
