//! Stories of one whose CRD is named in test suites, roles and webhooks: there a rename reaches, and there navigation works.

use serde_json::{Value, json};

use crate::client::{self, Client, at};
use crate::folder::Folder;
use crate::navigation::widgets;

const SUITE: &str = "name: Widget
crdName: widgets.example.org
version: v1
tests:
  onCreate:
  - name: takes a size
    initial: |
      apiVersion: example.org/v1
      kind: Widget
      spec:
        size: 3
  - name: in quotes
    initial: \"{apiVersion: example.org/v1, kind: Widget, spec: {size: 4}}\"
";

const ROLE: &str = "apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: editor}
rules:
- apiGroups: [example.org]
  resources: [widgets, widgets/status]
  verbs: [get]
";

const WEBHOOK: &str = "apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: widgets}
webhooks:
- name: widgets.example.net
  rules:
  - apiGroups: [example.org]
    apiVersions: [v1]
    operations: [CREATE]
    resources: [widgets, widgets/status]
";

fn client(folder: &Folder) -> Client {
    let edits = json!({"documentChanges": true});
    let capabilities = json!({"textDocument": {"rename": {}}, "workspace": {"workspaceEdit": edits}});
    let mut client = Client::in_folder(folder, capabilities);
    client.open(&folder.uri("crd.yaml"), 1, &widgets());
    client.open(&folder.uri("role.yaml"), 1, ROLE);
    // The workspace is read in the background.
    while client.result("textDocument/definition", at(&folder.uri("role.yaml"), 5, 15)).is_null() {}
    client
}

fn folder(name: &str) -> Folder {
    let files = [
        ("crd.yaml", &*widgets()),
        ("widgets.testsuite.yaml", SUITE),
        ("role.yaml", ROLE),
        ("webhook.yaml", WEBHOOK),
    ];
    Folder::new(name, &files)
}

/// The position of the property `size` in the CRD.
fn at_size(crd: &str) -> Value {
    let (text, wanted) = (widgets(), "size: {type");
    let mut lines = text.lines().enumerate();
    let found = lines.find_map(|(line, text)| Some((line, text.find(wanted)?)));
    let (line, column) = found.expect("a property");
    at(crd, line as u32, column as u32 + 1)
}

