//! Markers in Go, next to a server of the language: help inside of markers, and nothing elsewhere.

use std::process::Command;

use crdls_tests::oven_types;
use serde_json::{Value, json};

use crate::client::{Client, at, codes, labels, range, titles};
use crate::folder::Folder;

const TYPES: &str = oven_types!(
    "// +kubebuilder:printcolumn:name=\"Size\",type=string,JSONPath=`.spec.size`\n",
    r#"type OvenSpec struct {
	// +kubebuilder:validation:MaxLength=x
	Size Size `json:"size"`
	// +listType=map
	// +listMapKey=name
	Trays []Tray `json:"trays"`
}

// +kubebuilder:validation:Enum=Small
type Size string

const (
	Small Size = "Small"
	Large Size = "Large"
)

type Tray struct {
	Name string `json:"name"`
}
"#
);

fn folder(name: &str) -> Folder {
    // A repository of its own: the CRDs of a repository tell the version of controller-gen.
    Folder::new(
        name,
        &[(".git/keep", ""), ("go.mod", "module example.com/ovens\n"), ("api/v1/types.go", TYPES)],
    )
}

fn open(name: &str, capabilities: Value) -> (Client, Folder, String) {
    let folder = folder(name);
    let mut client = Client::in_folder(&folder, capabilities);
    let uri = folder.uri("api/v1/types.go");
    client.open(&uri, 1, TYPES);
    (client, folder, uri)
}

#[test]
fn findings_follow_the_text() {
    let (mut client, _folder, uri) = open("lsp-go-findings", json!({}));
    client.until(&uri, &["invalid-marker"]);
    // The x becomes 63.
    client.change(&uri, 2, Some([15, 38, 15, 39]), "63");
    client.until(&uri, &[]);
    client.change(&uri, 3, Some([15, 28, 15, 37]), "MaxLenght");
    client.until(&uri, &["unknown-marker"]);
    let actions = client.actions(&uri, &range(15, 10, 10));
    let title = titles(&actions)[0];
    assert!(title.starts_with("Replace with `+kubebuilder:validation:MaxLength`"), "{actions:?}");
    client.close(&uri);
    client.until(&uri, &[]);
}

