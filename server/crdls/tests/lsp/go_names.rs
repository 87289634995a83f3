//! The `json` name of a field in Go: definition, references and rename, in Go and in what the CRD names.

use crdls_tests::oven_types;
use serde_json::{Value, json};

use crate::client::{Client, at, edited, until};
use crate::folder::Folder;

/// Texts in which `NAME` is the name of the field.
const TYPES: &str = oven_types!(
    "// +kubebuilder:printcolumn:name=\"First\",type=string,JSONPath=`.spec.trays[0].NAME`\n",
    r#"// +kubebuilder:validation:XValidation:rule="self.trays.all(t, t.NAME != \"x\") && self.main.NAME != 'y'"
type OvenSpec struct {
	// +listType=map
	// +listMapKey=NAME
	// +kubebuilder:validation:MaxItems=4
	Trays []Tray `json:"trays"`
	Main  Tray   `json:"main"`
}
"#
);

const TRAY: &str = "package v1

// +kubebuilder:validation:XValidation:rule=`size(self.NAME) > 1`
type Tray struct {
	// Name is what the tray is called, its name.
	// +kubebuilder:validation:MaxLength=8
	Name string `json:\"NAME\"`
	Size int32 `json:\"size,omitempty\"`
}
";

const MANIFEST: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ovens.example.com
spec:
  group: example.com
  names: {kind: Oven, plural: ovens}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: First, type: string, jsonPath: '.spec.trays[0].NAME'}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [main, trays]
            properties:
              main:
                type: object
                required: [NAME]
                properties:
                  NAME: {type: string, maxLength: 8}
              trays:
                type: array
                maxItems: 4
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [NAME]
                items:
                  type: object
                  required: [NAME]
                  properties:
                    NAME: {type: string, maxLength: 8}
";

const OVEN: &str = "apiVersion: example.com/v1
kind: Oven
metadata: {name: a}
spec:
  main: {NAME: ab}
  trays:
  - NAME: cd
";

const SUITE: &str = "apiVersion: apiextensions.k8s.io/v1
name: ovens
crdName: ovens.example.com
version: v1
tests:
  onCreate:
  - name: small
    initial: |
      apiVersion: example.com/v1
      kind: Oven
      spec:
        main: {NAME: ab}
        trays: []
";

const FILES: [(&str, &str); 5] = [
    ("api/v1/types.go", TYPES),
    ("api/v1/tray.go", TRAY),
    ("config/crd/bases/ovens.yaml", MANIFEST),
    ("config/samples/oven.yaml", OVEN),
    ("tests/suite.yaml", SUITE),
];

fn named(text: &str, name: &str) -> String {
    text.replace("NAME", name)
}

/// A workspace, with the file of the field open, and the position in its tag.
fn open(test: &str, files: &[(&str, &str)]) -> (Client, Folder, Value) {
    let folder = Folder::new(test, &[(".git/keep", ""), ("go.mod", "module example.com/ovens\n")]);
    files.iter().for_each(|(path, text)| folder.write(path, &named(text, "name")));
    let edits = json!({"documentChanges": true});
    let capabilities =
        json!({"textDocument": {"rename": {"prepareSupport": true}}, "workspace": {"workspaceEdit": edits}});
    let mut client = Client::in_folder(&folder, capabilities);
    let uri = folder.uri("api/v1/tray.go");
    client.open(&uri, 1, &named(TRAY, "name"));
    (client, folder, at(&uri, 6, 20))
}

