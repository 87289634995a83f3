//! The paths of a document of v2, and the parameters that its operations share.
//!
//! Mirrors `buildPaths` and `buildOperations` (pkg/builder/openapi.go) and `deduplicateParameters`
//! (pkg/builder/parameters.go) of k8s.io/kube-openapi.

use serde_json::{Map, Value, json};

use crate::form::Form;
use crate::kind::Kind;
use crate::operation::operation;
use crate::path::grouped;
use crate::route::{Body, PRODUCES, Route};

/// The paths of routes, by path.
pub(crate) fn paths(kind: &Kind<'_>, routes: &[Route]) -> Map<String, Value> {
    let paths = grouped(routes, |route| own_parameters(kind, route));
    let shared = parameters(routes);
    let item = |route: &Route, parameters| operation_of(kind, route, parameters);
    paths.into_iter().map(|path| (path.name.to_owned(), path.sharing(&shared).item(item))).collect()
}

/// The parameters that the operations of routes share, by name.
pub(crate) fn parameters(routes: &[Route]) -> Map<String, Value> {
    let all = routes.iter().flat_map(Route::parameters).filter(|parameter| parameter.is_shared());
    all.map(|parameter| (parameter.key.to_owned(), parameter.value.clone())).collect()
}

fn own_parameters(kind: &Kind<'_>, route: &Route) -> Vec<Value> {
    let own = route.parameters().map(|parameter| parameter.value.clone());
    let mut found: Vec<_> = own.chain(route.name_parameter(kind)).collect();
    if let Some(body @ (Body::Object | Body::Scale)) = route.reads {
        let schema = Form::V2.reference(&body.definition(kind));
        found.push(json!({"name": "body", "in": "body", "required": true, "schema": schema}));
    }
    found
}

fn operation_of(kind: &Kind<'_>, route: &Route, parameters: Vec<Value>) -> Value {
    let schema = Form::V2.reference(&route.writes.definition(kind));
    let mut found = operation(kind, route, parameters, ("schema", &schema));
    found.extend([
        ("consumes".to_owned(), json!(route.consumes())),
        ("produces".to_owned(), json!(PRODUCES)),
        ("schemes".to_owned(), json!(["https"])),
    ]);
    found.into()
}
