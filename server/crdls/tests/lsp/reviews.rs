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
    let published = client.published(uri);
    let code = |one: &Value| one["code"].as_str().unwrap_or_default().to_owned();
    let all = published["diagnostics"].as_array().expect("a list");
    all.iter().map(code).filter(|code| code.contains("conver")).collect()
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
