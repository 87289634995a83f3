//! What is asked at a place: answers for any client, and for documents that are not there.

use serde_json::{Value, json};

use crate::client::{self, Client, range};
use crate::sample::widgets;

const URI: &str = "file:///a.yaml";

fn at(line: u32, character: u32) -> Value {
    client::at(URI, line, character)
}

#[test]
fn what_is_not_there_has_no_answers() {
    let (mut client, _) = Client::initialized(json!({}));
    for method in ["textDocument/hover", "textDocument/completion"] {
        assert_eq!(client.result(method, at(0, 0)), Value::Null, "{method}");
    }
    client.open(URI, 1, "a: 1\n");
    for method in ["textDocument/hover", "textDocument/completion"] {
        assert_eq!(client.result(method, at(99, 0)), Value::Null, "{method}");
    }
    let symbols =
        client.request("textDocument/documentSymbol", json!({"textDocument": {"uri": "file:///b.yaml"}}));
    assert_eq!(symbols["result"], Value::Null);
}

/// Other YAML is left to other servers, and to what editors do where no server answers.
#[test]
fn yaml_that_is_no_manifest_has_no_answers() {
    let capabilities =
        json!({"textDocument": {"foldingRange": {}, "selectionRange": {}, "documentLink": {}}});
    let (mut client, _) = Client::initialized(json!({ "capabilities": capabilities }));
    let (values, manifest) = ("# https://example.com\nkind: a\nb:\n  c: a\n", "apiVersion: example.com/v1\n");
    let mut version = 1;
    client.open(URI, version, values);
    for (text, answered) in [(values.to_owned(), false), (format!("{manifest}{values}"), true)] {
        version += 1;
        client.change(URI, version, None, &text);
        for method in ["foldingRange", "selectionRange", "documentLink", "documentHighlight"] {
            let mut asked = at(3, 3);
            asked["positions"] = json!([asked["position"]]);
            let answer = client.result(&format!("textDocument/{method}"), asked);
            let wanted = answered && method != "documentHighlight";
            assert_eq!(!answer.is_null(), wanted, "{method} of {text:?}: {answer}");
        }
    }
}

#[test]
fn code_actions_need_a_client_that_knows_them() {
    let (_, plain) = Client::initialized(json!({}));
    assert_eq!(plain["capabilities"]["codeActionProvider"], Value::Null);
    let literals = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}});
    let capabilities = json!({"textDocument": {"codeAction": literals}});
    let (mut client, able) = Client::initialized(json!({ "capabilities": capabilities }));
    assert_eq!(
        able["capabilities"]["codeActionProvider"]["codeActionKinds"],
        json!(["quickfix", "refactor.rewrite", "source.fixAll.crdls"])
    );
    client.open(URI, 1, "a: 1\n");
    assert!(client.actions(URI, &range(0, 0, 1)).is_empty());
}

#[test]
fn a_fault_in_yaml_has_fixes() {
    let literals = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}});
    let mut client = client(json!({"codeAction": literals}));
    let crd = widgets();
    let line = crd.lines().position(|line| line.starts_with("  scope: ")).expect("a scope") as u32;
    for (version, typed, fixed) in [
        (2, "  scope:Cluster", "  scope: Cluster"),
        (3, "  scope Cluster", "  scope: Cluster"),
        (4, "   scope: Cluster", "  scope: Cluster"),
        (5, "  scope: 'Cluster", "  scope: 'Cluster'"),
    ] {
        let length = crd.lines().nth(line as usize).unwrap_or_default().len().max(40) as u32;
        client.change(URI, version, Some([line, 0, line, length]), typed);
        let actions = client.actions(URI, &range(line, 0, 9));
        let texts: Vec<String> = actions.iter().map(|action| applied(typed, line, action)).collect();
        assert!(texts.iter().any(|text| text == fixed), "{typed}: {texts:?} {actions:?}");
    }
}

/// A line after the edits of an action on it.
fn applied(typed: &str, line: u32, action: &Value) -> String {
    let mut text = typed.to_owned();
    let edits = action["edit"]["changes"][URI].as_array().cloned().unwrap_or_default();
    for edit in edits.iter().rev().filter(|edit| edit["range"]["start"]["line"] == line) {
        let at = |end: &str| edit["range"][end]["character"].as_u64().unwrap_or_default() as usize;
        text.replace_range(at("start")..at("end"), edit["newText"].as_str().unwrap_or_default());
    }
    text
}

/// A client with a CRD open, of these capabilities for documents.
fn client(capabilities: Value) -> Client {
    let (mut client, _) = Client::initialized(json!({"capabilities": {"textDocument": capabilities}}));
    client.open(URI, 1, &widgets());
    client
}

