//! A client that says anything: it is answered or what it said is logged, and the server lives.

use serde_json::{Value, json};

use crate::client::Client;
use crate::sample::with;

const URI: &str = "file:///a.yaml";

/// The server still follows a text and says what is wrong with it.
fn lives(mut client: Client) {
    let uri = "file:///alive.yaml";
    client.open(uri, 1, "a: 1\n");
    client.change(uri, 2, Some([0, 3, 0, 4]), "2");
    assert_eq!(client.text(uri), "a: 2\n");
    while client.published(uri)["version"] != 2 {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn notifications_of_any_shape_change_nothing() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a: b\n");
    let document = json!({"uri": URI, "version": 2});
    let change = |change: Value| json!({"textDocument": document, "contentChanges": change});
    let at = |line: Value, character: Value| json!({"line": line, "character": character});
    let from =
        |start: &Value| json!([{"range": {"start": start, "end": at(json!(0), json!(1))}, "text": "x"}]);
    let odd = [
        Value::Null,
        json!([]),
        json!("text"),
        json!({}),
        json!({"textDocument": 1, "contentChanges": []}),
        json!({"textDocument": {"uri": URI, "version": "2"}, "contentChanges": [{"text": "x"}]}),
        json!({"textDocument": {"uri": URI, "version": 1_u64 << 40}, "contentChanges": [{"text": "x"}]}),
        json!({"textDocument": {"uri": "no uri at all", "version": 2}, "contentChanges": [{"text": "x"}]}),
        change(json!(null)),
        change(json!([null])),
        change(json!([{"range": null}])),
        change(json!([{"text": 1}])),
        change(from(&at(json!(-1), json!(0)))),
        change(from(&at(json!(0), json!(1_u64 << 33)))),
        change(from(&at(json!(0.5), json!(0)))),
        change(from(&json!("here"))),
    ];
    for params in odd {
        client.notify("textDocument/didChange", params.clone());
        client.log("malformed textDocument/didChange");
        client.notify("textDocument/didOpen", params.clone());
        client.log("malformed textDocument/didOpen");
        let others =
            ["workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "$/cancelRequest"];
        others.iter().for_each(|method| client.notify(method, params.clone()));
    }
    assert_eq!(client.text(URI), "a: b\n");
    lives(client);
}

#[test]
fn requests_of_any_shape_are_answered() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a: b\n");
    let document = json!({"uri": URI});
    let odd = [
        Value::Null,
        json!([1]),
        json!({}),
        json!({"textDocument": document, "position": {"line": -1, "character": 0}}),
        json!({"textDocument": document, "position": {"line": 0, "character": 1_u64 << 32}}),
        json!({"textDocument": document, "range": {"start": 0, "end": 1}, "context": {}}),
    ];
    let methods = ["hover", "completion", "documentSymbol", "codeAction", "diagnostic", "unheardOf"];
    for method in methods.map(|name| format!("textDocument/{name}")) {
        for params in &odd {
            let answer = client.request(&method, params.clone());
            assert!(
                answer.get("result").is_some() || answer["error"]["code"].is_i64(),
                "{method} {params}: {answer}"
            );
        }
    }
    lives(client);
}

#[test]
fn positions_outside_of_the_text_are_answered() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, &with(6, "  group: Broken_\n  scope: Namespace"));
    let most = u64::from(u32::MAX);
    for (line, character) in [(0, most), (most, 0), (most, most), (99, 1), (3, 999)] {
        let at = json!({"line": line, "character": character});
        let params = json!({"textDocument": {"uri": URI}, "position": at});
        for method in ["textDocument/hover", "textDocument/completion"] {
            let answer = client.request(method, params.clone());
            assert!(answer.get("result").is_some(), "{method}: {answer}");
        }
        for range in
            [json!({"start": at, "end": at}), json!({"start": at, "end": {"line": 0, "character": 0}})]
        {
            let params =
                json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}});
            let answer = client.request("textDocument/codeAction", params);
            assert!(answer.get("result").is_some() || answer["error"]["code"] == -32801, "{answer}");
        }
    }
    lives(client);
}

#[test]
fn a_range_the_wrong_way_round_is_told() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a: b\nc: d\n");
    client.change(URI, 2, Some([1, 2, 0, 1]), "x");
    client.log("does not fit");
    assert_eq!(client.text(URI), Value::Null);
    client.change(URI, 3, None, "whole");
    assert_eq!(client.text(URI), "whole");
    let most = u32::MAX;
    client.change(URI, 4, Some([most, most, most, most]), "x");
    client.log("does not fit");
    lives(client);
}

