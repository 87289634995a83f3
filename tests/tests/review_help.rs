//! A ConversionReview in the editor: its fields by the tables, the objects in it by their CRD.

use crdls_tests::world::OpenFile;
use crdls_tests::{World, crd};

/// A CRD whose versions name a field differently, and another one.
fn crds() -> String {
    let ovens = crd(|c| {
        let v1 = "
            type: object
            properties:
              spec: {type: object, properties: {fuel: {type: string, enum: [wood, gas], description: What burns.}}}";
        let v2 = "
            type: object
            properties: {spec: {type: object, properties: {energy: {type: string, description: What heats.}}}}";
        let c = c.kind("Oven").group("example.org");
        c.version("v1", |v| v.schema(v1)).version("v2", |v| v.schema(v2)).version("v3", |v| v.served(false))
    });
    ovens + "---\n" + &crd(|c| c.kind("Menu"))
}

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

fn review(text: &str) -> OpenFile {
    World::with(crds()).file(text)
}

/// What completes in the review with a line replaced by another one, which has the cursor, or by several.
fn completed(line: &str, by: &str) -> Vec<String> {
    assert!(REVIEW.contains(line), "{line}");
    review(&REVIEW.replacen(line, by, 1)).labels()
}

/// The hover on the first occurrence of a text after another one; empty if there is none.
fn explained(after: &str, word: &str) -> String {
    let (before, rest) = REVIEW.split_at(REVIEW.find(after).expect("there"));
    assert!(rest.contains(word), "{word}");
    let text = format!("{before}{}", rest.replacen(word, &format!("$0{word}"), 1));
    review(&text).hover().map(|found| found.markdown).unwrap_or_default()
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
    let found = review(&REVIEW.replace("energy", "$0energy")).definition().expect("in the CRD");
    assert_eq!((found.source.as_str(), found.range.of(&crds())), ("crd.yaml", "energy"));
}

#[test]
fn keys_and_values_of_the_review_complete() {
    assert_eq!(completed("  uid: a\n  desired", "  $0\n  desired"), ["uid"]);
    assert_eq!(completed("response:\n", "$0\nresp:\n"), ["response"]);
    assert_eq!(completed("    status: Success", "    status: $0"), ["Success", "Failure"]);
    let keys = completed("    status: Success", "    status: Success\n    $0");
    assert_eq!(keys[..2], ["message", "reason"], "{keys:?}");
    assert_eq!(completed("  result:\n    status: Success\n", "  $0\n"), ["result"]);
}

#[test]
fn desired_versions_are_those_that_the_objects_can_be_converted_to() {
    let desired = "desiredAPIVersion: example.org/v2";
    assert_eq!(completed(desired, "desiredAPIVersion: $0"), ["example.org/v2"]);
    let none = REVIEW.split_once("  objects:").expect("objects").0;
    let found = review(&none.replace(" example.org/v2", " $0")).labels();
    assert_eq!(found, ["example.org/v2", "example.org/v1", "example.com/v1"]);
}

#[test]
fn objects_complete_by_their_crd() {
    assert_eq!(completed("        fuel: wood", "        fuel: $0"), ["wood", "gas"]);
    assert_eq!(completed("        fuel: wood", "        $0"), ["fuel"]);
    assert_eq!(completed("        energy: wood", "        $0"), ["energy"]);
    assert!(
        completed("    - apiVersion: example.org/v1\n", "    - apiVersion: $0\n")
            .contains(&"example.org/v1".to_owned())
    );
    assert_eq!(
        completed(
            "      kind: Oven\n      metadata: {name: a}\n      spec:\n        fuel",
            "      kind: $0\n      spec:\n        fuel"
        ),
        ["Oven"]
    );
    // After the list nothing of an object completes.
    assert_eq!(completed("response:\n  uid: a\n", "  $0\nresponse:\n  uid: a\n"), [""; 0]);
}
