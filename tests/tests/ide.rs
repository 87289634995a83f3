//! Completion, hover and outline at a cursor, which `$0` marks.

use crdls_ide::{Completion, File, symbols};
use crdls_minors::{Minor, Minors};
use crdls_report::Config;
use crdls_sample::VersionBuilder;
use crdls_tests::sample::table;
use crdls_tests::snippet::{filled, indented};
use crdls_tests::world::open;
use crdls_tests::{World, crd};

fn complete(text: &str) -> Vec<Completion> {
    open(text).completions()
}

fn labels(text: &str) -> Vec<String> {
    open(text).labels()
}

#[test]
fn keys_of_the_manifest() {
    let top = labels("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n$0");
    assert_eq!(top, ["metadata", "spec", "status"]);
    let spec = labels(&table("").replace("  scope: Namespaced\n", "  $0\n"));
    assert!(spec.contains(&"scope".to_owned()) && !spec.contains(&"group".to_owned()), "{spec:?}");
    assert_eq!(labels(&crd(|c| c.scope("$0"))), ["Namespaced", "Cluster"]);
    assert_eq!(labels(&table("").replace("served: true", "served: $0")), ["true", "false"]);
}

#[test]
fn keywords_of_a_schema_at_any_depth() {
    let places = [
        "$0\n",
        "type: object\n$0\n",
        "type: object\nproperties:\n  spec:\n    $0\n",
        "type: object\nproperties:\n  spec:\n    x-kub$0\n",
        "properties:\n  list:\n    type: array\n    items:\n      $0\n    maxItems: 3\n",
        "properties:\n  list:\n    items:\n      type: object\n      additionalProperties:\n        $0\n",
        "properties:\n  list:\n    items: {type: object, $0}\n",
        "properties:\n  a: {properties: {b: {$0}}}\n",
    ];
    for place in places {
        // Also without a line break at the end.
        for text in [&table(place), table(place).trim_end()] {
            let found = labels(text);
            assert!(found.contains(&"x-kubernetes-validations".to_owned()), "{found:?} in\n{place}");
            assert!(found.contains(&"enum".to_owned()), "{found:?} in\n{place}");
        }
    }
}

#[test]
fn below_properties_are_whole_properties() {
    let found = labels(&table("properties:\n  $0\n"));
    assert_eq!(found[..2], ["spec", "status"]);
    assert!(found.contains(&"list property by key".to_owned()), "{found:?}");
    let below = labels(&table("properties:\n  spec:\n    required: [size]\n    properties:\n      $0\n"));
    assert_eq!(below[0], "size", "required and not there yet");
    assert!(!below.contains(&"conditions".to_owned()));
    let status = "properties:\n  status:\n    type: object\n    properties:\n      $0\n";
    assert_eq!(labels(&table(status))[0], "conditions");
    assert_eq!(
        labels(&table("").replace("name: tables.example.com", "labels:\n    $0")),
        Vec::<String>::new()
    );
}

#[test]
fn text_that_does_not_parse() {
    for place in [
        "properties:\n  a: {type: string, items: {max$0\n  b: {type: string}\n",
        "properties:\n  a:\n    type: string\n    foo\n    max$0\n  b: [\n",
        "properties:\n  a:\n    description: \"open\n    max$0\n",
    ] {
        let found = labels(&table(place));
        assert!(found.contains(&"maxLength".to_owned()), "{found:?} in\n{place}");
    }
}

