//! The paths of a document of v3.
//!
//! Mirrors `buildOpenAPISpec` and `buildOperations` of k8s.io/kube-openapi (pkg/builder3/openapi.go).

use serde_json::{Map, Value, json};

use crate::form::Form;
use crate::json::member;
use crate::kind::Kind;
use crate::operation::operation;
use crate::path::grouped;
use crate::route::{Body, PRODUCES, Route};

/// The paths of routes, by path.
pub(crate) fn paths(kind: &Kind<'_>, routes: &[Route]) -> Map<String, Value> {
    let paths = grouped(routes, |route| parameters(kind, route));
    let item = |route: &Route, parameters| operation_of(kind, route, parameters);
    paths.into_iter().map(|path| (path.name.to_owned(), path.item(item))).collect()
}

fn parameters(kind: &Kind<'_>, route: &Route) -> Vec<Value> {
    let own = route.parameters().filter(|parameter| member(parameter.value, "in") != "body");
    let own = own.map(|parameter| in_v3(parameter.value));
    own.chain(route.name_parameter(kind).map(|parameter| in_v3(&parameter))).collect()
}

/// A parameter of v2 has its type outside of a schema.
fn in_v3(parameter: &Value) -> Value {
    let mut found = parameter.as_object().cloned().unwrap_or_default();
    let mut schema = Map::new();
    for key in ["type", "uniqueItems"] {
        schema.extend(found.remove(key).map(|value| (key.to_owned(), value)));
    }
    found.insert("schema".to_owned(), schema.into());
    found.into()
}

fn operation_of(kind: &Kind<'_>, route: &Route, parameters: Vec<Value>) -> Value {
    let written = content(kind, route.writes, PRODUCES).into();
    let mut found = operation(kind, route, parameters, ("content", &written));
    if let Some(body) = route.reads {
        let content = content(kind, body, route.consumes());
        let mut request = Map::from_iter([("content".to_owned(), content.into())]);
        if body != Body::DeleteOptions {
            request.insert("required".to_owned(), true.into());
        }
        found.insert("requestBody".to_owned(), request.into());
    }
    found.into()
}

fn content(kind: &Kind<'_>, body: Body, types: &[&str]) -> Map<String, Value> {
    let schema = json!({"schema": Form::V3.reference(&body.definition(kind))});
    types.iter().map(|name| ((*name).to_owned(), schema.clone())).collect()
}
