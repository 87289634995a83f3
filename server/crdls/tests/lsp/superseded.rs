//! What nobody waits for any more: a newer request, a cancellation or an edit ends it.
//!
//! Nothing is timed. The text is so large that its first answer takes far longer than what follows takes to be read.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::client::{self, Client};
use crate::sample::widgets;

const URI: &str = "file:///a.yaml";
const MODIFIED: i64 = -32801;
const CANCELLED: i64 = -32800;

/// A CRD of 3 MB.
fn large() -> String {
    let mut text = widgets();
    for number in 0..30_000 {
        let _ = write!(
            text,
            "          field{number}:\n            description: One of many.\n            type: string\n            maxLength: 9\n"
        );
    }
    text
}

fn client(capabilities: Value) -> Client {
    let options = json!({"trace": "messages"});
    let params = json!({"capabilities": {"textDocument": capabilities}, "initializationOptions": options});
    let (mut client, _) = Client::initialized(params);
    client.open(URI, 1, &large());
    client
}

fn at(line: u32) -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": 12}})
}

/// The codes of the answers; none where there is a result.
fn codes(client: &mut Client, asked: Vec<i64>) -> Vec<Option<i64>> {
    asked.into_iter().map(|id| client.response(id)["error"]["code"].as_i64()).collect()
}

#[test]
fn a_newer_question_at_the_cursor_is_the_one_that_counts() {
    for method in ["hover", "completion", "documentHighlight", "prepareRename"] {
        let mut client = client(json!({}));
        let asked =
            (0..20).map(|line| client.ask(&format!("textDocument/{method}"), at(18 + line))).collect();
        let codes = codes(&mut client, asked);
        let (last, older) = codes.split_last().expect("answers");
        assert_eq!(*last, None, "{method}");
        assert!(older.contains(&Some(MODIFIED)), "{method}: {older:?}");
        assert!(older.iter().all(|code| code.is_none_or(|code| code == MODIFIED)), "{method}: {older:?}");
        assert_eq!(client.stop().code(), Some(0));
    }
}

#[test]
fn questions_on_other_documents_go_on() {
    let mut client = client(json!({}));
    let other = "file:///b.yaml";
    client.open(other, 1, &widgets());
    let here = client.ask("textDocument/hover", at(18));
    let there = client.ask("textDocument/hover", client::at(other, 6, 4));
    assert_eq!(codes(&mut client, vec![here, there]), [None, None]);
}

#[test]
fn an_edit_ends_what_shows_the_old_text() {
    let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99_999, "character": 0}});
    let colours = json!({"requests": {"full": true}, "tokenTypes": ["keyword"], "tokenModifiers": [], "formats": ["relative"]});
    let capabilities = json!({"semanticTokens": colours, "inlayHint": {}, "foldingRange": {}});
    for method in ["semanticTokens/full", "inlayHint", "foldingRange"] {
        let mut client = client(capabilities.clone());
        let params = json!({"textDocument": {"uri": URI}, "range": all});
        // The first edit that comes too late would end nothing.
        let ended = (2..50).any(|version| {
            let id = client.ask(&format!("textDocument/{method}"), params.clone());
            client.change(URI, version, Some([0, 0, 0, 0]), "# edited\n");
            codes(&mut client, vec![id]) == [Some(MODIFIED)]
        });
        assert!(ended, "{method}");
        let last = client.request(&format!("textDocument/{method}"), params);
        assert!(last["result"].is_object() || last["result"].is_array(), "{method}");
        assert_eq!(client.stop().code(), Some(0));
    }
}

#[test]
fn an_outline_is_of_use_until_a_newer_one_is_asked_for() {
    let mut client = client(json!({}));
    let params = json!({"textDocument": {"uri": URI}});
    let alone = client.ask("textDocument/documentSymbol", params.clone());
    client.change(URI, 2, Some([0, 0, 0, 0]), "# edited\n");
    assert_eq!(codes(&mut client, vec![alone]), [None]);
    let ended = (3..50).any(|version| {
        let older = client.ask("textDocument/documentSymbol", params.clone());
        client.change(URI, version, Some([0, 0, 0, 0]), "# edited\n");
        let newer = client.ask("textDocument/documentSymbol", params.clone());
        let codes = codes(&mut client, vec![older, newer]);
        assert_eq!(codes[1], None);
        codes[0] == Some(MODIFIED)
    });
    assert!(ended);
}

#[test]
fn what_the_client_cancels_is_cancelled() {
    let mut client = client(json!({}));
    let ended = (0..50).any(|line| {
        let id = client.ask("textDocument/documentSymbol", at(line));
        client.notify("$/cancelRequest", json!({ "id": id }));
        codes(&mut client, vec![id]) == [Some(CANCELLED)]
    });
    assert!(ended);
    client.log("stopped in textDocument/documentSymbol");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_edit_stops_the_check_of_the_old_text() {
    let mut client = client(json!({}));
    let said = format!("stopped while checking {URI}");
    let mut last = 1;
    // An edit stops what is under way. Each answer in between says that the edit before was taken.
    while !client.has_logged(&said) {
        last += 1;
        assert!(last < 1000, "no check was stopped");
        client.change(URI, last, Some([0, 0, 0, 0]), "# edited\n");
        client.request("crdls/status", json!({}));
    }
    while client.published(URI)["version"] != last {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn who_pulls_is_told_to_pull_again() {
    let capabilities =
        json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let (mut client, _) = Client::initialized(json!({ "capabilities": capabilities }));
    client.open(URI, 1, &large());
    let params = json!({"textDocument": {"uri": URI}});
    let late = (1..50).find_map(|round| {
        // One edit for a text that nothing is known of yet, one that comes while it is checked.
        client.change(URI, 2 * round, Some([0, 0, 0, 0]), "# edited\n");
        let id = client.ask("textDocument/diagnostic", params.clone());
        client.change(URI, 2 * round + 1, Some([0, 0, 0, 0]), "# edited\n");
        let answer = client.response(id);
        answer.get("error").cloned()
    });
    let late = late.expect("a late one");
    assert_eq!((&late["code"], &late["data"]), (&json!(-32802), &json!({"retriggerRequest": true})));
    assert_eq!(client.result("textDocument/diagnostic", params)["kind"], "full");
}
