//! The documents and the definitions that are in them.

use std::collections::BTreeMap;

use crdls_crd::is_structural;
use crdls_manifest::model::{Crd, Version};
use crdls_minors::{Difference, Minor};
use crdls_values::version_order;
use serde_json::{Map, Value, json};

use crate::form::{Dialect, Form};
use crate::kind::Kind;
use crate::native::{self, Owner};
use crate::route::routes;
use crate::schema::published;
use crate::{v2 as form2, v3 as form3};

/// The document of v3 of a version, as if its CRD were the only one of the group: `BuildOpenAPIV3`.
pub fn v3(crd: Crd<'_>, version: Version<'_>, minor: Minor) -> Value {
    let kind = Kind::of(crd, version);
    json!({
        "openapi": "3.0.0",
        "info": {"title": "Kubernetes CRD Swagger", "version": "v0.1.0"},
        "paths": form3::paths(&kind, &routes(&kind, version, minor)),
        "components": {"schemas": definitions(crd, version, Dialect::v3(minor))},
    })
}

/// The documents of v3 of the served versions, each with its version, in the order of the manifest.
pub fn documents_v3(crd: Crd<'_>, minor: Minor) -> impl Iterator<Item = (Version<'_>, Value)> {
    crd.versions().filter(|version| version.served()).map(move |version| (version, v3(crd, version, minor)))
}

/// What a CRD adds to the document of v2, for all served versions: `BuildOpenAPIV2`, merged as the controller does
/// (pkg/controller/openapi/controller.go). `paths` is null where no version is served.
pub fn v2(crd: Crd<'_>, minor: Minor) -> Value {
    let (mut paths, mut parameters, mut found) = (Map::new(), Map::new(), Map::new());
    for version in crd.versions().filter(|version| version.served()) {
        let kind = Kind::of(crd, version);
        let routes = routes(&kind, version, minor);
        paths.extend(form2::paths(&kind, &routes));
        parameters.extend(form2::parameters(&routes));
        found.extend(definitions(crd, version, Dialect::v2(minor)));
    }
    if paths.is_empty() {
        return json!({"paths": null});
    }
    json!({"paths": paths, "parameters": parameters, "definitions": found})
}

/// The documents of v3 of some CRDs by their path, by group and in each the version first that clients prefer.
pub fn documents_by_path(crds: &[Crd<'_>], minor: Minor) -> Vec<(String, Value)> {
    let mut found: BTreeMap<(String, String), Value> = BTreeMap::new();
    for crd in crds {
        for (version, document) in documents_v3(*crd, minor) {
            let place = (crd.spec().group().to_owned(), version.name().to_owned());
            match found.get_mut(&place) {
                Some(merged) => merge(merged, &document),
                None => drop(found.insert(place, document)),
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by(|((a, v), _), ((b, w), _)| a.cmp(b).then_with(|| version_order::compare(w, v)));
    let path = |(group, version): (String, String)| format!("openapi/v3/apis/{group}/{version}");
    found.into_iter().map(|(place, document)| (path(place), document)).collect()
}

/// The document of v2 of some CRDs.
pub fn merged_v2(crds: &[Crd<'_>], minor: Minor) -> Value {
    let mut documents = crds.iter().map(|crd| v2(*crd, minor));
    // One of a CRD that serves no version has no paths.
    let mut found = documents.find(|document| document["paths"].is_object()).unwrap_or_default();
    documents.for_each(|document| merge(&mut found, &document));
    found
}

/// Adds a document to another one of the same form, as the controllers do: `MergeSpecs` and `MergeSpecsV3`.
fn merge(into: &mut Value, added: &Value) {
    for place in ["/paths", "/parameters", "/definitions", "/components/schemas"] {
        let parts = (into.pointer_mut(place), added.pointer(place));
        if let (Some(Value::Object(known)), Some(Value::Object(added))) = parts {
            known.extend(added.clone());
        }
    }
}

/// The definition of the objects of a version: `buildKubeNative`.
pub fn definition(crd: Crd<'_>, version: Version<'_>, dialect: Dialect) -> Value {
    let kind = Kind::of(crd, version);
    let schema = version.schema().filter(|schema| is_structural(*schema));
    let preserves = crd.spec().preserve_unknown_fields()
        || schema.is_some_and(|schema| schema.preserve_unknown_fields() == Some(true));
    let mut found = match schema {
        Some(schema) if dialect.form == Form::V3 || !preserves => {
            let mut found = published(schema, dialect);
            add_properties(native::properties(Owner::Resource, dialect), &mut found);
            found
        }
        // A schema with the properties of any resource only would forbid all others to kubectl.
        _ => Map::from_iter([("type".to_owned(), "object".into())]),
    };
    extend(&kind, kind.kind, version, dialect.minor, &mut found);
    found.into()
}

/// All definitions of a document: those of the kind and of its list, and Kubernetes' own.
fn definitions(crd: Crd<'_>, version: Version<'_>, dialect: Dialect) -> Map<String, Value> {
    let kind = Kind::of(crd, version);
    let scales = version.subresources().is_some_and(|subresources| subresources.scale().is_some());
    let mut found = native::definitions(dialect, scales);
    found.insert(kind.definition(), definition(crd, version, dialect));
    found.insert(kind.list_definition(), list(&kind, version, dialect));
    found
}

/// `buildListSchema`.
fn list(kind: &Kind<'_>, version: Version<'_>, dialect: Dialect) -> Value {
    let about = format!(
        "List of {}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md",
        kind.plural
    );
    let items =
        json!({"type": "array", "items": dialect.form.reference(&kind.definition()), "description": about});
    let mut found = Map::from_iter([
        ("type".to_owned(), "object".into()),
        ("description".to_owned(), format!("{} is a list of {}", kind.list_kind, kind.kind).into()),
        ("required".to_owned(), json!(["items"])),
        ("properties".to_owned(), json!({"items": items})),
    ]);
    add_properties(native::properties(Owner::List, dialect), &mut found);
    extend(kind, &kind.list_kind, version, dialect.minor, &mut found);
    found.into()
}

fn add_properties(added: Map<String, Value>, found: &mut Map<String, Value>) {
    let properties = found.entry("properties").or_insert_with(|| Map::new().into());
    if let Value::Object(properties) = properties {
        properties.extend(added);
    }
}

/// The extensions that say what a definition is.
fn extend(kind: &Kind<'_>, name: &str, version: Version<'_>, minor: Minor, found: &mut Map<String, Value>) {
    found.insert("x-kubernetes-group-version-kind".to_owned(), json!([kind.group_version_kind(name)]));
    let paths = version.selectable_fields().map(|field| field.json_path());
    let fields: Vec<_> =
        paths.map(|path| json!({"fieldPath": path.strip_prefix('.').unwrap_or(path)})).collect();
    let has_empty = minor.has(Difference::PublishesEmptySelectableFields)
        && !minor.has(Difference::LeavesOutEmptySelectableFields);
    if !fields.is_empty() || has_empty {
        found.insert("x-kubernetes-selectable-fields".to_owned(), fields.into());
    }
}
