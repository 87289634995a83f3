//! A workspace of many files: what is open is checked at once, and judged by the files once they are read.

use std::fmt::Write as _;

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::client::{Client, codes, until};
use crate::folder::{Folder, named};

/// As many as keep a scan busy for longer than a check takes.
const FILES: usize = 600;

fn ovens(number: usize, maximum: u32) -> String {
    let mut schema = format!("type: object\nproperties:\n  size: {{type: integer, maximum: {maximum}}}\n");
    for field in 0..400 {
        let _ = write!(schema, "  field{field}:\n    type: string\n    maxLength: 9\n");
    }
    crd(|c| c.kind(&format!("Oven{number}")).schema(&schema))
}

fn oven(number: usize) -> String {
    format!("apiVersion: example.com/v1\nkind: Oven{number}\nmetadata:\n  name: oven\nsize: 12\n")
}

/// A client that shows progress.
fn showing(folder: &Folder) -> Client {
    Client::in_folder(folder, json!({"window": {"workDoneProgress": true}}))
}

fn stage(progress: &Value) -> &str {
    progress["value"]["kind"].as_str().expect("a stage")
}

#[test]
fn a_home_folder_is_no_project() {
    let broken = oven(0).replace("12", "large");
    let folder = Folder::new("lsp-home", &[("crd.yaml", &ovens(0, 9)), ("closed.yaml", &broken)]);
    let home = folder.path("");
    let mut client = Client::start_with(&[("HOME", &home), ("USERPROFILE", &home)]);
    client.initialize(json!({"workspaceFolders": named(&[folder.root().trim_end_matches('/')])}));
    let told = client.first("a message", |message| message["method"] == "window/showMessage");
    let message = told["params"]["message"].as_str().expect("a text");
    assert!(
        message.contains("is too large for a project") && message.contains("the setting `crds`"),
        "{message}"
    );
    // CRDs in it are known all the same.
    let open = folder.uri("open.yaml");
    client.open(&open, 1, &oven(0));
    client.until(&open, &["out-of-bounds"]);
    std::thread::sleep(std::time::Duration::from_millis(800));
    assert!(!client.has_published(&folder.uri("closed.yaml")));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_open_crd_is_checked_before_all_files_are_read() {
    let folder = Folder::new("lsp-many", &[]);
    for number in 0..FILES {
        folder.write(&format!("{number}.yaml"), &ovens(number, 9));
    }
    let mut client = showing(&folder);
    let uri = folder.uri("0.yaml");
    client.open(&uri, 1, &ovens(0, 9).replace("scope: Namespaced", "scope: Namespace"));
    let ended = |m: &Value| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "end";
    let checked =
        |m: &Value| m["method"] == "textDocument/publishDiagnostics" && m["params"]["uri"] == uri.as_str();
    let first = client.first("diagnostics, or the end of the index", |m| ended(m) || checked(m));
    assert!(checked(&first), "the index came first");
    assert_eq!(codes(&first["params"]["diagnostics"]), ["unsupported-scope"]);
    let begun = client.progress();
    assert_eq!((stage(&begun), &begun["value"]["percentage"]), ("begin", &json!(0)));
    assert_eq!(stage(&client.progress()), "report");
    let end = loop {
        let next = client.progress();
        match stage(&next) {
            "report" => {}
            "end" => break next,
            other => panic!("{other} in between"),
        }
    };
    assert_eq!(end["value"]["message"], format!("{FILES} of {FILES} files"));
    assert_eq!(end["token"], begun["token"]);
    let last = folder.uri("oven.yaml");
    client.open(&last, 1, &oven(FILES - 1));
    assert_eq!(client.codes(&last), ["out-of-bounds"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_scan_ends_when_its_folder_is_closed() {
    let folder = Folder::new("lsp-closed-folder", &[]);
    for number in 0..FILES {
        folder.write(&format!("{number}.yaml"), &ovens(number, 9));
    }
    let mut client = showing(&folder);
    while stage(&client.progress()) != "report" {}
    let removed = json!({"added": [], "removed": named(&[folder.root().trim_end_matches('/')])});
    client.notify("workspace/didChangeWorkspaceFolders", json!({"event": removed}));
    let end = until(|| client.progress(), |next| stage(next) == "end");
    assert_ne!(end["value"]["message"], format!("{FILES} of {FILES} files"));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn files_that_come_change_and_go_move_the_index() {
    let folder = Folder::new("lsp-watched", &[]);
    let mut client = showing(&folder);
    while stage(&client.progress()) != "end" {}
    let opened = folder.uri("oven.yaml");
    client.open(&opened, 1, &oven(1));
    assert!(client.codes(&opened).is_empty());
    let (file, uri) = ("crd.yaml", folder.uri("crd.yaml"));
    let mut moved = |kind: u32, expected: &[&str]| {
        client.watched(&uri, kind);
        assert_eq!(client.codes(&opened), expected, "after {kind}");
    };
    folder.write(file, &ovens(1, 9));
    moved(1, &["out-of-bounds"]);
    folder.write(file, &ovens(1, 99));
    moved(2, &[]);
    folder.write(file, &ovens(1, 11));
    moved(2, &["out-of-bounds"]);
    folder.remove(file);
    moved(3, &[]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_unnamed_document_judges_until_it_is_closed() {
    let (mut client, _) = Client::initialized(json!({}));
    let (untitled, opened) = ("untitled:crd", "file:///w/oven.yaml");
    client.open(opened, 1, &oven(1));
    assert!(client.codes(opened).is_empty());
    client.open(untitled, 1, &ovens(1, 9));
    assert_eq!(client.codes(opened), ["out-of-bounds"]);
    client.close(untitled);
    assert!(client.codes(opened).is_empty());
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_file_is_itself_however_its_uri_is_written() {
    let folder = Folder::new("lsp-one+file", &[("crd.yaml", &ovens(1, 9))]);
    let mut client = showing(&folder);
    while stage(&client.progress()) != "end" {}
    let opened = folder.uri("oven.yaml");
    client.open(&opened, 1, &oven(1));
    assert_eq!(client.codes(&opened), ["out-of-bounds"]);
    client.open(&folder.uri("crd.yaml").replace('+', "%2B"), 1, &ovens(1, 99));
    assert!(client.codes(&opened).is_empty());
    assert_eq!(client.stop().code(), Some(0));
}
