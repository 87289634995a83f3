//! The requests behind the views of editors.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::client::Client;
use crate::folder::Folder;

fn ovens() -> String {
    let column = "additionalPrinterColumns:\n- {name: Size, type: integer, jsonPath: .spec.size}";
    crd(|c| {
        c.kind("Oven").entries(column).spec_properties(
            "
            size:
              type: integer
              default: 4
              x-kubernetes-validations:
              - rule: self != 5
            ",
        )
    })
}

const OVEN: &str = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nspec: {}\n";
const FILE: &str =
    "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: b}\nspec: {size: 5, colour: red}\n";

/// A client with an open CRD, an open resource and a resource in a file, and the folder of that.
fn workspace(name: &str) -> (Client, Folder) {
    let folder = Folder::new(&format!("views/{name}"), &[("b.yaml", FILE)]);
    let mut client = Client::in_folder(&folder, json!({}));
    client.open(&folder.uri("crd.yaml"), 1, &ovens());
    client.open(&folder.uri("a.yaml"), 1, OVEN);
    (client, folder)
}

fn ask(client: &mut Client, method: &str, uri: &str) -> Value {
    client.result(method, json!({ "textDocument": { "uri": uri } }))
}

#[test]
fn the_status_names_minor_and_crds() {
    let (mut client, folder) = workspace("status");
    let status = ask(&mut client, "crdls/status", &folder.uri("a.yaml"));
    assert_eq!(status["kubernetes"], "1.37");
    assert_eq!(status["crds"], 1);
    assert_eq!(status["minors"][0], "1.31");
    assert_eq!(client.result("crdls/status", json!({})), status);
}

#[test]
fn the_status_names_all_minors_of_the_settings() {
    let folder = Folder::new("views/minors", &[("crdls.toml", "kubernetes = [\"1.31-1.33\", \"1.37\"]\n")]);
    let mut client = Client::in_folder(&folder, json!({}));
    client.open(&folder.uri("crd.yaml"), 1, &ovens());
    let status = ask(&mut client, "crdls/status", &folder.uri("crd.yaml"));
    assert_eq!(status["kubernetes"], "1.31 to 1.33 and 1.37");
}

#[test]
fn resources_are_shown_as_they_would_be_stored() {
    let (mut client, folder) = workspace("stored");
    let stored = ask(&mut client, "crdls/effective", &folder.uri("a.yaml"));
    assert_eq!(stored[0]["name"], "a");
    assert!(stored[0]["stored"].as_str().unwrap().contains("spec:\n  size: 4\n"), "{stored}");
    assert!(stored[0]["diff"].as_str().unwrap().contains("+  size: 4\n"), "{stored}");
    assert_eq!(stored[0]["refused"], json!([]));
    assert_eq!(ask(&mut client, "crdls/effective", &folder.uri("crd.yaml")), json!([]));
    assert_eq!(ask(&mut client, "crdls/effective", "file:///not/open.yaml"), Value::Null);
}

#[test]
fn costs_are_those_of_the_command_line() {
    let (mut client, folder) = workspace("cost");
    let cost = ask(&mut client, "crdls/cost", &folder.uri("crd.yaml"));
    assert_eq!(cost[0]["name"], "ovens.example.com");
    assert_eq!(cost[0]["rules"][0]["rule"], "self != 5");
    assert_eq!(cost[0]["rules"][0]["range"]["start"]["line"], 26);
}

#[test]
fn columns_are_filled_by_open_documents_and_files() {
    let (mut client, folder) = workspace("columns");
    for from in ["crd.yaml", "a.yaml"] {
        let tables = ask(&mut client, "crdls/columns", &folder.uri(from));
        assert_eq!(tables[0]["columns"][0]["name"], "Size");
        let rows: Vec<_> = tables[0]["rows"].as_array().unwrap().iter().collect();
        let cells: Vec<_> = rows.iter().map(|row| (row["name"].as_str(), row["cells"][0].as_str())).collect();
        assert_eq!(cells, [(Some("a"), Some("4")), (Some("b"), Some("5"))]);
        assert_eq!((&rows[0]["refused"], &rows[1]["refused"]), (&json!(false), &json!(true)));
        assert_eq!(rows[1]["line"], 1);
        assert_eq!(rows[1]["uri"], folder.uri("b.yaml"));
    }
}

#[test]
fn codes_kinds_functions_keywords_and_settings_are_explained() {
    let (mut client, _folder) = workspace("explain");
    let cases = [
        ("missing-type", Some("# missing-type")),
        ("ovens.spec.size", Some("FIELD: size <integer>")),
        ("matches", Some("## Example")),
        ("maxItems", Some("Field of `JSONSchemaProps`: integer")),
        ("codeLens", Some("Default: `true`")),
        ("no such thing", None),
    ];
    for (what, expected) in cases {
        let page = client.result("crdls/explain", json!({ "what": what }));
        assert_eq!(page.is_null(), expected.is_none(), "{page}");
        assert!(page.as_str().unwrap_or_default().contains(expected.unwrap_or_default()), "{page}");
    }
    let rules = client.result("crdls/rules", Value::Null);
    assert!(rules.as_array().unwrap().iter().any(|rule| rule["code"] == "missing-type"), "{rules}");
}
