//! Stories of one who renames what a CRD defines, in files that are open and in files that are not.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, at};
use crate::folder::Folder;
use crate::navigation::{WIDGET, client, widgets};

#[test]
fn a_rename_is_prepared_made_and_refused() {
    let folder = Folder::new("lsp-rename", &[("b.yaml", WIDGET)]);
    let rename = json!({"rename": {"prepareSupport": true}});
    let (mut client, answer) = client(&folder.root(), rename);
    assert_eq!(answer["capabilities"]["renameProvider"], json!({"prepareProvider": true}));
    let (crd, open) = (folder.uri("crd.yaml"), folder.uri("a.yaml"));
    client.open(&crd, 7, &widgets());
    client.open(&open, 3, WIDGET);
    let prepared = client.result("textDocument/prepareRename", at(&crd, 24, 26));
    assert_eq!(prepared["placeholder"], "size");
    assert_eq!(prepared["range"]["start"], json!({"line": 24, "character": 25}));
    assert_eq!(client.result("textDocument/prepareRename", at(&crd, 1, 1)), Value::Null);
    let mut asked = at(&crd, 24, 26);
    asked["newName"] = json!("full-width");
    let changes = client.result("textDocument/rename", asked.clone())["documentChanges"].clone();
    let documents: Vec<_> = changes.as_array().expect("a list").iter().map(|c| &c["textDocument"]).collect();
    assert_eq!(
        documents,
        [
            &json!({"uri": crd, "version": 7}),
            &json!({"uri": open, "version": 3}),
            &json!({"uri": folder.uri("b.yaml"), "version": null}),
        ]
    );
    let texts: Vec<_> =
        changes[0]["edits"].as_array().expect("edits").iter().map(|edit| edit["newText"].as_str()).collect();
    assert_eq!(texts, ["full-width", "full-width", "full-width", "full__dash__width"].map(Some));
    asked["newName"] = json!("");
    let refused = client.request("textDocument/rename", asked)["error"].clone();
    assert_eq!((&refused["code"], &refused["message"]), (&json!(-32803), &json!("a property needs a name")));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_client_that_renames_nothing_is_told_nothing_of_it() {
    let (_, answer) = client("file:///w", json!({}));
    assert_eq!(answer["capabilities"]["renameProvider"], Value::Null);
    let (_, answer) = client("file:///w", json!({"rename": {}}));
    assert_eq!(answer["capabilities"]["renameProvider"], true);
}

/// What a rename writes, by the names of files, and the whole edit.
fn renamed(client: &mut Client, from: Value, new: &str) -> (BTreeMap<String, Vec<String>>, Value) {
    let mut asked = from;
    asked["newName"] = json!(new);
    let answer = client.request("textDocument/rename", asked);
    let edit = answer["result"].clone();
    let changes = edit["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    let of_file = |change: &Value| {
        let uri = change["textDocument"]["uri"].as_str().expect("a URI");
        let edits = change["edits"].as_array().expect("edits");
        let texts = edits.iter().map(|edit| edit["newText"].as_str().unwrap_or_default().to_owned());
        (uri.rsplit('/').next().unwrap_or_default().to_owned(), texts.collect())
    };
    (changes.iter().map(of_file).collect(), edit)
}

fn texts(files: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    files.iter().map(|(file, texts)| ((*file).to_owned(), owned(texts))).collect()
}

#[test]
fn names_change_in_closed_files_once_that_is_confirmed() {
    let folder = Folder::new("lsp-rename-closed", &[("b.yaml", WIDGET), ("crd.yaml", &widgets())]);
    let edits = json!({"documentChanges": true, "changeAnnotationSupport": {}});
    let capabilities = json!({"textDocument": {"rename": {}}, "workspace": {"workspaceEdit": edits}});
    let mut client = Client::in_folder(&folder, capabilities);
    let open = folder.uri("a.yaml");
    client.open(&open, 3, WIDGET);
    // The CRD is read in the background.
    while client.result("textDocument/definition", at(&open, 4, 3)).is_null() {}
    let (all, edit) = renamed(&mut client, at(&open, 4, 3), "width");
    let four: &[&str] = &["width", "width", "width", "width"];
    assert_eq!(all, texts(&[("a.yaml", &["width"]), ("b.yaml", &["width"]), ("crd.yaml", four)]));
    assert_eq!(edit["changeAnnotations"]["closed"]["needsConfirmation"], true);
    for change in edit["documentChanges"].as_array().expect("changes") {
        let closed = change["textDocument"]["version"].is_null();
        assert_eq!(change["edits"][0]["annotationId"].is_string(), closed, "{change}");
    }
    let (kind, _) = renamed(&mut client, at(&open, 1, 8), "Gadget");
    assert_eq!(kind, texts(&[("a.yaml", &["Gadget"]), ("b.yaml", &["Gadget"]), ("crd.yaml", &["Gadget"])]));
    let (group, _) = renamed(&mut client, at(&open, 0, 14), "example.com");
    let twice: &[&str] = &["example.com", "example.com"];
    assert_eq!(
        group,
        texts(&[("a.yaml", &["example.com"]), ("b.yaml", &["example.com"]), ("crd.yaml", twice)])
    );
    let (version, _) = renamed(&mut client, at(&open, 0, 25), "v2");
    assert_eq!(version, texts(&[("a.yaml", &["v2"]), ("b.yaml", &["v2"]), ("crd.yaml", &["v2"])]));
    client.open(&folder.uri("crd.yaml"), 1, &widgets());
    let (plural, _) = renamed(&mut client, at(&folder.uri("crd.yaml"), 3, 10), "gadgets");
    assert_eq!(plural, texts(&[("crd.yaml", &["gadgets", "gadgets"])]));
    let mut asked = at(&open, 1, 8);
    asked["newName"] = json!("no kind");
    assert_eq!(client.request("textDocument/rename", asked)["error"]["code"], -32803);
    assert_eq!(client.stop().code(), Some(0));
}
