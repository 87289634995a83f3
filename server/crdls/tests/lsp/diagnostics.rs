//! Findings, pushed or pulled.

use serde_json::{Value, json};

use crate::client::{Client, codes, until};
use crate::sample::with;

const URI: &str = "file:///a.yaml";

fn pulling() -> (Client, Value) {
    let document = json!({"diagnostic": {}});
    let workspace = json!({"diagnostics": {"refreshSupport": true}});
    Client::initialized(json!({"capabilities": {"textDocument": document, "workspace": workspace}}))
}

fn pull(client: &mut Client, previous: Option<&str>) -> Value {
    let params = json!({"textDocument": {"uri": URI}, "previousResultId": previous});
    let ask = || client.request("textDocument/diagnostic", params.clone());
    until(ask, |answer| answer["error"]["code"] != -32802)["result"].clone()
}

#[test]
fn clients_that_do_not_pull_get_a_push_for_each_state() {
    let (mut client, answer) = Client::initialized(json!({}));
    assert_eq!(answer["capabilities"]["diagnosticProvider"], Value::Null);
    client.open(URI, 3, "a: 1\n");
    assert_eq!(client.published(URI)["version"], 3);
    client.change(URI, 7, Some([0, 3, 0, 4]), "2");
    assert_eq!(client.published(URI)["version"], 7);
}

/// What judges a document may be read after it was asked for.
#[test]
fn clients_that_cannot_be_told_to_pull_again_get_a_push() {
    let capabilities = json!({"textDocument": {"diagnostic": {}}});
    let (mut client, answer) = Client::initialized(json!({"capabilities": capabilities}));
    assert_eq!(answer["capabilities"]["diagnosticProvider"], Value::Null);
    client.open(URI, 1, &broken());
    assert_eq!(codes(&client.published(URI)["diagnostics"]).len(), 2);
}

/// Findings about missing fields wait until something is typed elsewhere or deleted, or the text is saved.
#[test]
fn what_is_missing_waits_while_its_block_is_typed() {
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n\
        spec:\n  group: b.c\n  names: {kind: A, plural: a}\n  scope: Namespaced\n";
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, crd);
    let opened = client.codes(URI);
    assert!(opened.contains(&"storage-version".to_owned()), "{opened:?}");
    client.change(URI, 2, Some([7, 0, 7, 0]), "  v");
    let typed = client.codes(URI);
    assert!(!typed.contains(&"storage-version".to_owned()), "{typed:?}");
    client.change(URI, 3, Some([7, 0, 7, 3]), "");
    assert_eq!(client.codes(URI), opened);
    client.change(URI, 4, Some([6, 19, 6, 19]), " ");
    assert_eq!(client.codes(URI), Vec::<String>::new());
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
    assert_eq!(client.codes(URI), opened);
}

#[test]
fn a_closed_document_has_no_findings() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a: 1\n");
    client.published(URI);
    client.close(URI);
    let last = client.published(URI);
    assert_eq!((&last["diagnostics"], &last["version"]), (&json!([]), &Value::Null));
    assert_eq!(client.text(URI), Value::Null);
}

#[test]
fn clients_that_pull_get_no_push() {
    let (mut client, answer) = pulling();
    let provider = &answer["capabilities"]["diagnosticProvider"];
    assert_eq!(provider["workspaceDiagnostics"], true);
    client.open(URI, 1, "a: 1\n");
    let first = pull(&mut client, None);
    assert_eq!(first["kind"], "full");
    let id = first["resultId"].as_str().expect("an id").to_owned();
    assert_eq!(pull(&mut client, Some(&id)), json!({"kind": "unchanged", "resultId": id}));
    client.change(URI, 2, Some([0, 3, 0, 4]), "2");
    let second = pull(&mut client, Some(&id));
    assert_eq!(second["kind"], "full");
    client.close(URI);
    assert_eq!(pull(&mut client, None), json!({"kind": "full", "items": []}));
    assert!(!client.was_asked("textDocument/publishDiagnostics"));
}

/// A group that has a character of four bytes before it, and stands there twice.
fn broken() -> String {
    with(5, "  \"😀\": 1\n  group: old.org\n  group: example.org")
}

#[test]
fn a_diagnostic_says_all_there_is_to_say() {
    let related = json!({"publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]},
            "codeDescriptionSupport": true, "dataSupport": true}});
    let options = json!({"docsBaseUrl": "https://example.org/codes/"});
    let (mut client, _) = Client::initialized(
        json!({"capabilities": {"textDocument": related}, "initializationOptions": options}),
    );
    client.open(URI, 1, &broken());
    let diagnostics = client.published(URI)["diagnostics"].clone();
    assert_eq!(codes(&diagnostics), ["unknown-field", "duplicate-key"], "{diagnostics:#}");
    let unknown = &diagnostics[0];
    assert_eq!((&unknown["severity"], &unknown["source"]), (&json!(1), &json!("crdls")));
    assert_eq!(
        unknown["range"],
        json!({"start": {"line": 5, "character": 2}, "end": {"line": 5, "character": 6}})
    );
    assert!(
        unknown["message"].as_str().is_some_and(|m| m.contains("\nserver: unknown field \"spec.😀\"")),
        "{unknown}"
    );
    assert_eq!(unknown["codeDescription"]["href"], "https://example.org/codes/unknown-field");
    assert!(unknown["data"].is_object());
    let twice = &diagnostics[1];
    assert_eq!((&twice["severity"], &twice["tags"]), (&json!(2), &json!([1])), "a warning, faded");
    assert_eq!(twice["relatedInformation"][0]["location"]["range"]["start"]["line"], 7);
    assert!(twice["message"].as_str().is_some_and(|m| m.contains("\nhelp: ")), "{twice}");
}

#[test]
fn related_places_and_tags_go_to_those_who_show_them() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, &broken());
    let diagnostics = client.published(URI)["diagnostics"].clone();
    assert_eq!(diagnostics[1]["relatedInformation"], Value::Null);
    assert_eq!(diagnostics[1]["tags"], Value::Null);
}

#[test]
fn a_code_has_an_address_where_the_settings_have_one() {
    let able = json!({"publishDiagnostics": {"codeDescriptionSupport": true}});
    let (mut client, _) = Client::initialized(json!({"capabilities": {"textDocument": able}}));
    client.open(URI, 1, &broken());
    assert_eq!(client.published(URI)["diagnostics"][0]["codeDescription"], Value::Null);
    let mut address = |settings: Value| {
        client.configure(settings);
        client.published(URI)["diagnostics"][0]["codeDescription"]["href"].clone()
    };
    assert_eq!(address(json!({"docsBaseUrl": "https://example.org"})), "https://example.org/unknown-field");
    assert_eq!(address(json!({"docsBaseUrl": null})), Value::Null);
}

#[test]
fn pulled_and_pushed_say_the_same() {
    let (mut pusher, _) = Client::initialized(json!({}));
    pusher.open(URI, 1, &broken());
    let (mut puller, _) = pulling();
    puller.open(URI, 1, &broken());
    assert_eq!(pull(&mut puller, None)["items"], pusher.published(URI)["diagnostics"]);
}

#[test]
fn a_fixed_document_is_clean() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, &broken());
    assert_eq!(codes(&client.published(URI)["diagnostics"]).len(), 2);
    client.change(URI, 2, Some([5, 0, 7, 0]), "");
    assert_eq!(client.published(URI), json!({"uri": URI, "version": 2, "diagnostics": []}));
}