#[test]
fn clients_that_pull_are_answered() {
    let pulls = json!({"textDocument": {"diagnostic": {"dynamicRegistration": false}},
        "workspace": {"diagnostics": {"refreshSupport": true}}});
    let (mut client, _folder, uri) = open("lsp-go-pull", pulls);
    let report = client.result("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    assert_eq!(codes(&report["items"]), ["invalid-marker"], "{report}");
}

#[test]
fn markers_complete_by_what_is_below() {
    let (mut client, _folder, uri) = open("lsp-go-complete", json!({}));
    client.until(&uri, &["invalid-marker"]);
    client.change(&uri, 2, Some([15, 38, 15, 39]), "63");
    client.until(&uri, &[]);
    // Above `Size Size`: a string.
    let found = client.result("textDocument/completion", at(&uri, 15, 10));
    let names = labels(&found);
    assert!(names.contains(&"+kubebuilder:validation:MinLength"), "{names:?}");
    // A client that compares what it replaces with the beginning of this text offers it.
    let first = found.as_array().and_then(|all| all.iter().find(|item| item["label"] == names[0]));
    let filter = first.and_then(|item| item["filterText"].as_str());
    assert_eq!(filter, names[0].strip_prefix('+'), "{first:?}");
    assert!(!names.contains(&"+kubebuilder:validation:Maximum"), "{names:?}");
    assert!(!names.contains(&"+kubebuilder:subresource:status"), "{names:?}");
    // `listMapKey=`: the fields of the items.
    assert_eq!(client.labels(at(&uri, 18, 16)), ["name"]);
    // `Enum=`: the constants of the type.
    let found = client.result("textDocument/completion", at(&uri, 22, 33));
    assert_eq!(labels(&found), ["Small;Large", "Small", "Large"]);
    // `JSONPath=`: fields.
    let found = client.result("textDocument/completion", at(&uri, 6, 62));
    assert!(labels(&found).contains(&".spec.size"), "{found}");
    // Outside of markers everything belongs to the language's own server.
    assert_eq!(client.labels(at(&uri, 16, 3)), [""; 0]);
    assert_eq!(client.result("textDocument/hover", at(&uri, 16, 3)), Value::Null);
    assert_eq!(
        client.result("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}})),
        Value::Null
    );
}

#[test]
fn markers_are_explained_and_lead_to_fields() {
    let (mut client, _folder, uri) = open("lsp-go-help", json!({}));
    client.until(&uri, &["invalid-marker"]);
    let hover = client.hover(at(&uri, 6, 12));
    assert!(hover.contains("A column of kubectl get"), "{hover}");
    let hover = client.hover(at(&uri, 6, 55));
    assert!(hover.contains("The JSONPath of the value"), "{hover}");
    let definition = client.result("textDocument/definition", at(&uri, 18, 17));
    assert_eq!(
        (&definition["uri"], &definition["range"]["start"]["line"]),
        (&json!(uri), &json!(31)),
        "{definition}"
    );
    let definition = client.result("textDocument/definition", at(&uri, 6, 66));
    assert_eq!(definition["range"]["start"]["line"], 16, "{definition}");
    let help = client.result("textDocument/signatureHelp", at(&uri, 6, 40));
    let label = help["signatures"][0]["label"].as_str().unwrap_or_default();
    assert!(label.starts_with("+kubebuilder:printcolumn:name=string,type=string,JSONPath=string"), "{help}");
    let tokens = client.result("textDocument/semanticTokens/full", json!({"textDocument": {"uri": uri}}));
    assert!(tokens == Value::Null || tokens["data"].is_array(), "{tokens}");
}

#[test]
fn a_module_without_markers_is_left_alone() {
    let folder = Folder::new(
        "lsp-go-silent",
        &[("go.mod", "module a\n"), ("a.go", "package a\n\n// +optional\ntype A string\n")],
    );
    let mut client = Client::in_folder(&folder, json!({}));
    let uri = folder.uri("a.go");
    client.open(&uri, 1, &std::fs::read_to_string(folder.path("a.go")).expect("a text"));
    client.until(&uri, &[]);
    assert_eq!(client.result("textDocument/hover", at(&uri, 2, 5)), Value::Null);
}

#[test]
fn what_is_wrong_with_the_crd_is_found_where_it_is_typed() {
    let (mut client, _folder, uri) = open("lsp-go-generated", json!({}));
    client.until(&uri, &["invalid-marker"]);
    client.change(&uri, 2, Some([15, 38, 15, 39]), "63");
    client.until(&uri, &[]);
    // A column of a field that is not there.
    client.change(&uri, 3, Some([6, 68, 6, 72]), "sise");
    client.until(&uri, &["unknown-column-path"]);
    client.change(&uri, 4, Some([6, 68, 6, 72]), "size");
    client.until(&uri, &[]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn modules_do_not_share_what_is_kept_of_their_crds() {
    let ovens = TYPES.replace("MaxLength=x", "MaxLength=63");
    let kilns = ovens.replace("Oven", "Kiln").replace("oven", "kiln").replace("size", "width");
    let files = [
        (".git/keep", ""),
        ("ovens/go.mod", "module example.com/ovens\n"),
        ("ovens/api/v1/types.go", &*ovens),
        ("kilns/go.mod", "module example.com/kilns\n"),
        ("kilns/api/v1/types.go", &*kilns),
    ];
    let folder = Folder::new("lsp-go-modules", &files);
    let mut client = Client::in_folder(&folder, json!({}));
    let modules = [("ovens", &ovens, "size"), ("kilns", &kilns, "width")].map(|(module, text, field)| {
        let uri = folder.uri(&format!("{module}/api/v1/types.go"));
        client.open(&uri, 1, text);
        client.until(&uri, &[]);
        (uri, field)
    });
    for version in [2, 4] {
        for (uri, field) in &modules {
            let end = 68 + field.len() as u32;
            // A column of a field that is not there.
            client.change(uri, version, Some([6, 68, 6, end]), "none");
            client.until(uri, &["unknown-column-path"]);
            client.change(uri, version + 1, Some([6, 68, 6, 72]), field);
            client.until(uri, &[]);
        }
    }
}

const RULES: &str = oven_types!(
    "",
    r#"// +kubebuilder:validation:XValidation:rule="self.si > 1 && self.name == \"a\"",message="big"
// +kubebuilder:validation:XValidation:rule=`self.name.startsWith('a')`
type OvenSpec struct {
	Size int `json:"size"`
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
}
"#
);

#[test]
fn rules_in_markers_have_the_help_of_rules() {
    let folder = Folder::new(
        "lsp-go-rules",
        &[(".git/keep", ""), ("go.mod", "module example.com/ovens\n"), ("api/v1/types.go", RULES)],
    );
    let colours = json!({"requests": {"full": true}, "tokenTypes": ["property", "operator", "variable", "method"],
        "tokenModifiers": [], "formats": ["relative"]});
    let mut client = Client::in_folder(&folder, json!({"textDocument": {"semanticTokens": colours}}));
    let uri = folder.uri("api/v1/types.go");
    client.open(&uri, 1, RULES);
    client.until(&uri, &["cel-undefined-field"]);
    // After `self.si`.
    let found = client.result("textDocument/completion", at(&uri, 13, 52));
    assert_eq!(labels(&found).first(), Some(&"size"), "{found}");
    let size = found.as_array().and_then(|all| all.iter().find(|item| item["label"] == "size"));
    let edit = size.map(|item| &item["textEdit"]["range"]);
    assert_eq!(edit, Some(&range(13, 50, 52)), "{found}");
    // Behind an escape: `name`.
    let hover = client.result("textDocument/hover", at(&uri, 13, 67));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("string")), "{hover}");
    assert_eq!(hover["range"], range(13, 65, 69), "{hover}");
    let definition = client.result("textDocument/definition", at(&uri, 14, 52));
    assert_eq!(definition["range"]["start"]["line"], 18, "{definition}");
    let help = client.result("textDocument/signatureHelp", at(&uri, 14, 66));
    let label = help["signatures"][0]["label"].as_str().unwrap_or_default();
    assert!(label.contains("startsWith"), "{help}");
    let tokens = client.result("textDocument/semanticTokens/full", json!({"textDocument": {"uri": uri}}));
    assert!(tokens["data"].as_array().is_some_and(|data| data.len() >= 5 * 5), "{tokens}");
    let asked = json!({"textDocument": {"uri": uri}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 30, "character": 0}}});
    let hints = client.result("textDocument/inlayHint", asked);
    assert_eq!(hints[0]["position"]["line"], 14, "{hints}");
}

