//! What an operation has in documents of v2 and of v3.
//!
//! Mirrors the parts that `buildOperations` of k8s.io/kube-openapi has twice (pkg/builder, pkg/builder3).

use serde_json::{Map, Value, json};

use crate::kind::Kind;
use crate::operation_id::{operation_id, tag};
use crate::route::Route;

/// An operation without what it reads; each response has `body`, a key with its value.
pub(crate) fn operation(
    kind: &Kind<'_>,
    route: &Route,
    parameters: Vec<Value>,
    (key, body): (&str, &Value),
) -> Map<String, Value> {
    let response =
        |(code, about): &(&str, &str)| ((*code).to_owned(), json!({"description": about, key: body}));
    let mut responses: Map<_, _> = route.responses().iter().map(response).collect();
    responses.insert("401".to_owned(), json!({"description": "Unauthorized"}));
    let mut found = Map::from_iter([
        ("description".to_owned(), route.description.clone().into()),
        ("tags".to_owned(), json!([tag(kind.group, kind.version)])),
        ("operationId".to_owned(), operation_id(&route.operation, kind.group, kind.version).into()),
        ("responses".to_owned(), responses.into()),
        ("x-kubernetes-action".to_owned(), route.action.into()),
        ("x-kubernetes-group-version-kind".to_owned(), kind.group_version_kind(kind.kind)),
    ]);
    if !parameters.is_empty() {
        found.insert("parameters".to_owned(), parameters.into());
    }
    found
}
