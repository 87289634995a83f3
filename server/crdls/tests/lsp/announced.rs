//! What a client does not announce is not sent: the same story for one that announces nothing, and for one that
//! announces all.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::client::{Client, at};

const URI: &str = "file:///w/crd.yaml";
const TYPED: &str = "file:///w/typed.yaml";
const WIDGET: &str = "file:///w/widget.yaml";

/// Its lines count from 0: `scope` is line 7, the type of `size` line 18, its rule line 20.
fn widgets() -> String {
    let crd = crd(|c| {
        let c = c.kind("Widget").group("example.org").scope("Namespace").version("v1", |v| {
            v.schema(
                "
                type: object
                properties:
                  size:
                    type: string
                    x-kubernetes-validations:
                    - rule: self.startsWith('a')
                      message: starts with a
                  parts:
                    type: object
                    properties: {one: {type: string}}
                ",
            )
        });
        c.version("v1alpha1", |v| v.entries("deprecated: true"))
    });
    crd.replace("spec:\n", "spec:\n  group: old.org\n")
}

fn all() -> Value {
    let kinds: Vec<_> = (1..=26).collect();
    json!({
        "workspace": {
            "configuration": true, "didChangeConfiguration": {"dynamicRegistration": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "workspaceEdit": {"documentChanges": true}, "symbol": {"symbolKind": {"valueSet": kinds}},
            "codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true},
            "semanticTokens": {"refreshSupport": true},
        },
        "textDocument": {
            "publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]},
                "versionSupport": true, "codeDescriptionSupport": true, "dataSupport": true},
            "completion": {"completionItem": {"snippetSupport": true, "preselectSupport": true,
                "documentationFormat": ["markdown"], "tagSupport": {"valueSet": [1]}, "insertReplaceSupport": true,
                "insertTextModeSupport": {"valueSet": [1, 2]}, "labelDetailsSupport": true,
                "resolveSupport": {"properties": ["documentation"]}}},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "signatureHelp": {"signatureInformation": {"documentationFormat": ["markdown"],
                "activeParameterSupport": true, "parameterInformation": {"labelOffsetSupport": true}}},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true, "symbolKind": {"valueSet": kinds}},
            "codeAction": {"isPreferredSupport": true,
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
            "foldingRange": {}, "selectionRange": {}, "documentLink": {}, "codeLens": {}, "inlayHint": {},
            "rename": {"prepareSupport": true}, "rangeFormatting": {}, "onTypeFormatting": {},
            "semanticTokens": {"requests": {"full": {"delta": true}, "range": true}, "formats": ["relative"],
                "tokenTypes": ["variable", "property", "function", "keyword"], "tokenModifiers": []},
        },
    })
}

/// Everything that a client with these capabilities is told.
fn story(capabilities: Value) -> (Client, Value) {
    let mut client = Client::start();
    let options = json!({"docsBaseUrl": "https://example.org"});
    let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities,
        "initializationOptions": options});
    let answer = client.result("initialize", params)["capabilities"].clone();
    client.notify("initialized", json!({}));
    client.open(URI, 1, &widgets());
    let published = client.published(URI);
    let typed = widgets()
        .replace("type: string\n            x-k", "type: string\n            x-kube\n            x-k");
    client.open(TYPED, 1, &typed);
    client.open(WIDGET, 1, "apiVersion: example.org/\nkind: Widget\n");
    let mut ask = |method: &str, uri: &str, line: u32, character: u32, more: Value| {
        let at = json!({"line": line, "character": character});
        let mut params =
            json!({"textDocument": {"uri": uri}, "position": at, "range": {"start": at, "end": at}});
        params.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        client.result(&format!("textDocument/{method}"), params)
    };
    let keys = ask("completion", TYPED, 19, 16, json!({}));
    let mut answers = json!({
        "initialize": answer,
        "published": published,
        "keys": keys,
        "kind": ask("completion", URI, 1, 8, json!({})),
        "versions": ask("completion", WIDGET, 0, 24, json!({})),
        "hover": ask("hover", URI, 7, 4, json!({})),
        "signatures": ask("signatureHelp", URI, 20, 36, json!({})),
        "symbols": ask("documentSymbol", URI, 0, 0, json!({})),
        "actions": ask("codeAction", URI, 7, 12, json!({"context": {"diagnostics": []}})),
        "rename": ask("rename", URI, 17, 12, json!({"newName": "width"})),
    });
    // Each list has its own documentation.
    let keys = client.result("textDocument/completion", at(TYPED, 19, 16));
    let items = keys.as_array().expect("items").iter();
    answers["resolved"] = items.map(|item| client.result("completionItem/resolve", item.clone())).collect();
    (client, answers)
}