#[test]
fn bodies_that_are_no_json_are_answered() {
    let (mut client, _) = Client::initialized(json!({}));
    let deep = "[".repeat(200_000);
    let deep_text =
        format!(r#"{{"jsonrpc": "2.0", "method": "a", "params": {}}}"#, "{\"a\":".repeat(100_000));
    let bodies: [&[u8]; 9] = [
        b"\xff\xfe\x00",
        b"{\"jsonrpc\": \"2.0\", \"method\": \"a\xc3\"}",
        b"null",
        b"1",
        b"\"text\"",
        b"{}",
        br#"[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]"#,
        deep.as_bytes(),
        deep_text.as_bytes(),
    ];
    for body in bodies {
        let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        message.extend_from_slice(body);
        client.send_raw(&message);
        assert!(client.response_to_nobody()["error"]["code"].is_i64());
    }
    lives(client);
}

#[test]
fn ids_of_any_kind_are_answered_or_refused() {
    let (mut client, _) = Client::initialized(json!({}));
    for id in [json!("x"), json!(-1), json!(i64::MAX), json!("\u{0}\u{1F600}")] {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "crdls/nothing", "params": {}}));
        assert_eq!(client.response_with(&id)["error"]["code"], -32601, "{id}");
    }
    for id in [json!(1.5), json!([1]), json!({}), json!(true), json!(u64::MAX)] {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "crdls/nothing", "params": {}}));
        assert!(client.response_to_nobody()["error"]["code"].is_i64(), "{id}");
    }
    lives(client);
}

#[test]
fn headers_of_any_kind_are_survived() {
    let (mut client, _) = Client::initialized(json!({}));
    let junk: [&[u8]; 7] = [
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: 99999999999999999999999\r\n\r\n",
        b"Content-Length:\r\n\r\n",
        b"\xff\xfe\xfd\r\n\r\n",
        b"\r\n\r\n\r\n",
        b": : :\n\n",
        &[b'x'; 100_000],
    ];
    for bytes in junk {
        client.send_raw(bytes);
        client.send_raw(b"\r\n\r\n");
    }
    // Line ends of one character, and a header of another name.
    let body = json!({"jsonrpc": "2.0", "id": "lf", "method": "crdls/nothing"}).to_string();
    client.send_raw(format!("Content-Type: x\nCONTENT-LENGTH:{}\n\n{body}", body.len()).as_bytes());
    assert_eq!(client.response_with(&json!("lf"))["error"]["code"], -32601);
    lives(client);
}

#[test]
fn a_text_of_30_megabytes_is_served() {
    let (mut client, _) = Client::initialized(json!({}));
    let line = "  - {name: \"é\", value: 'x'} # 😀\n";
    let text = format!("apiVersion: v1\nkind: Pod\nspec:\n{}", line.repeat((30 << 20) / line.len()));
    client.open(URI, 1, &text);
    client.change(URI, 2, Some([3, 2, 3, 3]), "+");
    while client.published(URI)["version"] != 2 {}
    let end = text.matches('\n').count() as u32;
    client.change(URI, 3, Some([end, 0, end, 0]), "end: 1\n");
    let got = client.text(URI);
    assert!(got.as_str().is_some_and(|got| got.ends_with("# 😀\nend: 1\n")), "another text");
    lives(client);
}

#[test]
fn many_findings_on_one_line_are_served() {
    let (mut client, _) = Client::initialized(json!({}));
    let properties: Vec<_> = (0..20_000).map(|i| format!("p{i}: {{type: sé}}")).collect();
    let text =
        with(16, &format!("          size: {{type: object, properties: {{{}}}}}", properties.join(", ")));
    client.open(URI, 1, &text);
    let diagnostics = client.published(URI)["diagnostics"].clone();
    let last = diagnostics.as_array().and_then(|all| all.last()).expect("findings");
    assert!(last["range"]["start"]["character"].as_u64().is_some_and(|at| at > 300_000), "{last}");
    let params = json!({"textDocument": {"uri": URI}, "range": last["range"], "context": {"diagnostics": diagnostics}});
    assert!(client.request("textDocument/codeAction", params).get("result").is_some());
    lives(client);
}

