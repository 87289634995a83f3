//! Colours, hints and lenses: as the client announced them, as the settings switch them, whole or by what changed.

use serde_json::{Value, json};

use crate::client::{Client, titles};
use crate::folder::Folder;
use crate::sample::{widgets, with};

const URI: &str = "file:///a.yaml";

fn document() -> Value {
    json!({"textDocument": {"uri": URI}})
}

fn client(capabilities: Value) -> Client {
    let (mut client, _) = Client::initialized(json!({"capabilities": {"textDocument": capabilities}}));
    client.open(URI, 1, &widgets());
    client
}

/// As clients announce that they take colours.
fn colours(requests: Value) -> Value {
    let types = ["variable", "property", "function", "method", "keyword", "string", "operator", "decorator"];
    json!({"requests": requests, "tokenTypes": types, "tokenModifiers": [], "formats": ["relative"]})
}

fn numbers(tokens: &Value) -> Vec<u64> {
    tokens.as_array().expect("numbers").iter().filter_map(Value::as_u64).collect()
}

#[test]
fn only_what_the_client_knows_is_offered() {
    let (_, plain) = Client::initialized(json!({}));
    for provider in ["semanticTokensProvider", "codeLensProvider", "inlayHintProvider"] {
        assert_eq!(plain["capabilities"][provider], Value::Null, "{provider}");
    }
    let tokens = json!({"semanticTokens": colours(json!({"full": true})), "codeLens": {}});
    let (_, able) = Client::initialized(json!({"capabilities": {"textDocument": tokens}}));
    assert_eq!(able["capabilities"]["semanticTokensProvider"]["full"], true);
    assert_eq!(able["capabilities"]["codeLensProvider"]["resolveProvider"], true);
}

#[test]
fn colours_come_whole_and_then_as_what_changed() {
    let mut client = client(json!({"semanticTokens": colours(json!({"full": {"delta": true}}))}));
    let full = client.result("textDocument/semanticTokens/full", document());
    let mut data = numbers(&full["data"]);
    assert!(!data.is_empty());
    client.change(URI, 2, Some([16, 8, 16, 8]), "more: {type: integer}\n          ");
    let mut params = document();
    params["previousResultId"] = full["resultId"].clone();
    let delta = client.result("textDocument/semanticTokens/full/delta", params);
    let edit = &delta["edits"][0];
    let start = edit["start"].as_u64().expect("a start") as usize;
    let removed = edit["deleteCount"].as_u64().expect("a count") as usize;
    data.splice(start..start + removed, numbers(&edit["data"]));
    let now = client.result("textDocument/semanticTokens/full", document());
    assert_eq!(data, numbers(&now["data"]));
    // Of what it does not have it is given all.
    let mut params = document();
    params["previousResultId"] = json!("long ago");
    let all = client.result("textDocument/semanticTokens/full/delta", params);
    assert_eq!(numbers(&all["data"]), data);
}

#[test]
fn colours_of_a_part_are_fewer() {
    let mut client = client(json!({"semanticTokens": colours(json!({"full": true, "range": true}))}));
    let all = client.result("textDocument/semanticTokens/full", document());
    let mut params = document();
    params["range"] = json!({"start": {"line": 16, "character": 0}, "end": {"line": 17, "character": 0}});
    let part = client.result("textDocument/semanticTokens/range", params);
    let (all, part) = (numbers(&all["data"]), numbers(&part["data"]));
    assert!(!part.is_empty() && part.len() < all.len(), "{part:?} of {all:?}");
}

#[test]
fn lenses_say_what_they_know_when_they_are_shown() {
    let mut client = client(json!({"codeLens": {}}));
    client.open("file:///b.yaml", 1, "apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: a}\n");
    let lenses = client.result("textDocument/codeLens", document());
    let lenses = lenses.as_array().expect("a list").clone();
    assert!(lenses.iter().all(|lens| lens["command"].is_null()), "{lenses:?}");
    assert_eq!(titles(&client.lenses(URI)), ["1 object in the open files", "no rules", "sample"]);
}