#[test]
fn a_manifest_that_was_not_generated_again_is_reported_at_the_types() {
    let types = RULES.lines().filter(|line| !line.contains("XValidation"));
    let types: String = types.map(|line| format!("{line}\n")).collect();
    let name = types.lines().position(|line| line.contains("Name ")).expect("the field");
    let marker_and_field = name - 1..=name;
    let older = types.lines().enumerate().filter(|(at, _)| !marker_and_field.contains(at));
    let older: String = older.map(|(_, line)| format!("{line}\n")).collect();
    let files = [(".git/keep", ""), ("go.mod", "module example.com/ovens\n"), ("api/v1/types.go", &older)];
    let folder = Folder::new("lsp-go-stale", &files);
    let generate = Command::new(env!("CARGO_BIN_EXE_crdls"))
        .args(["generate", "./api/...", "--output-dir", "config/crd/bases"])
        .current_dir(folder.path(""))
        .status();
    assert!(generate.is_ok_and(|status| status.success()));
    let mut client = Client::in_folder(&folder, json!({}));
    let uri = folder.uri("api/v1/types.go");
    client.open(&uri, 1, &types);
    client.until(&uri, &["stale-copy"]);
    // Types that give the manifest again have no finding.
    let [first, last] = [name - 1, name + 1].map(|line| line as u32);
    client.change(&uri, 2, Some([first, 0, last, 0]), "");
    client.until(&uri, &[]);
}
