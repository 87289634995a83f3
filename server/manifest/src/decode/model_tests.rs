//! The model, on manifests that are decoded.

use crdls_yaml::Tree;

use super::decode;
use crate::fields::{CUSTOM_RESOURCE_DEFINITION, Field};
use crate::model::{Crd, Object, Version};
use crdls_report::{Config, Path};

fn object(text: &str) -> Object {
    let tree = Tree::parse(text);
    decode(
        tree.first_root(text).expect("a root"),
        &CUSTOM_RESOURCE_DEFINITION,
        &Path::EMPTY,
        &Config::default(),
    )
    .object
}

/// Whether two schemas are the same to the server.
fn same(a: &str, b: &str) -> bool {
    let text = format!(
        "spec: {{versions: [{{schema: {{openAPIV3Schema: {{{a}}}}}}}, {{schema: {{openAPIV3Schema: {{{b}}}}}}}]}}"
    );
    let object = object(&text);
    let versions: Vec<Version<'_>> = Crd::new(&object).versions().collect();
    versions[0].agrees(versions[1], Field::Schema)
}

#[test]
fn equal_as_apiequality_has_it() {
    let equal = [
        ("", "type: ''"),
        ("", "nullable: false"),
        ("", "required: []"),
        ("", "properties: {}"),
        ("", "default: null"),
        ("", "maxLength:"),
        ("maxLength: 1", "maxLength: 1.0"),
        ("default: {a: 1, b: 2}", "default: {b: 2, a: 1}"),
        ("items: []", "items: true"),
        ("properties: {a: {}}", "properties: {a: }"),
        ("externalDocs: {}", "externalDocs: {url: ''}"),
    ];
    for (a, b) in equal {
        assert!(same(a, b), "{a} | {b}");
    }
    let different = [
        ("", "maxLength: 0"),
        ("", "items: []"),
        ("", "items: {}"),
        ("items: []", "items: {}"),
        ("", "externalDocs: {}"),
        ("", "not: {}"),
        ("", "x-kubernetes-preserve-unknown-fields: false"),
        ("", "additionalProperties: false"),
        ("additionalProperties: true", "additionalProperties: {}"),
        ("default: {}", "default: []"),
        ("enum: [1]", "enum: ['1']"),
        ("required: [a, b]", "required: [b, a]"),
        ("properties: {a: {}}", "properties: {b: {}}"),
    ];
    for (a, b) in different {
        assert!(!same(a, b), "{a} | {b}");
        assert!(!same(b, a), "{b} | {a}");
    }
}

#[test]
fn absent_structs_are_empty() {
    let object = object("spec: {}");
    let crd = Crd::new(&object);
    assert_eq!(crd.metadata().name(), "");
    assert_eq!(crd.spec().names().plural(), "");
    assert_eq!(crd.versions().len(), 0);
    assert!(crd.has(Field::Spec) && !crd.has(Field::Metadata));
}

#[test]
fn places_are_kept() {
    let text = "spec:\n  names: {kind: A, shortNames: [x]}\n  versions:\n  - name: v1\n";
    let object = object(text);
    let names = Crd::new(&object).spec().names();
    assert_eq!(names.key().map(|key| key.of(text)), Some("names"));
    assert_eq!(names.span(Field::Kind).map(|span| span.value.of(text)), Some("A"));
    assert_eq!(names.short_names().map(|(_, range)| range.of(text)).collect::<Vec<_>>(), ["x"]);
    let version = Crd::new(&object).versions().next().expect("a version");
    assert_eq!((version.key(), version.range().of(text)), (None, "name: v1"));
}
