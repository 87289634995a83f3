//! What a client may ask of the objects of a CRD: the routes of `generateBuilder`.

use crdls_manifest::model::Version;
use crdls_minors::Minor;
use serde_json::{Value, json};

use crate::json::member;
use crate::kind::Kind;
use crate::native::{self, Parameter};

/// What a request or an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Object,
    List,
    Status,
    Scale,
    Patch,
    DeleteOptions,
}

/// A method on a path.
#[derive(Debug)]
pub(crate) struct Route {
    pub path: String,
    /// In lower case, as it is a key.
    pub method: &'static str,
    pub action: &'static str,
    pub description: String,
    pub operation: String,
    pub reads: Option<Body>,
    pub writes: Body,
    /// Whether the path has the name of an object in it.
    pub is_named: bool,
    /// Whether the path has a namespace in it.
    pub in_namespace: bool,
    /// The minor of the server.
    pub minor: Minor,
}

impl Body {
    /// The name of the definition.
    pub fn definition(self, kind: &Kind<'_>) -> String {
        const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1";
        match self {
            Self::Object => kind.definition(),
            Self::List => kind.list_definition(),
            Self::Status => format!("{META}.Status"),
            Self::Patch => format!("{META}.Patch"),
            Self::DeleteOptions => format!("{META}.DeleteOptions"),
            Self::Scale => "io.k8s.api.autoscaling.v1.Scale".to_owned(),
        }
    }
}

impl Route {
    /// The media types of the request.
    pub fn consumes(&self) -> &'static [&'static str] {
        match self.action {
            "patch" => &[
                "application/json-patch+json",
                "application/merge-patch+json",
                "application/apply-patch+yaml",
            ],
            _ => PRODUCES,
        }
    }

    /// The answers, by their status.
    pub fn responses(&self) -> &'static [(&'static str, &'static str)] {
        match self.action {
            "post" => &[("200", "OK"), ("201", "Created"), ("202", "Accepted")],
            "put" => &[("200", "OK"), ("201", "Created")],
            "delete" => &[("200", "OK"), ("202", "Accepted")],
            _ => &[("200", "OK")],
        }
    }

    /// Kubernetes' own parameters, without the name of the object.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter> {
        let in_namespace = self.in_namespace;
        let applies =
            move |parameter: &Parameter| in_namespace || member(parameter.value, "name") != "namespace";
        native::parameters(self.action, self.minor).filter(applies)
    }

    /// The parameter for the name of the object.
    pub fn name_parameter(&self, kind: &Kind<'_>) -> Option<Value> {
        let about = format!("name of the {}", kind.kind);
        self.is_named.then(|| {
            json!({"name": "name", "in": "path", "required": true, "type": "string", "uniqueItems": true, "description": about})
        })
    }
}

/// The media types of answers.
pub(crate) const PRODUCES: &[&str] = &["application/json", "application/yaml"];

/// The verbs of a path: method, action, verb of the description and of the name, what is read and written.
type Row = (&'static str, &'static str, &'static str, Option<Body>, Body);

const OF_LISTS: [Row; 3] = [
    ("get", "list", "list", None, Body::List),
    ("post", "post", "create", Some(Body::Object), Body::Object),
    ("delete", "deletecollection", "deletecollection", None, Body::Status),
];

const OF_OBJECTS: [Row; 4] = [
    ("get", "get", "read", None, Body::Object),
    ("put", "put", "replace", Some(Body::Object), Body::Object),
    ("delete", "delete", "delete", Some(Body::DeleteOptions), Body::Status),
    ("patch", "patch", "patch", Some(Body::Patch), Body::Object),
];

/// The routes of a version.
pub(crate) fn routes(kind: &Kind<'_>, version: Version<'_>, minor: Minor) -> Vec<Route> {
    let all = format!("/apis/{}/{}/{}", kind.group, kind.version, kind.plural);
    let route = |path: &str, subresource: &str, row| route(kind, path, subresource, row, minor);
    let mut found = Vec::new();
    let mut root = all.clone();
    if kind.namespaced {
        let [list, ..] = OF_LISTS;
        let operation = format!("list{}ForAllNamespaces", kind.kind);
        found.push(Route { operation, ..route(&all, "", list) });
        root = format!("/apis/{}/{}/namespaces/{{namespace}}/{}", kind.group, kind.version, kind.plural);
    }
    found.extend(OF_LISTS.map(|row| route(&root, "", row)));
    found.extend(OF_OBJECTS.map(|row| route(&format!("{root}/{{name}}"), "", row)));
    let subresources = version.subresources();
    let with_body = |row: Row, body: Body| {
        let replaced = |found| if found == Body::Object { body } else { found };
        (row.0, row.1, row.2, row.3.map(replaced), replaced(row.4))
    };
    for (name, body, is_on) in [
        ("status", Body::Object, subresources.is_some_and(|on| on.status().is_some())),
        ("scale", Body::Scale, subresources.is_some_and(|on| on.scale().is_some())),
    ] {
        let rows = OF_OBJECTS.into_iter().filter(|row| is_on && row.1 != "delete");
        found.extend(rows.map(|row| route(&format!("{root}/{{name}}"), name, with_body(row, body))));
    }
    found
}

fn route(kind: &Kind<'_>, path: &str, subresource: &str, row: Row, minor: Minor) -> Route {
    let (method, action, verb, reads, writes) = row;
    let namespaced = if kind.namespaced { "Namespaced" } else { "" };
    let separator = if subresource.is_empty() { "" } else { "/" };
    Route {
        path: format!("{path}{separator}{subresource}"),
        method,
        action,
        description: description(kind.kind, subresource, verb),
        operation: format!("{verb}{namespaced}{}{}", kind.kind, capitalized(subresource)),
        reads,
        writes,
        is_named: path.ends_with("{name}"),
        in_namespace: path.contains("{namespace}"),
        minor,
    }
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// `descriptionFor`.
fn description(kind: &str, subresource: &str, verb: &str) -> String {
    let of = if subresource.is_empty() { String::new() } else { format!(" {subresource} of") };
    match verb {
        "patch" => format!("partially update{of} the specified {kind}"),
        "deletecollection" => format!("delete collection of {kind}"),
        "list" => format!("list{of} objects of kind {kind}"),
        "read" | "replace" => format!("{verb}{of} the specified {kind}"),
        _ => format!("{verb}{of}{}{kind}", article(kind)),
    }
}

/// `GetArticleForNoun`: a noun that looks like a plural has none.
fn article(noun: &str) -> &'static str {
    if noun.ends_with('s') && !noun.ends_with("ss") {
        return " ";
    }
    if noun.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']) { " an " } else { " a " }
}