#[test]
fn a_burst_in_a_large_broken_text_is_followed() {
    let (mut client, _) = Client::initialized(json!({}));
    // A bracket that is never closed: each change has all of it read again.
    let line = "  key: [value, other # comment\n";
    let text = format!("a:\n{}", line.repeat(100_000 / line.len()));
    client.open(URI, 0, &text);
    for version in 1..=2_000 {
        client.change(URI, version, Some([1, 2, 1, 2]), if version % 7 == 0 { "\n" } else { "é" });
    }
    while client.published(URI)["version"] != 2_000 {}
    lives(client);
}

#[test]
fn a_flood_of_requests_is_answered() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, &with(6, "  group: Broken_"));
    let at = json!({"textDocument": {"uri": URI}, "position": {"line": 6, "character": 4}});
    let asked: Vec<_> = (0..3_000)
        .map(|i| {
            let method = ["hover", "completion", "documentSymbol"][i % 3];
            if i % 10 == 0 {
                client.change(URI, 2 + i as i32, Some([6, 9, 6, 9]), "x");
            }
            client.ask(&format!("textDocument/{method}"), at.clone())
        })
        .collect();
    for id in asked {
        // An older one may be out of date.
        let answer = client.response(id);
        assert!(answer.get("result").is_some() || answer["error"]["code"] == -32801, "{answer}");
    }
    lives(client);
}

#[test]
fn half_a_character_is_its_start() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a: 😀b\n");
    client.change(URI, 2, Some([0, 4, 0, 4]), "x");
    assert_eq!(client.text(URI), "a: x😀b\n");
    client.change(URI, 3, Some([0, 5, 0, 6]), "y");
    assert_eq!(client.text(URI), "a: xyb\n");
    // A half of its own is no text, and no JSON that Unicode knows.
    client.send_body(&format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":4}},"contentChanges":[{{"text":"\ud83d"}}]}}}}"#
    ));
    client.log("malformed message");
    assert_eq!(client.text(URI), "a: xyb\n");
    lives(client);
}

#[test]
fn a_language_of_any_name_is_read_by_what_is_written() {
    let (mut client, _) = Client::initialized(json!({}));
    let broken = with(6, "  scope: Namespace");
    let as_json = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "example.com", "scope": "Namespace"}}"#;
    let template = "apiVersion: v1\nkind: {{ .Values.kind }}\n{{- if .Values.on }}\nspec: {}\n{{- end }}\n";
    let texts = [
        ("yaml", &*broken),
        ("json", as_json),
        ("jsonc", as_json),
        ("helm", template),
        ("", &broken),
        ("cobol", &broken),
    ];
    for (number, (language, text)) in texts.into_iter().enumerate() {
        let uri = format!("file:///{number}");
        client.open_as(language, &uri, 1, text);
        let codes = client.codes(&uri);
        assert_eq!(
            codes.contains(&"unsupported-scope".to_owned()),
            language != "helm",
            "{language}: {codes:?}"
        );
    }
    lives(client);
}

#[test]
fn what_is_said_before_the_start_or_behind_the_end_is_not_heard() {
    let mut client = Client::start();
    client.open(URI, 1, "early: 1\n");
    client.change(URI, 2, None, "early: 2\n");
    client.initialize(json!({}));
    assert_eq!(client.text(URI), Value::Null);
    client.request("shutdown", Value::Null);
    client.open(URI, 1, "late: 1\n");
    client.change(URI, 2, Some([9, 9, 9, 9]), "late");
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn an_id_that_is_used_twice_is_answered_twice() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, &"a: [1, 2]\n".repeat(50_000));
    let params = json!({"textDocument": {"uri": URI}});
    let asked =
        json!({"jsonrpc": "2.0", "id": "one", "method": "textDocument/documentSymbol", "params": params});
    client.send(&asked);
    client.send(&asked);
    for _ in 0..2 {
        let answer = client.response_with(&json!("one"));
        assert!(answer.get("result").is_some() || answer["error"]["code"] == -32600, "{answer}");
    }
    lives(client);
}

/// What begins with `$/` may be ignored as a notification alone: a request gets an answer.
#[test]
fn unknown_requests_of_implementations_are_answered() {
    let (mut client, _) = Client::initialized(json!({}));
    let answer = client.request("$/unknown", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    lives(client);
}