/// Whether a member is anywhere in a value, and not null.
fn has(value: &Value, member: &str) -> bool {
    match value {
        Value::Object(members) => {
            members.get(member).is_some_and(|value| !value.is_null())
                || members.values().any(|value| has(value, member))
        }
        Value::Array(items) => items.iter().any(|item| has(item, member)),
        _ => false,
    }
}

/// Where a member stands only for those who announced it.
const MEMBERS: &[(&str, &str)] = &[
    ("/published", "codeDescription"),
    ("/published", "data"),
    ("/published", "relatedInformation"),
    ("/published", "tags"),
    ("/published", "version"),
    ("/keys", "data"),
    ("/keys", "insert"),
    ("/keys", "insertTextFormat"),
    ("/keys", "insertTextMode"),
    ("/keys", "labelDetails"),
    ("/kind", "preselect"),
    ("/versions", "tags"),
    ("/signatures/signatures", "activeParameter"),
    ("/symbols", "children"),
    ("/actions", "isPreferred"),
    ("/rename", "documentChanges"),
    ("/initialize", "semanticTokensProvider"),
    ("/initialize", "codeLensProvider"),
    ("/initialize", "inlayHintProvider"),
    ("/initialize", "foldingRangeProvider"),
    ("/initialize", "selectionRangeProvider"),
    ("/initialize", "documentLinkProvider"),
    ("/initialize/completionProvider", "resolveProvider"),
    ("/initialize", "documentRangeFormattingProvider"),
    ("/initialize", "documentOnTypeFormattingProvider"),
    ("/initialize", "codeActionProvider"),
    ("/initialize", "renameProvider"),
];

#[test]
fn members_stand_for_those_who_announced_them() {
    let (_, full) = story(all());
    let (_, minimal) = story(json!({}));
    for (place, member) in MEMBERS {
        let at = |answers: &Value| has(answers.pointer(place).unwrap_or(&Value::Null), member);
        assert!(at(&full), "{place} lacks {member}: {:#}", full.pointer(place).unwrap_or(&Value::Null));
        assert!(!at(&minimal), "{place} has {member}: {:#}", minimal.pointer(place).unwrap_or(&Value::Null));
    }
    // Texts in the format that is read, and nothing that only a snippet has.
    for (answers, kind) in [(&full, "markdown"), (&minimal, "plaintext")] {
        for place in [
            "/hover/contents/kind",
            "/resolved/0/documentation/kind",
            "/signatures/signatures/0/documentation/kind",
        ] {
            assert_eq!(answers.pointer(place), Some(&json!(kind)), "{place}");
        }
    }
    let documentation = |answers: &Value, list: &str| -> Vec<String> {
        let items = answers[list].as_array().expect("items").iter();
        let text =
            |item: &Value| item.pointer("/documentation/value").and_then(Value::as_str).map(str::to_owned);
        items.map(|item| text(item).unwrap_or_default()).collect()
    };
    // Long documentation comes with the item that is asked for, and nothing is lost.
    let (listed, resolved) = (documentation(&full, "keys"), documentation(&full, "resolved"));
    assert!(listed.iter().all(|text| text.len() <= 200) && resolved.iter().any(|text| text.len() > 200));
    assert!(listed.iter().zip(&resolved).all(|(listed, resolved)| listed.is_empty() || listed == resolved));
    let plain = documentation(&minimal, "keys");
    assert!(resolved.iter().zip(&plain).all(|(long, plain)| long.is_empty() == plain.is_empty()));
    let written = |answers: &Value| answers["keys"].to_string();
    assert!(written(&full).contains("${1") && !written(&minimal).contains("${1"));
    let label = |answers: &Value| answers["signatures"]["signatures"][0]["parameters"][0]["label"].clone();
    assert!(label(&full).is_array() && label(&minimal).is_string());
}

