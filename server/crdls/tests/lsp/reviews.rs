//! A ConversionReview in an editor: its findings follow edits of the response and of the CRD.

use serde_json::{Value, json};

use crate::client::Client;

const CRDS: &str = "file:///w/crds.yaml";
const URI: &str = "file:///w/reviews.yaml";

/// The page on the code has a CRD, a request, and a response with a field that the new version does not have.
fn example() -> (&'static str, &'static str) {
    let page = include_str!("../../../crd/rules/dropped-by-conversion.md");
    let example =
        page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    example.split_once("---\n").expect("reviews after the CRD")
}

fn codes(client: &mut Client, uri: &str) -> Vec<String> {
    let mut all = client.codes(uri);
    all.retain(|code| code.contains("conver"));
    all
}

#[test]
fn findings_follow_edits_of_the_response_and_of_the_crd() {
    let (crd, reviews) = example();
    let (mut client, _) = Client::initialized(json!({"capabilities": {}}));
    client.open(CRDS, 1, crd);
    client.published(CRDS);
    client.open(URI, 1, reviews);
    assert_eq!(codes(&mut client, URI), ["dropped-by-conversion"]);

    let other = reviews.replace("response:\n  uid: 4f2a", "response:\n  uid: other");
    client.change(URI, 2, None, &other);
    assert_eq!(codes(&mut client, URI), ["failed-conversion", "dropped-by-conversion"]);

    client.change(URI, 3, None, reviews);
    assert_eq!(codes(&mut client, URI), ["dropped-by-conversion"]);
    client.change(CRDS, 2, None, &crd.replace("temperature:", "degrees:"));
    assert_eq!(codes(&mut client, URI), [""; 0]);
}

/// The first occurrence of a text in another one, as a position.
fn position(text: &str, part: &str) -> Value {
    let before = text.split_once(part).unwrap_or_else(|| panic!("{part}")).0;
    let line = before.rsplit('\n').next().unwrap_or_default();
    json!({"line": before.matches('\n').count(), "character": line.len()})
}

#[test]
fn fields_and_objects_of_reviews_are_explained_and_completed() {
    let (crd, reviews) = example();
    let (mut client, _) = Client::initialized(json!({"capabilities": {}}));
    client.open(CRDS, 1, crd);
    client.open(URI, 1, reviews);
    client.published(URI);
    let at = |part: &str| json!({"textDocument": {"uri": URI}, "position": position(reviews, part)});
    let shown = client.result("textDocument/hover", at("desiredAPIVersion")).to_string();
    assert!(shown.contains("that each converted object must have"), "{shown}");
    let field = client.result("textDocument/definition", at("degrees:"));
    assert!(field.to_string().contains(CRDS), "{field}");

    let text = reviews.replace("desiredAPIVersion: example.com/v2", "desiredAPIVersion: ");
    assert_ne!(text, reviews);
    client.change(URI, 2, None, &text);
    let mut end = position(&text, "desiredAPIVersion: ");
    end["character"] =
        json!(end["character"].as_u64().expect("a number") + "desiredAPIVersion: ".len() as u64);
    let asked = json!({"textDocument": {"uri": URI}, "position": end});
    assert_eq!(client.labels(asked), ["example.com/v2"]);
}