#[test]
fn hover_comes_in_the_format_that_the_client_reads() {
    for (formats, kind) in [
        (json!(["markdown", "plaintext"]), "markdown"),
        (json!(["plaintext"]), "plaintext"),
        (Value::Null, "plaintext"),
    ] {
        let mut client = client(json!({"hover": {"contentFormat": formats}}));
        let hover = client.result("textDocument/hover", at(6, 4));
        assert_eq!(hover["contents"]["kind"], kind);
        assert_eq!(hover["range"]["start"]["line"], 6);
        let text = hover["contents"]["value"].as_str().expect("a text");
        assert!(text.contains("scope") && (kind == "markdown" || !text.contains("**")), "{text}");
    }
}

#[test]
fn proposals_are_snippets_for_those_who_know_them() {
    for snippets in [true, false] {
        let mut client = client(json!({"completion": {"completionItem": {"snippetSupport": snippets}}}));
        client.change(URI, 2, Some([6, 0, 6, 0]), "  con\n");
        let items = client.result("textDocument/completion", at(6, 5));
        let items = items.as_array().expect("a list");
        let conversion = items.iter().find(|item| item["label"] == "conversion").expect("a proposal");
        assert_eq!(conversion["textEdit"]["range"]["end"], json!({"line": 6, "character": 5}));
        assert!(items.iter().all(|item| item["label"] != "group"), "what is there already");
        let formats = items.iter().map(|item| item["insertTextFormat"].as_i64());
        assert_eq!(formats.max().flatten(), snippets.then_some(2));
        let marked =
            items.iter().any(|item| item["textEdit"]["newText"].as_str().is_some_and(|t| t.contains("${")));
        assert_eq!(marked, snippets);
    }
}

/// The item of that label at a place.
fn proposal(client: &mut Client, line: u32, character: u32, label: &str) -> Value {
    let items = client.result("textDocument/completion", at(line, character));
    let item = items.as_array().and_then(|items| items.iter().find(|item| item["label"] == label).cloned());
    item.unwrap_or_else(|| panic!("no {label} in {items}"))
}

#[test]
fn lines_of_a_proposal_are_indented_by_the_editor_or_the_server() {
    let adjusts = json!({"valueSet": [1, 2]});
    for (name, modes, indent) in [
        ("any", adjusts.clone(), "  "),
        ("any", Value::Null, "    "),
        ("helix", Value::Null, "  "),
        ("Neovim", Value::Null, "  "),
    ] {
        let item = json!({"snippetSupport": true, "insertTextModeSupport": modes});
        let capabilities = json!({"textDocument": {"completion": {"completionItem": item}}});
        let (mut client, _) =
            Client::initialized(json!({"capabilities": capabilities, "clientInfo": {"name": name}}));
        client.open(URI, 1, &widgets());
        client.change(URI, 2, Some([6, 0, 6, 0]), "  con\n");
        let item = proposal(&mut client, 6, 5, "conversion");
        let text = item["textEdit"]["newText"].as_str().expect("a text");
        assert_eq!(text, format!("conversion:\n{indent}strategy: ${{1|None,Webhook|}}"), "{name}");
        assert_eq!(item["insertTextMode"], if modes.is_null() { Value::Null } else { json!(2) });
    }
}

#[test]
fn proposals_in_json_are_json() {
    let item = json!({"snippetSupport": true, "insertReplaceSupport": true});
    let (mut client, _) = Client::initialized(
        json!({"capabilities": {"textDocument": {"completion": {"completionItem": item}}}}),
    );
    let head = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"#;
    client.open(URI, 1, &format!("{head}\n\"scope\": \"Na\",\n\"con\"\n\"group\": \"example.org\"}}}}\n"));
    // A value goes between the quotes, over all of it or up to the cursor.
    let range = |line: u32, from: u32, to: u32| json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
    let scope = proposal(&mut client, 1, 11, "Namespaced");
    let edit = json!({"newText": "Namespaced", "insert": range(1, 10, 11), "replace": range(1, 10, 12)});
    assert_eq!(scope["textEdit"], edit);
    // A key with its value and the comma that is missing takes the quotes with it, and nothing else would be right.
    let conversion = proposal(&mut client, 2, 4, "conversion");
    let edit = json!({"newText": "\"conversion\": {\"strategy\": ${1|\"None\",\"Webhook\"|}},", "range": range(2, 0, 5)});
    assert_eq!(conversion["textEdit"], edit);
}

#[test]
fn the_outline_is_a_tree_or_flat() {
    let params = json!({"textDocument": {"uri": URI}});
    let mut able = client(json!({"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}));
    let tree = able.result("textDocument/documentSymbol", params.clone());
    assert_eq!(tree[0]["name"], "Widget");
    assert_eq!(tree[0]["children"][0]["name"], "v1");
    assert_eq!(tree[0]["children"][0]["children"][0]["name"], "size");
    let mut plain = client(json!({}));
    let list = plain.result("textDocument/documentSymbol", params);
    let names: Vec<_> =
        list.as_array().expect("a list").iter().map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, [Some("Widget"), Some("v1"), Some("size")]);
    assert_eq!(list[2]["containerName"], "v1");
}
