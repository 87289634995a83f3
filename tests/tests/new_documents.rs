//! Whole documents in files that have nothing yet, in YAML and JSON. `$0` marks the cursor.

use crdls_ide::{Completion, File, FileContext, check, completions};
use crdls_resource::Index;
use crdls_schema::Config;
use crdls_tests::crd;
use crdls_tests::snippet::{filled, indented};
use crdls_text::Edit;

const BOAT: &str = crd!(
    "boats",
    "example.com",
    "Boat",
    "    schema:
      openAPIV3Schema:
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
"
);

fn complete(text: &str, name: &str, index: &Index) -> (String, Vec<Completion>) {
    let at = text.find("$0").expect("a cursor");
    let text = text.replacen("$0", "", 1);
    let context = FileContext { crds: Some(index), file: name, ..FileContext::default() };
    let found = completions(&File::new(text.clone()), at as u32, context, &Config::default());
    (text, found)
}

/// The text after an item is accepted.
fn accepted(text: &str, completion: &Completion) -> String {
    let range = completion.edit.range;
    let new_text = filled(&completion.edit.new_text);
    assert_eq!(new_text, completion.plain);
    let mut after = text.to_owned();
    assert!(Edit { range, new_text: indented(&new_text, text, range.start as usize) }.apply(&mut after));
    after
}

fn index() -> Index {
    let file = File::new(BOAT.to_owned());
    let mut index = Index::default();
    index.read("boats.yaml", 0, file.text(), file.tree(), &Config::default());
    index
}

#[test]
fn what_is_written_is_whole() {
    let index = index();
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
        let (before, found) = complete(text, name, &index);
        for label in ["CustomResourceDefinition", "Boat"] {
            let one =
                found.iter().find(|found| found.label == label).unwrap_or_else(|| panic!("{text}: {label}"));
            let after = accepted(&before, one);
            let json = serde_json::from_str::<serde_json::Value>(&after).is_ok();
            assert_eq!(json, name.ends_with(".json") || text.starts_with('{'), "{after}");
            let context = FileContext { crds: Some(&index), file: name, ..FileContext::default() };
            let found = check(&File::new(after.clone()), context, &Config::default());
            let refused: Vec<_> = found.iter().filter(|found| found.finding.server.is_some()).collect();
            assert!(refused.is_empty(), "{refused:?} in\n{after}");
        }
    }
}

#[test]
fn a_resource_has_what_its_kind_requires() {
    let (_, found) = complete("$0", "a.json", &index());
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
        let (_, found) = complete(text, "a.json", &index());
        assert!(!found.iter().any(|found| found.label == "Boat"), "{text}");
    }
}