#[test]
fn a_field_is_renamed_everywhere() {
    // A copy of another release keeps the name; one that is the same does not.
    let old = MANIFEST.replace("maxLength: 8", "maxLength: 9");
    let copies = [("deploy/crds/copy.yaml", MANIFEST), ("releases/v1.0.0/ovens.yaml", old.as_str())];
    let (mut client, folder, field) = open("lsp-go-rename", &[&FILES[..], &copies].concat());
    // The CRD is read in the background.
    let is_ready = |found: &Value| found["uri"].is_string();
    while !is_ready(&client.result("textDocument/definition", field.clone())) {}
    let prepared = client.result("textDocument/prepareRename", field.clone());
    assert_eq!(prepared["placeholder"], "name", "{prepared}");
    assert_eq!(prepared["range"]["start"], json!({"line": 6, "character": 20}));
    let mut asked = field.clone();
    asked["newName"] = json!("id");
    let answer = client.request("textDocument/rename", asked.clone());
    let changes =
        answer["result"]["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    assert_eq!(changes.len(), FILES.len() + 1, "{answer}");
    for (path, text) in FILES.into_iter().chain([copies[0]]) {
        let uri = folder.uri(path);
        let of_file = changes.iter().find(|change| change["textDocument"]["uri"] == *uri);
        let edits = of_file.unwrap_or_else(|| panic!("{path}: {answer}"))["edits"].as_array().unwrap();
        assert_eq!(edited(&named(text, "name"), edits), named(text, "id"), "{path}");
    }
    for (new, why) in [
        ("size", "the schema has a property `size` already"),
        ("a,b", "`a,b` cannot be written in a `json` tag"),
        ("", "`` cannot be written in a `json` tag"),
    ] {
        asked["newName"] = json!(new);
        assert_eq!(client.request("textDocument/rename", asked.clone())["error"]["message"], why);
    }
    // The name that Go has belongs to gopls.
    let go_name = at(&folder.uri("api/v1/tray.go"), 6, 3);
    assert_eq!(client.result("textDocument/prepareRename", go_name.clone()), Value::Null);
    assert_eq!(client.result("textDocument/references", with_declaration(go_name)), Value::Null);
}

fn with_declaration(mut position: Value) -> Value {
    position["context"] = json!({"includeDeclaration": true});
    position
}

#[test]
fn definition_and_references_lead_to_manifests() {
    let (mut client, folder, field) = open("lsp-go-references", &FILES);
    let ask = || client.result("textDocument/definition", field.clone());
    let definition = until(ask, |found| !found.is_null());
    assert_eq!(definition["uri"], folder.uri("config/crd/bases/ovens.yaml"));
    let found = client.result("textDocument/references", with_declaration(field));
    let found = found.as_array().unwrap();
    for (path, text) in FILES {
        let uri = folder.uri(path);
        let number = found.iter().filter(|place| place["uri"] == *uri).count();
        assert_eq!(number, text.matches("NAME").count(), "{path}: {found:?}");
    }
    // From the manifest and from a custom resource to Go: one of the two properties that have the field.
    let (manifest, oven) =
        (folder.uri("config/crd/bases/ovens.yaml"), folder.uri("config/samples/oven.yaml"));
    client.open(&oven, 1, &named(OVEN, "name"));
    client.open(&manifest, 1, &named(MANIFEST, "name"));
    for position in [at(&oven, 4, 10), at(&manifest, 26, 20)] {
        let found = client.result("textDocument/references", with_declaration(position));
        let in_go = |file: &str| {
            let uri = folder.uri(file);
            found.as_array().unwrap().iter().filter(|place| place["uri"] == *uri).count()
        };
        assert_eq!((in_go("api/v1/tray.go"), in_go("api/v1/types.go")), (2, 1), "{found}");
    }
}

/// No file of Go is open: the module around the manifest is read.
#[test]
fn manifests_lead_to_go() {
    let folder =
        Folder::new("lsp-go-from-manifest", &[(".git/keep", ""), ("go.mod", "module example.com/ovens\n")]);
    FILES.iter().for_each(|(path, text)| folder.write(path, &named(text, "name")));
    let capabilities = json!({"workspace": {"workspaceEdit": {"documentChanges": true}}});
    let mut client = Client::in_folder(&folder, capabilities);
    let manifest = folder.uri("config/crd/bases/ovens.yaml");
    client.open(&manifest, 1, &named(MANIFEST, "name"));
    let key = at(&manifest, 26, 20);
    let found = client.result("textDocument/definition", key.clone());
    assert_eq!(found["uri"], folder.uri("api/v1/tray.go"), "{found}");
    assert_eq!(found["range"]["start"], json!({"line": 6, "character": 20}));
    // What names the key leads to it, as in any manifest.
    let found = client.result("textDocument/definition", at(&manifest, 24, 28));
    assert_eq!(found["uri"], *manifest, "{found}");

    let mut asked = key;
    asked["newName"] = json!("id");
    let answer = loop {
        // Custom resources and suites are read in the background.
        let answer = client.request("textDocument/rename", asked.clone());
        if answer["result"]["documentChanges"].as_array().is_some_and(|changes| changes.len() == FILES.len())
        {
            break answer;
        }
        assert!(answer["result"].is_object(), "{answer}");
    };
    for (path, text) in FILES {
        let uri = folder.uri(path);
        let changes = answer["result"]["documentChanges"].as_array().unwrap();
        let of_file = changes.iter().find(|change| change["textDocument"]["uri"] == *uri);
        let edits = of_file.unwrap_or_else(|| panic!("{path}: {answer}"))["edits"].as_array().unwrap();
        assert_eq!(edited(&named(text, "name"), edits), named(text, "id"), "{path}");
    }
    asked["newName"] = json!("size");
    let why = "the schema has a property `size` already";
    assert_eq!(client.request("textDocument/rename", asked)["error"]["message"], why);
}

/// A project that checks in no CRDs.
#[test]
fn go_alone_is_renamed() {
    let (mut client, folder, mut asked) = open("lsp-go-rename-alone", &FILES[..2]);
    asked["newName"] = json!("id");
    let answer = client.request("textDocument/rename", asked);
    let changes =
        answer["result"]["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    assert_eq!(changes.len(), 2, "{answer}");
    assert_eq!(
        (&changes[0]["textDocument"]["uri"], &changes[0]["textDocument"]["version"]),
        (&json!(folder.uri("api/v1/tray.go")), &json!(1))
    );
}

/// A default that names the field.
#[test]
fn a_default_is_renamed() {
    let types = TYPES.replace("	Main  Tray", "	// +kubebuilder:default={NAME: ab}\n	Main  Tray");
    let files = [("api/v1/types.go", types.as_str()), FILES[1]];
    let (mut client, folder, mut asked) = open("lsp-go-rename-default", &files);
    asked["newName"] = json!("id");
    let answer = client.request("textDocument/rename", asked);
    let changes = answer["result"]["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let uri = folder.uri("api/v1/types.go");
    let of_types = changes.iter().find(|change| change["textDocument"]["uri"] == *uri).unwrap();
    let edits = of_types["edits"].as_array().unwrap();
    assert_eq!(edited(&named(&types, "name"), edits), named(&types, "id"));
}

/// What is above the field is typed: it is renamed where it is now.
#[test]
fn a_field_that_was_moved_is_renamed() {
    let (mut client, folder, field) = open("lsp-go-rename-moved", &FILES[..2]);
    assert_eq!(client.result("textDocument/prepareRename", field)["placeholder"], "name");
    let (tray, types) = (folder.uri("api/v1/tray.go"), folder.uri("api/v1/types.go"));
    let above = |text: &str| text.replacen("package v1\n", "package v1\n\n// The kitchen.\n", 1);
    client.open(&types, 1, &named(TYPES, "name"));
    for (uri, text) in [(&tray, TRAY), (&types, TYPES)] {
        client.change(uri, 2, None, &named(&above(text), "name"));
    }
    // Nothing was asked about the other file since its edit.
    let mut asked = at(&tray, 8, 20);
    asked["newName"] = json!("id");
    let answer = client.request("textDocument/rename", asked);
    let changes = answer["result"]["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}"));
    for (uri, text) in [(&tray, TRAY), (&types, TYPES)] {
        let of_file = changes.iter().find(|change| change["textDocument"]["uri"] == **uri);
        let edits = of_file.unwrap_or_else(|| panic!("{uri}: {answer}"))["edits"].as_array().unwrap();
        assert_eq!(edited(&named(&above(text), "name"), edits), named(&above(text), "id"), "{uri}");
    }
}
