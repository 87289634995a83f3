//! crdls.toml: what is wrong with it, at the word, with a fix.

use serde_json::{Value, json};

use crate::client::{Client, at, range};
use crate::folder::Folder;

/// Messages and ranges of a publication.
fn told(diagnostics: &Value) -> Vec<(String, [u64; 4])> {
    let told = |one: &Value| {
        let number = |end: &str, part: &str| one["range"][end][part].as_u64().expect("a number");
        let range = ["start", "end"].map(|end| [number(end, "line"), number(end, "character")]).concat();
        (one["message"].as_str().unwrap_or_default().to_owned(), range.try_into().expect("four"))
    };
    diagnostics.as_array().expect("a list").iter().map(told).collect()
}

fn misspelt() -> (String, [u64; 4]) {
    ("there is no setting `kubernets`; did you mean `kubernetes`?".to_owned(), [0, 0, 0, 9])
}

#[test]
fn a_closed_file_is_checked_and_an_open_one_as_it_is_typed() {
    let folder = Folder::new("lsp-toml", &[("crdls.toml", "kubernets = '1.34'\n")]);
    let mut client = Client::in_folder(&folder, json!({}));
    let uri = folder.uri("crdls.toml");
    assert_eq!(told(&client.published(&uri)["diagnostics"]), [misspelt()]);
    client.open_as("toml", &uri, 1, "kubernetes = 1.34\n");
    let found = client.published(&uri)["diagnostics"].clone();
    assert_eq!(told(&found)[0].1, [0, 13, 0, 17], "{found}");
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("kubernetes"), &json!(1)));
    client.change(&uri, 2, Some([0, 13, 0, 17]), "\"1.34\"");
    assert_eq!(told(&client.published(&uri)["diagnostics"]), []);
    let hover = client.hover(at(&uri, 0, 3));
    assert!(hover.starts_with("# kubernetes"), "{hover}");
    client.change(&uri, 3, None, "[severity]\nmissing-type = ''\n");
    assert_eq!(told(&client.published(&uri)["diagnostics"]).len(), 1);
    assert!(client.labels(at(&uri, 1, 4)).contains(&"missing-type".to_owned()));
    assert!(client.labels(at(&uri, 1, 16)).contains(&"hint".to_owned()));
    // Other TOML is left to other servers.
    let other = folder.uri("other.toml");
    client.open_as("toml", &other, 1, "kubernetes = 1\n");
    for method in ["textDocument/hover", "textDocument/completion"] {
        assert_eq!(client.result(method, at(&other, 0, 3)), Value::Null, "{method}");
    }
    // What is on the disk counts again.
    client.close(&uri);
    assert_eq!(told(&client.published(&uri)["diagnostics"]), [misspelt()]);
    folder.write("crdls.toml", "");
    client.watched(&uri, 2);
    assert_eq!(told(&client.published(&uri)["diagnostics"]), []);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_client_that_pulls_is_given_the_fix() {
    let capabilities = json!({
        "textDocument": {"diagnostic": {}, "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let (mut client, _) = Client::initialized(json!({ "capabilities": capabilities }));
    let uri = "file:///w/crdls.toml";
    client.open(uri, 1, "crds = []\nfieldValidation = strict\n");
    let pulled = client.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    let found = pulled["result"]["items"].clone();
    assert!(found.is_array(), "{pulled}");
    assert_eq!(told(&found)[0].1[..2], [1, 18], "{found}");
    let actions = client.actions_in(uri, &range(1, 20, 20), json!({"diagnostics": found}));
    assert_eq!(actions[0]["title"], "Write `fieldValidation = \"strict\"`");
    assert_eq!(actions[0]["edit"]["changes"][uri][0]["newText"], "fieldValidation = \"strict\"");
    assert_eq!(actions[0]["diagnostics"], found);
    // Of another TOML file nothing is said.
    client.open_as("toml", "file:///w/Cargo.toml", 1, "kubernets = \n");
    let pulled =
        client.request("textDocument/diagnostic", json!({"textDocument": {"uri": "file:///w/Cargo.toml"}}));
    assert_eq!(pulled["result"]["items"], json!([]));
    assert_eq!(client.stop().code(), Some(0));
}
