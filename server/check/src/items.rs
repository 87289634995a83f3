//! A manifest with `items`, which kubectl takes for a list whatever its kind is.
//!
//! Mirrors `unstructuredJSONScheme.decode` of k8s.io/apimachinery
//! (pkg/apis/meta/v1/unstructured/helpers.go). Must not know what is in the list.

use crdls_yaml::{Node, Scalar};

use super::server_error::decoding;
use crdls_schema::Finding;
use crdls_schema::decode::WRONG_TYPE;

/// What kubectl says of `items` that are none. The schema's keyword gets there where its indentation is lost.
pub(super) fn find(root: Node<'_>) -> Option<Finding> {
    let value = root.get("items")?.value;
    let found = match value.scalar() {
        _ if value.kind().is_map() => "object",
        _ if value.kind().is_seq() => return None,
        None | Some(Scalar::Null) => return None,
        Some(Scalar::Bool(_)) => "bool",
        Some(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)) => "number",
        Some(Scalar::Str(_)) => "string",
    };
    let message = "`items` at this place makes the document a list, and is no list itself".to_owned();
    let detail = format!(
        "json: cannot unmarshal {found} into Go struct field decodeList.items of type []json.RawMessage"
    );
    let finding = decoding(&WRONG_TYPE, value.range(), message, detail);
    Some(
        finding
            .why("kubectl takes whatever has `items` for a list of objects")
            .help("indent it to where it belongs, or remove it"),
    )
}
