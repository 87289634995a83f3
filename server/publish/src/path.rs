//! The routes of a path, and which parameters they have in common.
//!
//! Mirrors `findCommonParameters` of k8s.io/kube-openapi (pkg/builder/openapi.go).

use serde_json::{Map, Value};

use crate::json::member;
use crate::route::Route;

/// A path with its routes.
pub(crate) struct Path<'r> {
    pub name: &'r str,
    /// The parameters that all routes have.
    common: Vec<Value>,
    /// Each route with the others of its parameters.
    routes: Vec<(&'r Route, Vec<Value>)>,
}

/// The paths of routes, in their order.
pub(crate) fn grouped<'r>(routes: &'r [Route], parameters: impl Fn(&Route) -> Vec<Value>) -> Vec<Path<'r>> {
    routes
        .chunk_by(|a, b| a.path == b.path)
        .filter_map(|routes| {
            let name = &*routes.first()?.path;
            let mut routes: Vec<_> = routes.iter().map(|route| (route, parameters(route))).collect();
            let (_, last) = routes.last()?;
            let is_common = |parameter: &&Value| {
                member(parameter, "in") != "body"
                    && routes.iter().all(|(_, own)| own.iter().any(|other| is_same(other, parameter)))
            };
            let mut common: Vec<_> = last.iter().filter(is_common).cloned().collect();
            sort(&mut common);
            for (_, own) in &mut routes {
                own.retain(|parameter| !common.iter().any(|other| is_same(other, parameter)));
                sort(own);
            }
            Some(Path { name, common, routes })
        })
        .collect()
}

impl Path<'_> {
    /// The path with references to shared parameters in place of them.
    pub fn sharing(mut self, shared: &Map<String, Value>) -> Self {
        let lists = self.routes.iter_mut().map(|(_, own)| own).chain([&mut self.common]);
        for parameter in lists.flatten() {
            if let Some((name, _)) = shared.iter().find(|(_, known)| *known == parameter) {
                *parameter = serde_json::json!({"$ref": format!("#/parameters/{name}")});
            }
        }
        self
    }

    /// The value of the path in a document; `operation` makes that of a route of its parameters.
    pub fn item(self, operation: impl Fn(&Route, Vec<Value>) -> Value) -> Value {
        let of_route =
            |(route, parameters): (&Route, _)| (route.method.to_owned(), operation(route, parameters));
        let mut found: Map<_, _> = self.routes.into_iter().map(of_route).collect();
        found.insert("parameters".to_owned(), self.common.into());
        found.into()
    }
}

fn is_same(a: &Value, b: &Value) -> bool {
    ["name", "in"].iter().all(|key| member(a, key) == member(b, key))
}

fn sort(parameters: &mut [Value]) {
    let key =
        |parameter: &Value| ["name", "in"].map(|key| member(parameter, key).as_str().map(str::to_owned));
    parameters.sort_by_key(key);
}