#[test]
fn symbols_are_of_the_kinds_that_the_client_shows() {
    let kinds = |answers: &Value| {
        let mut found = Vec::new();
        let mut open = vec![answers["symbols"].clone()];
        while let Some(value) = open.pop() {
            found.extend(value["kind"].as_u64());
            open.extend(value.as_array().cloned().unwrap_or_default());
            open.extend(value["children"].as_array().cloned().unwrap_or_default());
        }
        found
    };
    let ((_, full), (_, minimal)) = (story(all()), story(json!({})));
    assert!(kinds(&full).contains(&19), "objects: {:?}", kinds(&full));
    assert_eq!(kinds(&full).len(), kinds(&minimal).len());
    assert!(kinds(&minimal).iter().all(|kind| *kind <= 18), "{:?}", kinds(&minimal));
}

#[test]
fn words_have_the_colours_that_the_client_has() {
    let (mut client, full) = story(all());
    let legend = full["initialize"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    assert_eq!(legend, json!(["variable", "property", "function", "keyword"]));
    let tokens = client.request("textDocument/semanticTokens/full", json!({"textDocument": {"uri": URI}}));
    let data = tokens["result"]["data"].as_array().expect("numbers").clone();
    let types: Vec<_> = data.chunks(5).filter_map(|word| word[3].as_u64()).collect();
    assert!(types.iter().all(|number| *number < 4), "{types:?}");
    assert!(types.contains(&2), "a method is a function");
    // No colours, no numbers that are understood, or nothing that is asked for: no provider.
    for part in [json!({"tokenTypes": []}), json!({"formats": []}), json!({"requests": {}})] {
        let mut capabilities = all();
        let tokens = capabilities["textDocument"]["semanticTokens"].as_object_mut().expect("an object");
        tokens.extend(part.as_object().cloned().expect("an object"));
        let (_, answers) = story(capabilities);
        assert_eq!(answers["initialize"]["semanticTokensProvider"], Value::Null, "{part}");
    }
    let mut capabilities = all();
    capabilities["textDocument"]["semanticTokens"]["requests"] = json!({"range": true});
    let (_, answers) = story(capabilities);
    let provider = &answers["initialize"]["semanticTokensProvider"];
    assert_eq!((&provider["range"], &provider["full"]), (&json!(true), &Value::Null));
}

/// What the server asks of a client.
const REQUESTS: [&str; 5] = [
    "client/registerCapability",
    "workspace/configuration",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/semanticTokens/refresh",
];

#[test]
fn nobody_is_asked_what_he_does_not_know() {
    let settings = json!({"kubernetes": "1.33"});
    let (mut full, _) = story(all());
    full.settings = |_| json!({"kubernetes": "1.33"});
    full.configure(settings.clone());
    REQUESTS.iter().for_each(|method| full.asked(method));
    assert!(!full.was_asked("workspace/diagnostic/refresh"), "it does not pull");
    let (mut minimal, _) = story(json!({}));
    minimal.configure(settings);
    minimal.published(URI);
    let others = ["workspace/diagnostic/refresh", "window/workDoneProgress/create"];
    for method in REQUESTS.iter().chain(&others) {
        assert!(!minimal.was_asked(method), "{method}");
    }
}

#[test]
fn an_old_client_is_told_by_a_flag_what_is_deprecated() {
    let flag = json!({"textDocument": {"completion": {"completionItem": {"deprecatedSupport": true}}}});
    let (_, answers) = story(flag);
    assert!(has(&answers["versions"], "deprecated") && !has(&answers["versions"], "tags"));
}

#[test]
fn behind_a_quote_proposals_are_held_against_the_quote() {
    let (mut client, _) = story(json!({}));
    let uri = "file:///w/quoted.yaml";
    client.open(uri, 1, &widgets().replace("  scope: Namespace\n", "  \"sco\n"));
    let items = client.result("textDocument/completion", at(uri, 7, 6));
    let scope = items.as_array().expect("a list").iter().find(|item| item["label"] == "scope").cloned();
    let scope = scope.unwrap_or_else(|| panic!("{items:#}"));
    let start = scope["textEdit"]["range"]["start"]["character"].as_u64().expect("a column") as usize;
    let typed = &"  \"sco"[start..];
    let held = scope["filterText"].as_str().or(scope["label"].as_str()).expect("a text");
    assert!(held.starts_with(typed), "{typed} is held against {held}");
}
