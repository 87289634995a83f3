//! Formatting: rules in a selection, and the line that is begun.

use crdls_tests::crd;
use serde_json::json;

use crate::client::{Client, at_cursor, edited, range, titles};

const URI: &str = "file:///w/crd.yaml";

fn client() -> Client {
    let capabilities = json!({"textDocument": {"rangeFormatting": {}, "onTypeFormatting": {}}});
    let (client, answer) = Client::initialized(json!({ "capabilities": capabilities }));
    let provider = &answer["capabilities"]["documentOnTypeFormattingProvider"];
    assert_eq!(*provider, json!({"firstTriggerCharacter": "\n", "moreTriggerCharacter": [" "]}));
    client
}

/// A CRD with two rules, of which the first is on line 17.
fn lamps(first: &str, second: &str) -> String {
    let text = crd(|c| {
        c.kind("Lamp").group("example.org").schema(
            "
            type: object
            x-kubernetes-validations:
            - rule: FIRST
            - rule: SECOND
              message: ä  stays
            ",
        )
    });
    text.replace("FIRST", first).replace("SECOND", second)
}

fn line_of(text: &str, what: &str) -> u32 {
    text.lines().position(|line| line.contains(what)).expect("a line") as u32
}

#[test]
fn rules_in_a_selection_are_formatted_and_nothing_else() {
    let mut client = client();
    let text = lamps("self.a==1  # why", "self.b.exists(x, x  == 'ä')&&self.c");
    client.open(URI, 1, &text);
    let mut ask = |first: u32, last: u32| {
        let range = json!({"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}});
        let options = json!({"tabSize": 2, "insertSpaces": true});
        let params = json!({"textDocument": {"uri": URI}, "range": range, "options": options});
        edited(&text, client.result("textDocument/rangeFormatting", params).as_array().expect("edits"))
    };
    let first = line_of(&text, "self.a");
    assert_eq!(ask(0, first), text, "nothing before the rule");
    assert_eq!(ask(first, first + 1), lamps("self.a == 1  # why", "self.b.exists(x, x  == 'ä')&&self.c"));
    let last = text.lines().count() as u32 - 1;
    let both = lamps("self.a == 1  # why", "self.b.exists(x, x == 'ä') && self.c");
    assert_eq!(ask(0, last), both);
    // The same as a refactoring, where something would change.
    let mut is_offered = |version: i32, text: &str| {
        client.change(URI, version, None, text);
        let context = json!({"diagnostics": [], "only": ["refactor.rewrite"]});
        let actions = client.actions_in(URI, &range(first, 20, 20), context);
        titles(&actions).contains(&"Format the expression")
    };
    assert!(is_offered(2, &text) && !is_offered(3, &both));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_line_is_indented_when_it_is_begun() {
    let mut client = client();
    for (version, (typed, marked, expected)) in [
        (
            "\n",
            "spec:\n  names:\n  $0\n  scope: Namespaced\n",
            "spec:\n  names:\n    \n  scope: Namespaced\n",
        ),
        ("\n", "a:\n- name: v1\n$0\n", "a:\n- name: v1\n  \n"),
        (" ", "a:\n- x\n  - $0\n", "a:\n- x\n- \n"),
        (" ", "a:\n- x\n- $0\n", "a:\n- x\n- \n"),
        // Other lines and texts stay.
        (" ", "a: b $0\n", "a: b \n"),
        ("\n", "a: |\n    b\n    $0\n", "a: |\n    b\n    \n"),
    ]
    .into_iter()
    .enumerate()
    {
        let (text, position) = at_cursor(marked);
        match version {
            0 => client.open(URI, 1, &text),
            version => client.change(URI, version as i32 + 1, None, &text),
        }
        let options = json!({"tabSize": 2, "insertSpaces": true});
        let params =
            json!({"textDocument": {"uri": URI}, "position": position, "ch": typed, "options": options});
        let edits = client.result("textDocument/onTypeFormatting", params);
        let new = edits.as_array().map_or(text.clone(), |edits| edited(&text, edits));
        assert_eq!(new, expected, "{marked}");
    }
    assert_eq!(client.stop().code(), Some(0));
}
