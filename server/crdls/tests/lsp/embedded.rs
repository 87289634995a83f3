//! A resource inside of a custom resource, helped and checked by the CRD of its own kind.

use serde_json::json;

use crate::client::{Client, at, until};

const URI: &str = "file:///w/kitchen.yaml";

/// The page on the code has a CRD with resources of another one inside.
fn crds() -> String {
    let page = include_str!("../../../crd/rules/embedded-resource-schema.md");
    let example =
        page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    example.rsplit_once("---\n").expect("the resource is last").0.to_owned()
}

const KITCHEN: &str = "apiVersion: example.com/v1
kind: Kitchen
metadata:
  name: kitchen
spec:
  ovens:
    - apiVersion: example.com/v1
      kind: Oven
      spec:
        fuel: gas
        size: \"3\"
    - apiVersion: v1
      kind: ConfigMap
      data: 3
";

/// A client with the CRDs and the resource open.
fn client(text: &str) -> Client {
    let actions = json!({"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}});
    let (mut client, _) = Client::initialized(json!({"capabilities": {"textDocument": actions}}));
    client.open("file:///w/crds.yaml", 1, &crds());
    client.open(URI, 1, text);
    client
}

#[test]
fn its_fields_are_explained_and_completed() {
    let mut client = client(KITCHEN);
    for (line, column, part) in [(9, 9, "one of: \"gas\""), (7, 9, "Oven"), (5, 4, "ovens")] {
        let hover = client.hover(at(URI, line, column));
        assert!(hover.contains(part), "{part}: {hover}");
    }
    // Above `size`, at the value of `fuel`, and at a kind that is not known yet.
    client.change(URI, 2, Some([9, 8, 9, 17]), "fuel: ");
    assert_eq!(client.labels(at(URI, 9, 14)), ["gas", "wood"]);
    client.change(URI, 3, Some([9, 8, 9, 14]), "f");
    assert_eq!(client.labels(at(URI, 9, 9)), ["fuel"]);
    client.change(URI, 4, Some([12, 12, 12, 21]), "");
    assert_eq!(client.labels(at(URI, 12, 12)), ["Kitchen", "Oven"]);
    let definition = client.result("textDocument/definition", at(URI, 10, 9));
    assert_eq!(definition["uri"], "file:///w/crds.yaml");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn what_does_not_fit_is_a_warning_with_a_fix() {
    let mut client = client(KITCHEN);
    let published = || client.published(URI)["diagnostics"].clone();
    let found = until(published, |found| found.as_array().is_some_and(|found| !found.is_empty()));
    let said: Vec<_> =
        found.as_array().expect("a list").iter().map(|one| (&one["code"], &one["severity"])).collect();
    assert_eq!(said, [(&json!("embedded-resource-schema"), &json!(2))], "{found}");
    let place = found[0]["range"].clone();
    let actions = client.actions_in(URI, &place, json!({"diagnostics": found, "only": ["quickfix"]}));
    assert_eq!(
        (&actions[0]["title"], &actions[0]["edit"]["changes"][URI][0]["newText"]),
        (&json!("Write `3` for `spec.ovens[0].spec.size`"), &json!("3"))
    );
    assert_eq!(client.stop().code(), Some(0));
}
