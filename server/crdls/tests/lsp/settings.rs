//! Settings, wherever they come from, and the folders that they hold in.

use serde_json::{Value, json};

use crate::client::Client;
use crate::folder::{Folder, named};
use crate::sample::with;

const URI: &str = "file:///a.yaml";

#[test]
fn a_pushed_setting_checks_anew() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a: 1\n");
    client.published(URI);
    client.configure(json!({"kubernetes": "1.31"}));
    assert_eq!(client.published(URI)["version"], 1);
    client.configure(json!({"kubernetes": "1.30"}));
    let said = client.log("kubernetes");
    assert!(said.contains("`kubernetes` is \"1.30\", not a string from \"1.31\" to \"1.37\""), "{said}");
    for settings in [Value::Null, json!([]), json!({"other": 1}), json!({"crdls": "no"})] {
        client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    }
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_editor_that_can_be_asked_is_asked_before_anything_is_checked() {
    let folders = named(&[&Folder::new("asked", &[]).root()]);
    let workspace = json!({"configuration": true, "didChangeConfiguration": {"dynamicRegistration": true},
        "didChangeWatchedFiles": {"dynamicRegistration": true}});
    let mut client = Client::start();
    client.settings = |scope| match scope {
        "" => json!({"fieldValidation": "outside"}),
        _ => json!({"fieldValidation": "inside"}),
    };
    client.initialize(json!({"capabilities": {"workspace": workspace}, "workspaceFolders": folders}));
    client.open(URI, 1, "a: 1\n");
    client.log("outside");
    client.log("inside");
    client.published(URI);
    assert!(client.was_asked("client/registerCapability"));
    assert!(client.was_asked("workspace/configuration"));
    client.settings = |_| json!({"kubernetes": "1.32"});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    assert_eq!(client.published(URI)["version"], 1);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_editor_that_does_not_answer_is_served_all_the_same() {
    let mut client = Client::start();
    client.mute = true;
    let workspace = json!({"configuration": true, "didChangeWatchedFiles": {"dynamicRegistration": true}});
    client.initialize(json!({"capabilities": {"workspace": workspace}}));
    client.open(URI, 1, &with(5, "  group: example.org\n  colour: red"));
    assert_eq!(unknown_field(&mut client, URI), Some(json!(1)), "by the defaults");
    assert!(!client.has_logged("does not answer"), "before anybody loses patience");
    client.log("does not answer workspace/configuration");
    // An answer counts all the same, however late.
    let is_question = |m: &Value| m["method"] == "workspace/configuration";
    let id = client.first("the question", is_question)["id"].clone();
    client.send(&json!({"jsonrpc": "2.0", "id": id, "result": [{"fieldValidation": "warn"}]}));
    assert_eq!(unknown_field(&mut client, URI), Some(json!(2)));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn crdls_toml_is_read_in_each_folder_and_anew() {
    let one = Folder::new("one", &[("crdls.toml", "kubernetes = '1.2'\n")]);
    let two = Folder::new("two", &[]);
    let folders = named(&[&one.root(), &two.root()]);
    let (mut client, _) = Client::initialized(json!({ "workspaceFolders": folders }));
    assert!(client.log("crdls.toml").contains("`kubernetes` is \"1.2\""));
    let uri = two.uri("a.yaml");
    client.open(&uri, 1, "a: 1\n");
    client.published(&uri);
    two.write("crdls.toml", "kubernetes = '1.35'\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(client.published(&uri)["version"], 1);
    two.write("crdls.toml", "kubernetes = \n");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    client.log("two: crdls.toml: line 1");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn folders_come_and_go() {
    let folder = Folder::new("come", &[("crdls.toml", "fieldValidation = 'maybe'\n")]);
    let folders = named(&[&folder.root()]);
    let (mut client, answer) = Client::initialized(json!({}));
    assert_eq!(answer["capabilities"]["workspace"]["workspaceFolders"]["changeNotifications"], true);
    client.open(URI, 1, "a: 1\n");
    client.published(URI);
    let event = |added: &Value, removed: &Value| json!({"event": {"added": added, "removed": removed}});
    client.notify("workspace/didChangeWorkspaceFolders", event(&folders, &json!([])));
    client.log("`fieldValidation` is \"maybe\"");
    client.published(URI);
    client.notify("workspace/didChangeWorkspaceFolders", event(&json!([]), &folders));
    client.published(URI);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn trace_tells_of_each_message() {
    for options in [json!({"trace": "messages"}), json!({"crdls": {"trace": "verbose"}})] {
        let (mut client, _) = Client::initialized(json!({"initializationOptions": options}));
        client.open(URI, 1, "a: 1\n");
        client.log("textDocument/didOpen");
    }
}

/// What is found of an unknown field: its severity, where it is found.
fn unknown_field(client: &mut Client, uri: &str) -> Option<Value> {
    let published = client.published(uri);
    let found = published["diagnostics"].as_array().and_then(|list| list.first().cloned());
    found.map(|diagnostic| diagnostic["severity"].clone())
}

#[test]
fn settings_change_what_is_found() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, &with(5, "  group: example.org\n  colour: red"));
    assert_eq!(unknown_field(&mut client, URI), Some(json!(1)));
    for (settings, severity) in [
        (json!({"fieldValidation": "warn"}), Some(json!(2))),
        (json!({"fieldValidation": "ignore"}), None),
        (json!({"severity": {"unknown-field": "hint"}}), Some(json!(4))),
        (json!({"severity": {"unknown-field": "off"}}), Some(json!(1))),
    ] {
        client.configure(settings.clone());
        assert_eq!(unknown_field(&mut client, URI), severity, "{settings}");
    }
}

#[test]
fn each_folder_has_its_own_settings_and_the_editor_wins() {
    let lax = Folder::new("lax", &[("crdls.toml", "fieldValidation = 'ignore'\n")]);
    let strict = Folder::new("strict", &[]);
    let folders = named(&[&lax.root(), &strict.root()]);
    let (mut client, _) = Client::initialized(json!({ "workspaceFolders": folders }));
    let (in_lax, in_strict) = (lax.uri("a.yaml"), strict.uri("a.yaml"));
    let text = with(5, "  group: example.org\n  colour: red");
    client.open(&in_lax, 1, &text);
    client.open(&in_strict, 1, &text);
    assert_eq!(unknown_field(&mut client, &in_lax), None);
    assert_eq!(unknown_field(&mut client, &in_strict), Some(json!(1)));
    client.configure(json!({"fieldValidation": "warn"}));
    // Each is checked once more because of the other, which is the same CRD: that may be said first.
    while unknown_field(&mut client, &in_lax) != Some(json!(2)) {}
    while unknown_field(&mut client, &in_strict) != Some(json!(2)) {}
}

#[test]
fn an_excluded_document_is_not_checked() {
    let folder = Folder::new("excluded", &[("crdls.toml", "exclude = ['vendor/']\n")]);
    let folders = named(&[&folder.root()]);
    let (mut client, _) = Client::initialized(json!({ "workspaceFolders": folders }));
    let broken = with(5, "  group: example.org\n  colour: red");
    let (here, vendored) = (folder.uri("a.yaml"), folder.uri("vendor/b.yaml"));
    let has_findings = |client: &mut Client, uri: &str| {
        !client.published(uri)["diagnostics"].as_array().is_none_or(Vec::is_empty)
    };
    for (uri, found) in [(&here, true), (&vendored, false)] {
        client.open(uri, 1, &broken);
        assert_eq!(has_findings(&mut client, uri), found, "{uri}");
    }
    folder.write("crdls.toml", "exclude = ['/a.yaml']\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    for (uri, found) in [(&here, false), (&vendored, true)] {
        // Until the workspace is read again, it is checked by the old settings.
        while has_findings(&mut client, uri) != found {}
    }
    assert_eq!(client.stop().code(), Some(0));
}