/// The first words of what can stand behind a key.
#[test]
fn values_of_each_key() {
    let list = "type: array\n    items: {type: string}\n    ";
    let rule = "type: object\n    x-kubernetes-validations:\n    - rule: self.k == 'a'\n      ";
    for (text, expected) in [
        ("items: {type: $0}", &["object", "array", "string", "integer", "number", "boolean"][..]),
        ("additionalProperties:\n      type: \"$0\"", &["object", "array", "string"]),
        (&format!("{list}x-kubernetes-list-type: $0"), &["atomic", "set"]),
        ("type: object\n    x-kubernetes-map-type: $0", &["granular", "atomic"]),
        ("type: object\n    x-kubernetes-preserve-unknown-fields: $0", &["true"]),
        ("type: string\n    enum: [x, y]\n    default: $0", &["x", "y"]),
        ("type: boolean\n    default: $0", &["false", "true"]),
        ("type: string\n    nullable: $0", &["true"]),
        (&format!("{rule}reason: $0"), &["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired"]),
        (&format!("properties: {{k: {{type: string}}}}\n    {rule}fieldPath: $0"), &[".k"]),
    ] {
        let found = labels(&table(&format!("properties:\n  a:\n    {text}\n")));
        assert_eq!(
            found.get(..expected.len()),
            Some(&expected.iter().map(|&s| s.to_owned()).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }
    let conversion = |more: &str| labels(&crd(|c| c.spec(&format!("conversion:\n  {more}"))));
    assert_eq!(conversion("strategy: $0"), ["None", "Webhook"]);
    assert_eq!(
        conversion("strategy: Webhook\n  webhook:\n    conversionReviewVersions: [$0]"),
        ["v1", "v1beta1"]
    );
    let column = "additionalPrinterColumns:\n- name: A\n  jsonPath: .x\n  type: $0";
    let mut types = labels(&crd(|c| c.entries(column)));
    types.sort();
    assert_eq!(types, ["boolean", "date", "integer", "number", "string"]);
    assert_eq!(labels(&(crd(|c| c) + "  - name: $0\n"))[..2], ["v2", "v1beta1"]);
    let formats = complete(&table("properties:\n  a:\n    type: string\n    format: $0\n"));
    assert!(formats.iter().all(|one| !one.documentation.is_empty()), "each format has its meaning");
}

#[test]
fn extensions_are_explained_and_filled() {
    let place = "
        properties:
          a:
            type: array
            items: {type: object, required: [k], properties: {k: {type: string}}}
            x-kub$0";
    let found = complete(&table(place));
    let extensions: Vec<_> = found.iter().filter(|one| one.label.starts_with("x-kubernetes-")).collect();
    assert!(
        extensions.len() >= 3 && extensions.iter().all(|one| !one.documentation.is_empty()),
        "{extensions:?}"
    );
    let keys = extensions.iter().find(|one| one.label == "x-kubernetes-list-map-keys").expect("offered");
    assert!(keys.edit.new_text.contains('k'), "{:?}", keys.edit);
}

#[test]
fn whole_versions_and_rules() {
    let version = written(&(crd(|c| c) + "  - $0\n"), "version");
    assert!(version.starts_with("name: v2\n    served: true\n    storage: false\n    schema:"), "{version}");
    let rule = "type: object\nx-kubernetes-validations:\n- $0\n";
    let rule = written(&table(rule), "validation rule");
    assert_eq!(rule, "rule: \n          message: what has to hold");
}

/// A name that is being typed in a list is none that is there.
#[test]
fn names_that_are_being_typed_in_lists() {
    let of = "properties: {k: {type: string}, l: {type: integer}}\nrequired:\n- k\n";
    assert_eq!(labels(&table(&format!("{of}- l$0\n"))), ["l"]);
    assert_eq!(labels(&table(&format!("{of}- $0\n"))), ["l"]);
    let flow = "properties: {k: {type: string}, l: {type: integer}}\nrequired: ";
    assert_eq!(labels(&table(&format!("{flow}[k, l$0]\n"))), ["l"]);
    assert_eq!(labels(&table(&format!("{flow}[$0]\n"))), ["k", "l"]);
    let properties = "{k: {type: string}, l: {type: integer}, m: {type: object}}";
    let list = format!(
        "properties:\n  a:\n    type: array\n    items: {{type: object, required: [l], properties: {properties}}}\n    \
         x-kubernetes-list-type: map\n    x-kubernetes-list-map-keys:"
    );
    for keys in [" [$0]\n", " [l$0]\n", "\n    - $0\n", "\n    - l$0\n"] {
        let found = complete(&table(&format!("{list}{keys}")));
        let shown: Vec<_> =
            found.iter().map(|one| (&*one.label, one.detail.as_deref().unwrap_or(""))).collect();
        assert_eq!(shown, [("l", "integer"), ("k", "string, not required yet")], "{keys}");
    }
}

#[test]
fn nothing_is_offered_that_is_not_structural() {
    for place in
        ["anyOf:\n- $0\n", "anyOf:\n- required: [a]\n  $0\n", "not:\n  properties:\n    a:\n      $0\n"]
    {
        let found = labels(&table(place));
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
    let text = table("type: object\nx-kubernetes-val$0\n");
    let found = complete(&text);
    let one = found.iter().find(|c| c.label == "x-kubernetes-validations").expect("offered");
    assert_eq!(one.edit.range.of(&text.replace("$0", "")), "x-kubernetes-val");
    assert!(one.snippet && one.edit.new_text.starts_with("x-kubernetes-validations:"), "{:?}", one.edit);
    assert!(!one.documentation.is_empty());
    // What is there already is not offered again.
    assert!(!found.iter().any(|c| c.label == "type"));
}

#[test]
fn what_continues_the_word_comes_first() {
    let found = labels(&table("x-kubernetes-$0\n"));
    let after = found.iter().position(|label| !label.starts_with("x-kubernetes-")).unwrap_or(found.len());
    assert!(after > 2 && after < found.len(), "{found:?}");
    assert!(!found[after..].iter().any(|label| label.starts_with("x-kubernetes-")), "{found:?}");
}

#[test]
fn values_fit_the_type_beside_them() {
    let formats = labels(&table("properties:\n  a:\n    type: integer\n    format: $0\n"));
    assert!(
        formats.contains(&"int64".to_owned()) && !formats.contains(&"date-time".to_owned()),
        "{formats:?}"
    );
    let lists = labels(&table("properties:\n  a:\n    type: array\n    x-kubernetes-list-type: $0\n"));
    assert_eq!(lists, ["atomic", "set", "map"]);
}

/// What a proposal writes with its placeholders at their default.
fn written(text: &str, label: &str) -> String {
    let found = complete(text);
    let one = found.iter().find(|c| c.label == label);
    let one = one.unwrap_or_else(|| panic!("no `{label}` in {:?}", labels(text)));
    let new_text = if one.snippet { filled(&one.edit.new_text) } else { one.edit.new_text.clone() };
    let text = text.replacen("$0", "", 1);
    indented(&new_text, &text, one.edit.range.start as usize)
}

const LIST: &str = "properties:
  list:
    type: array
    items:
      type: object
      required: [name, hosts]
      properties:
        port: {type: integer}
        name: {type: string}
        hosts: {type: array, items: {type: string}}
";

#[test]
fn values_come_from_what_is_written_beside() {
    let list = |more: &str| table(&format!("{LIST}    {more}\n"));
    assert_eq!(labels(&list("x-kubernetes-list-type: $0")), ["map", "atomic"]);
    assert_eq!(labels(&list("x-kubernetes-list-map-keys: [$0]")), ["name", "port"]);
    assert_eq!(labels(&list("x-kubernetes-list-map-keys:\n    - $0")), ["name", "port"]);
    assert_eq!(
        written(&list("$0"), "x-kubernetes-list-map-keys"),
        "x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys:\n            - name"
    );
    let required = table(
        "properties:\n  a:\n    required: [b, $0]\n    properties:\n      b: {}\n      c: {default: 1}\n      d: {}\n",
    );
    assert_eq!(labels(&required), ["d", "c"]);
    let default = table("properties:\n  a:\n    type: string\n    enum: [x, 'no']\n    default: $0\n");
    assert_eq!(labels(&default), ["x", "'no'"]);
    assert_eq!(labels(&table("properties:\n  a:\n    items: {}\n    type: $0\n")), ["array"]);
    let format = table("properties:\n  a:\n    type: string\n    format: $0\n");
    let found = complete(&format);
    let short = found.iter().find(|c| c.label == "k8s-short-name").expect("offered");
    assert_eq!(short.detail.as_deref(), Some("since Kubernetes 1.35"));
}

#[test]
fn what_some_of_the_named_minors_lack_comes_last() {
    let sorted = |text: &str, minors: &str| {
        let config = Config::default().of_minors(Minors::parse(minors).expect("minors"));
        let mut found = World::of(&config).file(text).completions();
        found.sort_by(|a, b| a.sort.cmp(&b.sort));
        found
    };
    let format = table("properties:\n  a:\n    type: string\n    format: $0\n");
    let place = |minors: &str| {
        let found = sorted(&format, minors);
        let short = found.iter().position(|c| c.label == "k8s-short-name").expect("offered");
        found.len() - short
    };
    assert_eq!(place("1.34,1.37"), 2, "before `k8s-long-name` alone");
    assert!(place("1.35-1.37") > 3);
    let status = crd(|c| c).replace("spec:\n", "status:\n  $0\nspec:\n");
    let generation = |minors: &str| {
        let found = sorted(&status, minors);
        let at = found.iter().position(|c| c.label == "observedGeneration").expect("offered");
        (at + 1 == found.len(), found[at].detail.clone().unwrap_or_default())
    };
    assert_eq!(generation("1.34,1.37"), (true, "integer, since Kubernetes 1.35".to_owned()));
    assert_eq!(generation("1.35,1.37").1, "integer");
}

#[test]
fn names_follow_from_each_other() {
    let at = |from: &str, to: &str| labels(&table("").replacen(from, to, 1));
    assert_eq!(at("name: tables.example.com", "name: $0"), ["tables.example.com"]);
    assert_eq!(at("plural: tables", "plural: $0"), ["tables"]);
    assert_eq!(at("kind: Table}", "kind: Table, listKind: $0}"), ["TableList"]);
    assert_eq!(at("kind: Table}", "kind: Table, singular: $0}"), ["table"]);
    assert_eq!(at("  group: example.com", "  group: $0"), ["example.com"]);
    assert_eq!(at("name: v1\n", "name: $0\n")[..2], ["v1", "v1beta1"]);
    assert_eq!(at("storage: true", "storage: $0"), ["true"]);
    let second = crd(|c| c) + "  - name: $0\n    storage: x\n";
    assert_eq!(labels(&second)[0], "v2");
    assert_eq!(
        labels(&second.replace("name: $0", "name: v2").replace("storage: x", "storage: $0")),
        ["false"]
    );
}

const FIELDS: &str = "type: object
properties:
  spec:
    type: object
    properties:
      replicas: {type: integer}
      ratio: {type: number}
      color: {type: string}
  status:
    type: object
    properties:
      ready: {type: integer}
      selector: {type: string}
      conditions:
        type: array
        items: {type: object, properties: {type: {type: string}, status: {type: string}}}
";

#[test]
fn paths_come_from_the_schema_of_the_version() {
    let beside = |more: &str| table(FIELDS) + more;
    let scale = |key: &str| labels(&beside(&format!("    subresources:\n      scale:\n        {key}: $0\n")));
    assert_eq!(scale("specReplicasPath"), [".spec.replicas"]);
    assert_eq!(scale("statusReplicasPath"), [".status.ready"]);
    assert_eq!(scale("labelSelectorPath"), [".status.selector", ".spec.color"]);
    let selectable = beside("    selectableFields:\n    - jsonPath: .spec.color\n    - jsonPath: .spec.$0\n");
    assert_eq!(labels(&selectable), [".spec.replicas"]);
    let column = beside("    additionalPrinterColumns:\n    - name: x\n      jsonPath: '.spec.$0'\n");
    let found = complete(&column);
    assert_eq!(found.len(), 9, "{:?}", labels(&column));
    let one = found.iter().find(|c| c.label == ".spec.replicas").expect("offered");
    assert_eq!(one.edit.range.of(&column.replace("$0", "")), ".spec.");
    assert!(found.iter().any(|c| c.label.starts_with("'.status.conditions[?(")));
    let typed = beside(
        "    additionalPrinterColumns:\n    - name: x\n      jsonPath: .spec.replicas\n      type: $0\n",
    );
    assert_eq!(labels(&typed)[0], "integer");
    let rule = "properties:\n  a:\n    properties: {b: {type: string}}\n    x-kubernetes-validations:\n    - rule: self.b == ''\n      fieldPath: $0\n";
    assert_eq!(labels(&table(rule)), [".b"]);
    assert_eq!(labels(&table(&rule.replace("fieldPath", "reason"))).len(), 4);
}

#[test]
fn only_keys_that_can_stand_beside_the_others_are_offered() {
    let without = |text: &str, keys: &[&str]| {
        let found = labels(&table(text));
        assert!(!found.is_empty(), "{text}");
        for key in keys {
            assert!(!found.contains(&(*key).to_owned()), "{key} in\n{text}");
        }
    };
    without(
        "$0\n",
        &["nullable", "additionalProperties", "x-kubernetes-int-or-string", "$ref", "definitions", "id"],
    );
    without("properties:\n  a:\n    additionalProperties: {}\n    $0\n", &["properties"]);
    without(
        "properties:\n  a:\n    type: string\n    $0\n",
        &["x-kubernetes-list-type", "x-kubernetes-map-type", "items"],
    );
    without("properties:\n  metadata:\n    $0\n", &["required", "description", "x-kubernetes-validations"]);
    let key = LIST
        .replace(
            "items:\n      type",
            "x-kubernetes-list-type: map\n    x-kubernetes-list-map-keys: [name]\n    items:\n      type",
        )
        .replace("name: {type: string}", "name: {type: string, $0}");
    without(&key, &["nullable", "items", "x-kubernetes-list-type"]);
    let strategy = crd(|c| c.spec("conversion:\n  strategy: None\n  $0"));
    assert_eq!(labels(&strategy), Vec::<String>::new());
    assert_eq!(labels(&strategy.replace("None", "Webhook")), ["webhook"]);
    let status = crd(|c| c.entries("subresources: {status: {}}").schema("type: object\n$0"));
    assert!(
        !labels(&status).contains(&"enum".to_owned())
            && labels(&status).contains(&"x-kubernetes-validations".to_owned())
    );
    let free = "properties:\n  a:\n    x-kubernetes-preserve-unknown-fields: true\n    $0\n";
    without(free, &["x-kubernetes-validations"]);
    let list = "properties:\n  a:\n    type: array\n    items: {x-kubernetes-preserve-unknown-fields: true}\n    $0\n";
    without(list, &["x-kubernetes-validations"]);
    let read = "x-kubernetes-validations:\n- rule: self.a.metadata.namespace == 'b'\nproperties:\n  a:\n    type: object\n    $0\n";
    without(read, &["x-kubernetes-embedded-resource"]);
    let rule = "x-kubernetes-validations:\n- rule: self.a == 1\n  $0\n";
    without(rule, &["optionalOldSelf"]);
    assert!(labels(&table(&rule.replace("self.a", "oldSelf.a"))).contains(&"optionalOldSelf".to_owned()));
}

#[test]
fn inside_of_all_of_stands_what_restricts() {
    let outer = "properties:\n  a: {type: object, properties: {b: {type: string}}}\nanyOf:\n- ";
    assert_eq!(
        written(&table(&format!("{outer}$0\n")), "properties"),
        "properties:\n            a:\n              "
    );
    assert_eq!(
        labels(&table(&format!("{outer}properties:\n    a:\n      properties:\n        $0\n"))),
        ["b"]
    );
    let required = labels(&table(&format!("{outer}required: [$0]\n")));
    assert_eq!(required, ["a"]);
    let port = "properties:\n  port:\n    x-kubernetes-int-or-string: true\n    $0\n";
    let found = labels(&table(port));
    assert!(!found.contains(&"type".to_owned()) && found.contains(&"int-or-string".to_owned()), "{found:?}");
    assert_eq!(
        written(&table(port), "int-or-string"),
        "anyOf:\n            - type: integer\n            - type: string"
    );
    assert_eq!(
        written(&table("properties:\n  port:\n    $0\n"), "int-or-string with allOf"),
        "x-kubernetes-int-or-string: true\n            allOf:\n            - anyOf:\n              - type: integer\n              - type: string\n            - "
    );
    let clause = "properties:\n  port:\n    x-kubernetes-int-or-string: true\n    anyOf:\n    - type: integer\n    - type: $0\n";
    assert_eq!(labels(&table(clause)), ["string"]);
}

#[test]
fn proposals_take_the_style_of_their_place() {
    let flow = table("properties:\n  a: {type: object, $0}\n");
    assert_eq!(written(&flow, "properties"), "properties: {name: {type: string}}");
    let dash = table("allOf:\n- $0\n");
    assert_eq!(written(&dash, "oneOf"), "oneOf:\n          - ");
    let behind = crd(|c| c).replace("metadata:\n  name: tables.example.com\n", "metadata: $0\n");
    assert_eq!(written(&behind, "labels"), "\n  labels:\n    key: value");
    let rule = table("x-kubernetes-validations:\n- $0\n");
    assert_eq!(written(&rule, "validation rule"), "rule: \n          message: what has to hold");
    let item = table("x-kubernetes-validations:\n$0\ntype: object\n");
    assert!(labels(&item).contains(&"description".to_owned()));
    let version = format!("{}  $0\n", table("type: object\n"));
    assert_eq!(
        written(&version, "version"),
        "- name: v2\n    served: true\n    storage: false\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          spec:\n            type: object"
    );
    assert_eq!(labels(&table("type: object # a comm$0ent\n")), Vec::<String>::new());
}

#[test]
fn a_new_file_gets_a_whole_definition_that_the_server_takes() {
    for text in ["$0", "# a comment\n$0\n", "crd$0", "a: 1\n---\n$0"] {
        let (file, found) = (open(text), complete(text));
        let one = found.iter().find(|c| c.label == "CustomResourceDefinition").expect("offered");
        assert_eq!(filled(&one.edit.new_text), one.plain);
        let found = open(file.accepted(one)).findings();
        assert!(found.iter().all(|f| f.finding.server.is_none()), "{found:?}");
    }
    assert_eq!(labels("a: 1\n$0"), Vec::<String>::new());
}

#[test]
fn fields_of_later_minors_are_not_offered() {
    let config = Config { kubernetes: Minor(31), ..Config::default() };
    let found = World::of(&config).file(crd(|c| c) + "status:\n  $0\n").labels();
    assert!(!found.contains(&"observedGeneration".to_owned()));
}

#[test]
fn hover_explains_keys_and_values() {
    let ask = |text: &str| {
        let file = open(text);
        file.hover().map(|hover| (hover.range.of(file.text()).to_owned(), hover.markdown))
    };
    let (range, text) =
        ask(&table("type: object\nproperties:\n  a:\n    x-kuber$0netes-list-type: set\n")).expect("a hover");
    assert_eq!(range, "x-kubernetes-list-type");
    assert!(text.contains("`atomic`") && text.contains("server-side apply"), "{text}");
    let (range, text) = ask(&crd(|c| c.scope("Name$0spaced"))).expect("a hover");
    assert_eq!(range, "Namespaced");
    assert!(text.contains("namespace"), "{text}");
    let own = ask(&table("properties:\n  na$0me:\n    type: string\n"));
    assert!(own.is_some_and(|(range, text)| range == "name" && text.contains("— string")), "what it holds");
}

#[test]
fn the_outline_is_the_schema() {
    let text = table(
        "
        type: object
        properties:
          spec:
            type: object
            properties:
              legs:
                type: array
                items:
                  type: object
                  properties:
                    length: {type: integer}
        ",
    );
    let found = symbols(&File::new(text));
    let names = |symbols: &[crdls_ide::Symbol]| symbols.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), ["Table"]);
    let version = &found[0].children[0];
    assert_eq!((version.name.as_str(), version.detail.as_str()), ("v1", "served, storage"));
    let legs = &version.children[0].children[0];
    assert_eq!((legs.name.as_str(), legs.detail.as_str()), ("legs", "array of object"));
    assert_eq!(names(&legs.children), ["items"]);
    assert_eq!(names(&legs.children[0].children), ["length"]);
}

#[test]
fn the_outline_says_types() {
    let text = table(
        "properties:
  when: {type: string, format: date-time}
  port: {x-kubernetes-int-or-string: true}
  tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
  labels: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}
  lists: {type: array, items: {type: array, items: {type: integer, format: int32}}}
  parts: {type: object, additionalProperties: {type: object, properties: {size: {type: number}}}}
  any: {x-kubernetes-preserve-unknown-fields: true}
",
    );
    let found = symbols(&File::new(text));
    let fields: Vec<_> = found[0].children[0]
        .children
        .iter()
        .map(|field| (field.name.as_str(), field.detail.as_str()))
        .collect();
    let types = [
        ("when", "string, date-time"),
        ("port", "int-or-string"),
        ("tags", "array of string, set"),
        ("labels", "map of string, atomic"),
        ("lists", "array of array of integer"),
        ("parts", "map of object"),
        ("any", ""),
    ];
    assert_eq!(fields, types);
}

