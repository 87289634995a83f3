//! `crds`: OpenAPI definitions that name references, labels and annotations (`accumulator.LoadConfigFromCRDs`).

use crdls_values::Json;

use crate::config::{Config, FieldSpec, NameReference};
use crate::decode::{Decoder, FieldPath};
use crate::id::Gvk;
use crate::problem::Step;

/// Extensions of a property, and the lists of fields that it is in then.
const LISTS: [(&str, &str); 3] = [
    ("x-kubernetes-annotation", "commonAnnotations"),
    ("x-kubernetes-label-selector", "commonLabels"),
    ("x-kubernetes-identity", "namePrefix"),
];

/// Definitions within definitions, at most.
const MAX_DEPTH: usize = 32;

/// The fields that the definitions of a file name. A CRD as clusters take it holds no definitions, and is refused.
pub(crate) fn config(file: u32, definitions: &Json) -> Step<Config> {
    let mut config = Config::default();
    Decoder::lenient(file, "accumulator.nameToApiMap").fields(definitions, &[])?;
    for member in definitions.members() {
        Decoder::lenient(file, "accumulator.OpenAPIDefinition").fields(&member.value, &[])?;
        let has =
            |name: &str| properties(&member.value).is_some_and(|properties| properties.get(name).is_some());
        if has("kind") && has("apiVersion") && has("metadata") {
            let kind = member.name.rsplit('.').next().unwrap_or_default().to_owned();
            let selector = Gvk { kind, ..Gvk::default() };
            walk(&mut config, definitions, &member.name, &selector, &mut Vec::new());
        }
    }
    Ok(config)
}

fn properties(definition: &Json) -> Option<&Json> {
    definition.get("Schema")?.get("properties")
}

fn walk(config: &mut Config, all: &Json, name: &str, selector: &Gvk, path: &mut Vec<String>) {
    let Some(properties) = all.get(name).and_then(properties).filter(|_| path.len() < MAX_DEPTH) else {
        return;
    };
    for member in properties.members() {
        let extension = |name: &str| member.value.get(name).and_then(Json::as_str);
        path.push(member.name.to_string());
        let spec = |more: Option<&str>| {
            let parts = path.iter().map(String::as_str).chain(more);
            let path = FieldPath(parts.collect::<Vec<_>>().join("/"));
            FieldSpec { selector: selector.clone(), path, ..FieldSpec::default() }
        };
        for (name, list) in LISTS {
            if extension(name).is_some() {
                config.push(list, spec(None));
            }
        }
        if let (Some(version), Some(kind)) =
            (extension("x-kubernetes-object-ref-api-version"), extension("x-kubernetes-object-ref-kind"))
        {
            let key = extension("x-kubernetes-object-ref-name-key").unwrap_or("name");
            let target = Gvk { kind: kind.to_owned(), version: version.to_owned(), ..Gvk::default() };
            let reference =
                NameReference { target, referrers: vec![spec(Some(key))], ..NameReference::default() };
            // Entries of one file cannot disagree: none is created.
            let added = config.add_reference(reference);
            debug_assert!(added.is_ok());
        }
        if let Some(reference) = extension("$ref") {
            walk(config, all, reference, selector, path);
        }
        path.pop();
    }
}