/// The places of edits and locations, as file, line, character and new text.
fn edits(answer: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for change in answer["documentChanges"].as_array().expect("changes") {
        let file =
            change["textDocument"]["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).expect("a URI");
        for edit in change["edits"].as_array().expect("edits") {
            let start = &edit["range"]["start"];
            let text = edit["newText"].as_str().expect("a text");
            all.push(format!("{file} {}:{} {text}", start["line"], start["character"]));
        }
    }
    all.retain(|edit| !edit.starts_with("crd.yaml"));
    all.sort();
    all
}

fn places(answer: &Value) -> Vec<String> {
    let mut all = client::places(answer);
    all.sort();
    all
}

fn renamed(client: &mut Client, mut at: Value, new: &str) -> Vec<String> {
    at["newName"] = json!(new);
    let answer = client.request("textDocument/rename", at);
    assert_eq!(answer["error"], Value::Null);
    edits(&answer["result"])
}

#[test]
fn a_rename_reaches_suites_roles_and_webhooks() {
    let folder = folder("lsp-names-rename");
    let mut client = client(&folder);
    let (crd, role) = (folder.uri("crd.yaml"), folder.uri("role.yaml"));
    assert_eq!(
        renamed(&mut client, at_size(&crd), "width"),
        ["widgets.testsuite.yaml 10:8 width", "widgets.testsuite.yaml 12:64 \\\"width\\\""]
    );
    // A plural, asked for in the role.
    assert_eq!(
        renamed(&mut client, at(&role, 5, 15), "gadgets"),
        [
            "role.yaml 5:14 gadgets",
            "role.yaml 5:23 gadgets",
            "webhook.yaml 9:16 gadgets",
            "webhook.yaml 9:25 gadgets",
            "widgets.testsuite.yaml 1:9 gadgets"
        ]
    );
    assert_eq!(
        renamed(&mut client, at(&role, 4, 14), "example.com"),
        [
            "role.yaml 4:14 example.com",
            "webhook.yaml 6:16 example.com",
            "widgets.testsuite.yaml 12:27 example.com",
            "widgets.testsuite.yaml 1:17 example.com",
            "widgets.testsuite.yaml 7:18 example.com"
        ]
    );
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn navigation_works_in_suites_and_roles() {
    let folder = folder("lsp-names-navigation");
    let mut client = client(&folder);
    let suite = folder.uri("widgets.testsuite.yaml");
    client.open(&suite, 1, SUITE);
    client.open(&folder.uri("webhook.yaml"), 1, WEBHOOK);
    let all = client.result("textDocument/references", {
        let mut asked = at(&suite, 10, 9);
        asked["context"] = json!({"includeDeclaration": false});
        asked
    });
    let in_suite = ["widgets.testsuite.yaml 10:8", "widgets.testsuite.yaml 12:64"];
    assert!(in_suite.iter().all(|place| places(&all).contains(&(*place).to_owned())), "{all}");
    assert!(places(&all).iter().any(|place| place.starts_with("crd.yaml")), "{all}");
    let objects = client.result("textDocument/implementation", at(&folder.uri("role.yaml"), 5, 15));
    assert_eq!(places(&objects), ["widgets.testsuite.yaml 12:49", "widgets.testsuite.yaml 8:12"]);
    let highlights = client.result("textDocument/documentHighlight", at(&suite, 10, 9));
    assert_eq!(highlights.as_array().map(Vec::len), Some(2), "{highlights}");
    let of_plural = [
        "role.yaml 5:14",
        "role.yaml 5:23",
        "webhook.yaml 9:16",
        "webhook.yaml 9:25",
        "widgets.testsuite.yaml 12:49",
        "widgets.testsuite.yaml 1:9",
        "widgets.testsuite.yaml 8:12",
    ];
    for resources in [at(&folder.uri("role.yaml"), 5, 15), at(&folder.uri("webhook.yaml"), 9, 17)] {
        let definition = places(&json!([client.result("textDocument/definition", resources.clone())]));
        let hover = client.hover(resources.clone());
        assert!(hover.contains("defined by the CRD widgets.example.org"), "{hover}");
        let mut asked = resources;
        asked["context"] = json!({"includeDeclaration": true});
        let named = places(&client.result("textDocument/references", asked));
        let (in_crd, others): (Vec<_>, Vec<_>) =
            named.into_iter().partition(|place| place.starts_with("crd.yaml"));
        assert_eq!(others, of_plural);
        assert!(in_crd.contains(&definition[0]), "{in_crd:?} {definition:?}");
    }
    let outline = client.result("textDocument/documentSymbol", json!({"textDocument": {"uri": suite}}));
    let outline = outline.to_string();
    assert!(outline.contains("takes a size") && outline.contains("in quotes"), "{outline}");
    assert_eq!(client.stop().code(), Some(0));
}

/// Suites of openshift/api name the `apiVersion` of CRDs.
const SUITE_OF_OPENSHIFT: &str = "apiVersion: apiextensions.k8s.io/v1 # for controller-gen
name: Widget
crdName: widgets.example.org
tests:
  onCreate:
  - name: takes a size
    initial: |
      apiVersion: example.org/v1
      kind: Widget
      spec:
        size: 3
  - name: limits the size
    initial: |
      apiVersion: example.org/v1
      kind: Widget
      spec:
        size: 300
    expectedError: 'spec.size: Invalid value: 300: spec.size in body should be less'
  onUpdate:
  - name: lifts the limit
    initialCRDPatches:
    - op: remove
      path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum
";

#[test]
fn a_suite_that_names_the_api_version_of_crds_is_a_suite() {
    let files =
        [("crd.yaml", &*widgets()), ("widgets.testsuite.yaml", SUITE_OF_OPENSHIFT), ("role.yaml", ROLE)];
    let folder = Folder::new("lsp-names-openshift", &files);
    let mut client = client(&folder);
    let (crd, suite) = (folder.uri("crd.yaml"), folder.uri("widgets.testsuite.yaml"));
    let renames = [
        "widgets.testsuite.yaml 10:8 width",
        "widgets.testsuite.yaml 16:8 width",
        "widgets.testsuite.yaml 17:25 width",
        "widgets.testsuite.yaml 17:56 width",
        "widgets.testsuite.yaml 22:79 width",
    ];
    assert_eq!(renamed(&mut client, at_size(&crd), "width"), renames);
    client.open(&suite, 1, SUITE_OF_OPENSHIFT);
    assert_eq!(renamed(&mut client, at(&suite, 10, 9), "width"), renames);
    assert_eq!(
        renamed(&mut client, at(&suite, 2, 10), "gadgets"),
        ["role.yaml 5:14 gadgets", "role.yaml 5:23 gadgets", "widgets.testsuite.yaml 2:9 gadgets"]
    );
    let highlights = client.result("textDocument/documentHighlight", at(&suite, 10, 9));
    assert_eq!(highlights.as_array().map(Vec::len), Some(5), "{highlights}");
    let mut asked = at(&suite, 10, 9);
    asked["context"] = json!({"includeDeclaration": true});
    let references = places(&client.result("textDocument/references", asked));
    assert!(references.contains(&"widgets.testsuite.yaml 17:25".to_owned()), "{references:?}");
    assert!(references.iter().any(|place| place.starts_with("crd.yaml")), "{references:?}");
    let objects = client.result("textDocument/implementation", at(&suite, 2, 10));
    assert_eq!(places(&objects), ["widgets.testsuite.yaml 14:12", "widgets.testsuite.yaml 8:12"]);
    let outline = client.result("textDocument/documentSymbol", json!({"textDocument": {"uri": suite}}));
    let outline = outline.to_string();
    assert!(outline.contains("takes a size") && outline.contains("lifts the limit"), "{outline}");
    assert_eq!(client.stop().code(), Some(0));
}

const BUNDLE: &str = "apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: widgets.v1.0.0}
spec:
  customresourcedefinitions:
    owned:
    - {name: widgets.example.org, kind: Widget, version: v1}
";

const KUSTOMIZATION: &str = "patches:
- target: {group: example.org, kind: Widget}
  patch: '[{op: remove, path: /spec/size}]'
";

#[test]
fn a_bundle_and_a_kustomization_name_kinds_and_hold_no_objects() {
    let files = [
        ("crd.yaml", &*widgets()),
        ("role.yaml", ROLE),
        ("bundle.yaml", BUNDLE),
        ("kustomization.yaml", KUSTOMIZATION),
    ];
    let folder = Folder::new("lsp-names-bundle", &files);
    let mut client = client(&folder);
    let crd = folder.uri("crd.yaml");
    let plural = at(&folder.uri("role.yaml"), 5, 15);
    assert_eq!(
        renamed(&mut client, plural.clone(), "gadgets"),
        ["bundle.yaml 6:13 gadgets", "role.yaml 5:14 gadgets", "role.yaml 5:23 gadgets"]
    );
    let line = widgets().lines().position(|line| line.contains("kind: Widget")).expect("a kind") as u32;
    let column = widgets().lines().nth(line as usize).and_then(|line| line.find("Widget")).expect("a column");
    assert_eq!(
        renamed(&mut client, at(&crd, line, column as u32), "Gadget"),
        ["bundle.yaml 6:40 Gadget", "kustomization.yaml 1:37 Gadget"]
    );
    assert_eq!(places(&client.result("textDocument/implementation", plural)), Vec::<String>::new());
    assert_eq!(client.stop().code(), Some(0));
}
