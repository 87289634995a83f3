//! A manifest with `items`, which kubectl takes for a list whatever its kind is.
//!
//! Mirrors `unstructuredJSONScheme.decode` of k8s.io/apimachinery
//! (pkg/apis/meta/v1/unstructured/helpers.go). Must not know what is in the list.

use crdls_yaml::{Node, Scalar};

use super::server_error::decoding;
use crdls_manifest::decode::WRONG_TYPE;
use crdls_report::{Finding, in_backticks};

/// What kubectl reports of `items` that are no list. The schema's keyword gets there where its indentation is lost.
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
    let message = format!("`items` at the root must be a list, got {}", shown(value));
    let detail = format!(
        "json: cannot unmarshal {found} into Go struct field decodeList.items of type []json.RawMessage"
    );
    let finding = decoding(&WRONG_TYPE, value.range(), message, detail);
    Some(
        finding
            .why("kubectl reads every object with `items` at the root as a list of objects")
            .help("indent `items:` below its field, or remove it"),
    )
}

fn shown(value: Node<'_>) -> String {
    match value.kind() {
        kind if kind.is_map() => "an object".to_owned(),
        _ => in_backticks(value.source()),
    }
}
