//! Quick fixes of custom resources and of costs, applied as an editor does.

use serde_json::{Value, json};

use crate::client::{self, Client, range};
use crate::sample::with;

const URI: &str = "file:///w/a.yaml";

fn client() -> Client {
    let actions = json!({"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}});
    Client::initialized(json!({"capabilities": {"textDocument": actions}})).0
}

/// The actions for a range, without comments that ignore a finding.
fn actions(client: &mut Client, uri: &str, range: &Value) -> Vec<Value> {
    let mut found = client.actions_in(uri, range, json!({"diagnostics": [], "only": ["quickfix"]}));
    found.retain(|action| action["title"].as_str().is_none_or(|title| !title.starts_with("Ignore")));
    found
}

/// The titles of the actions at a line.
fn titles(client: &mut Client, uri: &str, line: u32) -> Vec<String> {
    client::titles(&actions(client, uri, &range(line, 0, 99))).into_iter().map(str::to_owned).collect()
}

#[test]
fn values_and_fields_of_a_resource_are_mended() {
    let mut client = client();
    let schema = "          size: {type: integer, default: 3, maximum: 9}
          open: {type: boolean}
          label: {type: string}
          window: {type: string, pattern: '^[0-9]+h$'}
          mode: {type: string, enum: [fast, slow]}
          doors: {type: array, x-kubernetes-list-type: atomic, items: {type: object, required: [name], properties: {name: {type: string}}}}
          tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}";
    client.open("file:///w/crd.yaml", 1, &with(16, schema));
    let text = "apiVersion: example.org/v1
kind: Widget
metadata: {name: a, namespace: My_Space}
size: null
open: \"yes\"
label: 8080
window: 2d
mode: Fast
doors:
  name: front
tags: [a, b, a]
";
    client.open(URI, 1, text);
    for (line, expected) in [
        (2, vec!["Replace with `my-space` for `metadata.namespace`"]),
        (4, vec!["Write `true` for `open`"]),
        (5, vec!["Write `\"8080\"` for `label`"]),
        (6, vec!["Replace with `48h` for `window`"]),
        (7, vec!["Replace with `fast` for `mode`"]),
        (8, vec!["Wrap the value in a list in `doors`"]),
        (10, vec!["Remove the duplicate item `a` from `tags[2]`"]),
    ] {
        assert_eq!(titles(&mut client, URI, line), expected, "line {line}");
    }
    client.change(URI, 2, Some([3, 6, 3, 10]), "big");
    assert_eq!(titles(&mut client, URI, 3), ["Replace with the default `3` for `size`"]);
    client.change(URI, 3, Some([1, 0, 2, 0]), "");
    assert_eq!(titles(&mut client, URI, 0), Vec::<String>::new(), "with a kind the server would find more");
    client.open("file:///w/b.yaml", 1, "apiVersion: example.org/v1\nmetadata: {name: a}\n");
    assert_eq!(titles(&mut client, "file:///w/b.yaml", 0), ["Add `kind: Widget`"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn the_bound_that_suffices_comes_first_and_once() {
    let mut client = client();
    let list = "          sizes:
            type: array
            maxItems: 2000
            items: {type: string, maxLength: 200}
            x-kubernetes-validations:
            - {rule: \"self.all(a, self.exists_one(b, a == b))\"}";
    client.open(URI, 1, &with(16, list));
    let found = client.published(URI)["diagnostics"].clone();
    let costs: Vec<_> = found
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["code"].as_str().is_some_and(|code| code.ends_with("-cost")))
        .collect();
    assert_eq!(costs.len(), 3, "{found}");
    let line = json!({"start": {"line": 21, "character": 0}, "end": {"line": 21, "character": 99}});
    let actions = actions(&mut client, URI, &line);
    assert_eq!(actions[0]["title"], "Set `maxItems: 344` for `sizes`");
    assert_eq!(actions[0]["diagnostics"].as_array().map(Vec::len), Some(2), "those of this line");
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "344");
    client.change(URI, 2, Some([18, 22, 18, 26]), "344");
    let left = client.published(URI)["diagnostics"].to_string();
    assert!(!left.contains("-cost\""), "{left}");
    assert_eq!(client.stop().code(), Some(0));
}