#[test]
fn custom_resources_have_an_outline() {
    let text = "apiVersion: example.com/v1\nkind: Table\nmetadata: {name: round}\nspec:\n  legs:\n  - name: front\n    length: 70\n  \
                - {length: 71}\n  - 3\n---\na: 1\n---\napiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n";
    let found = symbols(&File::new(text.to_owned()));
    let names: Vec<_> = found.iter().map(|s| (s.name.as_str(), s.detail.as_str())).collect();
    assert_eq!(names, [("round", "Table"), ("Pod", "Pod")]);
    let spec = &found[0].children[3];
    let legs = &spec.children[0];
    assert_eq!((spec.name.as_str(), legs.name.as_str(), legs.detail.as_str()), ("spec", "legs", "3 items"));
    let items: Vec<_> = legs.children.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(items, ["front", "[1]"]);
    assert_eq!(legs.children[1].children[0].detail, "71");
}

#[test]
fn selectable_fields_stand_beside_other_versions() {
    let typed = |v: VersionBuilder, type_: &str| {
        v.schema(&format!("type: object\nproperties: {{a: {{type: {type_}}}}}"))
    };
    let listed = "selectableFields: [{jsonPath: .a}]";
    let offered = |other: Option<(&str, &str)>| {
        let text = crd(|c| {
            let c = other.into_iter().fold(c, |c, (type_, entries)| {
                c.version("v2", |v| typed(v, type_).stored(false).entries(entries))
            });
            c.version("v1", |v| typed(v, "string").stored(true))
        });
        let found = complete(&(text + "    $0\n"));
        found.into_iter().find(|c| c.label == "selectableFields").map(|c| filled(&c.edit.new_text))
    };
    // The server takes what all versions have for the CRD's, and needs one schema for it then.
    assert!(offered(None).is_some_and(|text| text.contains("jsonPath: .a")));
    assert!(offered(Some(("integer", ""))).is_some_and(|text| text.contains("jsonPath: .a")));
    assert_eq!(offered(Some(("string", listed))).as_deref(), Some("selectableFields:\n- jsonPath: .a"));
    assert!(offered(Some(("integer", listed))).is_none());
    // Of one schema none can have a list alone, however it is written.
    assert!(offered(Some(("string", ""))).is_none());
    assert!(offered(Some(("'string' # so", ""))).is_none());
}

/// What clients of OpenAPI v2 do not see is told where there is something.
#[test]
fn a_hover_names_what_v2_leaves_out() {
    let of = |text: &str| open(table(text)).hover().expect("explained").markdown;
    let door = of("type: object\nproperties:\n  do$0or: {type: string, nullable: true, default: shut}\n");
    assert!(door.contains("- not in OpenAPI v2: `default`, `nullable`, `type`"), "{door}");
    let size = of("type: object\nproperties:\n  si$0ze: {type: string, maxLength: 3}\n");
    assert!(!size.contains("OpenAPI"), "{size}");
}
