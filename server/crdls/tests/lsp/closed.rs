//! Files that are not open: what an edit of a CRD breaks in them, folders that come and go, other names of one file.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, at, codes, until};
use crate::folder::Folder;
use crate::navigation::{WIDGET, widgets};

/// The CRD without its rule, which is about a number.
fn unruled() -> String {
    widgets().split("            x-kubernetes-validations").next().unwrap_or_default().to_owned()
}

#[test]
fn what_an_edit_of_a_crd_breaks_in_closed_files_is_published() {
    let folder =
        Folder::new("lsp-closed", &[("crd.yaml", &unruled()), ("b.yaml", WIDGET), ("c.yaml", "a: 1\n")]);
    let mut client = Client::in_folder(&folder, json!({}));
    let (crd, closed) = (folder.uri("crd.yaml"), folder.uri("b.yaml"));
    client.open(&crd, 1, &unruled());
    client.published(&crd);
    client.change(&crd, 2, Some([22, 27, 22, 34]), "string");
    let found = client.published(&closed);
    assert_eq!((codes(&found["diagnostics"]), &found["version"]), (vec!["invalid-type"], &Value::Null));
    client.change(&crd, 3, Some([22, 27, 22, 33]), "integer");
    assert!(client.codes(&closed).is_empty());
    // Open, it is checked as it is in the editor; closed, as it is on the disk.
    client.open(&closed, 1, &WIDGET.replace('3', "x"));
    client.until(&closed, &["invalid-type"]);
    client.close(&closed);
    client.until(&closed, &[]);
    folder.write("b.yaml", &WIDGET.replace('3', "wide"));
    client.watched(&closed, 2);
    client.until(&closed, &["invalid-type"]);
    folder.remove("b.yaml");
    client.watched(&closed, 3);
    client.until(&closed, &[]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn who_pulls_gets_what_changed() {
    let broken = WIDGET.replace('3', "wide");
    let folder = Folder::new("lsp-closed-pull", &[("b.yaml", &broken), ("d.yaml", WIDGET)]);
    let pull =
        json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let mut client = Client::in_folder(&folder, pull);
    let crd = folder.uri("crd.yaml");
    client.open(&crd, 1, &unruled());
    let ask = |client: &mut Client, previous: &[Value]| {
        let params = json!({"previousResultIds": previous});
        let answer = client.request("workspace/diagnostic", params);
        answer["result"]["items"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    };
    let first = until(|| ask(&mut client, &[]), |items| !items.is_empty());
    assert_eq!(
        (first.len(), &first[0]["uri"], &first[0]["kind"]),
        (1, &json!(folder.uri("b.yaml")), &json!("full"))
    );
    assert_eq!(codes(&first[0]["items"]), ["invalid-type"]);
    let known = json!({"uri": first[0]["uri"], "value": first[0]["resultId"]});
    let second = ask(&mut client, std::slice::from_ref(&known));
    assert_eq!((second.len(), &second[0]["kind"]), (1, &json!("unchanged")));
    client.change(&crd, 2, Some([22, 27, 22, 34]), "string");
    let third = ask(&mut client, &[known]);
    let of = |uri: String| third.iter().find(|item| item["uri"] == uri).expect("a report");
    assert_eq!(of(folder.uri("b.yaml"))["items"], json!([]));
    assert_eq!(codes(&of(folder.uri("d.yaml"))["items"]), ["invalid-type"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn folders_that_come_and_go_are_followed() {
    let folder = Folder::new("lsp-folders", &[]);
    let mut client = Client::in_folder(&folder, json!({}));
    let opened = folder.uri("a.yaml");
    client.open(&opened, 1, &WIDGET.replace('3', "wide"));
    assert!(client.codes(&opened).is_empty());
    folder.write("crds/crd.yaml", &unruled());
    client.watched(&folder.uri("crds"), 1);
    client.until(&opened, &["invalid-type"]);
    fs::rename(folder.path("crds"), folder.path("old")).expect("it is there");
    fs::remove_file(folder.path("old/crd.yaml")).expect("it is there");
    let renamed = json!({"files": [{"oldUri": folder.uri("crds"), "newUri": folder.uri("old")}]});
    client.notify("workspace/didRenameFiles", renamed);
    client.until(&opened, &[]);
    folder.write("old/crd.yaml", &unruled());
    client.notify("workspace/didCreateFiles", json!({"files": [{"uri": folder.uri("old")}]}));
    client.until(&opened, &["invalid-type"]);
    fs::remove_dir_all(folder.path("old")).expect("it is there");
    client.watched(&folder.uri("old"), 3);
    client.until(&opened, &[]);
    assert_eq!(client.stop().code(), Some(0));
}

/// A second CRD of the same names would be a finding.
#[test]
fn another_state_of_a_file_is_no_second_crd() {
    let folder = Folder::new("lsp-copies", &[("crd.yaml", &unruled())]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("crd.yaml", folder.path("link.yaml")).expect("a link");
    let mut client = Client::in_folder(&folder, json!({}));
    let (crd, old) = (folder.uri("crd.yaml"), format!("git:{}", &folder.uri("crd.yaml")["file:".len()..]));
    let shown = format!("{old}?{{\"ref\":\"~\"}}");
    client.open(&crd, 1, &unruled());
    let alone = client.published(&crd)["diagnostics"].clone();
    client.open(&shown, 1, &widgets().replace("integer}", "string}"));
    client.open(&folder.uri("link.yaml"), 1, &widgets());
    client.open(&folder.uri("a.yaml"), 1, WIDGET);
    client.until(&folder.uri("a.yaml"), &[]);
    let found = client.result("workspace/symbol", json!({"query": "Widget"}));
    let kinds = found.as_array().expect("a list").iter().filter(|symbol| symbol["name"] == "Widget");
    assert_eq!(kinds.count(), 1, "{found}");
    client.change(&crd, 2, Some([0, 0, 0, 0]), "");
    assert_eq!(client.published(&crd)["diagnostics"], alone);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_path_that_is_not_encoded_is_served() {
    let (mut client, _) = Client::initialized(json!({}));
    let (crd, encoded) = ("file:///w/my files/\u{e9}.yaml", "file:///w/my%20files/%C3%A9.yaml");
    client.open(crd, 1, &widgets());
    client.published(encoded);
    client.change(crd, 2, Some([6, 9, 6, 19]), "Everywhere");
    assert_eq!(client.codes(encoded), ["unsupported-scope"]);
    assert!(client.result("textDocument/hover", at(crd, 6, 4)).is_object());
    assert_eq!(client.stop().code(), Some(0));
}

const SUITE: &str = "\
apiVersion: apiextensions.k8s.io/v1
name: widgets
crdName: widgets.example.org
tests:
  onCreate:
  - name: a width
    initial: |
      WIDGET
    expected: |
      WIDGET
";

#[test]
fn closed_crds_and_suites_are_checked() {
    let suite = SUITE.replace("WIDGET", &WIDGET.trim_end().replace('\n', "\n      "));
    let scope = unruled().replace("scope: Namespaced", "scope: Namespace");
    let folder = Folder::new("lsp-closed-crds", &[("suite.yaml", &suite), ("other.yaml", "a: 1\n")]);
    folder.write("crds/wrong.yaml", &scope.replace("widget", "gadget").replace("Widget", "Gadget"));
    let mut client = Client::in_folder(&folder, json!({}));
    client.until(&folder.uri("crds/wrong.yaml"), &["unsupported-scope"]);
    // The suite has no CRD before it is opened.
    let (crd, closed) = (folder.uri("crd.yaml"), folder.uri("suite.yaml"));
    client.until(&closed, &["invalid-suite"]);
    client.open(&crd, 1, &unruled());
    client.until(&closed, &[]);
    client.change(&crd, 2, Some([22, 27, 22, 34]), "string");
    client.until(&closed, &["invalid-type", "failing-case"]);
    assert_eq!(client.stop().code(), Some(0));
}
