//! Starting, ending, and all that is no proper message.

use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn shutdown_and_exit_end_well() {
    let (client, answer) = Client::initialized(json!({}));
    assert_eq!(answer["serverInfo"]["name"], "crdls");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    let (mut client, _) = Client::initialized(json!({}));
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let (mut client, _) = Client::initialized(json!({}));
    client.hang_up();
    assert_eq!(client.ended().code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_end_of_the_parent_is_the_end() {
    let mut parent = std::process::Command::new("sleep").arg("600").spawn().expect("sleep");
    let (mut client, _) = Client::initialized(json!({"processId": parent.id()}));
    assert_eq!(client.text("file:///a.yaml"), Value::Null, "it serves while the parent lives");
    parent.kill().expect("a child");
    assert_eq!(client.ended().code(), Some(1), "with the input still open");
    parent.wait().expect("a child");
    // One that has ended before is none to wait for.
    let mut client = Client::start();
    client.request("initialize", json!({"processId": parent.id(), "capabilities": {}}));
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn nothing_is_answered_before_initialize_or_after_shutdown() {
    let mut client = Client::start();
    let hover = json!({"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.request("textDocument/hover", hover.clone())["error"]["code"], -32002);
    client.initialize(json!({}));
    assert_eq!(client.request("initialize", json!({"capabilities": {}}))["error"]["code"], -32600);
    client.request("shutdown", Value::Null);
    assert_eq!(client.request("textDocument/hover", hover)["error"]["code"], -32600);
}

#[test]
fn what_is_no_message_is_answered_and_survived() {
    let (mut client, _) = Client::initialized(json!({}));
    let mut answered = |body: &str| {
        client.send_body(body);
        let answer = client.response_to_nobody();
        client.log("malformed message");
        answer["error"]["code"].as_i64()
    };
    assert_eq!(answered(r#"{"jsonrpc": "2.0", "method":"#), Some(-32700));
    assert_eq!(answered(""), Some(-32700));
    assert_eq!(answered("[]"), Some(-32600));
    assert_eq!(answered(r#"{"jsonrpc": "1.0", "method": "a"}"#), Some(-32600));
    client.send_raw(b"no header at all\r\n\r\n");
    client.log("no header at all");
    client.send_raw(b"Content-Length: x\r\n\r\n");
    client.log("Content-Length: x");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn unknown_methods_are_refused_or_ignored() {
    let (mut client, _) = Client::initialized(json!({}));
    client.notify("$/setTrace", json!({"value": "verbose"}));
    client.notify("crdls/nothing", json!({}));
    // The protocol has the latter two, and the server does not.
    for method in ["crdls/nothing", "textDocument/moniker", "codeAction/resolve"] {
        let params = json!({"title": "x", "textDocument": {"uri": "file:///a.yaml"},
            "position": {"line": 0, "character": 0}});
        assert_eq!(client.request(method, params)["error"]["code"], -32601, "{method}");
    }
    assert_eq!(client.request("textDocument/hover", json!({"wrong": 1}))["error"]["code"], -32602);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn replies_to_nothing_are_survived() {
    let (mut client, _) = Client::initialized(json!({}));
    client.send(&json!({"jsonrpc": "2.0", "id": 99, "result": 1}));
    client.send(&json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "what?"}}));
    client.send(&json!({"jsonrpc": "2.0", "id": "x"}));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_lone_file_needs_no_root() {
    for folders in [Value::Null, json!([])] {
        let (mut client, _) = Client::initialized(json!({"workspaceFolders": folders}));
        client.open("untitled:Untitled-1", 1, "a: 1\n");
        assert_eq!(client.published("untitled:Untitled-1")["version"], 1);
        assert_eq!(client.text("untitled:Untitled-1"), "a: 1\n");
        assert_eq!(client.stop().code(), Some(0));
    }
}

#[test]
fn a_cancelled_request_is_answered_once() {
    let (mut client, _) = Client::initialized(json!({}));
    let text = "a: [1, 2]\n".repeat(50_000);
    client.open("file:///a.yaml", 1, &text);
    let asked: Vec<_> = (0..64)
        .map(|_| {
            client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": "file:///a.yaml"}}))
        })
        .collect();
    for id in &asked {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in asked {
        let answer = client.response(id);
        assert!(answer["error"]["code"] == -32800 || answer.get("result").is_some(), "{answer}");
    }
    client.notify("$/cancelRequest", json!({"id": 4711}));
    assert_eq!(client.stop().code(), Some(0));
}
