//! A ConversionReview in the editor: its fields by the tables, the objects in it by their CRD.

use crdls_ide::{File, FileContext, completions, definition, hover};
use crdls_resource::Index;
use crdls_schema::Config;

const CRDS: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: {spec: {type: object, properties: {fuel: {type: string, enum: [wood, gas], description: What burns.}}}}
    - name: v2
      served: true
      storage: false
      schema:
        openAPIV3Schema:
          type: object
          properties: {spec: {type: object, properties: {energy: {type: string, description: What heats.}}}}
    - {name: v3, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: menus.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Menu, plural: menus}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
";

const REVIEW: &str = "apiVersion: apiextensions.k8s.io/v1
kind: ConversionReview
request:
  uid: a
  desiredAPIVersion: example.org/v2
  objects:
    - apiVersion: example.org/v1
      kind: Oven
      metadata: {name: a}
      spec:
        fuel: wood
response:
  uid: a
  convertedObjects:
    - apiVersion: example.org/v2
      kind: Oven
      metadata: {name: a}
      spec:
        energy: wood
  result:
    status: Success
";

fn index() -> Index {
    let file = File::new(CRDS.to_owned());
    let found = Index::found("crds.yaml", 0, file.shared_text(), file.tree(), &Config::default());
    let mut index = Index::default();
    index.insert("crds.yaml", found);
    index
}

/// The review with a line replaced by another one, which has the cursor at its `|`, or by several.
fn edited(line: &str, by: &str) -> (File, u32) {
    assert!(REVIEW.contains(line), "{line}");
    let text = REVIEW.replacen(line, by, 1);
    let at = text.find('|').expect("a cursor");
    (File::new(text.replacen('|', "", 1)), at as u32)
}

/// What completes where a line is replaced.
fn completed(line: &str, by: &str) -> Vec<String> {
    let (index, (file, at)) = (index(), edited(line, by));
    let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
    completions(&file, at, context, &Config::default()).into_iter().map(|one| one.label).collect()
}

/// What is said of the first occurrence of a text after another one; empty where there is nothing.
fn explained(after: &str, word: &str) -> String {
    let (index, file) = (index(), File::new(REVIEW.to_owned()));
    let start = REVIEW.find(after).expect("there");
    let at = (start + REVIEW[start..].find(word).expect("there")) as u32;
    let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
    hover(&file, at, context, &Config::default()).map(|found| found.markdown).unwrap_or_default()
}

#[test]
fn fields_say_what_the_server_does_with_them() {
    for (after, word, part) in [
        ("apiVersion", "apiVersion", "conversionReviewVersions"),
        ("request:", "request", "The API server does not read it in a response."),
        ("request:", "uid", "The response must repeat it."),
        ("request:", "desiredAPIVersion", "that each converted object must have"),
        ("request:", "objects", "The custom resources to convert"),
        ("response:", "convertedObjects", "one for each of the request and in the same order"),
        ("response:", "result", "`status: Failure` with a `message`"),
        ("result:", "status", "With anything but `Success` no object is converted."),
        ("result:", "Success", "All objects are converted."),
    ] {
        let found = explained(after, word);
        assert!(found.contains(part), "{word}: {found}");
    }
}

#[test]
fn objects_are_explained_by_their_crd() {
    assert!(explained("request:", "fuel").contains("What burns."));
    assert!(explained("response:", "energy").contains("What heats."));
    assert!(explained("request:", "Oven").contains("Oven"));
    let (index, file) = (index(), File::new(REVIEW.to_owned()));
    let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
    let at = REVIEW.find("energy").expect("there") as u32;
    let found = definition(&file, at, context, &Config::default()).expect("in the CRD");
    assert_eq!((found.source.as_str(), found.range.of(CRDS)), ("crds.yaml", "energy"));
}

#[test]
fn keys_and_values_of_the_review_complete() {
    assert_eq!(completed("  uid: a\n  desired", "  |\n  desired"), ["uid"]);
    assert_eq!(completed("response:\n", "|\nresp:\n"), ["response"]);
    assert_eq!(completed("    status: Success", "    status: |"), ["Success", "Failure"]);
    let keys = completed("    status: Success", "    status: Success\n    |");
    assert_eq!(keys[..2], ["message", "reason"], "{keys:?}");
    assert_eq!(completed("  result:\n    status: Success\n", "  |\n"), ["result"]);
}

#[test]
fn desired_versions_are_those_that_the_objects_can_be_converted_to() {
    let desired = "desiredAPIVersion: example.org/v2";
    assert_eq!(completed(desired, "desiredAPIVersion: |"), ["example.org/v2"]);
    let none = REVIEW.split_once("  objects:").expect("objects").0;
    let (index, text) = (index(), none.replace(" example.org/v2", " "));
    let file = File::new(text.clone());
    let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
    let at = text.len() as u32 - 1;
    let found: Vec<_> =
        completions(&file, at, context, &Config::default()).into_iter().map(|one| one.label).collect();
    assert_eq!(found, ["example.org/v2", "example.org/v1", "example.com/v1"]);
}

#[test]
fn objects_complete_by_their_crd() {
    assert_eq!(completed("        fuel: wood", "        fuel: |"), ["wood", "gas"]);
    assert_eq!(completed("        fuel: wood", "        |"), ["fuel"]);
    assert_eq!(completed("        energy: wood", "        |"), ["energy"]);
    assert!(
        completed("    - apiVersion: example.org/v1\n", "    - apiVersion: |\n")
            .contains(&"example.org/v1".to_owned())
    );
    assert_eq!(
        completed(
            "      kind: Oven\n      metadata: {name: a}\n      spec:\n        fuel",
            "      kind: |\n      spec:\n        fuel"
        ),
        ["Oven"]
    );
    // After the list nothing of an object completes.
    assert_eq!(completed("response:\n  uid: a\n", "  |\nresponse:\n  uid: a\n"), [""; 0]);
}
