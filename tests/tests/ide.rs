//! Completion, hover and outline at a cursor, which `$0` marks.

use crdls_crd::{Config, Minor};
use crdls_ide::{Completion, File, completions, hover, symbols};

const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: tables.example.com\nspec:\n  \
                    group: example.com\n  scope: Namespaced\n  names: {plural: tables, kind: Table}\n  versions:\n  - name: v1\n    \
                    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n";

/// The text without its cursor, and where that was.
fn cursor(text: &str) -> (File, u32) {
    let at = text.find("$0").expect("a cursor");
    (File::new(text.replacen("$0", "", 1)), at as u32)
}

fn complete(text: &str) -> Vec<Completion> {
    let (file, at) = cursor(text);
    completions(&file, at, &Config::default())
}

fn labels(text: &str) -> Vec<String> {
    complete(text).into_iter().map(|c| c.label).collect()
}

fn schema(text: &str) -> String {
    format!("{HEAD}{text}")
}

#[test]
fn keys_of_the_manifest() {
    let top = labels("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n$0");
    assert_eq!(top, ["metadata", "spec", "status"]);
    let spec = labels(&HEAD.replace("  scope: Namespaced\n", "  $0\n"));
    assert!(spec.contains(&"scope".to_owned()) && !spec.contains(&"group".to_owned()), "{spec:?}");
    assert_eq!(labels(&HEAD.replace("scope: Namespaced", "scope: $0")), ["Namespaced", "Cluster"]);
    assert_eq!(labels(&HEAD.replace("served: true", "served: $0")), ["true", "false"]);
}

#[test]
fn keywords_of_a_schema_at_any_depth() {
    let places = [
        "        $0\n",
        "        type: object\n        $0\n",
        "        type: object\n        properties:\n          spec:\n            $0\n",
        "        type: object\n        properties:\n          spec:\n            x-kub$0\n",
        "        properties:\n          list:\n            type: array\n            items:\n              $0\n            maxItems: 3\n",
        "        properties:\n          list:\n            items:\n              type: object\n              additionalProperties:\n                $0",
        "        properties:\n          list:\n            items: {type: object, $0}\n",
        "        properties:\n          a: {properties: {b: {$0}}}\n",
    ];
    for place in places {
        let found = labels(&schema(place));
        assert!(found.contains(&"x-kubernetes-validations".to_owned()), "{found:?} in\n{place}");
        assert!(found.contains(&"enum".to_owned()), "{found:?} in\n{place}");
    }
}

#[test]
fn names_of_properties_are_the_users_own() {
    assert_eq!(labels(&schema("        properties:\n          $0\n")), Vec::<String>::new());
}

#[test]
fn nothing_is_offered_that_is_not_structural() {
    for place in [
        "        anyOf:\n        - $0\n",
        "        anyOf:\n        - required: [a]\n          $0\n",
        "        not:\n          properties:\n            a:\n              $0\n",
    ] {
        let found = labels(&schema(place));
        assert!(found.contains(&"minLength".to_owned()), "{place}");
        for forbidden in [
            "type",
            "description",
            "default",
            "nullable",
            "x-kubernetes-list-type",
            "x-kubernetes-validations",
        ] {
            assert!(!found.contains(&forbidden.to_owned()), "{forbidden} in\n{place}");
        }
    }
}

#[test]
fn a_word_that_is_being_typed_is_replaced() {
    let text = schema("        type: object\n        x-kubernetes-val$0\n");
    let found = complete(&text);
    let one = found.iter().find(|c| c.label == "x-kubernetes-validations").expect("offered");
    assert_eq!(one.edit.range.of(&text.replace("$0", "")), "x-kubernetes-val");
    assert!(one.snippet && one.edit.new_text.starts_with("x-kubernetes-validations:"), "{:?}", one.edit);
    assert!(!one.documentation.is_empty());
    // What is there already is not offered again.
    assert!(!found.iter().any(|c| c.label == "type"));
}

#[test]
fn values_fit_the_type_beside_them() {
    let formats = labels(&schema(
        "        properties:\n          a:\n            type: integer\n            format: $0\n",
    ));
    assert!(
        formats.contains(&"int64".to_owned()) && !formats.contains(&"date-time".to_owned()),
        "{formats:?}"
    );
    let lists = labels(&schema(
        "        properties:\n          a:\n            type: array\n            x-kubernetes-list-type: $0\n",
    ));
    assert_eq!(lists, ["atomic", "set", "map"]);
}

#[test]
fn fields_of_later_minors_are_not_offered() {
    let config = Config { kubernetes: Minor(31), ..Config::default() };
    let (file, at) = cursor(&format!("{HEAD}        type: object\nstatus:\n  $0\n"));
    let found = completions(&file, at, &config);
    assert!(!found.iter().any(|c| c.label == "observedGeneration"));
}

#[test]
fn hover_explains_keys_and_values() {
    let ask = |text: &str| {
        let (file, at) = cursor(text);
        hover(&file, at, &Config::default()).map(|h| (h.range.of(file.text()).to_owned(), h.markdown))
    };
    let (range, text) = ask(&schema("        type: object\n        properties:\n          a:\n            x-kuber$0netes-list-type: set\n")).expect("a hover");
    assert_eq!(range, "x-kubernetes-list-type");
    assert!(text.contains("`atomic`") && text.contains("server-side apply"), "{text}");
    let (range, text) = ask(&HEAD.replace("Namespaced", "Name$0spaced")).expect("a hover");
    assert_eq!(range, "Namespaced");
    assert!(text.contains("namespace"), "{text}");
    let own = ask(&schema("        properties:\n          na$0me:\n            type: string\n"));
    assert_eq!(own, None, "a name of the user's own");
}

#[test]
fn the_outline_is_the_schema() {
    let text = schema(
        "        type: object\n        properties:\n          spec:\n            type: object\n            properties:\n              \
         legs:\n                type: array\n                items:\n                  type: object\n                  properties:\n                    \
         length: {type: integer}\n",
    );
    let found = symbols(&File::new(text));
    let names = |symbols: &[crdls_ide::Symbol]| symbols.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), ["Table"]);
    let version = &found[0].children[0];
    assert_eq!((version.name.as_str(), version.detail.as_str()), ("v1", "served, storage"));
    let legs = &version.children[0].children[0];
    assert_eq!((legs.name.as_str(), legs.detail.as_str()), ("legs", "array"));
    assert_eq!(names(&legs.children), ["items"]);
    assert_eq!(names(&legs.children[0].children), ["length"]);
}
