//! Whole documents in files that have nothing yet, in YAML and JSON. `$0` marks the cursor.

use crdls_tests::snippet::filled;
use crdls_tests::{World, crd};

fn world() -> World {
    World::with(crd(|c| {
        c.kind("Boat").schema(
            "
        type: object
        description: It floats.
        required: [spec]
        properties:
          spec:
            type: object
            required: [sails, rig]
            properties:
              sails: {type: integer, minimum: 2}
              rig: {type: string, enum: [sloop, ketch]}
              crew: {type: array, items: {type: string}}
            ",
        )
    }))
}

#[test]
fn what_is_written_is_whole() {
    let world = world();
    for (text, name) in [
        ("$0", "a.yaml"),
        ("# a\n$0\n", "a.yaml"),
        ("a: 1\n---\n$0", "a.yaml"),
        ("$0", "a.json"),
        ("Bo$0", "a.json"),
        ("{$0}", "a.json"),
        ("{\n  $0\n}\n", "a.json"),
        ("{$0}", "a.yaml"),
    ] {
        let before = world.named(name, text);
        let found = before.completions();
        for label in ["CustomResourceDefinition", "Boat"] {
            let one =
                found.iter().find(|found| found.label == label).unwrap_or_else(|| panic!("{text}: {label}"));
            assert_eq!(filled(&one.edit.new_text), one.plain);
            let after = before.accepted(one);
            let json = serde_json::from_str::<serde_json::Value>(&after).is_ok();
            assert_eq!(json, name.ends_with(".json") || text.starts_with('{'), "{after}");
            let found = world.named(name, &after).findings();
            let refused: Vec<_> = found.iter().filter(|found| found.finding.server.is_some()).collect();
            assert!(refused.is_empty(), "{refused:?} in\n{after}");
        }
    }
}

#[test]
fn a_resource_has_what_its_kind_requires() {
    let found = world().named("a.json", "$0").completions();
    let boat = found.iter().find(|found| found.label == "Boat").expect("offered");
    assert_eq!(boat.detail.as_deref(), Some("complete example.com/v1"));
    assert_eq!(boat.documentation, "It floats.");
    assert_eq!(
        boat.edit.new_text,
        "{
  \"apiVersion\": \"example.com/v1\",
  \"kind\": \"Boat\",
  \"metadata\": {
    \"name\": \"${1:example}\"
  },
  \"spec\": {
    \"sails\": ${2:2},
    \"rig\": ${3|\"sloop\",\"ketch\"|}
  }
}"
    );
    // A key has no place before the braces are there.
    assert!(!found.iter().any(|found| found.label == "apiVersion"));
}

#[test]
fn not_where_something_is_written() {
    for text in ["{\"a\": 1, $0}", "{\"a\": {$0}}", "{\"a\": 1}\n$0", "[$0]"] {
        assert!(!world().named("a.json", text).labels().contains(&"Boat".to_owned()), "{text}");
    }
}