#[test]
fn a_lens_leads_to_the_fields_that_v2_cuts() {
    let mut client = client(json!({"codeLens": {}}));
    let nullable = with(16, "          size: {type: string, nullable: true}");
    client.change(URI, 2, Some([0, 0, 1000, 0]), &nullable);
    let resolved = client.lenses(URI);
    let shown = |lens: &&Value| lens["command"]["command"] == "crdls.showLocations";
    let lens = resolved.iter().find(shown).unwrap_or_else(|| panic!("{resolved:?}"));
    assert_eq!(lens["command"]["title"], "1 field truncated for OpenAPI v2 clients");
    let [uri, at, fields] = &lens["command"]["arguments"].as_array().expect("three")[..] else {
        panic!("{lens}")
    };
    assert_eq!((uri, at), (&json!(URI), &lens["range"]["start"]));
    assert_eq!(fields[0]["range"]["start"], json!({"line": 16, "character": 10}));
    let page = client.run(&lens["command"]);
    assert!(page.as_str().is_some_and(|page| page.ends_with(":17:11\n")), "{page}");
}

#[test]
fn lenses_count_the_files_of_the_workspace() {
    let widget = "apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: a}\n";
    let other = widget.replace("example.org", "example.com");
    let folder =
        Folder::new("lsp-lenses", &[("a.yaml", widget), ("deep/b.yaml", widget), ("c.yaml", &other)]);
    let capabilities =
        json!({"textDocument": {"codeLens": {}}, "workspace": {"codeLens": {"refreshSupport": true}}});
    let mut client = Client::in_folder(&folder, capabilities);
    client.open(URI, 1, &widgets());
    let counted = |client: &mut Client| {
        let lenses = client.result("textDocument/codeLens", document());
        client.result("codeLens/resolve", lenses[0].clone())["command"]["title"].clone()
    };
    assert_eq!(counted(&mut client), "2 objects in the workspace");
    // What is open counts, not its file.
    client.open(&folder.uri("a.yaml"), 1, &format!("{widget}---\n{widget}"));
    client.asked("workspace/codeLens/refresh");
    assert_eq!(counted(&mut client), "3 objects in the workspace");
    folder.remove("deep/b.yaml");
    client.watched(&folder.uri("deep/b.yaml"), 3);
    client.asked("workspace/codeLens/refresh");
    assert_eq!(counted(&mut client), "2 objects in the workspace");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_lens_of_a_text_that_is_gone_says_so() {
    let mut client = client(json!({"codeLens": {}}));
    let lenses = client.result("textDocument/codeLens", document());
    client.change(URI, 2, Some([0, 0, 0, 0]), "# a comment\n");
    let late = client.request("codeLens/resolve", lenses[1].clone());
    assert_eq!(late["error"]["code"], -32801);
}

#[test]
fn settings_switch_hints_and_lenses() {
    let hints = |settings: fn(&str) -> Value| {
        let mut client = Client::start();
        client.settings = settings;
        let capabilities =
            json!({"textDocument": {"inlayHint": {}, "codeLens": {}}, "workspace": {"configuration": true}});
        client.initialize(json!({ "capabilities": capabilities }));
        client.open(
            URI,
            1,
            &with(16, "          size: {type: string, x-kubernetes-validations: [{rule: self != 'a'}]}"),
        );
        let mut params = document();
        params["range"] = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        // The settings are there when the first check is.
        client.published(URI);
        let hints = client.result("textDocument/inlayHint", params);
        let lenses = client.result("textDocument/codeLens", document());
        (hints.as_array().map_or(0, Vec::len), lenses.is_null())
    };
    assert_eq!(hints(|_| Value::Null), (3, false));
    assert_eq!(hints(|_| json!({"inlayHints": {"defaults": false}, "codeLens": false})), (1, true));
    assert_eq!(
        hints(|_| json!({"inlayHints": {"defaults": false, "cost": false, "unbounded": false}})),
        (0, false)
    );
}
